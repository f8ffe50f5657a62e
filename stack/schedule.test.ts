import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { callEveryMinute } from "./schedule.ts";
import { Troubles } from "./troubles.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("functions are called at the start of each minute with the secret key, until it ends", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const calls: unknown[] = [];
  const server = createServer(({ method, url, headers }, response) => {
    calls.push([method, url, headers.apikey]);
    response.statusCode = url?.endsWith("broken") ? 500 : 200;
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  vi.useFakeTimers({
    now: new Date("2026-01-01T00:00:59Z"),
    toFake: ["Date", "setTimeout", "clearTimeout"],
  });
  const end = callEveryMinute(`http://127.0.0.1:${port}/functions/v1`, "the key", ["a", "broken"]);
  const a = ["POST", "/functions/v1/a", "the key"];
  const broken = ["POST", "/functions/v1/broken", "the key"];

  const arrived = async (count: number) => {
    while (calls.length < count) await new Promise(setImmediate);
    return calls.slice().sort();
  };
  vi.advanceTimersByTime(999);
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(await arrived(2)).toEqual([a, broken]);
  // One that fails is called again all the same.
  vi.advanceTimersByTime(60_000);
  expect(await arrived(4)).toEqual([a, a, broken, broken]);
  while (log.mock.calls.length < 2) await new Promise(setImmediate);
  expect(log.mock.calls[0]?.[0]).toBe("calling broken failed:");
  end();
  vi.advanceTimersByTime(120_000);
  await new Promise(setImmediate);
  expect(calls).toHaveLength(4);
  server.close();
});

test("a function that says it has more is called again at once, until it has no more", async () => {
  const answers = [{ hasMore: true }, { hasMore: true }, { hasMore: false }];
  let count = 0;
  const server = createServer((_, response) => {
    response.end(JSON.stringify(answers[count]));
    count += 1;
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  const end = callEveryMinute(`http://127.0.0.1:${port}`, "the key", ["send"]);
  vi.advanceTimersByTime(60_000);
  while (count < 3) await new Promise(setImmediate);
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
  expect(count).toBe(3);
  end();
  server.close();
});

test("what a function says that it could not send is a trouble until it has sent something", async () => {
  let said = "{}";
  const server = createServer((_, response) => response.end(said)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  const lines: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), "schedule-"));
  const end = callEveryMinute(
    `http://127.0.0.1:${port}`,
    "the key",
    ["send"],
    new Troubles(folder, (line) => lines.push(line)),
  );
  const answers = async (answer: string, count: number) => {
    said = answer;
    vi.advanceTimersByTime(60_000);
    for (let turn = 0; lines.length < count || turn < 50; turn += 1) {
      await new Promise(setImmediate);
    }
  };
  await answers('{"failed":[],"sent":0,"why":["refused"]}', 1);
  await answers('{"failed":[],"sent":0,"why":["refused"]}', 1);
  // Nothing was due.
  await answers('{"failed":[],"sent":0,"why":[]}', 1);
  expect(lines).toEqual(["trouble: send (refused)"]);
  await answers('{"failed":[],"sent":2,"why":[]}', 2);
  expect(lines[1]).toMatch(/^trouble is over: send/);
  end();
  server.close();
  rmSync(folder, { recursive: true });
});

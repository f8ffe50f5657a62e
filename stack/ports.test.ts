import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { choosePorts, readProjectConfig } from "./config.ts";
import {
  findPortBase,
  portBases,
  refusedByBrowsers,
  requireFreePorts,
  requireUsablePorts,
} from "./ports.ts";

/** The error of `fetch` for a port; nothing needs to listen on it. */
async function fetchProblem(port: number): Promise<string> {
  const answer = fetch(`http://127.0.0.1:${port}/`);
  return answer.then(
    () => "",
    (error: Error) => (error.cause instanceof Error ? error.cause.message : ""),
  );
}

describe("ports that browsers refuse", () => {
  test("are those that this Node's fetch refuses, and no others beside them", async () => {
    // Port 0 is in the standard, but can't be called for other reasons.
    const refused = [...refusedByBrowsers].filter((port) => port > 0);
    for (const port of refused)
      expect([port, await fetchProblem(port)]).toEqual([port, "bad port"]);
    const neighbours = refused.flatMap((port) => [port - 1, port + 1]);
    for (const port of neighbours.filter((port) => port > 0 && !refusedByBrowsers.has(port))) {
      expect([port, await fetchProblem(port)]).not.toEqual([port, "bad port"]);
    }
  });

  test("are refused by name, for the base, what follows from it and the app", () => {
    const testProject = join(import.meta.dirname, "tests/project");
    const usable = (base: number, app?: number) => () =>
      requireUsablePorts({ ...choosePorts(readProjectConfig(testProject), base, app) });
    expect(usable(6000)).toThrow(
      "port 6000 (for the api) is one that browsers refuse to call: choose other ports with --port-base N or --app-port N.",
    );
    expect(usable(6557)).toThrow("port 6566 (for the app) is one that browsers refuse");
    expect(usable(7000, 10_080)).toThrow("port 10080 (for the app) is one that browsers refuse");
    expect(usable(7000)).not.toThrow();
  });
});

test("one port can't serve two purposes", () => {
  expect(() => requireUsablePorts({ API: 7000, mailbox: 7003, app: 7003 })).toThrow(
    "port 7003 (for the app) is wanted for the mailbox, too",
  );
});

test("a port that is taken is named, or waited for", async () => {
  const base = await findPortBase(1);
  const other = createServer().listen(base, "127.0.0.1");
  await expect(requireFreePorts({ API: base })).rejects.toThrow(
    `port ${base} (for the API) is in use`,
  );
  const wait = requireFreePorts({ API: base }, 60_000);
  other.close();
  await expect(wait).resolves.toBeUndefined();
});

test("a base is chosen where no outgoing connection takes its ports", () => {
  const [low, high] = [portBases(10, [32_768, 60_999]), portBases(10, [10_000, 30_000])];
  expect([low[0], Math.max(...low.map((base) => base + 9)) < 32_768]).toEqual([20_000, true]);
  expect(Math.min(...high)).toBe(30_001);
  expect(portBases(10, [20_012, 60_999])).toEqual([20_000, 20_001, 20_002]);
  expect(portBases(10, [1024, 65_535])).toEqual(low);
  expect(low.filter((base) => refusedByBrowsers.has(base))).toEqual([]);
  const beside = portBases(10, [32_768, 60_999], 20_011);
  expect(beside.slice(0, 3)).toEqual([20_000, 20_001, 20_012]);
  expect(low.length - beside.length).toBe(10);
});

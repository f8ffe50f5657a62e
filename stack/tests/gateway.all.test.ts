import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ask, local } from "./support/ask.ts";
import { type Callers, callersOf } from "./support/callers.ts";
import { startTestStack, type TestStack } from "./support/test-stack.ts";

let stack: TestStack;
let callers: Callers;
beforeAll(async () => {
  stack = await startTestStack();
  callers = callersOf(stack);
}, 120_000);
afterAll(async () => {
  await callers?.close();
  await stack?.stop();
});

const megabyte = Buffer.alloc(1_000_000, "x");
const tooMuch = `${megabyte}${megabyte}`;

/** One connection to the gateway, on which a test can write anything. */
async function openConnection() {
  let received = "";
  let isClosed = false;
  const socket = connect(stack.portBase, "127.0.0.1");
  socket.on("data", (chunk) => {
    received += chunk.toString();
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    isClosed = true;
  });
  const statuses = () =>
    [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => Number(code));
  return {
    statuses,
    write: (data: string | Buffer) => socket.write(data),
    /** The statuses of the first `count` answers. */
    answers: (count: number) =>
      vi.waitUntil(() => (statuses().length >= count || isClosed) && statuses(), 20_000),
    end: () => socket.destroy(),
  };
}

const post = (length: number) =>
  `POST /functions/v1/echo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n`;
const health = "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

describe("a connection that the gateway keeps is a clean one, whatever came on it", () => {
  test("a body that is refused before its end is read to its end first", async () => {
    const alice = await callers.newPerson("alice");
    // Alice's own would wait for the call that she has begun.
    const bob = await callers.newPerson("bob");
    const connection = await openConnection();
    connection.write(`${post(2_000_000)}Authorization: Bearer ${alice.token}\r\n\r\n`);
    connection.write(megabyte);
    // The function has refused long bodies many times by the time that these are answered.
    for (let round = 0; round < 5; round += 1) {
      expect((await callers.callFunction(bob, "echo", tooMuch)).status).toBe(413);
    }
    expect(connection.statuses()).toEqual([]);
    connection.write(megabyte);
    expect(await connection.answers(1)).toEqual([413]);
    connection.write(health);
    expect(await connection.answers(2)).toEqual([413, 200]);
    connection.end();
  });

  test("a body that is longer than any is refused, and the connection goes on", async () => {
    const connection = await openConnection();
    connection.write(`${post(11_000_000)}\r\n`);
    for (let sent = 0; sent < 11; sent += 1) connection.write(megabyte);
    connection.write(health);
    expect(await connection.answers(2)).toEqual([413, 200]);
    connection.end();
  });
});

/** A page on the Internet can point its name to this machine; nothing here answers to that name. */

const foreign = (port: number) => [
  `evil.example:${port}`,
  "evil.example",
  `127.0.0.1.evil.example:${port}`,
  `localhost.evil.example:${port}`,
];

test.each([
  ["the gateway", 0, "/health"],
  ["the mailbox", 3, "/"],
  ["the mailbox's API", 3, "/api/v1/messages"],
  ["Realtime", 4, "/health"],
])("%s answers to this machine's names alone", async (_, offset, path) => {
  const port = stack.portBase + offset;
  for (const host of [...local(port), "LOCALHOST"]) {
    expect((await ask(port, path, { host })).status, host).toBe(200);
  }
  for (const host of foreign(port)) {
    expect(await ask(port, path, { host }), host).toEqual({
      status: 403,
      text: "Only 127.0.0.1, localhost and [::1] are served here.\n",
    });
  }
});

test.each([
  ["the gateway", 0],
  ["Realtime", 4],
])("%s upgrades no connection under another name", async (_, offset) => {
  const port = stack.portBase + offset;
  const upgrade = (host: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () => {
        const path = `/realtime/v1/websocket?apikey=${stack.publishableKey}&vsn=2.0.0`;
        const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13";
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n\r\n`,
        );
      });
      socket.on("error", reject);
      socket.once("data", (chunk) => {
        socket.destroy();
        resolve(String(chunk).split("\r\n")[0] ?? "");
      });
    });
  for (const host of local(port)) expect(await upgrade(host)).toContain(" 101 ");
  for (const host of [...foreign(port), ""]) expect(await upgrade(host)).toContain(" 403 ");
});

import { connect } from "node:net";
import { expect, test, vi } from "vitest";
import { callFunction, newPerson } from "../support/actors.ts";
import { stackUnderTest } from "../support/environment.ts";

/** A connection that the gateway keeps is a clean one: whatever came on it, the next request is served. */

const { apiUrl } = stackUnderTest();
const megabyte = Buffer.alloc(1_000_000, "x");

/** One connection to the gateway, on which a test writes what it likes. */
async function openConnection() {
  let received = "";
  let isClosed = false;
  const socket = connect(Number(new URL(apiUrl).port), "127.0.0.1");
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
  `POST /functions/v1/create-task HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n`;
const health = "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

test("a body that is refused before its end is read to its end first", async () => {
  const alice = await newPerson("alice");
  const connection = await openConnection();
  connection.write(`${post(2_000_000)}Authorization: Bearer ${alice.token}\r\n\r\n`);
  connection.write(megabyte);
  // The function has refused what is too long many times over by the time that these are answered.
  for (let round = 0; round < 5; round += 1) {
    expect((await callFunction(alice, "create-task", megabyte.toString())).status).toBe(413);
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

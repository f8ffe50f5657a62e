import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createReadStream, statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Site } from "embedded-supabase";
import { ACTS, type ActName, type Answer, operatorsIn, type Running } from "./operator-table.ts";

async function send(answer: Answer, response: ServerResponse): Promise<void> {
  if ("json" in answer) {
    response.writeHead(answer.status ?? 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer.json));
    return;
  }
  const { size } = statSync(answer.file);
  response.writeHead(200, { "content-type": "application/gzip", "content-length": size });
  await pipeline(createReadStream(answer.file), response);
}

async function answerTo(request: IncomingMessage, running: Running): Promise<Answer> {
  const name = request.url?.split("/").at(-1) ?? "";
  const input = request.method === "POST" ? await json(request) : {};
  // Loaded on demand, as calls are rare.
  const { run } = await import("./operator-acts.ts");
  return run(name as ActName, input, String(request.headers["x-account"]), running);
}

interface Operator {
  readonly site: NonNullable<Site["operator"]>;
  readonly close: () => void;
}

/** Starts the server that answers operators' calls, which the front has checked. */
export async function answerOperator(running: Running): Promise<Operator> {
  const secret = randomBytes(32).toString("base64url");
  const expected = Buffer.from(`Bearer ${secret}`);
  const server = createServer((request, response) => {
    const given = Buffer.from(request.headers.authorization ?? "");
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      response.writeHead(404).end();
      return;
    }
    answerTo(request, running)
      .then((answer) => send(answer, response))
      .catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    site: {
      accounts: operatorsIn(running.folder),
      acts: ACTS,
      closes: "close-account",
      url,
      secret,
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

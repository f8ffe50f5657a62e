import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createReadStream, statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { FolderChoice, Site } from "embedded-supabase";
import type { ServeSettings } from "./settings.ts";

/** The accounts that run a server: in its folder, so that no backup, which may be a stranger's, names any. */
export const operatorsIn = (folder: FolderChoice): string => join(folder.path, "operators.json");

const read = { method: "GET", takesPassword: false } as const;
const act = { method: "POST", takesPassword: false } as const;
/** What opens accounts, or ends them: whoever finds a browser signed in has no password. */
const guarded = { method: "POST", takesPassword: true } as const;

/** Who runs a server may ask for these, and nobody else for any. */
export const ACTS = {
  state: read,
  "test-mail": act,
  "make-backup": act,
  "verify-backup": act,
  invite: guarded,
  reset: guarded,
  close: guarded,
  "set-sign-up": guarded,
  // Links that open accounts go by it.
  "set-mail": guarded,
  "download-backup": guarded,
} as const;

export type ActName = keyof typeof ACTS;

/** A server as it runs now. */
export interface Running {
  readonly folder: FolderChoice;
  /** that it was started with */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** by those and what is kept; throws StackError for what can't be used */
  readonly readSettings: (variables: Running["environment"]) => ServeSettings;
  settings: ServeSettings;
  /** ISO 8601; it was started, or began anew with other settings */
  startedAt: string;
  readonly log: (line: string) => void;
  /** begins anew with the settings that are kept now, once the answer has left */
  beginAnew: () => void;
}

/** An answer: JSON, or a file. */
export type Answer =
  | { readonly json: object; readonly status?: number }
  | { readonly file: string };

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
  // Loaded once somebody asks: most of the time nobody does.
  const { run } = await import("./operator-acts.ts");
  return run(name as ActName, input, String(request.headers["x-account"]), running);
}

/** What a site is told of its operators, and what ends that. */
interface Operator {
  readonly site: NonNullable<Site["operator"]>;
  readonly close: () => void;
}

/** Answers on this machine what comes through the door of the site that a server serves. */
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

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { rootFolder } from "../../cli/project.ts";
import { readSecrets } from "../../cli/serve/secrets.ts";
import { withClient } from "../../stack/services/platform.ts";
import { databaseUrl } from "../../stack/services/postgres.ts";
import type { StackAddresses } from "../../stack/stack.ts";
import { PATIENCE } from "./eventually.ts";
import { runBootstrap, type StackProcess } from "./stack-process.ts";

/** `npm run serve` as a process, on a data folder and its own port. */
export interface ServeProcess extends StackProcess {
  readonly url: string;
  readonly folder: string;
}

const LONGEST_START = 3 * PATIENCE;

/**
 * Starts a server and waits until it serves.
 * @param variables of its environment, such as SIGN_UP
 * @throws with its output if it ends instead
 */
export async function startServe(
  folder: string,
  port: number,
  variables: Record<string, string> = {},
): Promise<ServeProcess> {
  return untilServing(beginServe(folder, port, variables));
}

/** Starts a server, from this checkout or another. */
export function beginServe(
  folder: string,
  port: number,
  variables: Record<string, string> = {},
  root?: string,
): ServeProcess {
  const url = variables.PUBLIC_URL ?? `http://localhost:${port}`;
  const args = ["serve", "--data", folder, "--listen", `127.0.0.1:${port}`];
  const env = { ...process.env, PUBLIC_URL: url, ...variables };
  return { ...runBootstrap(args, { env }, root), url, folder };
}

/** Resolves when it serves and has said all of it. @throws with its output if it ends instead */
export async function untilServing(started: ServeProcess): Promise<ServeProcess> {
  const { url } = started;
  const deadline = Date.now() + LONGEST_START;
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      const [, said = ""] = started.log().split(`serving ${url}`);
      if (said.includes(" prints a link with")) return resolve();
      if (Date.now() > deadline) return reject(new Error(`it does not serve: ${started.log()}`));
      setTimeout(look, 20);
    };
    look();
    started.exitCode.then((code) => reject(new Error(`ended with ${code}: ${started.log()}`)));
  });
  return started;
}

const databasePort = (folder: string) =>
  Number(readFileSync(join(folder, "postgres/postmaster.pid"), "utf8").split("\n")[3]);

/** The API behind a running server, which also answers calls that are refused from outside. */
export function addressBehind({ folder }: ServeProcess): string {
  return `http://127.0.0.1:${databasePort(folder) - 1}`;
}

/** The addresses of a running server, with the keys and port from its data folder. */
export function addressesOf({ url, folder }: ServeProcess): StackAddresses {
  const keys = readSecrets(folder);
  const port = databasePort(folder);
  return {
    apiUrl: url,
    publishableKey: keys.publishable,
    secretKey: keys.secret,
    dbUrl: databaseUrl(port, "postgres", keys.databasePassword),
    // There is no mailbox.
    mailUrl: url,
    functionsUrl: `${url}/functions/v1`,
  };
}

/** The output of `npm run serve ARGS` beside a server. Rejects with it if that fails. */
export function besideServe({ url }: { url: string }, ...args: string[]) {
  const command = [join(rootFolder, "cli/bootstrap.mjs"), "serve", ...args];
  return promisify(execFile)(process.execPath, command, {
    env: { ...process.env, PUBLIC_URL: url },
  });
}

/** The rows of one statement on a server's database. */
export const rowsOf = async (server: ServeProcess, text: string, values: unknown[] = []) =>
  (await withClient(addressesOf(server).dbUrl, (database) => database.query(text, values))).rows;

interface Call {
  readonly path: string;
  /** of the access token; without one nobody's */
  readonly token?: string;
  readonly body: unknown;
}

/**
 * Calls a server by the address of its links, wherever that leads to.
 * @param folder the server's data folder
 * @param port the server's port
 */
export function callServer(
  url: string,
  { path, token, body }: Call,
  folder: string,
  port: number,
): Promise<unknown> {
  const headers = {
    ...{ host: new URL(url).host, "content-type": "application/json" },
    apikey: readSecrets(folder).publishable,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const address = { host: "127.0.0.1", port, path, method: "POST" };
  return new Promise((resolve, reject) => {
    request({ ...address, headers, agent: false }, (answer) => {
      const { statusCode = 0 } = answer;
      if (statusCode >= 300) reject(new Error(`${path} answered ${statusCode}`));
      text(answer).then((said) => resolve(said === "" ? null : JSON.parse(said)), reject);
    })
      .on("error", reject)
      .end(JSON.stringify(body));
  });
}

/**
 * Makes an account with a printed link, like the app. Resolves to its access token, "" if it is to be confirmed first.
 * @param folder the server's data folder
 * @param port the server's port
 */
export async function signUpBy(
  link: string,
  email: string,
  folder: string,
  port: number,
): Promise<string> {
  const body = {
    ...{ email, password: "rota-secret-1" },
    data: { sign_up_link: new URL(link).searchParams.get("sign_up") },
  };
  const said = await callServer(link, { path: "/auth/v1/signup", body }, folder, port);
  return (said as { access_token?: string }).access_token ?? "";
}

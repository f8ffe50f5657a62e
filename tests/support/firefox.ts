import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";

/** People's own Firefox, driven by WebDriver BiDi: Playwright's has no push. */

const PLACES = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** Null if none starts; FIREFOX names one in another place. */
export function firefoxPath(): string | null {
  const found = [process.env.FIREFOX, ...PLACES].find((path) => {
    if (path === undefined) return false;
    return spawnSync(path, ["--version"], { stdio: "ignore" }).status === 0;
  });
  return found ?? null;
}

export interface Firefox {
  open(url: string): Promise<void>;
  /** The value of an expression in the page, awaited if it is a promise. */
  evaluate<T>(expression: string): Promise<T>;
  close(): Promise<void>;
}

type Preferences = Readonly<Record<string, string | number | boolean>>;

export async function startFirefox(preferences: Preferences): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), "rota-firefox-"));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, "user.js"), lines.join("\n"));
  const words = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const browser = spawn(firefoxPath() ?? "", words, { stdio: ["ignore", "ignore", "pipe"] });
  const socket = new WebSocket(`${await listensAt(browser)}/session`);
  await once(socket, "open");
  const call = callsBy(socket);
  await call("session.new", { capabilities: {} });
  const { contexts } = await call<{ contexts: { context: string }[] }>(
    "browsingContext.getTree",
    {},
  );
  const context = contexts[0]?.context;
  return {
    open: async (url) => {
      await call("browsingContext.navigate", { context, url, wait: "complete" });
    },
    evaluate: async <T>(expression: string) => {
      const said = await call<Evaluated>("script.evaluate", {
        expression: `(async () => JSON.stringify(await (${expression})))()`,
        target: { context },
        awaitPromise: true,
      });
      if (said.type === "exception") throw new Error(said.exceptionDetails.text);
      return JSON.parse(said.result.value ?? "null") as T;
    },
    close: async () => {
      const exit = once(browser, "exit");
      browser.kill("SIGKILL");
      await exit;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type Evaluated =
  | { readonly type: "success"; readonly result: { readonly value?: string } }
  | { readonly type: "exception"; readonly exceptionDetails: { readonly text: string } };

/** The address of its debugging protocol, which it prints at its start. */
function listensAt(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    browser.stderr?.on("data", (chunk) => {
      said += chunk;
      const [, url] = /BiDi listening on (ws:\S+)/.exec(said) ?? [];
      if (url) resolve(url);
    });
    browser.once("exit", () => reject(new Error(`Firefox ended: ${said}`)));
    browser.once("error", reject);
  });
}

interface Answer {
  readonly id: number;
  readonly type: "success" | "error";
  readonly result?: unknown;
  readonly message?: string;
}

function callsBy(socket: WebSocket) {
  let count = 0;
  return <T>(method: string, params: object): Promise<T> => {
    count += 1;
    const id = count;
    return new Promise((resolve, reject) => {
      const listen = (data: unknown) => {
        const answer = JSON.parse(String(data)) as Answer;
        if (answer.id !== id) return;
        socket.off("message", listen);
        if (answer.type === "error") reject(new Error(`${method}: ${answer.message}`));
        else resolve(answer.result as T);
      };
      socket.on("message", listen);
      socket.send(JSON.stringify({ id, method, params }));
    });
  };
}

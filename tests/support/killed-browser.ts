import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { browserArgs } from "./browser-args.ts";
import { ZONE } from "./day.ts";

/** A browser with a profile on the disk, which can be killed and started again. */
export class LastingBrowser {
  readonly #profile = mkdtempSync(join(tmpdir(), "rota-profile-"));
  #process: ChildProcess | undefined;
  #browser: Browser | undefined;

  async start(): Promise<BrowserContext> {
    const program = process.env.ROTA_BROWSER ?? chromium.executablePath();
    const args = [
      "--headless",
      "--force-prefers-reduced-motion",
      "--remote-debugging-port=0",
      `--user-data-dir=${this.#profile}`,
    ];
    this.#process = spawn(program, [...browserArgs, ...args, "about:blank"], {
      env: { ...process.env, TZ: ZONE },
      stdio: ["ignore", "ignore", "pipe"],
      // All its processes form one group.
      detached: true,
    });
    this.#browser = await chromium.connectOverCDP(await addressIn(this.#process));
    const [context] = this.#browser.contexts();
    if (!context) throw new Error("The browser has no context.");
    return context;
  }

  /** Closes it like a person: it writes pending data to the disk. */
  async close(): Promise<void> {
    const ended = this.#process && once(this.#process, "exit");
    const session = await this.#browser?.newBrowserCDPSession();
    await session?.send("Browser.close");
    await ended;
    this.#process = undefined;
  }

  /** Kills it, as when its device is switched off. */
  async kill(): Promise<void> {
    const { pid } = this.#process ?? {};
    if (!this.#process || pid === undefined) return;
    const ended = once(this.#process, "exit");
    process.kill(-pid, "SIGKILL");
    await ended;
    this.#process = undefined;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The address that a new browser prints. */
async function addressIn({ stderr }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error("Nothing is read of the browser.");
  for await (const line of createInterface({ input: stderr })) {
    const [, address] = /DevTools listening on (\S+)/.exec(line) ?? [];
    if (address) {
      stderr.resume();
      return address;
    }
  }
  throw new Error("The browser has ended.");
}

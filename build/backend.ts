import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import type { Backend } from "../src/supabase/backend.ts";

/** The files of the built app that name the backend; the last is for static hosts. */
const FILES = ["index.html", "worker.js", "_headers"];

/** Puts the backend into a file of the app, and the addresses at which it is reached into the policy there. */
function withBackend(
  text: string,
  { url, ...rest }: Backend,
  addresses: readonly string[] = [url],
): string {
  const origin = url.replace(/\/$/, "");
  const reached = addresses.map((address) => address.replace(/\/$/, ""));
  const json = JSON.stringify({ url: origin, ...rest }).replaceAll("<", "\\u003c");
  return text
    .replace(/"ROTA_BACKEND"|ROTA_BACKEND/g, () => json)
    .replaceAll(
      "connect-src 'self'",
      `connect-src 'self' ${reached.flatMap((each) => [each, each.replace(/^http/, "ws")]).join(" ")}`,
    );
}

/**
 * Makes a built app, which is the same for every address, the one for a backend.
 * @param addresses at which that is reached; without them, by its own
 */
export function writeBackend(
  folder: string,
  backend: Backend,
  addresses?: readonly string[],
): void {
  for (const file of FILES.map((name) => join(folder, name)).filter(existsSync)) {
    writeFileSync(file, withBackend(readFileSync(file, "utf8"), backend, addresses));
  }
}

/** The same for a page that is served from its sources. */
export const servedWith = (backend: Backend): Plugin => ({
  name: "rota:backend",
  apply: "serve",
  transformIndexHtml: (html) => withBackend(html, backend),
});

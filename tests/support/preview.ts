import { rmSync } from "node:fs";
import { join } from "node:path";
import { build, preview } from "vite";
import { writeBackend } from "../../build/backend.ts";
import { rootFolder } from "../../cli/project.ts";
import type { StackAddresses } from "../../stack/stack.ts";

/** The folder of this run's built app: neither `dist` nor another run's. */
export const builtAppFolder = join(rootFolder, `node_modules/.cache/rota-app-${process.pid}`);

/** Builds the app as for production, against the given backend. */
export async function buildApp({ apiUrl, publishableKey }: StackAddresses): Promise<void> {
  process.env.NODE_ENV = "production";
  await build({
    root: rootFolder,
    logLevel: "warn",
    build: { outDir: builtAppFolder, emptyOutDir: true },
  });
  writeBackend(builtAppFolder, { url: apiUrl, publishableKey, sendsMail: true });
}

/** Serves the built app. Resolves to a function that ends this. */
export async function serveBuiltApp(port: number): Promise<() => Promise<void>> {
  const server = await preview({
    root: rootFolder,
    logLevel: "warn",
    build: { outDir: builtAppFolder },
    preview: { host: "127.0.0.1", port, strictPort: true },
  });
  return async () => {
    await server.close();
    rmSync(builtAppFolder, { recursive: true, force: true });
  };
}

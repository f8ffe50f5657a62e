import { type StackAddresses, StackError } from "embedded-supabase";
import { createServer } from "vite";
import { servedWith } from "../build/backend.ts";
import { rootFolder } from "./project.ts";

/**
 * Serves the app from its sources, against the given backend, with hot reload.
 * @throws StackError when Vite does not start
 */
export async function serveApp(
  { apiUrl, publishableKey }: Pick<StackAddresses, "apiUrl" | "publishableKey">,
  port: number,
): Promise<{ url: string; close: () => Promise<void> }> {
  // Vite keeps the value it finds, such as `production` from a build in the same process.
  process.env.NODE_ENV = "development";
  const server = await createServer({
    root: rootFolder,
    logLevel: "warn",
    clearScreen: false,
    plugins: [servedWith({ url: apiUrl, publishableKey, sendsMail: true })],
    server: { host: "127.0.0.1", port, strictPort: true },
  })
    .then((created) => created.listen())
    .catch((error: Error) => {
      throw new StackError(`the app can't be served: ${error.message}`);
    });
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

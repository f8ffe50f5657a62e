import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { precompress } from "../build/app.ts";

export interface ServedFolder {
  readonly url: string;
  close(): void;
}

/** Serves a built page as `serve` and static hosts do: as brotli, with unlimited caching for files named by their hash. */
export async function serveCompressed(folder: string): Promise<ServedFolder> {
  precompress(folder);
  const app = new Hono();
  app.use("*", async (context, next) => {
    await next();
    const isHashed = context.req.path.startsWith("/assets/");
    context.header("Cache-Control", isHashed ? "max-age=31536000, immutable" : "no-cache");
  });
  app.use("*", serveStatic({ root: folder, precompressed: true }));
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

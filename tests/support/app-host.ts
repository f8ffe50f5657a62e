import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { appUrl } from "./environment.ts";

/** A separate host of the built app, which can get another build, and stop. */
export interface AppHost {
  readonly url: string;
  /** Switches to another build: its page has this number in an attribute. */
  deploy(build: number): void;
  stop(): Promise<void>;
}

export async function startAppHost(): Promise<AppHost> {
  let build = 1;
  const ofBuild: Record<string, (text: string) => string> = {
    "/worker.js": (text) =>
      `${text}\n// ${build}`.replace(/(index\.html[`"'],revision:[`"'])/, `$1${build}`),
    "/index.html": (text) => text.replace("<html", `<html data-build="${build}"`),
  };
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    const answer = await fetch(appUrl() + path);
    const isPage = answer.headers.get("content-type")?.startsWith("text/html");
    const change = ofBuild[isPage ? "/index.html" : path];
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, {
      "content-type": answer.headers.get("content-type") ?? "",
      "cache-control": "no-cache",
    });
    response.end(change ? change(body.toString()) : body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    deploy: (next) => {
      build = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

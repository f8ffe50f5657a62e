import { request } from "node:http";

interface Ask {
  host: string;
  method?: string;
  headers?: Record<string, string>;
}

/** Sends a request to a local port like a browser that knows it as `host`. */
export function ask(port: number, path: string, { host, method = "GET", headers = {} }: Ask) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path, method, headers: { ...headers, host } };
    request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    })
      .on("error", reject)
      .end();
  });
}

/** This machine's names of a port. */
export const local = (port: number): string[] =>
  ["127.0.0.1", "localhost", "[::1]"].map((host) => `${host}:${port}`);

import { createServer, connect as openConnection, type Socket } from "node:net";
import { freePort } from "./realtime-server.ts";

/** A TCP proxy on the loopback address that a test can cut like a cable. */
export interface Proxy {
  readonly url: string;
  /** Destroys every connection; new ones are possible. */
  cut(): void;
  /** Makes every connection hang: no byte passes in either direction, and neither side is told. */
  freeze(): void;
  /** New connections pass again. */
  thaw(): void;
  close(): Promise<void>;
}

export async function startProxy(targetPort: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((near) => {
    const far = openConnection(targetPort, "127.0.0.1");
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("data", (chunk) => {
        if (!frozen) other.write(chunk);
      });
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        if (!frozen) other.destroy();
      });
    }
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    freeze: () => {
      frozen = true;
    },
    thaw: () => {
      frozen = false;
    },
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

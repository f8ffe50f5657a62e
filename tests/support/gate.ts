import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, connect as openConnection, type Server, type Socket } from "node:net";

/** A TCP proxy that a test shuts: the server behind it is then as good as gone. */
export interface Gate {
  /** address of the API through the gate */
  readonly url: string;
  /** Cuts every connection and refuses new ones. */
  shut(): Promise<void>;
  open(): Promise<void>;
}

/** An open gate in front of an address such as `http://127.0.0.1:54321`. */
export async function startGate(apiUrl: string): Promise<Gate> {
  const target = new URL(apiUrl);
  const sockets = new Set<Socket>();
  const join = (near: Socket) => {
    const far = openConnection(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  };
  let server: Server | null = null;
  let port = 0;
  const gate = {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    open: async () => {
      if (server?.listening) return;
      server = createServer(join).listen(port, "127.0.0.1");
      await once(server, "listening");
      port = (server.address() as AddressInfo).port;
    },
    shut: async () => {
      if (!server?.listening) return;
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  await gate.open();
  return gate;
}

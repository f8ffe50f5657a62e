import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/**
 * A push service like Firefox's: the browser waits on a websocket (autopush's messages), and gets everything
 * posted to its address unchanged.
 */
export interface PushService {
  /** for the browser's `dom.push.serverURL` */
  readonly url: string;
  /** A sender's `fetch`, for which addresses of `origin` lead here. */
  fetchAs(origin: string): typeof fetch;
  close(): Promise<void>;
}

interface FromBrowser {
  readonly messageType?: string;
  readonly channelID?: string;
}

/** @param origin of the addresses given to browsers */
export async function startPushService(origin: string): Promise<PushService> {
  const channels = new Map<string, { readonly id: string; readonly socket: WebSocket }>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const channel = channels.get(request.url ?? "");
    response.writeHead(channel ? 201 : 410).end();
    channel?.socket.send(
      JSON.stringify({
        messageType: "notification",
        channelID: channel.id,
        version: randomUUID(),
        data: Buffer.concat(chunks).toString("base64url"),
        headers: { encoding: request.headers["content-encoding"] },
      }),
    );
  });

  function answer(socket: WebSocket, { messageType, channelID = "" }: FromBrowser): object | null {
    if (messageType === undefined) return {};
    const common = { messageType, status: 200 };
    if (messageType === "hello") {
      const uaid = randomUUID().replaceAll("-", "");
      return { ...common, uaid, use_webpush: true, broadcasts: {} };
    }
    if (messageType === "unregister") return { ...common, channelID };
    if (messageType !== "register") return null;
    const path = `/wpush/v2/${randomUUID()}`;
    channels.set(path, { id: channelID, socket });
    return { ...common, channelID, pushEndpoint: origin + path };
  }

  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => {
    socket.on("message", (data) => {
      const said = answer(socket, JSON.parse(String(data)) as FromBrowser);
      if (said) socket.send(JSON.stringify(said));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}`,
    fetchAs: (other) => (input, init) =>
      fetch(String(input).replace(other, `http://127.0.0.1:${port}`), init),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate();
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

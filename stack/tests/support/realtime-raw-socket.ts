import { WebSocket } from "ws";
import { keys } from "./realtime-server.ts";

/** A v2 frame of the server: [join_ref, ref, topic, event, payload]. */
type ServerFrame = [string | null, string | null, string, string, unknown];

/** A websocket without the client library, for frames that the library never sends or shows. */
export interface RawSocket {
  readonly frames: unknown[];
  send(frame: unknown): void;
  sendBytes(bytes: Buffer): void;
  /** The first frame received that `matches`; waits for it. */
  next<T = ServerFrame>(matches: (frame: T) => boolean): Promise<T>;
  /** The v2 reply to `ref`. */
  reply(ref: string): Promise<{ status: string; response: Record<string, unknown> }>;
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
  close(): void;
}

export async function openRawSocket(port: number, vsn = "2.0.0"): Promise<RawSocket> {
  const url = `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${keys.publishableKey}&vsn=${vsn}`;
  const webSocket = new WebSocket(url);
  const frames: unknown[] = [];
  const waiting = new Set<() => void>();
  webSocket.on("message", (data, isBinary) => {
    frames.push(isBinary ? data : JSON.parse(String(data)));
    for (const look of waiting) look();
  });
  const closed = new Promise<number>((resolve) => webSocket.on("close", resolve));
  await new Promise((resolve, reject) => webSocket.on("open", resolve).on("error", reject));

  const next = <T>(matches: (frame: T) => boolean) =>
    new Promise<T>((resolve) => {
      const look = () => {
        const found = frames.find((frame) => matches(frame as T));
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found as T);
      };
      waiting.add(look);
      look();
    });
  return {
    frames,
    closed,
    next,
    send: (frame) => webSocket.send(JSON.stringify(frame)),
    sendBytes: (bytes) => webSocket.send(bytes),
    reply: async (ref) => {
      const frame = await next<ServerFrame>((it) => it[3] === "phx_reply" && it[1] === ref);
      return frame[4] as { status: string; response: Record<string, unknown> };
    },
    close: () => webSocket.close(),
  };
}

/** The server's answer to a refused upgrade. */
export function refusedUpgrade(
  port: number,
  query: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const url = `ws://127.0.0.1:${port}/realtime/v1/websocket?${query}`;
    const webSocket = new WebSocket(url, { headers });
    webSocket.on("open", () => reject(new Error("the upgrade was accepted")));
    webSocket.on("error", reject);
    webSocket.on("unexpected-response", (_request, response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
        resolve({ status: response.statusCode ?? 0, body });
      });
    });
  });
}

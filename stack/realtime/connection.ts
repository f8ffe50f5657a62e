import type { WebSocket } from "ws";
import { Channel, type ChannelServices, type ChannelSocket } from "./channel.ts";
import {
  type ClientMessage,
  decodeFrame,
  encodeMessage,
  type ServerMessage,
  type Vsn,
} from "./frames.ts";
import { parseJoin } from "./join-request.ts";
import { Rejection } from "./rejection.ts";
import type { Frame } from "./topics.ts";

/** Bytes that a client may leave unread before it is cut off. */
const LARGEST_BACKLOG = 16_000_000;
const CHANNEL_PREFIX = "realtime:";
/** Channels of one socket, as on the platform. */
const MOST_CHANNELS = 100;

export interface ConnectionOptions {
  readonly vsn: Vsn;
  /** The verified API key or JWT of the upgrade: the token of joins that bring none. */
  readonly token: string;
  /** The upgrade request's headers that begin with `x-`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds of silence after which the socket is closed. */
  readonly idleTimeoutMs: number;
  readonly log: (line: string) => void;
}

export class Connection implements ChannelSocket {
  readonly vsn: Vsn;
  readonly headers: Readonly<Record<string, string>>;
  readonly #webSocket: WebSocket;
  readonly #services: ChannelServices;
  readonly #options: ConnectionOptions;
  readonly #channels = new Map<string, Channel>();
  readonly #idleTimer: NodeJS.Timeout;
  /** Messages are handled one by one, as a join or a write check may take a while. */
  #queue: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(webSocket: WebSocket, services: ChannelServices, options: ConnectionOptions) {
    this.vsn = options.vsn;
    this.headers = options.headers;
    this.#webSocket = webSocket;
    this.#services = services;
    this.#options = options;
    this.#idleTimer = setTimeout(() => this.close(1000), options.idleTimeoutMs);
    webSocket.on("message", (data, isBinary) => this.#receive(data as Buffer, isBinary));
    webSocket.on("ping", () => this.#idleTimer.refresh());
    webSocket.on("close", () => this.#release());
    webSocket.on("error", (error) => options.log(`socket: ${error.message}`));
  }

  /** Ends delivery at once and closes the socket with `code`. */
  close(code: number): void {
    this.#release();
    this.#webSocket.close(code);
  }

  /** Ends the connection without a close frame. */
  terminate(): void {
    this.#webSocket.terminate();
  }

  sendFrame(frame: Frame): void {
    if (this.#closed) return;
    this.#webSocket.send(frame);
    if (this.#webSocket.bufferedAmount > LARGEST_BACKLOG) this.terminate();
  }

  push(channel: Channel, event: string, payload: unknown, ref: string | null = null): void {
    const topic = CHANNEL_PREFIX + channel.name;
    this.#send({ joinRef: channel.joinRef, ref, topic, event, payload });
  }

  closeChannel(channel: Channel): void {
    channel.release();
    this.#channels.delete(channel.name);
    this.push(channel, "phx_close", {}, channel.joinRef);
  }

  #release(): void {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    for (const channel of this.#channels.values()) channel.release();
    this.#channels.clear();
  }

  #send(message: ServerMessage): void {
    this.sendFrame(encodeMessage(this.vsn, message));
  }

  #reply(to: ClientMessage, status: "ok" | "error", response: object): void {
    const { joinRef, ref, topic } = to;
    this.#send({ joinRef, ref, topic, event: "phx_reply", payload: { status, response } });
  }

  #receive(data: Buffer, isBinary: boolean): void {
    this.#idleTimer.refresh();
    let message: ClientMessage;
    try {
      message = decodeFrame(this.vsn, data, isBinary);
    } catch (error) {
      this.#options.log(`socket: malformed message ignored: ${String(error)}`);
      return;
    }
    if (message.topic === "phoenix") {
      if (message.event === "heartbeat") this.#reply(message, "ok", {});
      return;
    }
    this.#queue = this.#queue
      .then(() => this.#handle(message))
      .catch((error: unknown) => this.#options.log(`socket: ${message.event}: ${String(error)}`));
  }

  async #handle(message: ClientMessage): Promise<void> {
    if (this.#closed) return;
    if (!message.topic.startsWith(CHANNEL_PREFIX)) {
      this.#reply(message, "error", { reason: "unmatched topic" });
      return;
    }
    const name = message.topic.slice(CHANNEL_PREFIX.length);
    const channel = this.#channels.get(name);
    if (message.event === "phx_join") {
      if (channel) this.closeChannel(channel);
      await this.#join(name, message);
    } else if (!channel) {
      this.#answerUnjoined(message);
    } else if (message.joinRef === null || message.joinRef === channel.joinRef) {
      await this.#handleIn(channel, message);
    }
    // A message with another join_ref was meant for a channel that is gone.
  }

  #answerUnjoined(message: ClientMessage): void {
    if (message.event === "phx_leave") this.#reply(message, "ok", {});
    else this.#reply(message, "error", { reason: "unmatched topic" });
  }

  async #join(name: string, message: ClientMessage): Promise<void> {
    try {
      if (name === "") throw new Rejection("TopicNameRequired", "You must provide a topic name");
      if (this.#channels.size >= MOST_CHANNELS) {
        throw new Rejection("ChannelRateLimitReached", "Too many channels");
      }
      const channel = new Channel(this.#services, this, {
        name,
        joinRef: message.joinRef,
        request: parseJoin(message.payload),
        token: this.#options.token,
      });
      await channel.authorize();
      if (this.#closed) return;
      this.#channels.set(name, channel);
      this.#reply(message, "ok", { postgres_changes: [] });
      channel.open();
    } catch (error) {
      // Production waits five seconds before this reply; the client's own back-off is enough here.
      const reason = error instanceof Rejection ? error.reason : "Unknown Error on Channel";
      this.#options.log(`join of ${JSON.stringify(name)} refused: ${reason}`);
      this.#reply(message, "error", { reason });
    }
  }

  async #handleIn(channel: Channel, message: ClientMessage): Promise<void> {
    if (message.event === "phx_leave") {
      this.#reply(message, "ok", {});
      this.closeChannel(channel);
      return;
    }
    const reply = await channel.handle(message);
    if (reply) this.#reply(message, reply.status, reply.response);
  }
}

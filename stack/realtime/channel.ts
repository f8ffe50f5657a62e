import { randomUUID } from "node:crypto";
import type { Authorizer } from "./authorization.ts";
import { ChannelAccess } from "./channel-access.ts";
import type { ClientMessage, Vsn } from "./frames.ts";
import { asObject, asText, type JoinRequest, tokenOf } from "./join-request.ts";
import { Rejection } from "./rejection.ts";
import type { VerifyToken } from "./tokens.ts";
import type { Frame, Member, Topic, Topics } from "./topics.ts";

const LONGEST_TOKEN_CHECK_MS = 5 * 60_000;
const PRESENCE_CALLS = 5;
const PRESENCE_WINDOW_MS = 30_000;
const READY_CHECK_MS = 500;
const READY_TIMEOUT_MS = 60_000;

/** The parts of the server that a channel uses. */
export interface ChannelServices {
  readonly topics: Topics;
  readonly authorizer: Authorizer;
  readonly verifyToken: VerifyToken;
  readonly isReplicationReady: () => boolean;
  readonly privateOnly: boolean;
}

/** The parts of its socket that a channel uses. */
export interface ChannelSocket {
  readonly vsn: Vsn;
  readonly headers: Readonly<Record<string, string>>;
  sendFrame(frame: Frame): void;
  /** Sends a message with the channel's join_ref. */
  push(channel: Channel, event: string, payload: unknown, ref?: string | null): void;
  /** Forgets the channel and tells the client with `phx_close`. */
  closeChannel(channel: Channel): void;
}

/** Ok, the error's payload, or null for no reply at all. */
export type Reply = { status: "ok" | "error"; response: object } | null;

const OK: Reply = { status: "ok", response: {} };

/** One joined channel of one socket. */
export class Channel implements Member {
  readonly name: string;
  readonly joinRef: string | null;
  readonly #services: ChannelServices;
  readonly #socket: ChannelSocket;
  readonly #request: JoinRequest;
  readonly #presenceKey: string;
  readonly #timers = new Map<"token" | "ready", NodeJS.Timeout>();
  readonly #access: ChannelAccess;
  #topic: Topic | undefined;
  #presenceCalls = { count: 0, until: 0 };

  /** Throws a Rejection if the token is not valid. `token` is the socket's own. */
  constructor(
    services: ChannelServices,
    socket: ChannelSocket,
    join: { name: string; joinRef: string | null; request: JoinRequest; token: string },
  ) {
    this.#services = services;
    this.#socket = socket;
    this.name = join.name;
    this.joinRef = join.joinRef;
    this.#request = join.request;
    this.#presenceKey = join.request.presenceKey ?? randomUUID();
    this.#access = new ChannelAccess(
      services,
      {
        name: join.name,
        isPrivate: join.request.isPrivate,
        presenceEnabled: join.request.presenceEnabled,
        headers: socket.headers,
      },
      join.request.accessToken ?? join.token,
    );
  }

  get vsn(): Vsn {
    return this.#socket.vsn;
  }

  get mayReadBroadcasts(): boolean {
    return this.#access.mayRead("broadcast");
  }

  get mayReadPresence(): boolean {
    return this.#access.mayRead("presence");
  }

  sendFrame(frame: Frame): void {
    this.#socket.sendFrame(frame);
  }

  /** Throws a Rejection if the caller may not read the topic. */
  async authorize(): Promise<void> {
    if (this.#services.privateOnly && !this.#request.isPrivate) {
      throw new Rejection("PrivateOnly", "This project only allows private channels");
    }
    await this.#access.authorize();
  }

  /** Begins to deliver; called once the join's reply is on its way, so that nothing overtakes it. */
  open(): void {
    this.#topic = this.#services.topics.join(this.name, this.#request.isPrivate, this);
    this.#scheduleTokenCheck();
    if (this.#request.presenceEnabled && this.mayReadPresence) {
      this.#socket.push(this, "presence_state", this.#topic.presenceState());
    }
    if (this.#request.replicationReady) this.#announceReplication(Date.now() + READY_TIMEOUT_MS);
  }

  /** Ends delivery, silently. */
  release(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    if (this.#topic) this.#services.topics.leave(this.name, this.#request.isPrivate, this);
    this.#topic = undefined;
  }

  async handle(message: ClientMessage): Promise<Reply> {
    if (message.event === "broadcast") return this.#handleBroadcast(message);
    if (message.event === "presence") return this.#handlePresence(message.payload);
    if (message.event === "access_token") await this.#handleToken(message.payload);
    return null;
  }

  async #handleBroadcast({ broadcast, payload }: ClientMessage): Promise<Reply> {
    // A client that may not write gets no answer, even if it asked for one.
    if (!(await this.#access.mayWrite("broadcast"))) return null;
    const sender = this.#request.self ? undefined : this;
    if (broadcast) this.#topic?.broadcast(broadcast, sender);
    else this.#topic?.broadcastText(payload, sender);
    return this.#request.ack ? OK : null;
  }

  async #handlePresence(payload: unknown): Promise<Reply> {
    const call = asObject(payload);
    const event = asText(call.event)?.toLowerCase();
    if (event === undefined) return OK;
    if (!this.#countPresenceCall()) {
      this.#shutDown("Client presence rate limit exceeded");
      return null;
    }
    if (event === "untrack") {
      this.#topic?.untrack(this);
      return OK;
    }
    if (event !== "track" || !(await this.#access.mayTrack()))
      return { status: "error", response: {} };
    const shown = call.payload ?? {};
    if (typeof shown !== "object" || Array.isArray(shown)) {
      const reason = "Presence track payload must be a map";
      return { status: "error", response: { reason } };
    }
    this.#topic?.track(this, this.#presenceKey, asObject(shown));
    return OK;
  }

  /** Five calls in a window of 30 s that begins with the first. */
  #countPresenceCall(): boolean {
    const now = Date.now();
    if (now > this.#presenceCalls.until) {
      this.#presenceCalls = { count: 0, until: now + PRESENCE_WINDOW_MS };
    }
    this.#presenceCalls.count += 1;
    return this.#presenceCalls.count <= PRESENCE_CALLS;
  }

  async #handleToken(payload: unknown): Promise<void> {
    const token = tokenOf(asObject(payload));
    if (token === null) return;
    try {
      if (await this.#access.refresh(token)) this.#scheduleTokenCheck();
    } catch (error) {
      this.#shutDown(shutdownMessage(error));
    }
  }

  #setTimer(name: "token" | "ready", ms: number, run: () => void): void {
    clearTimeout(this.#timers.get(name));
    // A refresh that finishes after the channel has ended must not start a timer.
    if (this.#topic) this.#timers.set(name, setTimeout(run, ms));
  }

  #scheduleTokenCheck(): void {
    const remaining = this.#access.expiresAt - Date.now();
    this.#setTimer("token", Math.min(LONGEST_TOKEN_CHECK_MS, remaining), () => {
      try {
        this.#access.checkToken();
        this.#scheduleTokenCheck();
      } catch (error) {
        this.#shutDown(shutdownMessage(error));
      }
    });
  }

  #announceReplication(deadline: number): void {
    if (this.#services.isReplicationReady()) {
      this.#pushSystem("ok", "Replication connection established");
    } else if (Date.now() >= deadline) {
      this.#shutDown("Replication connection was not established in time");
    } else {
      this.#setTimer("ready", READY_CHECK_MS, () => this.#announceReplication(deadline));
    }
  }

  #shutDown(message: string): void {
    if (!this.#topic) return;
    this.#pushSystem("error", message);
    this.#socket.closeChannel(this);
  }

  #pushSystem(status: "ok" | "error", message: string): void {
    this.#socket.push(this, "system", { extension: "system", status, message, channel: this.name });
  }
}

const shutdownMessage = (error: unknown): string =>
  error instanceof Rejection ? error.message : "Unknown Error on Channel";

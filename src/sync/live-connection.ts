import { focusManager, onlineManager } from "@tanstack/react-query";
import { createStore, type Store } from "../store/store.ts";
import type { LoadSupabase, RealtimeSystemPayload, Supabase } from "../supabase/client.ts";

export type ConnectionState = "live" | "reconnecting" | "offline";

/** Milliseconds before the next try to join, by the number of failures; the last one repeats. */
const JOIN_DELAYS = [300, 1_000, 2_000, 3_000, 5_000, 10_000, 30_000, 60_000] as const;
/** Milliseconds after which a connection has held: one that is dropped before counts as a failure to join. */
const HOLDS = 60_000;
/** How long a join may take, in milliseconds, the connection included. */
const JOIN_TIMEOUT = 10_000;
/** Milliseconds between two renewals of a refused token: it may be refused for another reason. */
const RENEWAL_INTERVAL = 60_000;
/** Milliseconds before what may have been missed is fetched again after that failed. */
const RESYNC_DELAY = 2_000;
/** Milliseconds before it is fetched again after it succeeded: the server may drop messages. */
const RESYNC_INTERVAL = 45_000;
/** Milliseconds after which a hidden page leaves its channel, as a project has a limit of connections. */
const HIDDEN_PATIENCE = 5 * 60_000;
/** Milliseconds to wait for the server's ready message before the list is read anyway. */
const READY_PATIENCE = 1_000;
/** Milliseconds of silence that tell an older server: others say within 60 s whether they are ready. */
const NO_READY_MESSAGE = 70_000;
/** Milliseconds after an input or a message in which a dead connection would be missed soon. */
const AWAKE = 60_000;
/**
 * Milliseconds between two heartbeats then; otherwise the library's 25,000, so that radios sleep. Much less
 * would cut off slow networks.
 */
const AWAKE_HEARTBEAT = 5_000;

export interface LiveConnectionOptions {
  readonly supabase: LoadSupabase;
  /** name of the private channel */
  readonly topic: string;
  onMessage(event: string, payload: unknown): void;
  /** Fetches what may have been missed; rejects when it could not. */
  resync(): Promise<void>;
}

/** The previous connection's end: all share the page's one client. */
let closing: Promise<unknown> = Promise.resolve();

async function close(supabase: Supabase): Promise<void> {
  await supabase.removeAllChannels();
  // The library would send a join that has waited for the socket on the next person's.
  supabase.realtime.sendBuffer.length = 0;
}

/**
 * Keeps one private channel joined: after an expired token, a revocation, a drop, sleep, or a
 * restart of the server, a new channel is joined with a fresh token. The client library's own
 * rejoining is not used: it never replaces a channel that the server closed, and waits for up to
 * 10 seconds.
 *
 * The server answers a join before it reads the database's messages, and says later that it does:
 * from then on the connection is live. (It says so, or that it failed, whenever it is asked to; an
 * older server says nothing.) Nothing that is sent before arrives later, so `resync` runs
 * then, when the network returns and when a hidden page is shown again. The server also drops
 * messages without a word, beyond its limits or while its own line to the database is broken: so
 * `resync` runs once in a while on a page that is shown, too. (Not by TanStack Query's
 * `refetchInterval`: every message that changes the list would put that off.)
 */
export class LiveConnection implements Store<ConnectionState> {
  readonly #options: LiveConnectionOptions;
  readonly #state = createStore<ConnectionState>("reconnecting");
  readonly getState = this.#state.getState;
  readonly subscribe = this.#state.subscribe;
  #wasLive = false;
  #supabase: Supabase | null = null;
  #running = false;
  #resyncOwed = false;
  /** the attempt, or the joined channel, whose events count */
  #attempt: object | null = null;
  #failures = 0;
  #liveSince = Number.POSITIVE_INFINITY;
  #tokenRefused = false;
  #renewedAt = Number.NEGATIVE_INFINITY;
  /** of the next attempt to join, or of the wait for the ready message */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #resyncTimer: ReturnType<typeof setTimeout> | undefined;
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  #stopListening: (() => void)[] = [];
  #awakeUntil = 0;
  #heartbeatTimer: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: string | null = null;

  constructor(options: LiveConnectionOptions) {
    this.#options = options;
  }

  /** Whether it has ever been live: what was never there is not missed. */
  get wasLive(): boolean {
    return this.#wasLive;
  }

  start(): void {
    this.#running = true;
    const look = () => this.#pageChanged();
    this.#stopListening = [onlineManager.subscribe(look), focusManager.subscribe(look)];
    for (const input of ["pointerdown", "keydown"]) {
      globalThis.document?.addEventListener(input, this.#wake);
      this.#stopListening.push(() => globalThis.document?.removeEventListener(input, this.#wake));
    }
    // Even a server that refuses every join leaves the page at most this late.
    this.#resyncIn(RESYNC_INTERVAL);
    if (onlineManager.isOnline()) void this.#connect();
    else this.#state.setState("offline");
  }

  stop(): void {
    this.#running = false;
    for (const stopListening of this.#stopListening) stopListening();
    clearTimeout(this.#resyncTimer);
    clearTimeout(this.#hiddenTimer);
    clearTimeout(this.#heartbeatTimer);
    this.#awakeUntil = 0;
    this.#leave();
  }

  readonly #wake = () => {
    const sleeps = Date.now() > this.#awakeUntil;
    this.#awakeUntil = Date.now() + AWAKE;
    if (sleeps) this.#beat();
  };

  /** Sends a heartbeat; the library ends a connection that has not answered the one before it. */
  #beat(): void {
    clearTimeout(this.#heartbeatTimer);
    if (!this.#running || Date.now() > this.#awakeUntil) return;
    const realtime = this.#supabase?.realtime;
    const awaited = realtime?.pendingHeartbeatRef;
    // The library's own may have been sent just now.
    if (realtime && (!awaited || awaited === this.#heartbeat)) {
      void realtime.sendHeartbeat();
      this.#heartbeat = realtime.pendingHeartbeatRef;
    }
    this.#heartbeatTimer = setTimeout(() => this.#beat(), AWAKE_HEARTBEAT);
  }

  /** Fetches what may have been missed, until that succeeds; a hidden page waits. */
  async resync(): Promise<void> {
    clearTimeout(this.#resyncTimer);
    this.#resyncOwed = true;
    if (!this.#running || !focusManager.isFocused() || !onlineManager.isOnline()) return;
    this.#resyncOwed = false;
    try {
      await this.#options.resync();
    } catch {
      this.#resyncOwed = true;
    }
    if (this.#running) this.#resyncIn(this.#resyncOwed ? RESYNC_DELAY : RESYNC_INTERVAL);
  }

  #resyncIn(delay: number): void {
    clearTimeout(this.#resyncTimer);
    this.#resyncTimer = setTimeout(() => void this.resync(), delay);
  }

  /** The network came or went, or the page was shown or hidden. */
  #pageChanged(): void {
    clearTimeout(this.#hiddenTimer);
    if (!onlineManager.isOnline()) {
      this.#leave();
      this.#state.setState("offline");
    } else if (focusManager.isFocused()) {
      if (this.getState() === "live") void this.resync();
      else this.#connectNow();
    } else {
      this.#hiddenTimer = setTimeout(() => {
        this.#leave();
        this.#state.setState("reconnecting");
      }, HIDDEN_PATIENCE);
    }
  }

  /** No backoff, and a read even if the join fails. */
  #connectNow(): void {
    this.#leave();
    this.#failures = 0;
    this.#resyncOwed = true;
    void this.#connect();
  }

  async #connect(): Promise<void> {
    this.#state.setState("reconnecting");
    const attempt = {};
    this.#attempt = attempt;
    const isCurrent = () => this.#attempt === attempt;
    try {
      const supabase = await this.#options.supabase();
      this.#supabase = supabase;
      await closing;
      if (isCurrent()) await this.#renewRefusedToken(supabase);
      // Without this, the first join goes out before the token is known, and is refused.
      if (isCurrent()) await supabase.realtime.setAuth();
      if (isCurrent()) this.#join(supabase, isCurrent);
    } catch (error) {
      if (isCurrent()) this.#lost(error);
    }
  }

  /** The token may look valid here, where the clock may be wrong. */
  async #renewRefusedToken(supabase: Supabase): Promise<void> {
    if (!this.#tokenRefused || Date.now() - this.#renewedAt < RENEWAL_INTERVAL) return;
    this.#renewedAt = Date.now();
    await supabase.auth.refreshSession();
  }

  #join(supabase: Supabase, isCurrent: () => boolean): void {
    const { topic, onMessage } = this.#options;
    supabase
      .channel(topic, { config: { private: true, broadcast: { replication_ready: true } } })
      .on("broadcast", { event: "*" }, ({ event, payload }) => {
        this.#wake();
        if (isCurrent()) onMessage(event, payload);
      })
      .on("system", {}, ({ status }: RealtimeSystemPayload) => {
        if (!isCurrent()) return;
        clearTimeout(this.#timer);
        // Other states of the channel come with its end.
        if (status === "ok") this.#ready();
      })
      .subscribe((status, error) => {
        if (!isCurrent()) return;
        if (status === "SUBSCRIBED") this.#joined();
        else this.#lost(error ?? status);
      }, JOIN_TIMEOUT);
  }

  #joined(): void {
    this.#tokenRefused = false;
    this.#resyncOwed = true;
    this.#resyncIn(READY_PATIENCE);
    this.#timer = setTimeout(() => this.#ready(), NO_READY_MESSAGE);
  }

  /** From now on commits are delivered. */
  #ready(): void {
    this.#liveSince = Date.now();
    this.#wasLive = true;
    this.#state.setState("live");
    this.#wake();
    void this.resync();
  }

  #lost(reason: unknown): void {
    this.#leave();
    this.#state.setState("reconnecting");
    // A token that expired or was revoked shows as a channel that the server closed or refused.
    this.#tokenRefused = reason === "CLOSED" || /jwt|token|unauthorized/i.test(String(reason));
    // The API may be there when the live channel is not.
    if (this.#resyncOwed) void this.resync();
    if (!focusManager.isFocused()) return; // connects when the page is shown again
    if (Date.now() - this.#liveSince >= HOLDS) this.#failures = 0;
    this.#liveSince = Number.POSITIVE_INFINITY;
    const delay = JOIN_DELAYS[Math.min(this.#failures, JOIN_DELAYS.length - 1)] ?? 0;
    this.#failures += 1;
    // Spread out, so that a restarted server does not get everyone back at the same moment.
    this.#timer = setTimeout(() => void this.#connect(), delay * (0.5 + Math.random() / 2));
  }

  /** Ends the attempt or channel, and with it the library's own attempts to rejoin. */
  #leave(): void {
    this.#attempt = null;
    clearTimeout(this.#timer);
    const supabase = this.#supabase;
    // One after the other: a disconnect during another one resolves before it is done.
    if (supabase) closing = closing.then(() => close(supabase));
  }
}

import { once } from "node:events";
import {
  type AddressInfo,
  createServer,
  connect as openConnection,
  type Server,
  type Socket,
} from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/**
 * A proxy's treatment of bytes.
 * - `slow`: every chunk waits the configured milliseconds, in both directions
 * - `silent`: connections stay open and new ones are accepted, but all bytes are lost, and neither side learns
 * of it, even when the other closes (half-open connections)
 * - `starting`: new connections are accepted, but only served once the proxy is open (a slow start)
 */
type Mode = "open" | "slow" | "silent" | "starting";

/** A TCP proxy in front of the API, with the faults of a network. */
export interface FaultProxy {
  /** address of the API through the proxy */
  readonly url: string;
  /** Cuts every connection and refuses new ones. */
  shut(): Promise<void>;
  /** Bytes wait `latency` milliseconds. */
  slow(latency: number): void;
  silence(): void;
  /** Whether bytes were lost on a connection that is still open. */
  hasLostBytes(): boolean;
  /** Cuts every connection; new ones wait. */
  restart(): void;
  /**
   * Ends all faults. A connection that lost bytes can't continue, so it is reset, like a network does with a
   * forgotten one.
   */
  open(): Promise<void>;
  /** Like `open`, but only for new connections: those that lost bytes stay silent, and neither side learns of it. */
  openToNew(): void;
}

interface State {
  mode: Mode;
  /** milliseconds */
  latency: number;
}

/** The two ends of a connection through the proxy. */
class ProxiedConnection {
  readonly #near: Socket;
  readonly #proxy: Readonly<State>;
  readonly #onEnd: () => void;
  #far: Socket | null = null;
  #early: Buffer[] = [];
  #order = { near: Promise.resolve(), far: Promise.resolve() };
  /** bytes were lost */
  broken = false;

  constructor(near: Socket, proxy: Readonly<State>, onEnd: () => void) {
    this.#near = near;
    this.#proxy = proxy;
    this.#onEnd = onEnd;
    near.on("data", (chunk) => this.#pass(chunk, "far"));
    near.on("error", () => {});
    near.on("close", () => this.#closed());
  }

  connect(port: number, host: string): void {
    if (this.#far || this.#near.destroyed) return;
    const far = openConnection(port, host);
    this.#far = far;
    far.on("data", (chunk) => this.#pass(chunk, "near"));
    far.on("error", () => {});
    far.on("close", () => this.#closed());
    for (const chunk of this.#early.splice(0)) far.write(chunk);
  }

  /** Ends both connections, each with a reset. */
  reset(): void {
    this.#near.resetAndDestroy();
    this.#far?.resetAndDestroy();
    this.#onEnd();
  }

  #closed(): void {
    // The other end learns of it by the reset, once bytes pass again.
    if (this.#proxy.mode === "silent" || this.broken) this.broken = true;
    else this.reset();
  }

  #pass(chunk: Buffer, to: "near" | "far"): void {
    if (this.#proxy.mode === "silent" || this.broken) {
      this.broken = true;
      return;
    }
    const arrives = this.#proxy.mode === "slow" ? performance.now() + this.#proxy.latency : 0;
    // Later chunks must not overtake earlier ones.
    this.#order[to] = this.#order[to].then(async () => {
      const rest = arrives - performance.now();
      if (rest > 0) await pause(rest);
      if (to === "near") this.#near.write(chunk);
      else if (this.#far) this.#far.write(chunk);
      else this.#early.push(chunk);
    });
  }
}

class TcpFaultProxy implements FaultProxy, State {
  readonly #target: URL;
  readonly #connections = new Set<ProxiedConnection>();
  #server: Server | null = null;
  #port = 0;
  mode: Mode = "open";
  latency = 0;

  constructor(target: URL) {
    this.#target = target;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async open(): Promise<void> {
    this.mode = "open";
    for (const connection of this.#connections) {
      if (connection.broken) connection.reset();
      else this.#connect(connection);
    }
    if (this.#server?.listening) return;
    this.#server = createServer((near) => this.#accept(near)).listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  openToNew(): void {
    for (const connection of this.#connections) connection.broken = true;
    this.mode = "open";
  }

  async shut(): Promise<void> {
    if (!this.#server?.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#cut();
    await closed;
  }

  slow(latency: number): void {
    this.mode = "slow";
    this.latency = latency;
  }

  silence(): void {
    this.mode = "silent";
  }

  hasLostBytes(): boolean {
    return [...this.#connections].some(({ broken }) => broken);
  }

  restart(): void {
    this.mode = "starting";
    this.#cut();
  }

  #cut(): void {
    for (const connection of this.#connections) connection.reset();
  }

  #accept(near: Socket): void {
    const connection: ProxiedConnection = new ProxiedConnection(near, this, () =>
      this.#connections.delete(connection),
    );
    this.#connections.add(connection);
    if (this.mode !== "starting") this.#connect(connection);
  }

  #connect(connection: ProxiedConnection): void {
    connection.connect(Number(this.#target.port), this.#target.hostname);
  }
}

/** An open proxy in front of an address such as `http://127.0.0.1:54321`. */
export async function startFaultProxy(apiUrl: string): Promise<FaultProxy> {
  const proxy = new TcpFaultProxy(new URL(apiUrl));
  await proxy.open();
  return proxy;
}

import { WebSocket } from "ws";
import { localKeys } from "../../stack/config.ts";
import { acceptEachOther, createAccount, newAddress, type Person, rpc } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { stackUnderTest } from "../support/environment.ts";
import { signToken } from "../support/realtime-server.ts";

/** Many live clients in one process: what they do on the wire, and nothing of what they show. */

/** So many people share one task. */
const HOUSEHOLD = 4;
/** As the app's, in milliseconds. */
const HEARTBEAT = 5_000;
/** A message that is not there after this many milliseconds is lost. */
const LOST = 10_000;
const JOINS_AT_ONCE = 20;

interface Client {
  readonly person: Person;
  readonly socket: WebSocket;
  /** Called with every message about a task, by its revision. */
  onRevision: (revision: number) => void;
}

interface Household {
  readonly clients: readonly Client[];
  readonly taskId: string;
  isDone: boolean;
  isBusy: boolean;
}

/** Live clients in households, each household with a task. */
export class Crowd {
  readonly #households: Household[] = [];
  /** connections that ended, requests that were refused, messages that never came */
  readonly errors: string[] = [];
  /** milliseconds from a tap to its message at another client */
  readonly latencies: number[] = [];
  taps = 0;
  #closing = false;

  get size(): number {
    return this.#households.length * HOUSEHOLD;
  }

  async growTo(clients: number): Promise<void> {
    while (this.size < clients) {
      const missing = Math.ceil((clients - this.size) / HOUSEHOLD);
      const batch = Math.min(missing, JOINS_AT_ONCE / HOUSEHOLD);
      const made = await Promise.all(Array.from({ length: batch }, () => this.#newHousehold()));
      this.#households.push(...made);
    }
  }

  async #newHousehold(): Promise<Household> {
    const people = await Promise.all(Array.from({ length: HOUSEHOLD }, newMember));
    const [owner, ...others] = people;
    if (!owner) throw new Error("an empty household");
    await acceptEachOther(people);
    const shareWith = others.map(({ email }) => email);
    const { id } = await addTask(owner, { start_date: today(), share_with: shareWith });
    const clients = await Promise.all(people.map((person) => this.#join(person)));
    return { clients, taskId: id, isDone: false, isBusy: false };
  }

  #join(person: Person): Promise<Client> {
    const { apiUrl, publishableKey } = stackUnderTest();
    const address = `${apiUrl.replace("http", "ws")}/realtime/v1/websocket`;
    const socket = new WebSocket(`${address}?apikey=${publishableKey}&vsn=2.0.0`);
    const client: Client = { person, socket, onRevision: () => {} };
    const send = (topic: string, event: string, payload: unknown) =>
      socket.send(JSON.stringify(["1", "1", topic, event, payload]));
    return new Promise((resolve, reject) => {
      socket.on("error", reject);
      socket.on("close", (code) => {
        if (!this.#closing) this.errors.push(`a connection ended with ${code}`);
      });
      socket.on("open", () => {
        const config = { private: true, broadcast: {}, presence: {}, postgres_changes: [] };
        const join = { config, access_token: person.token };
        send(`realtime:user:${person.id}`, "phx_join", join);
        const heartbeat = setInterval(() => send("phoenix", "heartbeat", {}), HEARTBEAT);
        socket.on("close", () => clearInterval(heartbeat));
      });
      socket.on("message", (data, isBinary) => {
        const [event, payload] = isBinary ? binaryBroadcast(data as Buffer) : textFrame(data);
        const { status, revision } = payload;
        if (typeof revision === "number") client.onRevision(revision);
        if (event !== "phx_reply") return;
        if (status === "ok") resolve(client);
        else reject(new Error(JSON.stringify(payload)));
      });
    });
  }

  /** Taps of random people, so many a second, for so many milliseconds; ends when all have arrived. */
  async tap(rate: number, duration: number): Promise<void> {
    const end = performance.now() + duration;
    const underWay: Promise<void>[] = [];
    for (let next = performance.now(); next < end; next += 1_000 / rate) {
      const rest = next - performance.now();
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
      const idle = this.#households.filter(({ isBusy }) => !isBusy);
      const household = idle[Math.floor(Math.random() * idle.length)];
      if (household) underWay.push(this.#tapIn(household));
    }
    await Promise.all(underWay);
  }

  async #tapIn(household: Household): Promise<void> {
    const { clients, taskId } = household;
    const [owner, ...others] = clients;
    if (!owner) return;
    household.isBusy = true;
    this.taps += 1;
    const start = performance.now();
    const arrivals = others.map((client) => this.#arrival(client, start));
    const name = household.isDone ? "undo_completion" : "complete_task";
    try {
      const answer = await rpc(owner.person, name, { task_id: taskId, completed_date: today() });
      if (answer.status >= 300) this.errors.push(`${name} answered ${answer.status}`);
    } catch (error) {
      this.errors.push(`${name}: ${error instanceof Error ? (error.cause ?? error) : error}`);
    }
    await Promise.all(arrivals);
    household.isDone = !household.isDone;
    household.isBusy = false;
  }

  #arrival(client: Client, start: number): Promise<void> {
    return new Promise((resolve) => {
      const lost = setTimeout(() => {
        this.errors.push("a message did not come");
        resolve();
      }, LOST);
      client.onRevision = () => {
        clearTimeout(lost);
        client.onRevision = () => {};
        this.latencies.push(performance.now() - start);
        resolve();
      };
    });
  }

  close(): void {
    this.#closing = true;
    for (const { clients } of this.#households)
      for (const { socket } of clients) socket.terminate();
  }
}

const today = () => new Date().toISOString().slice(0, 10);

/** Somebody with an account, and a token that the auth server need not be asked for. */
async function newMember(): Promise<Person> {
  const email = newAddress("member");
  const id = await createAccount({ email });
  return { id, email, token: signToken(id, {}, localKeys.jwtSecret) };
}

type Payload = { readonly status?: string; readonly revision?: number };

function textFrame(data: unknown): [string, Payload] {
  const [, , , event, payload] = JSON.parse(String(data)) as [null, null, string, string, never];
  return [event, event === "broadcast" ? (payload as { payload: Payload }).payload : payload];
}

/** A server's broadcast: 04, five lengths, then the fields, then the payload. */
function binaryBroadcast(data: Buffer): [string, Payload] {
  const [, topic = 0, event = 0, meta = 0] = data;
  const encodingByte = 1;
  const header = 4 + encodingByte + topic + event + meta;
  return ["broadcast", JSON.parse(data.subarray(header).toString()) as Payload];
}

import { randomBytes } from "node:crypto";
import type { EventEmitter } from "node:events";
import pg from "pg";
import type { UserBroadcast } from "./frames.ts";
import {
  type InsertedRow,
  keepaliveWalEnd,
  PgoutputDecoder,
  standbyStatus,
  xlogData,
} from "./pgoutput.ts";

const PUBLICATION = "supabase_realtime_messages_publication";
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2000;

/** A row of realtime.messages as it goes to the topic's channels. */
interface DatabaseMessage {
  readonly topic: string;
  readonly isPrivate: boolean;
  readonly broadcast: UserBroadcast;
}

export interface ReplicationOptions {
  /** A role with the replication attribute that may read the publication. */
  databaseUrl: string;
  /** Called for every committed message, in commit order. */
  onMessage: (message: DatabaseMessage) => void;
  /** Called whenever messages begin to be delivered, the first time and after a gap. */
  onStreaming: () => void;
  log: (line: string) => void;
}

/** The parts of `pg` for replication that its types lack. */
interface ReplicationConnection extends EventEmitter {
  sendCopyFromChunk(chunk: Buffer): void;
}

function replicationClient(databaseUrl: string) {
  const config: pg.ClientConfig & { replication: "database" } = {
    connectionString: databaseUrl,
    replication: "database",
    application_name: "realtime_replication_connection",
    connectionTimeoutMillis: 5000,
  };
  const client = new pg.Client(config);
  const { connection } = client as unknown as { connection: ReplicationConnection };
  return { client, connection };
}

/** The message in a row of realtime.messages, or null if it has none. */
function toMessage({ schema, table, columns }: InsertedRow): DatabaseMessage | null {
  if (schema !== "realtime" || !table.startsWith("messages")) return null;
  const [id, topic, event] = ["id", "topic", "event"].map((name) => columns.get(name)?.toString());
  if (!id || !topic || !event) return null;

  const json = columns.get("payload");
  // bytea in text format is \x and hexadecimal digits
  const binary = columns.get("binary_payload");
  const body = binary ? Buffer.from(binary.toString("latin1", 2), "hex") : json;
  if (!body) return null;
  return {
    topic,
    isPrivate: columns.get("private")?.toString() === "t",
    broadcast: { event, encoding: binary ? "binary" : "json", body, meta: { id } },
  };
}

/**
 * Reads committed messages from the write-ahead log, through a temporary slot. After losing the connection it
 * makes a new slot; messages committed in between are never delivered, as on the platform.
 */
export class Replication {
  readonly #options: ReplicationOptions;
  readonly #stop = new AbortController();
  readonly #finished: Promise<void>;
  #client: pg.Client | undefined;
  #streaming = false;

  constructor(options: ReplicationOptions) {
    this.#options = options;
    this.#finished = this.#run();
  }

  /** Whether messages committed from now on are delivered. */
  get streaming(): boolean {
    return this.#streaming;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#client?.end();
    await this.#finished;
  }

  async #run(): Promise<void> {
    let retryMs = FIRST_RETRY_MS;
    while (!this.#stop.signal.aborted) {
      try {
        await this.#stream(() => {
          retryMs = FIRST_RETRY_MS;
        });
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        this.#options.log(`replication: ${String(error)}; next attempt in ${retryMs} ms`);
      }
      this.#streaming = false;
      await this.#pause(retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    }
  }

  /** One connection's life: resolves or rejects when it ends. */
  async #stream(onStart: () => void): Promise<void> {
    const { client, connection } = replicationClient(this.#options.databaseUrl);
    this.#client = client;
    const lost = new Promise<never>((_, reject) => {
      client.on("error", reject);
      client.on("end", () => reject(new Error("the connection ended")));
    });
    // The promise may reject while `connect` is awaited.
    lost.catch(() => undefined);
    try {
      await client.connect();
      // Each slot has a new name: the last one may still exist.
      const slot = `supabase_realtime_messages_replication_slot_${randomBytes(6).toString("hex")}`;
      await client.query(
        `CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`,
      );
      connection.on("replicationStart", () => {
        this.#streaming = true;
        onStart();
        this.#options.log("replication: streaming");
        this.#options.onStreaming();
      });
      this.#readFrom(connection);
      const ended = client.query(
        `START_REPLICATION SLOT ${slot} LOGICAL 0/0 (proto_version '1', publication_names '${PUBLICATION}')`,
      );
      await Promise.race([ended, lost]);
    } finally {
      this.#client = undefined;
      await client.end();
    }
  }

  #readFrom(connection: ReplicationConnection): void {
    const decoder = new PgoutputDecoder();
    connection.on("copyData", ({ chunk }: { chunk: Buffer }) => {
      const walEnd = keepaliveWalEnd(chunk);
      if (walEnd !== null) {
        connection.sendCopyFromChunk(standbyStatus(walEnd));
        return;
      }
      try {
        const data = xlogData(chunk);
        const row = data && decoder.decode(data);
        const message = row && toMessage(row);
        if (message) this.#options.onMessage(message);
      } catch (error) {
        // One bad message must end neither the stream nor the process.
        this.#options.log(`replication: message dropped: ${String(error)}`);
      }
    });
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#stop.signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#stop.signal.addEventListener("abort", done);
      if (this.#stop.signal.aborted) done();
    });
  }
}

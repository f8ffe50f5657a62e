/** The part of PostgreSQL's logical replication protocol (pgoutput, version 1) for inserts. */

export interface InsertedRow {
  readonly schema: string;
  readonly table: string;
  /** Column values in PostgreSQL's text format. */
  readonly columns: ReadonlyMap<string, Buffer | null>;
}

class Reader {
  readonly #bytes: Buffer;
  #offset: number;

  constructor(bytes: Buffer, offset: number) {
    this.#bytes = bytes;
    this.#offset = offset;
  }

  skip(bytes: number): void {
    this.#offset += bytes;
  }

  int16(): number {
    this.#offset += 2;
    return this.#bytes.readInt16BE(this.#offset - 2);
  }

  int32(): number {
    this.#offset += 4;
    return this.#bytes.readUInt32BE(this.#offset - 4);
  }

  letter(): string {
    this.#offset += 1;
    return String.fromCharCode(this.#bytes.readUInt8(this.#offset - 1));
  }

  cString(): string {
    const end = this.#bytes.indexOf(0, this.#offset);
    const value = this.#bytes.toString("utf8", this.#offset, end);
    this.#offset = end + 1;
    return value;
  }

  /** A copy, as the connection reuses its buffer. */
  copy(length: number): Buffer {
    this.#offset += length;
    return Buffer.from(this.#bytes.subarray(this.#offset - length, this.#offset));
  }
}

interface Relation {
  schema: string;
  table: string;
  columns: string[];
}

/** Decodes a stream of pgoutput messages; remembers the relations that it announces. */
export class PgoutputDecoder {
  readonly #relations = new Map<number, Relation>();

  /** The row that `message` inserts, or null when it is any other message. */
  decode(message: Buffer): InsertedRow | null {
    const reader = new Reader(message, 0);
    const kind = reader.letter();
    if (kind === "R") this.#relations.set(reader.int32(), readRelation(reader));
    return kind === "I" ? this.#readInsert(reader) : null;
  }

  #readInsert(reader: Reader): InsertedRow {
    const relation = this.#relations.get(reader.int32());
    if (!relation) throw new Error("an insert came before its relation");
    reader.skip(1); // 'N': the new tuple
    const columns = new Map<string, Buffer | null>();
    const count = reader.int16();
    for (let index = 0; index < count; index += 1) {
      const value = reader.letter() === "t" ? reader.copy(reader.int32()) : null;
      columns.set(relation.columns[index] ?? "", value);
    }
    return { schema: relation.schema, table: relation.table, columns };
  }
}

function readRelation(reader: Reader): Relation {
  const schema = reader.cString();
  const table = reader.cString();
  reader.skip(1); // replica identity
  const columns: string[] = [];
  const count = reader.int16();
  for (let index = 0; index < count; index += 1) {
    reader.skip(1); // flags
    columns.push(reader.cString());
    reader.skip(8); // type and its modifier
  }
  return { schema, table, columns };
}

const KEEPALIVE = "k".charCodeAt(0);
const XLOG_DATA = "w".charCodeAt(0);
const MICROSECONDS_1970_TO_2000 = 946_684_800_000_000n;

/** The pgoutput message inside a frame of the stream, or null when it is a keepalive. */
export function xlogData(frame: Buffer): Buffer | null {
  return frame[0] === XLOG_DATA ? frame.subarray(25) : null;
}

/** A keepalive's wal_end, or null when the frame is none. */
export function keepaliveWalEnd(frame: Buffer): bigint | null {
  return frame[0] === KEEPALIVE ? frame.readBigUInt64BE(1) : null;
}

/**
 * A standby status that everything up to `walEnd` was written, flushed and applied. It must be
 * exactly the server's wal_end: at shutdown PostgreSQL waits until both are equal.
 */
export function standbyStatus(walEnd: bigint): Buffer {
  const status = Buffer.alloc(34);
  status.write("r", 0);
  status.writeBigUInt64BE(walEnd, 1);
  status.writeBigUInt64BE(walEnd, 9);
  status.writeBigUInt64BE(walEnd, 17);
  status.writeBigInt64BE(BigInt(Date.now()) * 1000n - MICROSECONDS_1970_TO_2000, 25);
  return status;
}

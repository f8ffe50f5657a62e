/** The protocol's versions: 1 sends JSON objects, 2 JSON arrays and binary broadcasts. */
export type Vsn = 1 | 2;

/** A broadcast whose payload stays as the bytes that came from the client or the database. */
export interface UserBroadcast {
  readonly event: string;
  readonly encoding: "json" | "binary";
  readonly body: Buffer;
  /** Only rows from the database have an id. */
  readonly meta?: { readonly id: string };
}

export interface ClientMessage {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  /** The JSON payload, or the broadcast of a binary frame. */
  readonly payload: unknown;
  readonly broadcast?: UserBroadcast;
}

export interface ServerMessage {
  readonly joinRef?: string | null;
  readonly ref?: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: unknown;
}

const KIND_USER_BROADCAST_PUSH = 3;
const KIND_USER_BROADCAST = 4;
const JSON_ENCODING = 1;
const MAX_FIELD_BYTES = 255;

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

function clientMessage(
  joinRef: unknown,
  ref: unknown,
  topic: unknown,
  event: unknown,
  payload: unknown,
): ClientMessage {
  if (typeof topic !== "string" || typeof event !== "string") throw new Error("no topic or event");
  return { joinRef: text(joinRef), ref: text(ref), topic, event, payload };
}

/** Byte 03, the lengths of five fields, the encoding, the fields, the payload. */
function decodeBroadcastPush(frame: Buffer): ClientMessage {
  if (frame.length < 7 || frame[0] !== KIND_USER_BROADCAST_PUSH)
    throw new Error("unknown binary frame");
  let offset = 7;
  const [joinRef, ref, topic, event] = [1, 2, 3, 4, 5].map((index) => {
    const end = offset + frame.readUInt8(index);
    if (end > frame.length) throw new Error("truncated binary frame");
    const field = frame.toString("utf8", offset, end);
    offset = end;
    return field;
  }) as [string, string, string, string, string];
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: "broadcast",
    payload: null,
    broadcast: {
      event,
      encoding: frame[6] === JSON_ENCODING ? "json" : "binary",
      body: frame.subarray(offset),
    },
  };
}

/** Reads a client's frame; throws an Error when it is malformed. */
export function decodeFrame(vsn: Vsn, frame: Buffer, isBinary: boolean): ClientMessage {
  if (isBinary) return decodeBroadcastPush(frame);
  const value: unknown = JSON.parse(frame.toString("utf8"));
  if (vsn === 2) {
    if (!Array.isArray(value)) throw new Error("expected a V2 array");
    return clientMessage(value[0], value[1], value[2], value[3], value[4]);
  }
  if (value === null || typeof value !== "object") throw new Error("expected a V1 object");
  const message = value as Record<string, unknown>;
  return clientMessage(
    message.join_ref,
    message.ref,
    message.topic,
    message.event,
    message.payload,
  );
}

/** The text frame of a message; version 1 has no place for the join_ref. */
export function encodeMessage(vsn: Vsn, message: ServerMessage): string {
  const { joinRef = null, ref = null, topic, event, payload } = message;
  return JSON.stringify(
    vsn === 2 ? [joinRef, ref, topic, event, payload] : { topic, event, payload, ref },
  );
}

function fieldBytes(value: string): Buffer {
  const bytes = Buffer.from(value, "utf8");
  if (bytes.length > MAX_FIELD_BYTES) throw new Error("a field has more than 255 bytes");
  return bytes;
}

/**
 * The frame of a broadcast on `topic`: byte 04, the lengths of topic, event and meta, the encoding,
 * the fields, the payload. Version 1 gets it as JSON, or null when the payload is binary, which it
 * can't represent. Throws an Error when a field has more than 255 bytes.
 */
export function encodeBroadcast(
  vsn: Vsn,
  topic: string,
  broadcast: UserBroadcast,
): Buffer | string | null {
  const { event, encoding, body, meta } = broadcast;
  if (vsn === 1) {
    if (encoding === "binary") return null;
    const payload: unknown = JSON.parse(body.toString("utf8"));
    return encodeMessage(1, {
      topic,
      event: "broadcast",
      payload: { type: "broadcast", event, payload, ...(meta && { meta }) },
    });
  }
  const fields = [topic, event, meta ? JSON.stringify(meta) : ""].map(fieldBytes);
  const header = [
    KIND_USER_BROADCAST,
    ...fields.map((field) => field.length),
    encoding === "json" ? JSON_ENCODING : 0,
  ];
  return Buffer.concat([Buffer.from(header), ...fields, body]);
}

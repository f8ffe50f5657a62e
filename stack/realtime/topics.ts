import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { encodeBroadcast, encodeMessage, type UserBroadcast, type Vsn } from "./frames.ts";

export type Frame = Buffer | string;
export type PresencePayload = Readonly<Record<string, unknown>>;
type Meta = PresencePayload & { readonly phx_ref: string };
type PresenceState = Record<string, { metas: Meta[] }>;

/** One member of a topic: a joined channel. */
export interface Member {
  readonly vsn: Vsn;
  readonly mayReadBroadcasts: boolean;
  readonly mayReadPresence: boolean;
  sendFrame(frame: Frame): void;
}

/** `{key: {metas: […]}}`; a Map in between because a client may choose a key like `__proto__`. */
function toState(entries: Iterable<{ key: string; meta: Meta }>): PresenceState {
  const metas = new Map<string, { metas: Meta[] }>();
  for (const { key, meta } of entries) {
    const group = metas.get(key);
    if (group) group.metas.push(meta);
    else metas.set(key, { metas: [meta] });
  }
  return Object.fromEntries(metas);
}

/** The members of one public or private topic, and their presences. */
export class Topic {
  /** The clients' name: `realtime:<name>`. */
  readonly #name: string;
  readonly #members = new Set<Member>();
  readonly #presences = new Map<Member, { key: string; meta: Meta; payload: PresencePayload }>();

  constructor(name: string) {
    this.#name = name;
  }

  get isEmpty(): boolean {
    return this.#members.size === 0;
  }

  add(member: Member): void {
    this.#members.add(member);
  }

  remove(member: Member): void {
    this.#members.delete(member);
    this.untrack(member);
  }

  /** Sends a broadcast to every member that may read broadcasts, except `sender`. */
  broadcast(broadcast: UserBroadcast, sender?: Member): void {
    this.#send(
      (vsn) => encodeBroadcast(vsn, this.#name, broadcast),
      (member) => member !== sender && member.mayReadBroadcasts,
    );
  }

  /** Like `broadcast`, with the payload of the sender's text frame unchanged. */
  broadcastText(payload: unknown, sender?: Member): void {
    this.#send(
      (vsn) => encodeMessage(vsn, { topic: this.#name, event: "broadcast", payload }),
      (member) => member !== sender && member.mayReadBroadcasts,
    );
  }

  presenceState(): PresenceState {
    return toState(this.#presences.values());
  }

  /** Marks a member present, or changes its payload; the same payload again changes nothing. */
  track(member: Member, key: string, payload: PresencePayload): void {
    const before = this.#presences.get(member);
    if (before && isDeepStrictEqual(before.payload, payload)) return;
    const meta: Meta = {
      ...payload,
      phx_ref: randomBytes(9).toString("base64url"),
      ...(before && { phx_ref_prev: before.meta.phx_ref }),
    };
    const after = { key, meta, payload };
    this.#presences.set(member, after);
    this.#sendPresenceDiff([after], before ? [before] : []);
  }

  untrack(member: Member): void {
    const before = this.#presences.get(member);
    if (!before) return;
    this.#presences.delete(member);
    this.#sendPresenceDiff([], [before]);
  }

  #sendPresenceDiff(
    joins: { key: string; meta: Meta }[],
    leaves: { key: string; meta: Meta }[],
  ): void {
    const payload = { joins: toState(joins), leaves: toState(leaves) };
    this.#send(
      (vsn) => encodeMessage(vsn, { topic: this.#name, event: "presence_diff", payload }),
      (member) => member.mayReadPresence,
    );
  }

  /** Encodes once per protocol version, not once per member. */
  #send(encode: (vsn: Vsn) => Frame | null, isReceiver: (member: Member) => boolean): void {
    const frames = new Map<Vsn, Frame | null>();
    for (const member of this.#members) {
      if (!isReceiver(member)) continue;
      let frame = frames.get(member.vsn);
      if (frame === undefined) {
        frame = encode(member.vsn);
        frames.set(member.vsn, frame);
      }
      if (frame !== null) member.sendFrame(frame);
    }
  }
}

/** All topics with members. A public and a private topic of one name are two topics. */
export class Topics {
  readonly #topics = new Map<string, Topic>();

  find(name: string, isPrivate: boolean): Topic | undefined {
    return this.#topics.get(topicKey(name, isPrivate));
  }

  join(name: string, isPrivate: boolean, member: Member): Topic {
    const key = topicKey(name, isPrivate);
    let topic = this.#topics.get(key);
    if (!topic) {
      topic = new Topic(`realtime:${name}`);
      this.#topics.set(key, topic);
    }
    topic.add(member);
    return topic;
  }

  leave(name: string, isPrivate: boolean, member: Member): void {
    const key = topicKey(name, isPrivate);
    const topic = this.#topics.get(key);
    topic?.remove(member);
    if (topic?.isEmpty) this.#topics.delete(key);
  }
}

const topicKey = (name: string, isPrivate: boolean): string =>
  `${isPrivate ? "private" : "public"}:${name}`;

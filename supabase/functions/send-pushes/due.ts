import type { Reader } from "../_shared/readers-locale.ts";

/** A person whose pushes are due, as `claim_pushes` answers it. */
export interface DuePerson extends Reader {
  readonly person: string;
  readonly timeZone: string;
  readonly devices: readonly DueDevice[];
}

export interface DueDevice {
  readonly id: string;
  /** a browser's, or null */
  readonly endpoint: string | null;
  readonly p256dh: string | null;
  readonly auth: string | null;
  /** a channel's, or null */
  readonly sealed: string | null;
  /** the day whose due tasks it still has to be told, or null */
  readonly day: string | null;
  /** whether it is only told of the person's own turns */
  readonly onlyMyTurns: boolean;
  readonly done: readonly DoneDay[];
  readonly invitations: readonly Invitation[];
  /** turns that others want to hand on */
  readonly offers: readonly OfferedTurn[];
}

export interface OfferedTurn extends DoneDay {
  /** identifies the offer for the device */
  readonly key: string;
  readonly title: string;
  /** of the person who wants to hand it on */
  readonly name: string;
}

export interface DoneDay {
  readonly task: string;
  readonly day: string;
}

export interface Invitation {
  /** identifies the invitation for the device: the sender's id, and when they asked for it */
  readonly key: string;
  readonly senderName: string;
  /** of waiting tasks */
  readonly count: number;
  /** of the first waiting tasks */
  readonly titles: readonly string[];
}

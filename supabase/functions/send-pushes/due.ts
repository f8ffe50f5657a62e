/** Somebody to whom something is to be sent, as `due_pushes` has them. */
export interface DuePerson {
  readonly person: string;
  readonly timeZone: string;
  readonly devices: readonly DueDevice[];
}

export interface DueDevice {
  readonly id: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** the day about which it is still to be told what is due */
  readonly day: string | null;
  /** whether it is told of what is due on the person's own turns alone */
  readonly onlyMyTurns: boolean;
  /** what others did */
  readonly done: readonly DoneDay[];
  readonly invitations: readonly Invitation[];
  /** turns that others want to hand on */
  readonly offers: readonly OfferedTurn[];
}

export interface OfferedTurn extends DoneDay {
  /** of this offer among those to the device */
  readonly key: string;
  readonly title: string;
  /** of whoever wants to hand it on */
  readonly name: string;
}

export interface DoneDay {
  readonly task: string;
  readonly day: string;
}

export interface Invitation {
  /** of this invitation among those to the device: the sender's id, and when they wanted it */
  readonly key: string;
  readonly senderName: string;
  /** of the tasks that wait */
  readonly count: number;
  /** of the first of them */
  readonly titles: readonly string[];
}

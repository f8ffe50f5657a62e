/**
 * A refusal, in the words of Supabase Realtime. A refused join carries `code: message`, a channel that is shut
 * down only the message.
 */
export class Rejection extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }

  /** The `reason` of a refused join. */
  get reason(): string {
    return `${this.code}: ${this.message}`;
  }
}

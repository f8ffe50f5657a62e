/** A failure that a person can act on: its message is one clear sentence, shown without a trace. */
export class StackError extends Error {
  override readonly name = "StackError";
}

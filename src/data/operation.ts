/** A write that a screen can start. Every call gets its own outcome, however many are under way. */
export interface Operation<Input> {
  /** Starts the write; the outcome comes through the callbacks. */
  mutate(input: Input, callbacks?: OperationCallbacks): void;
  /** Starts the write; rejects with what `failureNotice` turns into the spec's text. */
  mutateAsync(input: Input): Promise<void>;
  /** true while a write started through this handle is under way */
  readonly isPending: boolean;
}

export interface OperationCallbacks {
  onSuccess?(): void;
  onError?(error: unknown): void;
}

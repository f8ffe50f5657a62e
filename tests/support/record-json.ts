/** The parts of `read_record`'s answer that tests read; `factsFromJson` reads all of it. */
export interface RecordJson {
  readonly tasks: Readonly<
    Record<string, { readonly doers: readonly unknown[]; readonly swaps?: readonly unknown[] }>
  >;
  readonly leftOut: readonly string[];
}

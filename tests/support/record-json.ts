/** What `read_record` answers, as far as the tests look into it; `factsFromJson` reads it whole. */
export interface RecordJson {
  readonly tasks: Readonly<
    Record<string, { readonly doers: readonly unknown[]; readonly swaps?: readonly unknown[] }>
  >;
  readonly leftOut: readonly string[];
}

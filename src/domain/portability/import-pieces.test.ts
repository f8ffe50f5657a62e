import { describe, expect, test } from "vitest";
import { type ImportEntry, MAX_PIECE_BYTES } from "./import-input.ts";
import { piecesOf, resultsOf, storedBytes } from "./import-pieces.ts";

const at = "2020-01-02T08:00:00.000Z";

const entry = (source: string, changes: Partial<ImportEntry> = {}): ImportEntry => ({
  source,
  fields: { title: source },
  shareWith: [],
  formerSchedules: [],
  pausedDays: [],
  putOffs: [],
  completions: [],
  catchUps: [],
  checks: [],
  notes: [],
  ...changes,
});
const notes = (count: number, text = "ä".repeat(400)) =>
  Array.from({ length: count }, (_, index) => ({ day: `day ${index}`, note: text, by: null, at }));
const days = (count: number) =>
  Array.from({ length: count }, (_, index): [string, string] => [`day ${index}`, at]);

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const bodies = (entries: readonly ImportEntry[]) =>
  piecesOf(entries).pieces.map((piece) => piece.map(({ part }) => part));

describe("pieces", () => {
  test("have whole tasks, in order, as many as fit", () => {
    const entries = Array.from({ length: 40 }, (_, index) =>
      entry(`${index}`, { notes: notes(30) }),
    );
    const pieces = bodies(entries);
    expect(pieces.flat()).toEqual(entries);
    for (const piece of pieces) expect(bytesOf(piece)).toBeLessThanOrEqual(MAX_PIECE_BYTES);
    for (const piece of pieces.slice(0, -1)) {
      expect(bytesOf(piece) + bytesOf(entries[0])).toBeGreaterThan(MAX_PIECE_BYTES);
    }
  });

  test("have at most 100 tasks, and there are none of nothing", () => {
    const entries = Array.from({ length: 201 }, (_, index) => entry(`${index}`));
    expect(bodies(entries).map(({ length }) => length)).toEqual([100, 100, 1]);
    expect(bodies([])).toEqual([]);
  });

  test("divide the past of a task that is larger than one, and lose nothing", () => {
    const large = entry("large", {
      shareWith: ["friend@example.com"],
      pausedDays: [["2020-01-01", "2020-01-02"]],
      notes: notes(900),
      completions: [
        { by: { me: true }, status: "done", days: days(12_345) },
        { by: null, status: "skipped", days: days(1) },
      ],
      catchUps: [{ id: "one", by: null, status: "done", days: days(12_345), at }],
    });
    const pieces = bodies([entry("before"), large, entry("after")]);
    for (const piece of pieces) expect(bytesOf(piece)).toBeLessThanOrEqual(MAX_PIECE_BYTES);
    const [first, ...parts] = pieces.flat().filter(({ source }) => source === "large");
    expect(first).toEqual({
      source: "large",
      fields: large.fields,
      shareWith: large.shareWith,
      pausedDays: large.pausedDays,
    });
    expect(parts.every(({ fields }) => fields === undefined)).toBe(true);
    expect(parts.flatMap((part) => part.notes ?? [])).toEqual(large.notes);
    const caughtUp = parts.flatMap((part) => part.catchUps ?? []);
    expect(caughtUp.flatMap((row) => row.days)).toEqual(large.catchUps[0]?.days);
    expect(new Set(caughtUp.map(({ id }) => id))).toEqual(new Set(["one"]));
    const completions = parts.flatMap((part) => part.completions ?? []);
    for (const { status, days: all } of large.completions) {
      const found = completions.filter((row) => row.status === status);
      expect(found.flatMap((row) => row.days)).toEqual(all);
    }
  });

  test("are not made of a task with a value larger than one", () => {
    const huge = entry("huge", { fields: { title: "x".repeat(MAX_PIECE_BYTES) } });
    const day = entry("day", { notes: notes(1, "x".repeat(MAX_PIECE_BYTES)) });
    const small = entry("small");
    const { entries, tooLarge, pieces } = piecesOf([huge, small, day]);
    expect([entries, tooLarge]).toEqual([[small], [huge, day]]);
    expect(pieces).toEqual([[{ index: 0, part: small }]]);
  });
});

test("what became of a task in parts is what became of the first that was not taken", () => {
  const large = entry("large", { notes: notes(900) });
  const { pieces } = piecesOf([large, entry("small")]);
  const answer = (outcome: "added" | "refused" | "there", code = "") => ({
    outcome,
    issues: code ? [{ path: "", code }] : [],
  });
  const answers = pieces.map((piece) => piece.map(() => answer("added")));
  expect(resultsOf(pieces, answers)).toEqual([answer("added"), answer("added")]);
  const refused = answers.map((piece, index) =>
    index === 1 || index === 2 ? piece.map(() => answer("refused", `in ${index}`)) : piece,
  );
  expect(resultsOf(pieces, refused)[0]).toEqual(answer("refused", "in 1"));
});

test("bytes are counted as PostgreSQL writes JSON", () => {
  const own = entry('a:b, "c\\ä');
  const { source, fields, ...lists } = own;
  const empty = Object.keys(lists).map((name) => `"${name}": []`);
  const said = JSON.stringify(source);
  const text = `{"source": ${said}, "fields": {"title": ${said}}, ${empty.join(", ")}}`;
  expect(fields).toEqual({ title: source });
  expect(storedBytes([own, own])).toBe(2 * Buffer.byteLength(text));
});

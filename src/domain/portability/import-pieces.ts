import {
  type ImportEntry,
  type ImportPart,
  type ImportResult,
  MAX_PIECE_BYTES,
  MAX_PIECE_ENTRIES,
} from "./import-input.ts";

/** A task, or a part of one that is larger than a piece, in a piece of an import. */
interface PlacedPart {
  /** which of the entries it is of */
  readonly index: number;
  readonly part: ImportPart;
}

export type ImportPiece = readonly PlacedPart[];

/** An import cut into pieces that are sent one after the other. */
export interface ImportPieces {
  /** the tasks that can be sent */
  readonly entries: readonly ImportEntry[];
  readonly pieces: readonly ImportPiece[];
  /** those of which a single value is larger than a piece */
  readonly tooLarge: readonly ImportEntry[];
}

/** Parts of a task's history that are split when they don't fit into a piece. */
const LISTS = [
  "formerSchedules",
  "putOffs",
  "swaps",
  "completions",
  "catchUps",
  "notes",
  "checks",
] as const satisfies readonly (keyof ImportEntry)[];

/** Completions by one person, and catch-ups, come in rows of this many days or runs of days; one is about 45 bytes. */
const DAYS_AT_ONCE = 1_000;

/** Cuts tasks into pieces: whole ones, but of one larger than a piece the past comes in parts. */
export function piecesOf(all: readonly ImportEntry[]): ImportPieces {
  const entries: ImportEntry[] = [];
  const tooLarge: ImportEntry[] = [];
  const pieces: PlacedPart[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const entry of all) {
    const parts = partsOf(entry).map((part) => ({ part, size: bytesOf(part) }));
    if (parts.some(({ size }) => size > MAX_PIECE_BYTES)) {
      tooLarge.push(entry);
      continue;
    }
    const index = entries.push(entry) - 1;
    for (const { part, size } of parts) {
      const isFull = bytes + size > MAX_PIECE_BYTES || pieces.at(-1)?.length === MAX_PIECE_ENTRIES;
      if (isFull) {
        pieces.push([]);
        bytes = 0;
      }
      pieces.at(-1)?.push({ index, part });
      bytes += size;
    }
  }
  return { entries, pieces, tooLarge };
}

/** Returns a result for each task; the first refused part decides about a task in parts. */
export function resultsOf(
  pieces: readonly ImportPiece[],
  answers: readonly (readonly ImportResult[])[],
): ImportResult[] {
  const results: ImportResult[] = [];
  const all = answers.flat();
  pieces.flat().forEach(({ index }, place) => {
    const answer = all[place];
    if (answer && (results[index]?.outcome ?? "added") === "added") results[index] = answer;
  });
  return results;
}

/** The bytes of tasks as the database counts them: its JSON has a space after each comma and colon. */
export function storedBytes(entries: readonly ImportEntry[]): number {
  const texts = entries.map((entry) => JSON.stringify(entry));
  return texts.reduce((sum, text) => sum + encoder.encode(text).length + marksIn(text), 0);
}

/** How many commas and colons JSON has between its values. */
function marksIn(json: string): number {
  let marks = 0;
  let isInText = false;
  for (let place = 0; place < json.length; place++) {
    const character = json[place];
    if (character === '"') isInText = !isInText;
    else if (character === "\\") place++;
    else if (!isInText && (character === "," || character === ":")) marks++;
  }
  return marks;
}

const encoder = new TextEncoder();

/** As JSON in UTF-8, with the comma after it. */
const bytesOf = (value: unknown) => encoder.encode(JSON.stringify(value)).length + 1;

function partsOf(entry: ImportEntry): ImportPart[] {
  if (bytesOf(entry) <= MAX_PIECE_BYTES) return [entry];
  const { source } = entry;
  const isList = (name: string) => LISTS.some((list) => list === name);
  const rest = Object.entries(entry).filter(([name]) => !isList(name));
  const parts: ImportPart[] = [{ source, ...Object.fromEntries(rest) }];
  const empty = bytesOf({ source, formerSchedules: [] });
  for (const list of LISTS) {
    let items: unknown[] = [];
    let bytes = Number.POSITIVE_INFINITY;
    const isInRows = list === "completions" || list === "catchUps";
    for (const item of isInRows ? shortRows<Row>(entry[list]) : (entry[list] ?? [])) {
      const size = bytesOf(item);
      if (bytes + size > MAX_PIECE_BYTES) {
        items = [];
        bytes = empty;
        parts.push({ source, [list]: items });
      }
      items.push(item);
      bytes += size;
    }
  }
  return parts;
}

interface Row {
  readonly days: readonly unknown[];
}

const shortRows = <One extends Row>(rows: readonly One[]) =>
  rows.flatMap((row) =>
    Array.from({ length: Math.ceil(row.days.length / DAYS_AT_ONCE) }, (_, index) => ({
      ...row,
      days: row.days.slice(index * DAYS_AT_ONCE, (index + 1) * DAYS_AT_ONCE),
    })),
  );

import type { MovingFile, PROGRAMS, Reader } from "./moving-form.ts";

/** A database of another program may be large; what an import takes of it is bounded by its pieces. */
export const MAX_FILE_BYTES = 100_000_000;

interface Source {
  readonly id: (typeof PROGRAMS)[number];
  /** the program's own name */
  readonly name: string;
  /** By the file's first bytes and its name; it is read afterwards. */
  readonly recognises: (file: MovingFile) => boolean | Promise<boolean>;
  /** The module comes when such a file does. */
  readonly load: () => Promise<Reader>;
}

const startsWith = ({ bytes }: MovingFile, pattern: RegExp) =>
  pattern.test(new TextDecoder().decode(bytes.subarray(0, 1_000)));

/** The programs whose files can be read; the first that recognises a file reads it. */
const SOURCES: readonly Source[] = [
  {
    id: "rota",
    name: "Rota",
    recognises: (file) => startsWith(file, /^\uFEFF?\s*\{\s*"format"\s*:\s*"rota-household"/),
    load: async () => (await import("./rota.ts")).readRota,
  },
];

/** null for a file that no reader knows */
export async function sourceOf(file: MovingFile): Promise<Source | null> {
  for (const source of SOURCES) {
    if (await source.recognises(file)) return source;
  }
  return null;
}

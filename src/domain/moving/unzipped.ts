import { Unzip, UnzipInflate } from "fflate";
import type { Locale } from "../language/locale.ts";
import { FileProblem } from "../portability/rota-file.ts";

/** Bytes of what is taken out of a ZIP: more is no past of a household's, but a trap. */
const MOST_BYTES = 200_000_000;
const MOST_FILES = 20_000;
const SLICE = 65_536;

/**
 * The texts of the wanted files of a ZIP, by their paths. Nothing else is unpacked, and never more than 200 MB.
 * @throws FileProblem for a broken ZIP and one that unpacks to more
 */
export async function unzipped(
  bytes: Uint8Array<ArrayBuffer>,
  isWanted: (path: string) => boolean,
  { t }: Locale,
): Promise<Map<string, string>> {
  const files = new Map<string, Blob[]>();
  const ended = new Set<string>();
  let total = 0;
  const tooLarge = () => new FileProblem(t("This ZIP is too large when it is unpacked."));
  const unzip = new Unzip((file) => {
    if (!isWanted(file.name)) return;
    if (files.size >= MOST_FILES) throw tooLarge();
    const parts: Blob[] = [];
    files.set(file.name, parts);
    file.ondata = (error, data, isLast) => {
      if (error) throw error;
      total += data.length;
      if (total > MOST_BYTES) throw tooLarge();
      parts.push(new Blob([new Uint8Array(data)]));
      if (isLast) ended.add(file.name);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let from = 0; from < bytes.length; from += SLICE) {
      unzip.push(bytes.subarray(from, from + SLICE), from + SLICE >= bytes.length);
    }
  } catch (error) {
    throw error instanceof FileProblem ? error : broken(t);
  }
  if (ended.size < files.size) throw broken(t);
  const texts = new Map<string, string>();
  for (const [path, parts] of files) texts.set(path, await new Blob(parts).text());
  return texts;
}

const broken = (t: Locale["t"]) =>
  new FileProblem(t("This ZIP is broken, or protected by a password."));

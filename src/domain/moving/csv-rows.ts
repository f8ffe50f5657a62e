const DELIMITERS = [",", ";", "\t", "|"];

/**
 * The rows of a CSV file, without empty ones at its end.
 * @param delimiter what separates its cells; else what the file itself looks like
 */
export async function readCsv(text: string, delimiter = ""): Promise<string[][]> {
  const { parse } = (await import("papaparse")).default;
  const rows = parse<string[]>(text.replace(/^\uFEFF/, ""), {
    delimiter,
    delimitersToGuess: DELIMITERS,
  }).data;
  const isEmpty = (row: readonly string[] | undefined) => row?.every((cell) => cell.trim() === "");
  while (rows.length > 0 && isEmpty(rows.at(-1))) rows.pop();
  return rows;
}

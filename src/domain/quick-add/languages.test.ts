import { expect, test } from "vitest";
import { rowsOf } from "../../../tests/support/one-line/table.ts";
import { TABLES } from "../../../tests/support/one-line/tables.ts";
import { loadCatalogue } from "../../languages/load.ts";
import { US_STYLE } from "../dates/date-style.ts";
import { localeOf, US_ENGLISH } from "../language/locale.ts";
import { repeatText } from "../recurrence/rule-text.ts";
import { languageWords } from "./language-words.ts";
import { loadLineWords } from "./load-words.ts";
import { readLine } from "./read-line.ts";

test.each(Object.entries(TABLES))("%s", async (language, table) => {
  const words = await loadLineWords(language as keyof typeof TABLES);
  const rows = rowsOf(table);
  const read = rows.map(({ line }) => {
    const { title, understood, unknown, repeat, likely, startDate, endDate } = readLine(line, {
      today: "2026-11-24",
      order: "dmy",
      categories: [],
      words,
    });
    const asks = ["asks", likely].filter(Boolean).join(" ");
    const text = repeat ? repeatText(repeat, US_ENGLISH) : asks;
    const says = [text, startDate, endDate].filter(Boolean).join(" | ");
    return { line, title, understood: understood.map(({ words }) => words), unknown, says };
  });
  expect(read).toEqual(rows);
  expect(new Set(rows.map(({ line }) => line)).size).toBeGreaterThanOrEqual(120);
});

test("where a language has no words the line says that it is read in English", async () => {
  const words = await loadLineWords("ar");
  const read = readLine("قمامة every thu", { today: "2026-11-24", categories: [], words });
  expect(read).toMatchObject({ language: "en", title: "قمامة", startDate: "2026-11-26" });
});

test("a block that names what there isn't is refused where it is loaded", async () => {
  const { block } = await loadLineWords("de");
  const today = ["<heute>"];
  expect(() => languageWords({ ...block, phrases: { ...block.phrases, today } })).toThrow(
    "The words of 'de' have no 'heute'.",
  );
});

test.each(["de", "fr", "nl", "es", "ar"] as const)(
  "the example of the line is read in '%s' as a weekly task with a category",
  async (language) => {
    const { t } = localeOf(language, await loadCatalogue(language), US_STYLE);
    const line = t("Bins every Thursday @Kitchen // a line to be read, as one writes it");
    const category = line.split("@")[1] ?? "";
    const words = await loadLineWords(language);
    const read = readLine(line, { today: "2026-11-24", categories: [category], words });
    expect(read).toMatchObject({ category, unknown: [], startDate: "2026-11-26" });
    expect(read.repeat && repeatText(read.repeat, US_ENGLISH)).toMatch(/^Weekly/);
    expect(line).not.toBe("Bins every Thursday @Kitchen");
  },
);

import fc from "fast-check";
import { expect, test } from "vitest";
import { lineRule } from "../../../tests/support/one-line/rules.ts";
import { rowsOf } from "../../../tests/support/one-line/table.ts";
import { TABLES } from "../../../tests/support/one-line/tables.ts";
import { runs, seed } from "../../../tests/support/runs.ts";
import { loadCatalogue } from "../../languages/load.ts";
import { addDays } from "../dates/calendar.ts";
import { fromDayNumber } from "../dates/calendar-date.ts";
import { US_STYLE } from "../dates/date-style.ts";
import { localeOf } from "../language/locale.ts";
import { ruleText } from "../recurrence/rule-text.ts";
import { loadLineWords } from "./load-words.ts";
import { readLine } from "./read-line.ts";

/** Properties of every line in the languages beside English. */

const settings = { seed, numRuns: runs(3000) };
const today = fc.integer({ min: 10_000, max: 40_000 }).map(fromDayNumber);
const SIGNS =
  "15. 1. 24.12. 3/4 14-12-2026 0 2 999 & / - – , : ! ! 🎂 @küche é ü ﷽ \u0000 שלום".split(" ");

const withoutSpace = (text: string) => text.replaceAll(/\s+/g, "");

test.each(Object.entries(TABLES))("nothing is swallowed in '%s'", async (language, table) => {
  const words = await loadLineWords(language as keyof typeof TABLES);
  const lines = rowsOf(table).map(({ line }) => line);
  const vocabulary = [...new Set(lines.join(" ").split(" ")), ...SIGNS];
  const phrase = fc
    .array(fc.constantFrom(...vocabulary), { maxLength: 12 })
    .map((chosen) => chosen.join(" "));
  const line = fc.oneof(
    phrase,
    fc.tuple(fc.constantFrom(...lines), phrase).map((pieces) => pieces.join(" ")),
    fc
      .array(fc.oneof(phrase, fc.string({ unit: "grapheme", maxLength: 20 })), { maxLength: 6 })
      .map((pieces) => pieces.join("")),
  );
  fc.assert(
    fc.property(line, today, (text, day) => {
      const context = { today: day, categories: ["Küche"], words };
      const { title, understood, unknown, language: readIn } = readLine(text, context);
      expect(readIn).toBe(language);
      const pieces = [0, ...understood.map(({ end }) => end)].map((from, index) =>
        text.slice(from, understood[index]?.start),
      );
      expect(withoutSpace(title)).toBe(withoutSpace(pieces.join("")));
      for (const part of understood) {
        expect(text.slice(part.start, part.end)).toContain(part.words);
        expect(
          readLine(text, { ...context, isTitle: (one) => one === part.words }).title,
        ).toContain(part.words.replaceAll(/\s+/g, " "));
      }
      for (const one of unknown) expect(text).toContain(one);
    }),
    settings,
  );
});

test.each(Object.keys(TABLES))(
  "days as Intl writes them in '%s' are read as these days",
  async (language) => {
    const words = await loadLineWords(language as keyof typeof TABLES);
    const long = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
    const short = { day: "numeric", month: "short" } as const;
    const styles = [
      long,
      short,
      { ...short, weekday: "short" },
      { ...long, month: "numeric", weekday: undefined },
    ];
    for (const style of styles as Intl.DateTimeFormatOptions[]) {
      const format = new Intl.DateTimeFormat(language, { ...style, timeZone: "UTC" });
      for (let day = "2026-11-24"; day < "2027-11-24"; day = addDays(day, 5)) {
        const text = format.format(new Date(day));
        const read = readLine(`Xyz ${text}`, {
          today: "2026-11-24",
          order: "dmy",
          categories: [],
          words,
        });
        expect([read.title, read.startDate], text).toEqual(["Xyz", day]);
      }
    }
  },
);

test.each(["de", "fr", "es", "nl"] as const)(
  "the text of every rule in '%s' reads to that rule",
  async (language) => {
    const words = await loadLineWords(language);
    const locale = localeOf(language, await loadCatalogue(language), US_STYLE);
    fc.assert(
      fc.property(lineRule, today, (customRrule, day) => {
        const text = ruleText(customRrule, locale) ?? "";
        const { title, repeat } = readLine(`Xyz ${text}`, { today: day, categories: [], words });
        expect({ title, rule: repeat?.customRrule }, text).toEqual({
          title: "Xyz",
          rule: customRrule,
        });
      }),
      settings,
    );
  },
);

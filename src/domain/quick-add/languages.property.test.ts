import fc from "fast-check";
import { expect, test } from "vitest";
import { SAID } from "../../../tests/support/one-line/said.ts";
import { rowsOf } from "../../../tests/support/one-line/table.ts";
import { TABLES } from "../../../tests/support/one-line/tables.ts";
import { runs, seed } from "../../../tests/support/runs.ts";
import { addDays } from "../dates/calendar.ts";
import { fromDayNumber } from "../dates/calendar-date.ts";
import { WEEKDAY_CODES } from "../recurrence/recurrence-rule.ts";
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

const some = (count: number) =>
  fc.subarray(
    Array.from({ length: count }, (_, index) => index),
    { minLength: 1 },
  );
const place = fc.record({ ordinals: some(6), kind: fc.integer({ min: 0, max: 8 }) });
const month = fc.integer({ min: 0, max: 11 });

/** A rule and its text in a language: all that its words have to say. */
function ruleIn(language: keyof typeof SAID) {
  const said = SAID[language];
  const and = new Intl.ListFormat(language, { type: "conjunction" });
  const named = (style: Intl.DateTimeFormatOptions, dates: readonly Date[]) =>
    dates.map((date) =>
      new Intl.DateTimeFormat(language, { ...style, timeZone: "UTC" }).format(date),
    );
  const range = (count: number) => Array.from({ length: count }, (_, index) => index);
  const weekdays = named(
    { weekday: "long" },
    range(7).map((day) => new Date(Date.UTC(2026, 10, 23 + day))),
  );
  const months = named(
    { month: "long" },
    range(12).map((one) => new Date(Date.UTC(2026, one, 1))),
  );
  const kinds = [...weekdays, said.workday, said.weekendDay];
  const codes = [...WEEKDAY_CODES, "MO,TU,WE,TH,FR", "SA,SU"];

  const nth = place.map(({ ordinals, kind }) => ({
    text: `${said.onThe} ${and.format(ordinals.map((one) => said.ordinals[one] ?? ""))} ${kinds[kind]}`,
    by: `BYDAY=${codes[kind]};BYSETPOS=${ordinals.map((one) => (one === 5 ? -1 : one + 1)).join()}`,
  }));
  const monthDays = some(32).map((days) => ({
    text: `${said.onThe} ${and.format(days.map((day) => (day === 31 ? said.lastDay : said.nth(day + 1))))}`,
    by: `BYMONTHDAY=${days.map((day) => (day === 31 ? -1 : day + 1)).join()}`,
  }));
  const weekly = some(7).map((days) => ({
    text: `${said.on} ${and.format(days.map((day) => weekdays[day] ?? ""))}`,
    by: `BYDAY=${days.map((day) => WEEKDAY_CODES[day]).join()}`,
  }));
  const nthOfYear = fc.tuple(nth, month).map(([{ text, by }, one]) => ({
    text: `${text} ${said.ofMonth(months[one] ?? "")}`,
    by: `BYMONTH=${one + 1};${by}`,
  }));
  const dayOfYear = fc.tuple(some(12), fc.integer({ min: 1, max: 28 })).map(([chosen, day]) => ({
    text: `${said.on} ${said.dayOf(day, and.format(chosen.map((one) => months[one] ?? "")))}`,
    by: `BYMONTH=${chosen.map((one) => one + 1).join()};BYMONTHDAY=${day}`,
  }));
  const days = [
    ["DAILY", fc.constant({ text: "", by: "" })],
    ["WEEKLY", weekly],
    ["MONTHLY", fc.oneof(nth, monthDays)],
    ["YEARLY", fc.oneof(nthOfYear, dayOfYear)],
  ] as const;
  return fc.oneof(
    ...days.map(([frequency, chosen], index) =>
      fc.tuple(chosen, fc.integer({ min: 2, max: 999 })).map(([{ text, by }, interval]) => ({
        text: `${said.every[index]?.replace("#", String(interval))} ${text}`.trim(),
        rule: [`RRULE:FREQ=${frequency}`, `INTERVAL=${interval}`, by].filter(Boolean).join(";"),
      })),
    ),
  );
}

test.each(["de", "fr", "es", "nl"] as const)(
  "what a rule says in '%s' is read as the rule",
  async (language) => {
    const words = await loadLineWords(language);
    fc.assert(
      fc.property(ruleIn(language), today, ({ text, rule }, day) => {
        const { title, repeat } = readLine(`Xyz ${text}`, { today: day, categories: [], words });
        expect({ title, rule: repeat?.customRrule }, text).toEqual({ title: "Xyz", rule });
      }),
      settings,
    );
  },
);

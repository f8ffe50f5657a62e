import fc from "fast-check";
import { expect, test } from "vitest";
import { lineRule } from "../../../tests/support/one-line/rules.ts";
import { runs, seed } from "../../../tests/support/runs.ts";
import { fromDayNumber } from "../dates/calendar-date.ts";
import { US_ENGLISH } from "../language/locale.ts";
import { repeatText, ruleText } from "../recurrence/rule-text.ts";
import { readLine } from "./read-line.ts";

/** Properties of every line. */

const today = fc.integer({ min: 10_000, max: 40_000 }).map(fromDayNumber);
const settings = { seed, numRuns: runs(20_000) };

const WORDS =
  `every each other once on the of in from until for by due next this last first second third 1st 2nd 3rd 5th
  15th 31st day days week weeks month year quarter fortnight daily weekly monthly yearly weekdays weekend
  mon thu, thu fri. sat sundays monday friday mon-fri jan feb may dec 24 29 31 2 3 10 0 999 2027 a and & / ,
  tomorrow today after done it was completed every! morning at 9am @kitchen @living room #new @ #1 – - : !
  Bins mop 🎂 ‮שלום قمامة every\u00a0thu \u0000 ﷽ İ`.split(/[ \n]+/);
const phrase = fc
  .array(fc.constantFrom(...WORDS), { maxLength: 14 })
  .map((words) => words.join(" "));
const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
);
const line = fc.oneof(
  { weight: 4, arbitrary: phrase },
  fc.tuple(hostile, phrase, hostile).map((pieces) => pieces.join(" ")),
  fc.array(fc.oneof(phrase, hostile), { maxLength: 12 }).map((pieces) => pieces.join("")),
);
const context = today.map((day) => ({ today: day, categories: ["Kitchen", "Living room"] }));

const withoutSpace = (text: string) => text.replaceAll(/\s+/g, "");

test("nothing is swallowed: the title and the words that were understood are the line", () => {
  fc.assert(
    fc.property(line, context, (text, given) => {
      const { title, understood } = readLine(text, given);
      let rest = "";
      let end = 0;
      for (const part of understood) {
        expect(part.start).toBeGreaterThanOrEqual(end);
        expect(text.slice(part.start, part.end)).toContain(part.words);
        rest += text.slice(end, part.start);
        end = part.end;
      }
      expect(withoutSpace(title)).toBe(withoutSpace(rest + text.slice(end)));
      if (understood.length > 0) expect([...title].length).toBeGreaterThanOrEqual(2);
    }),
    settings,
  );
});

test("words that are taken back are in the title, all of them in the whole line", () => {
  fc.assert(
    fc.property(line, context, (text, given) => {
      const asTitle: string[] = [];
      let read = readLine(text, given);
      for (let part = read.understood[0]; part; part = read.understood[0]) {
        const { words } = part;
        asTitle.push(words);
        read = readLine(text, { ...given, isTitle: (one) => asTitle.includes(one) });
        expect(read.understood.map((one) => one.words)).not.toContain(words);
        if (read.understood.length === 0) break;
        expect(withoutSpace(read.title)).toContain(withoutSpace(words));
      }
      expect(withoutSpace(read.title)).toBe(withoutSpace(text));
    }),
    settings,
  );
});

test("the text of what it understands reads back to the same", () => {
  fc.assert(
    fc.property(line, context, (text, given) => {
      const { repeat, startDate } = readLine(text, given);
      if (repeat === null) return;
      const again = readLine(`Mop ${repeatText(repeat, US_ENGLISH)} from ${startDate}`, given);
      expect(again).toMatchObject({ title: "Mop", repeat, startDate });
    }),
    settings,
  );
});

test("the text of every rule that it can make reads to that rule", () => {
  fc.assert(
    fc.property(lineRule, today, (customRrule, day) => {
      const text = ruleText(customRrule, US_ENGLISH) ?? "";
      const { title, repeat } = readLine(`Mop ${text}`, { today: day, categories: [] });
      expect({ title, rule: repeat?.customRrule }, text).toEqual({
        title: "Mop",
        rule: customRrule,
      });
    }),
    settings,
  );
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  allMessages,
  catalogueOf,
  compiled,
  fileOf,
  saidMessages,
  slotsOf,
} from "../../cli/languages/catalogues.ts";
import { LANGUAGES } from "../../src/domain/language/languages.ts";
import { compileEnglish } from "../../src/domain/language/messages.ts";

const said = saidMessages();
const messages = allMessages(said);
const advice = "npm run languages";

test("English is compiled as the library's compiler does it", () => {
  const by = (compile: typeof compiled) =>
    [...messages.keys()].map((text) => [text, compile(text)]);
  expect(by(compileEnglish)).toEqual(by(compiled));
});

describe.each(Object.keys(LANGUAGES).filter((tag) => tag !== "en"))(
  "the catalogue of '%s'",
  (tag) => {
    const file = readFileSync(fileOf(tag, "po"), "utf8");
    const { po, ts, broken } = catalogueOf(tag, messages, file);

    test("has every message that is said, and no other", () => {
      expect(file, advice).toBe(po);
      expect(readFileSync(fileOf(tag, "ts"), "utf8"), advice).toBe(ts);
    });

    test("has each message's slots", () => expect(broken).toEqual([]));
  },
);

test("a message is said with the values of its slots", () => {
  const wrong = said.filter(({ message, values }) => {
    const slots = [...slotsOf(message)].sort();
    return values !== null && `${[...values].sort()}` !== `${slots}`;
  });
  expect(wrong).toEqual([]);
});

test("what stands for translators alone, and a slot too many or too few, is seen", () => {
  const all = new Map([
    ["{a} of {b}", ["x.ts"]],
    ["Open // a verb", ["x.ts"]],
  ]);
  const file = (msgstr: string) =>
    `msgid "{a} of {b}"\nmsgstr "${msgstr}"\n\nmsgctxt "a verb"\nmsgid "Open"\nmsgstr "Öffnen"\n`;
  expect(catalogueOf("de", all, file("{a} von {b}"))).toMatchObject({ missing: [], broken: [] });
  expect(catalogueOf("de", all, file("{a} von {c}")).broken).toEqual([
    "de.po, '{a} of {b}': lacks {b}",
  ]);
  expect(catalogueOf("de", all, file("{a}{b}{c}")).broken).toEqual([
    "de.po, '{a} of {b}': has no {c} to say",
  ]);
  expect(catalogueOf("de", all, file("{a, plural, one {x}}")).broken).toHaveLength(1);
  expect(catalogueOf("de", all, "").missing).toEqual(["{a} of {b}", "Open // a verb"]);
});

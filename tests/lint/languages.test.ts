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
import { sourceFiles } from "../../cli/languages/messages-in.ts";
import { visibleStrings } from "../../cli/languages/visible-strings.ts";
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
    const { po, ts, missing, broken } = catalogueOf(tag, messages, file);

    test("has every message that is said, and no other", () => {
      expect(file, advice).toBe(po);
      expect(readFileSync(fileOf(tag, "ts"), "utf8"), advice).toBe(ts);
      expect(missing).toEqual([]);
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

/** What looks like texts for people, and isn't. */
const NO_TEXTS: readonly RegExp[] = [
  // What the API says to programs.
  /^supabase\/functions\/api\//,
  // What people type, as patterns.
  /^src\/domain\/quick-add\/(?:dutch|english|french|german|spanish)\.ts/,
  // Languages by the names that their speakers give them; browsers and systems by theirs.
  /^src\/domain\/language\/languages\.ts/,
  /^src\/features\/notifications\/(?:this-device|new-channel-dialog)\.tsx?.*/,
  // CSS; columns of a table; what another service says; headers; an error that a programmer reads.
  /^src\/(?:ui\/theme\/|[\w/-]+\.styles\.ts )/,
  /^src\/(?:completions\/record-rows|features\/morning\/queries)\.ts/,
  /^src\/(?:auth\/auth-actions|supabase\/client|domain\/moving\/todoist-file)\.ts/,
  // Other programs' names, tables and columns; what a reader says to a person is a message, as everywhere.
  /^src\/domain\/moving\/[\w-]+\.ts "(?:CSV|Donetick|Grocy|iCalendar|Loop Habit Tracker|TickTick|Todoist|Vikunja)"/,
  /^src\/domain\/moving\/(?:sources|sqlite)\.ts "(?:Repetitions|SQLite format|select )/,
  /^src\/domain\/moving\/(?:loop-file|ticktick)\.ts "(?:\w+|Target \w+|(?:List|Start|Due|Completed) \w+|Archived\?)"$/,
  // Keys of sections, whose names are in today-section.tsx.
  /^src\/features\/today\/today-tab\.tsx "(?:Overdue|Active|Done)"/,
  // A header of a channel.
  /^src\/domain\/channels\/presets\.ts "Authorization"/,
  // Answers to programs, and to who runs the server.
  /^supabase\/functions\/(?:_shared|calendar|send-mails|send-pushes)\/(?:deliver|body|cors|endpoint|failure|handler|mail|mailer|push|scheduled)\.ts/,
  // The product's name; what a calendar file says of its maker.
  /"Rota"$/,
  /^src\/calendar\/calendar-file\.ts "Tasks"/,
];

test("no text that people see stands outside of the catalogue", () => {
  const found = sourceFiles()
    .flatMap(visibleStrings)
    .map(({ file, text }) => `${file} ${JSON.stringify(text)}`)
    .filter((text) => !NO_TEXTS.some((pattern) => pattern.test(text)));
  expect(found).toEqual([]);
});

test("and one that does is seen, wherever it stands", () => {
  const texts = visibleStrings("tests/lint/fixtures/texts.tsx").map(({ text }) => text);
  expect(texts).toEqual(["Not done yet", "Somebody", "of … tasks left", "Close", "left over"]);
});

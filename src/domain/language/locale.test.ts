import type { CompiledMessage } from "icu-minify/format";
import { expect, test } from "vitest";
import { US_STYLE } from "../dates/date-style.ts";
import { listed } from "../joined.ts";
import { spokenLanguage } from "./languages.ts";
import { localeOf, US_ENGLISH } from "./locale.ts";
import { compileEnglish } from "./messages.ts";

const german = localeOf(
  "de",
  {
    "Hello {name}": ["Hallo ", ["name"]],
    "Open // a verb": "Öffnen",
  },
  US_STYLE,
);

test("a message is said in its language, and in English where that lacks it", () => {
  expect(german.t("Hello {name}", { name: "Bob {b} <i>" })).toBe("Hallo Bob {b} <i>");
  expect(german.t("Open // a verb")).toBe("Öffnen");
  expect(german.t("Close")).toBe("Close");
  expect(US_ENGLISH.t("Open // a verb")).toBe("Open");
  const late = "{days, plural, one {# day} other {# days}} ago";
  expect(US_ENGLISH.t(late, { days: 1 })).toBe("1 day ago");
  expect(US_ENGLISH.t(late, { days: 1200 })).toBe("1,200 days ago");
});

test("a name that is written in the other direction doesn't turn the sentence", () => {
  expect(german.t("Hello {name}", { name: "דנה" })).toBe("Hallo \u2068דנה\u2069");
  const arabic = localeOf("ar", {}, US_STYLE);
  expect(arabic.t("Hello {name}", { name: "Bob" })).toBe("Hello \u2068Bob\u2069");
});

test("a name in a list turns none of the others around", () => {
  const arabic = localeOf("ar", {}, US_STYLE);
  const names = listed(["Bob", "أنت"], arabic);
  expect(names).toBe("\u2068Bob\u2069 و\u2068أنت\u2069");
  expect(arabic.t("Done by {names}", { names })).toBe(`Done by ${names}`);
  expect(listed(["Bob", "דנה"], german)).toBe("Bob und \u2068דנה\u2069");
});

test("a choice is made by its word, whatever the direction of the sentence", () => {
  const message = "{who, select, you {you} other {{name}}}";
  const compiled = [["who", 1, { you: "أنت", other: [["name"]] }]] as CompiledMessage;
  const arabic = localeOf("ar", { [message]: compiled }, US_STYLE);
  expect(arabic.t(message, { who: "you", name: "Bob" })).toBe("أنت");
  expect(arabic.t(message, { who: "other", name: "Bob" })).toBe("\u2068Bob\u2069");
});

test("marked parts are made by who says the message", () => {
  const read = "Read <a>how {what}</a> now";
  const compiled = ["Read ", ["a", "how ", ["what"]], " now"] as CompiledMessage;
  const parts = localeOf("en", { [read]: compiled }, US_STYLE).parts(read, {
    what: "it works",
    a: (inner) => ({ inner }),
  });
  expect(parts).toEqual(["Read ", { inner: ["how it works"] }, " now"]);
});

test("slots are filled without a compiler", () => {
  expect(compileEnglish("{a} of {b} // a note")).toEqual([["a"], " of ", ["b"]]);
  expect(compileEnglish("none")).toBe("none");
});

test.each([
  [["de-AT", "en"], "de"],
  [["xx", "FR"], "fr"],
  [[], "en"],
  [[null, undefined, "", "toString", "a".repeat(4000), "es-419"], "es"],
])("%j speak %s", (tags, language) => {
  expect(spokenLanguage(tags)).toBe(language);
});

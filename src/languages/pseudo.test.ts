import { expect, test } from "vitest";
import { US_STYLE } from "../domain/dates/date-style.ts";
import { localeOf } from "../domain/language/locale.ts";
import pseudo from "./pseudo.ts";

test("a message stands in brackets, with accents and two fifths longer; its values stay as they are", () => {
  const { t, parts } = localeOf("en-XA", pseudo, US_STYLE);
  expect(t("Tomorrow")).toBe("[Ţöṁöŕŕöŵ~~~]");
  expect(t("{a} or {b}", { a: "Bob", b: "Ann" })).toBe("[Bob öŕ ~Ann]");
  expect(t("{days, plural, one {# day} other {# days}} ago", { days: 2 })).toBe("[2 đåýš~~ åĝö~]");
  expect(parts("Today", {}).join("")).toMatch(/^\[.*\]$/);
});

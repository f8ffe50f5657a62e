import { listed } from "../joined.ts";
import type { Locale } from "../language/locale.ts";
import type { Who } from "../language/who.ts";

/** How many lines a sentence names. */
const NAMED_LINES = 3;

/** 'Bob changed the checklist: “Oven” added, 4 lines removed' */
export function checklistChangeText(
  { who, name }: Who,
  before: readonly string[],
  after: readonly string[],
  locale: Locale,
): string {
  const { t } = locale;
  const named = (lines: readonly string[]) =>
    lines.length > NAMED_LINES
      ? t("{count, plural, one {# line} other {# lines}} // of a checklist", {
          count: lines.length,
        })
      : listed(
          lines.map((line) => t("“{line}” // a line of a checklist", { line })),
          locale,
        );
  const [added, removed] = [
    after.filter((line) => !before.includes(line)),
    before.filter((line) => !after.includes(line)),
  ];
  const values = { who, name, added: named(added), removed: named(removed) };
  if (added.length > 0 && removed.length > 0) {
    return t(
      "{who, select, you {You changed the checklist: {added} added, {removed} removed} other {{name} changed the checklist: {added} added, {removed} removed}} // lines, or '4 lines'",
      values,
    );
  }
  if (added.length > 0) {
    return t(
      "{who, select, you {You changed the checklist: {added} added} other {{name} changed the checklist: {added} added}} // lines, or '4 lines'",
      values,
    );
  }
  return removed.length > 0
    ? t(
        "{who, select, you {You changed the checklist: {removed} removed} other {{name} changed the checklist: {removed} removed}} // lines, or '4 lines'",
        values,
      )
    : t(
        "{who, select, you {You changed the order of the checklist} other {{name} changed the order of the checklist}}",
        values,
      );
}

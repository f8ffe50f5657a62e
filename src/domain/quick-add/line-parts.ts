import type { CalendarDate } from "../dates/calendar-date.ts";
import { formatDate, formatNextDate } from "../dates/format-date.ts";
import type { Locale } from "../language/locale.ts";
import { nextDates } from "../recurrence/next-dates.ts";
import { repeatText } from "../recurrence/rule-text.ts";
import type { TaskFields } from "../tasks/task-input.ts";
import type { PartKind } from "./find-parts.ts";
import type { ReadLine } from "./read-line.ts";

/** A part of the task that the line makes, as its chip shows it. */
export interface LinePart {
  readonly kind: PartKind | "title" | "missed";
  readonly name: string;
  readonly text: string;
  /** the next dates in words; none of what isn't the rhythm */
  readonly dates?: readonly string[];
  /** the name of the form's field for it */
  readonly field: keyof TaskFields;
  /** the line's words that say it; undefined where it says nothing of it */
  readonly words: string | undefined;
}

const SHOWN_DATES = 3;

/** Returns the draft's fields as chips, with the words they come from. */
export function partsOf(
  read: ReadLine,
  draft: TaskFields,
  today: CalendarDate,
  locale: Locale,
): LinePart[] {
  const { t } = locale;
  const wordsOf = (kind: PartKind) => read.understood.find((one) => one.kind === kind)?.words;
  const [start, end] = [wordsOf("start"), wordsOf("end")];
  const parts: LinePart[] = [
    { kind: "title", name: t("Title"), text: draft.title, field: "title", words: undefined },
    {
      kind: "category",
      name: t("Category"),
      text: draft.category,
      field: "category",
      words: wordsOf("category"),
    },
    {
      kind: "repeat",
      name: t("Repeat // how often, a field"),
      // Its dates say the weekday.
      text: repeatText({ ...draft, startDate: "" }, locale),
      dates: datesOf(draft, today, locale),
      field: "repeatValue",
      words: wordsOf("repeat"),
    },
    {
      kind: "missed",
      name: t("If missed"),
      text: draft.missedPolicy === "latest" ? t("Keep the latest // missed day") : "",
      field: "missedPolicy",
      words: undefined,
    },
    {
      kind: "start",
      name: t("Start date"),
      text: start ? formatDate(draft.startDate, locale) : "",
      field: "startDate",
      words: start,
    },
    {
      kind: "end",
      name: t("End date"),
      text: end ? formatDate(draft.endDate ?? "", locale) : "",
      field: "endDate",
      words: end,
    },
  ];
  return parts.filter(({ text }) => text !== "");
}

function datesOf(draft: TaskFields, today: CalendarDate, locale: Locale): string[] {
  // An interval task has one date until then.
  const count = draft.afterDone === null ? SHOWN_DATES : 1;
  const dates = nextDates({ ...draft, endDate: draft.endDate || null }, today, count);
  return dates.map((date) => formatNextDate(date, today, locale));
}

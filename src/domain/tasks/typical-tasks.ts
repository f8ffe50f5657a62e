import { addDays } from "../dates/calendar.ts";
import type { CalendarDate } from "../dates/calendar-date.ts";
import type { Locale } from "../language/locale.ts";
import { type Message, msg } from "../language/messages.ts";
import { afterDoneRepeat, type Repeat, ruleRepeat, simpleRepeat } from "../recurrence/repeat.ts";
import { emptyFields, type TaskFields } from "./task-input.ts";

/** `startsIn`: days from today, so that not everything is due at once. */
type TypicalTask = readonly [title: Message, category: Message, repeat: Repeat, startsIn: number];

const TYPICAL: readonly TypicalTask[] = [
  [msg("Do the dishes"), msg("Kitchen // a category"), simpleRepeat("daily"), 0],
  [msg("Take out the bins"), msg("Home // a category"), simpleRepeat("weekly"), 1],
  [msg("Vacuum"), msg("Cleaning // a category"), simpleRepeat("weekly"), 2],
  [msg("Clean the bathroom"), msg("Cleaning // a category"), simpleRepeat("weekly"), 3],
  [msg("Do the laundry"), msg("Laundry // a category"), simpleRepeat("weekly"), 4],
  [msg("Water the plants"), msg("Plants // a category"), afterDoneRepeat("P3D"), 0],
  [
    msg("Buy groceries"),
    msg("Kitchen // a category"),
    ruleRepeat("RRULE:FREQ=WEEKLY;BYDAY=TU,FR"),
    0,
  ],
  [
    msg("Change the sheets"),
    msg("Laundry // a category"),
    ruleRepeat("RRULE:FREQ=WEEKLY;INTERVAL=2"),
    5,
  ],
  [msg("Dust the shelves"), msg("Cleaning // a category"), afterDoneRepeat("P2W"), 6],
  [msg("Clean the fridge"), msg("Kitchen // a category"), simpleRepeat("monthly"), 10],
  [msg("Descale the kettle"), msg("Kitchen // a category"), simpleRepeat("monthly"), 13],
  [
    msg("Clean the windows"),
    msg("Cleaning // a category"),
    ruleRepeat("RRULE:FREQ=MONTHLY;INTERVAL=3"),
    20,
  ],
  [
    msg("Test the smoke alarms"),
    msg("Home // a category"),
    ruleRepeat("RRULE:FREQ=MONTHLY;INTERVAL=6"),
    7,
  ],
  [msg("Have the boiler serviced"), msg("Home // a category"), simpleRepeat("yearly"), 30],
];

/** Leaves out tasks that the user has under similar titles: 'Dishes' is 'Do the dishes'. */
export function typicalTasks(
  today: CalendarDate,
  known: readonly Pick<TaskFields, "title">[],
  { t }: Locale,
): readonly TaskFields[] {
  const theirs = new Set(known.flatMap(({ title }) => wordsOf(title)));
  const titles = TYPICAL.map(([title]) => t(title));
  const all = titles.flatMap((title) => [...new Set(wordsOf(title))]);
  // A word of several of them, as 'clean', says nothing of one.
  const isKnown = (word: string) =>
    theirs.has(word) && !VERBS.has(word) && all.indexOf(word) === all.lastIndexOf(word);
  return TYPICAL.map(([title, category, repeat, startsIn]) => ({
    ...emptyFields(addDays(today, startsIn)),
    ...repeat,
    // A week's dishes are done in one go.
    missedPolicy: repeat.repeatValue === "daily" ? ("latest" as const) : ("keep" as const),
    title: t(title),
    category: t(category),
  })).filter(({ title }) => !wordsOf(title).some(isKnown));
}

const wordsOf = (title: string) => title.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
const VERBS = new Set(["take", "water", "change", "dust", "test", "have", "serviced"]);

/** Whether a task is due on one weekday, that of its first day, in each of its weeks. */
export const isOnOneWeekday = ({ repeatValue, customRrule }: TaskFields): boolean =>
  repeatValue === "weekly" || /^RRULE:FREQ=WEEKLY(?!.*BYDAY)/.test(customRrule ?? "");

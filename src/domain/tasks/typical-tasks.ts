import { addDays } from "../dates/calendar.ts";
import type { CalendarDate } from "../dates/calendar-date.ts";
import { afterDoneRepeat, type Repeat, ruleRepeat, simpleRepeat } from "../recurrence/repeat.ts";
import { emptyFields, type TaskFields } from "./task-input.ts";

/** `startsIn`: days from today, so that not everything is due at once. */
type TypicalTask = readonly [title: string, category: string, repeat: Repeat, startsIn: number];

const TYPICAL: readonly TypicalTask[] = [
  ["Do the dishes", "Kitchen", simpleRepeat("daily"), 0],
  ["Take out the bins", "Home", simpleRepeat("weekly"), 1],
  ["Vacuum", "Cleaning", simpleRepeat("weekly"), 2],
  ["Clean the bathroom", "Cleaning", simpleRepeat("weekly"), 3],
  ["Do the laundry", "Laundry", simpleRepeat("weekly"), 4],
  ["Water the plants", "Plants", afterDoneRepeat("P3D"), 0],
  ["Buy groceries", "Kitchen", ruleRepeat("RRULE:FREQ=WEEKLY;BYDAY=TU,FR"), 0],
  ["Change the sheets", "Laundry", ruleRepeat("RRULE:FREQ=WEEKLY;INTERVAL=2"), 5],
  ["Dust the shelves", "Cleaning", afterDoneRepeat("P2W"), 6],
  ["Clean the fridge", "Kitchen", simpleRepeat("monthly"), 10],
  ["Descale the kettle", "Kitchen", simpleRepeat("monthly"), 13],
  ["Clean the windows", "Cleaning", ruleRepeat("RRULE:FREQ=MONTHLY;INTERVAL=3"), 20],
  ["Test the smoke alarms", "Home", ruleRepeat("RRULE:FREQ=MONTHLY;INTERVAL=6"), 7],
  ["Have the boiler serviced", "Home", simpleRepeat("yearly"), 30],
];

/** Leaves out tasks that the user has under similar titles: 'Dishes' is 'Do the dishes'. */
export function typicalTasks(
  today: CalendarDate,
  known: readonly Pick<TaskFields, "title">[] = [],
): readonly TaskFields[] {
  const words = new Set(known.flatMap(({ title }) => wordsOf(title)));
  return TYPICAL.filter(([title]) => !wordsOf(title).some((word) => words.has(word))).map(
    ([title, category, repeat, startsIn]) => ({
      ...emptyFields(addDays(today, startsIn)),
      ...repeat,
      // A week's dishes are done in one go.
      missedPolicy: repeat.repeatValue === "daily" ? "latest" : "keep",
      title,
      category,
    }),
  );
}

const wordsOf = (title: string) =>
  (title.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => !VERBS.has(word));
const VERBS = new Set(["take", "clean", "water", "change", "dust", "test", "have", "serviced"]);

/** Whether a task is due on one weekday, that of its first day, in each of its weeks. */
export const isOnOneWeekday = ({ repeatValue, customRrule }: TaskFields): boolean =>
  repeatValue === "weekly" || /^RRULE:FREQ=WEEKLY(?!.*BYDAY)/.test(customRrule ?? "");

import { addDays } from "../../domain/dates/calendar.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { afterDoneText, storedRuleText } from "../../domain/recurrence/rule-text.ts";
import { emptyFields, type TaskFields } from "../../domain/tasks/task-input.ts";

/** What comes back in most homes. */
interface TypicalTask {
  readonly title: string;
  readonly category: string;
  readonly repeat: Partial<TaskFields>;
  /** days from today, so that not everything is due at once */
  readonly startsIn: number;
}

const custom = (rule: string): Partial<TaskFields> => ({
  repeatValue: "custom",
  customRrule: `RRULE:${rule}`,
  customRruleText: storedRuleText(`RRULE:${rule}`),
});

/** @param duration ISO 8601, such as `P3D` */
const afterDone = (duration: string): Partial<TaskFields> => ({
  repeatValue: "custom",
  customRrule: null,
  customRruleText: afterDoneText(duration),
  afterDone: duration,
});

const TYPICAL: readonly TypicalTask[] = [
  { title: "Do the dishes", category: "Kitchen", repeat: { repeatValue: "daily" }, startsIn: 0 },
  { title: "Take out the bins", category: "Home", repeat: { repeatValue: "weekly" }, startsIn: 1 },
  { title: "Vacuum", category: "Cleaning", repeat: { repeatValue: "weekly" }, startsIn: 2 },
  {
    title: "Clean the bathroom",
    category: "Cleaning",
    repeat: { repeatValue: "weekly" },
    startsIn: 3,
  },
  { title: "Do the laundry", category: "Laundry", repeat: { repeatValue: "weekly" }, startsIn: 4 },
  { title: "Water the plants", category: "Plants", repeat: afterDone("P3D"), startsIn: 0 },
  {
    title: "Buy groceries",
    category: "Kitchen",
    repeat: custom("FREQ=WEEKLY;BYDAY=TU,FR"),
    startsIn: 0,
  },
  {
    title: "Change the sheets",
    category: "Laundry",
    repeat: custom("FREQ=WEEKLY;INTERVAL=2"),
    startsIn: 5,
  },
  { title: "Dust the shelves", category: "Cleaning", repeat: afterDone("P2W"), startsIn: 6 },
  {
    title: "Clean the fridge",
    category: "Kitchen",
    repeat: { repeatValue: "monthly" },
    startsIn: 10,
  },
  {
    title: "Descale the kettle",
    category: "Kitchen",
    repeat: { repeatValue: "monthly" },
    startsIn: 13,
  },
  {
    title: "Clean the windows",
    category: "Cleaning",
    repeat: custom("FREQ=MONTHLY;INTERVAL=3"),
    startsIn: 20,
  },
  {
    title: "Test the smoke alarms",
    category: "Home",
    repeat: custom("FREQ=MONTHLY;INTERVAL=6"),
    startsIn: 7,
  },
  {
    title: "Have the boiler serviced",
    category: "Home",
    repeat: { repeatValue: "yearly" },
    startsIn: 30,
  },
];

/** The typical tasks as tasks that begin in the days from `today` on, by their titles. */
export function typicalTasks(today: CalendarDate): readonly TaskFields[] {
  return TYPICAL.map(({ title, category, repeat, startsIn }) => ({
    ...emptyFields(addDays(today, startsIn)),
    ...repeat,
    // A week's dishes are done in one go.
    missedPolicy: repeat.repeatValue === "daily" ? "latest" : "keep",
    title,
    category,
  }));
}

/** Whether a task is due on one weekday, that of its first day, in each of its weeks. */
export const isOnOneWeekday = ({ repeatValue, customRrule }: TaskFields): boolean =>
  repeatValue === "weekly" || /^RRULE:FREQ=WEEKLY(?!.*BYDAY)/.test(customRrule ?? "");

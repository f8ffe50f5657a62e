import { addDays } from "../../domain/dates/calendar.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import {
  afterDoneRepeat,
  type Repeat,
  ruleRepeat,
  simpleRepeat,
} from "../../domain/recurrence/repeat.ts";
import { emptyFields, type TaskFields } from "../../domain/tasks/task-input.ts";

/** What comes back in most homes. */
interface TypicalTask {
  readonly title: string;
  readonly category: string;
  readonly repeat: Repeat;
  /** days from today, so that not everything is due at once */
  readonly startsIn: number;
}

const TYPICAL: readonly TypicalTask[] = [
  { title: "Do the dishes", category: "Kitchen", repeat: simpleRepeat("daily"), startsIn: 0 },
  { title: "Take out the bins", category: "Home", repeat: simpleRepeat("weekly"), startsIn: 1 },
  { title: "Vacuum", category: "Cleaning", repeat: simpleRepeat("weekly"), startsIn: 2 },
  {
    title: "Clean the bathroom",
    category: "Cleaning",
    repeat: simpleRepeat("weekly"),
    startsIn: 3,
  },
  { title: "Do the laundry", category: "Laundry", repeat: simpleRepeat("weekly"), startsIn: 4 },
  { title: "Water the plants", category: "Plants", repeat: afterDoneRepeat("P3D"), startsIn: 0 },
  {
    title: "Buy groceries",
    category: "Kitchen",
    repeat: ruleRepeat("RRULE:FREQ=WEEKLY;BYDAY=TU,FR"),
    startsIn: 0,
  },
  {
    title: "Change the sheets",
    category: "Laundry",
    repeat: ruleRepeat("RRULE:FREQ=WEEKLY;INTERVAL=2"),
    startsIn: 5,
  },
  { title: "Dust the shelves", category: "Cleaning", repeat: afterDoneRepeat("P2W"), startsIn: 6 },
  {
    title: "Clean the fridge",
    category: "Kitchen",
    repeat: simpleRepeat("monthly"),
    startsIn: 10,
  },
  {
    title: "Descale the kettle",
    category: "Kitchen",
    repeat: simpleRepeat("monthly"),
    startsIn: 13,
  },
  {
    title: "Clean the windows",
    category: "Cleaning",
    repeat: ruleRepeat("RRULE:FREQ=MONTHLY;INTERVAL=3"),
    startsIn: 20,
  },
  {
    title: "Test the smoke alarms",
    category: "Home",
    repeat: ruleRepeat("RRULE:FREQ=MONTHLY;INTERVAL=6"),
    startsIn: 7,
  },
  {
    title: "Have the boiler serviced",
    category: "Home",
    repeat: simpleRepeat("yearly"),
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

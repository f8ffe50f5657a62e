import type { CalendarDate } from "../dates/calendar-date.ts";
import type { Moving, MovingTask } from "./moving-form.ts";
import { deedDays } from "./moving-in.ts";

/** What a file has, counted. */
export interface MovingFigures {
  readonly deeds: number;
  /** those that aren't kept, too */
  readonly allDeeds: number;
  readonly tasks: number;
  /** of those who did something */
  readonly people: number;
  /** the day of the first deed */
  readonly since: CalendarDate | null;
}

/** A day that was done or skipped is a deed, and so is a catch-up, of however many days. */
const deedsOf = (task: MovingTask) => deedDays(task).length;

/** Of these tasks of a file: those that can be kept. */
export function figuresOf(
  moving: Moving,
  kept: readonly MovingTask[] = moving.tasks,
): MovingFigures {
  const sum = (tasks: readonly MovingTask[]) =>
    tasks.reduce((total, task) => total + deedsOf(task), 0);
  const people = new Set(
    kept.flatMap(({ completions, catchUps }) =>
      [...completions, ...catchUps].flatMap(({ by }) => by),
    ),
  );
  const lost = moving.leftOut.reduce((total, { deeds = 0 }) => total + deeds, 0);
  return {
    deeds: sum(kept),
    allDeeds: sum(moving.tasks) + lost,
    tasks: kept.length,
    people: people.size,
    since: kept
      .flatMap(deedDays)
      .reduce<CalendarDate | null>(
        (first, day) => (first === null || day < first ? day : first),
        null,
      ),
  };
}

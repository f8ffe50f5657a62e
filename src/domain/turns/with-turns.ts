import type { CalendarDate } from "../dates/calendar-date.ts";
import type { Task } from "../tasks/task.ts";

/** Optimistic updates for taking, giving and offering turns. */

type Days = readonly CalendarDate[];

const except = <Row extends { readonly day: CalendarDate }>(rows: readonly Row[], days: Days) =>
  rows.filter(({ day }) => !days.includes(day));

const byDay = (a: { readonly day: CalendarDate }, b: { readonly day: CalendarDate }) =>
  a.day < b.day ? -1 : 1;

/** The turns of these days are a person's: what was offered is no longer. */
export function withTurns(task: Task, days: Days, person: string): Task {
  const taken = days.map((day) => ({ day, person }));
  return {
    ...task,
    swaps: [...except(task.swaps, days), ...taken].sort(byDay),
    offers: except(task.offers, days),
  };
}

/** The roster decides again on these days. */
export const withoutTurns = (task: Task, days: Days): Task => ({
  ...task,
  swaps: except(task.swaps, days),
});

/** Somebody wants to hand on the turns of these days, to one person or, for null, to everybody. */
export function withOffers(task: Task, days: Days, from: string, to: string | null): Task {
  const offered = days.map((day) => ({ day, from, to }));
  return { ...task, offers: [...except(task.offers, days), ...offered].sort(byDay) };
}

export const withoutOffers = (task: Task, days: Days): Task => ({
  ...task,
  offers: except(task.offers, days),
});

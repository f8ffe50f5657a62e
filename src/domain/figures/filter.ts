import { roomOf, roomsOf } from "../households/rooms.ts";
import type { Locale } from "../language/locale.ts";
import type { Task } from "../tasks/task.ts";
import type { RecordFacts } from "./facts.ts";
import type { Turns } from "./figure-turns.ts";
import { type Mark, marksOf } from "./marks.ts";
import type { Person } from "./people.ts";
import type { Period } from "./period.ts";
import { named } from "./shares.ts";

/** The days that a heat map shows. */
export type Filter =
  | { readonly kind: "all" }
  | { readonly kind: "room" | "category" | "task"; readonly value: string }
  /** what these did, and what was missed in their turn */
  | { readonly kind: "person"; readonly ids: readonly string[] };

export function filterTasks(tasks: readonly Task[], filter: Filter): readonly Task[] {
  switch (filter.kind) {
    case "room":
      return tasks.filter((task) => roomOf(task) === filter.value);
    case "category":
      return tasks.filter(({ category }) => category === filter.value);
    case "task":
      return tasks.filter(({ id }) => id === filter.value);
    default:
      return tasks;
  }
}

/** Returns the marks of a task's days that match the filter; by day number, ascending. */
export function filteredMarks(
  task: Task,
  facts: RecordFacts,
  period: Period,
  filter: Filter,
  turns: Turns,
): ReadonlyMap<number, Mark> {
  const known = facts.tasks.get(task.id);
  const marks = marksOf(task, known, period);
  if (filter.kind !== "person") return marks;
  const isTheirs = (day: number, mark: Mark) => {
    const whose = mark === "missed" ? turns.on(task, day) : null;
    if (whose !== null) return filter.ids.includes(whose);
    const doers = mark === "done" || mark === "late" ? known?.doers.get(day) : undefined;
    return doers !== undefined && named(doers).some((who) => filter.ids.includes(who));
  };
  return new Map([...marks].filter(([day, mark]) => isTheirs(day, mark)));
}

/** The choice of everything; others are 'room:<id>', 'person:<id>', 'category:<name>' and 'task:<id>'. */
export const ALL = "all";

/** Reads a stored choice; everything if its subject is gone. */
export function filterOf(value: string, tasks: readonly Task[], people: readonly Person[]): Filter {
  const [kind, rest] = [value.split(":", 1)[0], value.slice(value.indexOf(":") + 1)];
  if (kind === "person") {
    const person = people.find(({ ids }) => ids[0] === rest);
    return person ? { kind, ids: person.ids } : { kind: "all" };
  }
  const isThere =
    (kind === "room" && tasks.some((task) => roomOf(task) === rest)) ||
    (kind === "category" && tasks.some(({ category }) => category === rest)) ||
    (kind === "task" && tasks.some(({ id }) => id === rest));
  return isThere ? { kind: kind as "room", value: rest } : { kind: "all" };
}

/** Names a filter's subject. */
export function coverOf(filter: Filter, tasks: readonly Task[], locale: Locale): string {
  const { kind, value = "" } = { value: "", ...filter };
  if (kind === "room") return roomsOf(tasks, locale).find(({ id }) => id === value)?.name ?? "";
  if (kind === "task") return tasks.find(({ id }) => id === value)?.title ?? "";
  return kind === "category" ? value : locale.t("Everything // of figures: all tasks");
}

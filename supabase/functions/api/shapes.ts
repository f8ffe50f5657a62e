import { fromDayNumber } from "../../../src/domain/dates/calendar-date.ts";
import { dayInZone } from "../../../src/domain/dates/time-zone.ts";
import type { Household } from "../../../src/domain/households/household.ts";
import { nextTaskDates } from "../../../src/domain/recurrence/next-dates.ts";
import { scheduledDay } from "../../../src/domain/recurrence/task-schedule.ts";
import type { Door } from "../../../src/domain/tasks/door.ts";
import { type Doers, nameIn, type Task } from "../../../src/domain/tasks/task.ts";
import { isListed, type TaskJson, taskFromJson } from "../../../src/domain/tasks/task-json.ts";
import { MISSED_SHOWN, type TodayItem, todayBuckets } from "../../../src/domain/tasks/today.ts";
import { turnOn } from "../../../src/domain/turns/turns.ts";
import type { Reader } from "../_shared/readers-locale.ts";
import type { ApiTask, Occurrence } from "./schemas.ts";

/** The API's own forms of what the database answers: docs/design/api.md. */

/** The parts of `list_for_token`'s answer that are read here. */
export interface TokenList {
  /** null for a household's token */
  readonly account: { readonly id: string; readonly name: string } | null;
  /** null for a household's token */
  readonly profile: Reader | null;
  /** IANA name */
  readonly timeZone: string;
  readonly digest: string;
  readonly households: readonly (Omit<Household, "me"> & { readonly me: string | null })[];
}

export interface Asked {
  readonly list: TokenList;
  readonly households: readonly Household[];
  /** milliseconds since the epoch */
  readonly now: number;
  readonly today: string;
}

export function asked(list: TokenList, now: number): Asked {
  return {
    ...{ list, now, today: dayInZone(now, list.timeZone) },
    households: list.households.map((one) => ({ ...one, me: one.me ?? "" })),
  };
}

const householdOf = ({ households }: Asked, { householdId }: Pick<Task, "householdId">) =>
  households.find(({ id }) => id === householdId);

export const taskOf = (json: TaskJson, by: Asked): Task =>
  taskFromJson(json, householdOf(by, json));

export function peopleOf({ list, households }: Asked) {
  const people = households.flatMap(({ id, name, me, people: present }) =>
    present.map((person) => ({
      ...{ id: person.id, name: person.name, household: { id, name } },
      ...{ role: person.role, isMe: person.id === me },
    })),
  );
  return { me: list.account, people };
}

export function taskShape(json: TaskJson, by: Asked): ApiTask {
  const task = taskOf(json, by);
  const { ownerId, subtitle, completedDays, pausedDays, putOffs, household } = task;
  const lastDone = completedDays.last;
  return {
    ...{ id: task.id, title: task.title, category: task.category, notes: subtitle },
    household: household ? { id: household.id, name: household.name } : null,
    owner: { id: ownerId, name: task.people[ownerId] ?? "" },
    ...{ isShared: task.isShared, startDate: task.startDate, endDate: task.endDate },
    ...{ repeatValue: task.repeatValue, customRrule: task.customRrule },
    ...{ afterDone: task.afterDone, waitsFor: task.waitsFor, waitsAmount: task.waitsAmount },
    happened: happenedShape(task),
    ...{ season: task.season, missedPolicy: task.missedPolicy },
    ...{ checklist: [...task.checklist], effort: task.effort, roster: [...task.roster] },
    turnLength: task.turnLength,
    putOffs: putOffs.map(({ dueDate, newDate }) => ({ dueDay: dueDate, day: newDate })),
    pausedDays: pausedDays.toRuns().map(([first, length]) => ({
      from: fromDayNumber(first),
      to: fromDayNumber(first + length - 1),
    })),
    lastDone: Number.isFinite(lastDone) ? fromDayNumber(lastDone) : null,
    ...{ createdAt: task.createdAt, updatedAt: task.updatedAt, revision: task.revision },
    isPartial: !isListed(json),
  };
}

export const personShape = (task: Task, id: string) => ({ id, name: nameIn(task, id) ?? "" });

const doorShape = ({ via, viaName }: Door) => (via ? { kind: via, name: viaName ?? null } : null);

const happenedShape = ({ happened }: Task) =>
  happened && {
    ...{ name: happened.name, number: happened.number ?? null, day: happened.day },
    door: doorShape(happened),
  };

function turnShape(task: Task, day: string, today: string) {
  const id = turnOn(task, day, today);
  return id === null ? null : personShape(task, id);
}

/** The next ten days on which a task is due. */
export function nextShape(json: TaskJson, by: Asked) {
  const task = taskOf(json, by);
  return nextTaskDates(task, by.today, 10).map((day) => ({
    day,
    turn: turnShape(task, day, by.today),
  }));
}

function doersShape(task: Task, doers: Doers | null) {
  if (doers === null) return [];
  const { completedBy, people } = doers;
  const ids = people ?? (completedBy === null ? [] : [completedBy]);
  return ids.map((id) => personShape(task, id));
}

function occurrenceShape(item: TodayItem, today: string): Occurrence {
  const { task, dueDate, doneDate, doers, household } = { ...item, household: item.task.household };
  const { id, title, category } = task;
  return {
    task: {
      ...{ id, title, category },
      household: household ? { id: household.id, name: household.name } : null,
    },
    ...{ day: scheduledDay(task, doneDate), dueDay: dueDate, isOverdue: item.wasOverdue },
    turn: turnShape(task, dueDate, today),
    status: item.isSkipped ? "skipped" : item.isDone ? "done" : "open",
    doneBy: doersShape(task, doers),
    door: doers && doorShape(doers),
    at: item.completedAt,
  };
}

/** The occurrences of the tab Today, what is overdue first; of each task the latest five missed days. */
export function todayShape(tasks: readonly TaskJson[], by: Asked) {
  const listed = tasks.filter(isListed).map((json) => taskOf(json, by));
  const { now, today, list } = by;
  const all = new Map(listed.map(({ id }) => [id, MISSED_SHOWN]));
  const buckets = todayBuckets(listed, { now, today, timeZone: list.timeZone }, all);
  const overdue = [...buckets.overdue, ...buckets.earlier]
    .flatMap(({ items }) => items)
    .flatMap((item) => (item.kind === "missed" ? item.days : [item]))
    .filter(({ isDone }) => !isDone);
  const active = buckets.active.flatMap(({ items }) => items);
  const done = buckets.done
    .flatMap(({ items }) => items)
    .filter((item) => item.kind === "occurrence");
  const occurrences = [...overdue, ...active, ...done].map((item) => occurrenceShape(item, today));
  return { day: today, timeZone: list.timeZone, occurrences };
}

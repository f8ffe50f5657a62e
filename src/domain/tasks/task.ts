import { type CalendarDate, toDayNumber } from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import { type Corrected, saidDone } from "../dates/done-when.ts";
import type { Household } from "../households/household.ts";
import { listed } from "../joined.ts";
import type { Locale } from "../language/locale.ts";
import { msg } from "../language/messages.ts";
import {
  type FormerSchedule,
  type Happened,
  isSettled,
  type PutOff,
} from "../recurrence/task-schedule.ts";
import type { Swap, TurnOffer } from "../turns/turn-types.ts";
import { type Door, withDoor } from "./door.ts";
import type { TaskFields } from "./task-input.ts";

/** The recording user, and the time zone of their profile. */
export interface Recorder {
  readonly userId: string;
  /** IANA name */
  readonly timeZone: string;
}

/** The people who did something, and who said so. */
export interface Doers extends Door {
  /** user id: who did it or, where people are named, said so; null when they have closed their account */
  readonly completedBy: string | null;
  /** of a household's task: the ids of the people who did it, none for nobody in particular */
  readonly people?: readonly string[] | undefined;
  /** the id of the person who said so */
  readonly saidBy?: string | undefined;
}

/** One occurrence done or skipped: which one, when, by whom. */
export interface Completion extends Doers, Corrected {
  readonly date: CalendarDate;
  readonly status: "done" | "skipped";
  /** ISO instant */
  readonly completedAt: string;
  /** IANA name of the zone in which it was recorded */
  readonly timeZone: string;
  /** of an interval task: the day on which it was due */
  readonly dueOn?: CalendarDate | undefined;
}

/** Many missed occurrences done or skipped in one go. */
export interface CatchUp extends Doers {
  /** the client's choice */
  readonly id: string;
  readonly status: Completion["status"];
  readonly days: DaySet;
  /** ISO instant */
  readonly completedAt: string;
  /** IANA name of the zone in which it was recorded */
  readonly timeZone: string;
}

/** The ticked lines of a checklist on one day. */
interface CheckedDay {
  readonly date: CalendarDate;
  readonly lines: readonly string[];
}

/** A task with its completions, as the client knows it. */
export interface Task extends TaskFields {
  readonly id: string;
  readonly ownerId: string;
  /** the viewer's household that it belongs to */
  readonly household?: Household;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** ISO instant at which the turns were entered; empty where it is not known */
  readonly rosterSince: string;
  /** grows by one with every change that others can see */
  readonly revision: number;
  /** that the list leaves out all but the title and whose it is, as its record is too long */
  readonly cut?: true;
  /** user or person id -> name: the owner and everyone who has a completion on the task */
  readonly people: Readonly<Record<string, string>>;
  /** user ids of those who take part beside the owner, once they have done something */
  readonly takingPart: readonly string[];
  /** in the order of their days */
  readonly formerSchedules: readonly FormerSchedule[];
  readonly putOffs: readonly PutOff[];
  /** the latest that happened of what it waits for, or waited, and by which door that was said */
  readonly happened: (Happened & Door) | null;
  /** days on which nothing is due */
  readonly pausedDays: DaySet;
  /** every completed date */
  readonly completedDays: DaySet;
  readonly skippedDays: DaySet;
  /** who and when of completions made in the last 48 h, or whose date is yesterday (UTC) or later */
  readonly recentCompletions: readonly Completion[];
  /** those of the last 48 h */
  readonly recentCatchUps: readonly CatchUp[];
  /** of days from eight before today (UTC) on, in their order; the record reads those of others */
  readonly swaps: readonly Swap[];
  readonly offers: readonly TurnOffer[];
  /** of the latest ten days on which any line was ticked, in their order */
  readonly recentChecks: readonly CheckedDay[];
  /** the days on which something waits on this device for the network */
  readonly waitingDays?: readonly CalendarDate[];
  /** the notes that wait, by their day */
  readonly waitingNotes?: Readonly<Record<CalendarDate, string>>;
}

/** A task's other fields, before anything is recorded of it. */
export const NOTHING_RECORDED = {
  ...{ id: "", ownerId: "", createdAt: "", updatedAt: "", rosterSince: "", revision: 0 },
  ...{ people: {}, takingPart: [], formerSchedules: [], putOffs: [], swaps: [], offers: [] },
  ...{ pausedDays: DaySet.empty, completedDays: DaySet.empty, skippedDays: DaySet.empty },
  ...{ recentCompletions: [], recentCatchUps: [], recentChecks: [], happened: null },
};

/** The task with occurrences done or skipped, by the person who was first. */
export function withCompletions(task: Task, completions: readonly Completion[]): Task {
  const added = completions.filter(({ date }) => !isSettled(task, toDayNumber(date)));
  if (added.length === 0) return task;
  const daysOf = (status: Completion["status"]) =>
    DaySet.fromDays(
      added.filter((one) => one.status === status).map(({ date }) => toDayNumber(date)),
    );
  return {
    ...task,
    completedDays: task.completedDays.union(daysOf("done")),
    skippedDays: task.skippedDays.union(daysOf("skipped")),
    recentCompletions: [...task.recentCompletions, ...added].sort(byDate),
  };
}

/** The task with many occurrences done or skipped in one go; those that are already stay as they are. */
export function withCatchUp(task: Task, catchUp: CatchUp): Task {
  const days = catchUp.days.minus(task.completedDays).minus(task.skippedDays);
  if (days.size === 0) return task;
  const isDone = catchUp.status === "done";
  return {
    ...task,
    completedDays: isDone ? task.completedDays.union(days) : task.completedDays,
    skippedDays: isDone ? task.skippedDays : task.skippedDays.union(days),
    recentCatchUps: [...task.recentCatchUps, { ...catchUp, days }],
  };
}

/** The task without a catch-up. */
export function withoutCatchUp(task: Task, id: string): Task {
  const catchUp = task.recentCatchUps.find((one) => one.id === id);
  if (catchUp === undefined) return task;
  return {
    ...task,
    completedDays: task.completedDays.minus(catchUp.days),
    skippedDays: task.skippedDays.minus(catchUp.days),
    recentCatchUps: task.recentCatchUps.filter((one) => one !== catchUp),
  };
}

/** The task with occurrences neither done nor skipped. */
export function withoutCompletions(task: Task, dates: readonly CalendarDate[]): Task {
  const days = DaySet.fromDays(dates.map(toDayNumber));
  const completedDays = task.completedDays.minus(days);
  const skippedDays = task.skippedDays.minus(days);
  if (completedDays === task.completedDays && skippedDays === task.skippedDays) return task;
  return {
    ...task,
    completedDays,
    skippedDays,
    recentCompletions: task.recentCompletions.filter((one) => !days.has(toDayNumber(one.date))),
  };
}

/**
 * The task with who did an occurrence, or when, corrected: what is not given stays. The day on which it was
 * recorded, without a time, is no other day.
 */
export function withCorrection(
  task: Task,
  date: CalendarDate,
  { doers, doneOn, doneAt }: Corrected & { readonly doers?: Doers | undefined },
): Task {
  const correct = (done: Completion): Completion => {
    if (done.date !== date) return done;
    const recorded = { at: done.completedAt, timeZone: done.timeZone };
    const { doneOn: _on, doneAt: _at, ...asRecorded } = done;
    return {
      ...(doneOn ? { ...asRecorded, ...saidDone(recorded, { doneOn, doneAt }) } : done),
      ...(doers && { ...doers, via: undefined, viaName: undefined }),
    };
  };
  return { ...task, recentCompletions: task.recentCompletions.map(correct) };
}

/** The task with an occurrence put off to another day; to its own day, it is put off no more. */
export function withPutOff(task: Task, dueDate: CalendarDate, newDate: CalendarDate): Task {
  const others = task.putOffs.filter((one) => one.dueDate !== dueDate);
  if (dueDate === newDate) return { ...task, putOffs: others };
  const toFormerSchedule = task.formerSchedules.some(
    ({ validUntil }) => newDate <= validUntil && validUntil < dueDate,
  );
  return { ...task, putOffs: [...others, { dueDate, newDate, toFormerSchedule }] };
}

const byDate = (a: Completion, b: Completion) => (a.date < b.date ? -1 : 1);

type Named = Pick<Task, "people"> & Partial<Pick<Task, "household">>;

/**
 * Names the doers to the viewer: 'You', 'Bob', 'Alice and Carol', 'Carol, said by Alice', 'Carol, on the
 * kitchen tablet'.
 */
export function doersName(task: Named, doers: Doers, viewerId: string, locale: Locale): string {
  const { t } = locale;
  const { completedBy, people, saidBy, via } = doers;
  if (people === undefined) {
    const name =
      via && completedBy === null
        ? t("Somebody")
        : completerName(task, completedBy, viewerId, locale);
    return withDoor(name, doers, locale);
  }
  const names = people.length > 0 ? namesBegin(people, task, locale) : t("Somebody");
  if (saidBy === undefined || people.includes(saidBy)) return withDoor(names, doers, locale);
  const said = t("{who, select, you {{names}, said by you} other {{names}, said by {name}}}", {
    who: saidBy === task.household?.me ? "you" : "other",
    names,
    name: personName(task, saidBy, locale),
  });
  return withDoor(said, doers, locale);
}

/** What a person of a household is called; undefined for one of whom nothing is known any more. */
export function nameIn({ people, household }: Named, id: string): string | undefined {
  const present = household?.people.find((person) => person.id === id);
  return people[id] ?? present?.name ?? household?.former?.[id];
}

/** A person of a household, to the viewer. */
export function personName(task: Named, id: string, { t }: Locale): string {
  return id === task.household?.me ? t("You") : (nameIn(task, id) ?? t("Someone"));
}

/** Several people's names, with this word for the viewer. */
export const namesWithYou = (people: readonly string[], task: Named, you: string, locale: Locale) =>
  people.map((id) => (id === task.household?.me ? you : personName(task, id, locale)));

/** Several people as the subject that begins a sentence: 'You and Lina'. */
export function namesBegin(people: readonly string[], task: Named, locale: Locale): string {
  const [first = "", ...others] = people;
  const within = namesWithYou(others, task, locale.t("you // subject: 'Bob and you did'"), locale);
  return listed([personName(task, first, locale), ...within], locale);
}

/** Several people's names after 'by' or 'for', where languages have another word for the viewer. */
export const namesAfter = (people: readonly string[], task: Named, locale: Locale): string =>
  listed(namesWithYou(people, task, locale.t("you // after by or for"), locale), locale);

/** The completer's name for the viewer: 'You' for oneself or when no name is known. */
function completerName(
  task: Named,
  completedBy: string | null,
  viewerId: string,
  { t }: Locale,
): string {
  if (completedBy === null) return t(SOMEONE_WHO_LEFT);
  return completedBy === viewerId ? t("You") : (task.people[completedBy] ?? t("You"));
}

/** Whether it is worth telling who did it: others could have. */
export const hasOtherPeople = ({ isShared, household }: Task): boolean =>
  isShared || (household?.people.length ?? 0) > 1;

/** A task's household with others in it, where who did something is a question; null for any other task. */
export const sharedHousehold = ({ household }: Pick<Task, "household">): Household | null =>
  household && household.people.length > 1 ? household : null;

/** Completions of a closed account stay, without a name. */
export const SOMEONE_WHO_LEFT = msg("Someone who left");

/** The owner, or where it belongs to a household everyone there but its helpers. */
export function mayEdit(task: Task, viewerId: string): boolean {
  if (task.householdId === null) return task.ownerId === viewerId;
  return task.household !== undefined && task.household.role !== "helper";
}

/** Those who did it, those who said so and those who may edit the task may undo it. */
export function mayUndo(task: Task, { completedBy, people }: Doers, viewerId: string): boolean {
  const me = task.household?.me;
  const isNamed = me !== undefined && people?.includes(me) === true;
  return completedBy === viewerId || isNamed || mayEdit(task, viewerId);
}

/** Whether the user, or the household, has another active task with this title, compared after trimming. */
export function hasDuplicateTitle(
  tasks: readonly Task[],
  draft: Pick<Task, "ownerId" | "householdId" | "title"> & { readonly id?: string },
): boolean {
  const title = draft.title.trim().normalize("NFC");
  return tasks.some(
    (task) =>
      task.id !== draft.id &&
      task.householdId === draft.householdId &&
      (draft.householdId !== null || task.ownerId === draft.ownerId) &&
      task.title.trim() === title,
  );
}

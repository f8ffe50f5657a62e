import { addDays } from "../dates/calendar.ts";
import type { CalendarDate } from "../dates/calendar-date.ts";
import { doneWhen } from "../dates/done-when.ts";
import { listed } from "../joined.ts";
import type { Locale } from "../language/locale.ts";
import { type Message, msg } from "../language/messages.ts";
import { scheduledDay } from "../recurrence/task-schedule.ts";
import { earlyDay } from "../tasks/done-early.ts";
import { type Completion, NOTHING_RECORDED, type Task } from "../tasks/task.ts";
import { emptyFields } from "../tasks/task-input.ts";
import { type TaskJson, taskFromJson } from "../tasks/task-json.ts";
import { type Moment, type TodayGroup, todayBuckets } from "../tasks/today.ts";
import type { Household } from "./household.ts";

/** Tablets and printed labels show tasks without an account: docs/design/display.md. */

/** Somebody of the household, as everyone who stands there may know them. */
export interface DisplayPerson {
  readonly id: string;
  readonly name: string;
  /** the colour of the face, 0 to 9 */
  readonly face: number;
}

/**
 * A task as `private.shown_task` writes it: what decides when it is due, and who did it lately; without what is null or
 * an empty list.
 */
type ShownTask = Pick<TaskJson, "id" | "title" | "category" | "startDate"> &
  Partial<Omit<TaskJson, "recentCompletions">> & {
    readonly recentCompletions?: readonly Omit<Completion, "completedBy">[];
  };

/** All that a display shows. */
export interface DisplayJson {
  /** stands for all of this */
  readonly digest: string;
  /** of the display, whose channel has its name; null for a label, which has none */
  readonly id: string | null;
  /** of the display; null for a label */
  readonly name: string | null;
  readonly household: string;
  /** a BCP 47 tag; null for the browser's */
  readonly language?: string | null;
  /** those who can be named, in the order in which they came */
  readonly people: readonly DisplayPerson[];
  /** those whom completions name all the same */
  readonly formerPeople: readonly DisplayPerson[];
  /** as whom whoever is signed in belongs to the household; null for nobody */
  readonly me: string | null;
  /** by which whose turn it is is told, of a display alone: who left, by their ids, and who is away */
  readonly former?: Household["former"];
  readonly absences?: Household["absences"];
  /** the household's active ones, or the label's one */
  readonly tasks: readonly ShownTask[];
  /** how many there are besides, where there are too many for a tablet */
  readonly leftOut?: number;
}

/**
 * Parses the answer of `read_display`; returns the cached one if its digest is the same. @throws
 * TypeError when it is none
 */
export function readDisplay(answer: unknown, known: DisplayJson | undefined): DisplayJson {
  const shown: DisplayJson = Object(answer);
  if (known && shown.digest === known.digest) return known;
  if (![shown.people, shown.formerPeople, shown.tasks].every(Array.isArray)) {
    throw new TypeError("This is no display.");
  }
  return shown;
}

type HouseholdShown = Omit<DisplayJson, "digest" | "id" | "name" | "me" | "leftOut">;

/** Something to tick. */
export interface OpenRow {
  readonly id: string;
  readonly task: Task;
  readonly dueDate: CalendarDate;
  /** the day by which a tick finds it, wherever it is by then */
  readonly day: CalendarDate;
  /** how many days were missed; 0 for what is due today or later */
  readonly missed: number;
}

/** Something done or skipped today. */
export interface DoneRow {
  readonly id: string;
  readonly task: Task;
  readonly day: CalendarDate;
  readonly isSkipped: boolean;
  /** null where all that is known is that it is done */
  readonly done: Completion | null;
}

export interface DisplayRows {
  readonly overdue: readonly OpenRow[];
  readonly active: readonly OpenRow[];
  readonly done: readonly DoneRow[];
  /** what can be done early: of each task with which nobody had to do today, its next day, the nearest first */
  readonly coming: readonly OpenRow[];
}

/** How many days ahead something is done early without an account, as the database has it. */
const DAYS_AHEAD = 7;

/** The tasks with what a display has nothing of left empty; without those whose record is too long. */
export function displayTasks(shown: HouseholdShown): Task[] {
  const household = householdOf(shown);
  return shown.tasks
    .map((task) => ({
      ...emptyFields(task.startDate),
      ...{ ...NOTHING_RECORDED, swaps: [], offers: [] },
      ...{ pausedDays: [], completedDays: [], skippedDays: [] },
      ...task,
      recentCompletions: (task.recentCompletions ?? []).map((done) => ({
        ...done,
        completedBy: null,
      })),
    }))
    .map((task) => taskFromJson(task, household));
}

/** As nobody in it sees it; undefined for a label, which tells nobody's turn. */
function householdOf({ household, people, former, absences }: HouseholdShown) {
  if (!former || !absences) return undefined;
  const shown: Household = {
    ...{ id: "", name: household, role: "helper", me: "" },
    people: people.map((person) => ({ ...person, role: "member", isJoined: false })),
    ...{ former, absences },
  };
  return shown;
}

/**
 * The rows of a display by the rules of the Today tab, in its order. A task with several missed days has one
 * row, for the latest of them.
 */
export function displayRows(
  tasks: readonly Task[],
  moment: Moment,
  reader?: Pick<Locale, "tag">,
): DisplayRows {
  const buckets = todayBuckets(tasks, moment, undefined, reader);
  const done = buckets.done.flatMap(doneRows);
  const last = addDays(moment.today, DAYS_AHEAD);
  const coming = tasks.flatMap((task): OpenRow[] => {
    const date = earlyDay(task, moment)?.date;
    if (!date || date > last || done.some((row) => row.task === task)) return [];
    return [openRow(`${task.id}-${date}`, task, date, date, 0)];
  });
  return {
    overdue: [...buckets.overdue, ...buckets.earlier].flatMap(openRows),
    active: buckets.active.flatMap(openRows),
    done,
    coming: coming.sort((a, b) => (a.dueDate < b.dueDate ? -1 : Number(a.dueDate > b.dueDate))),
  };
}

const openRow = (
  id: string,
  task: Task,
  dueDate: CalendarDate,
  doneDate: CalendarDate,
  missed: number,
): OpenRow => ({ id, task, dueDate, day: scheduledDay(task, doneDate), missed });

function openRows({ items }: TodayGroup): OpenRow[] {
  return items.flatMap((item): OpenRow[] => {
    const { id, task } = item;
    if (item.kind === "missed" && item.latest)
      return [openRow(id, task, item.latest, item.latest, item.count)];
    // Ticked late, it is among what is done already.
    if (item.kind !== "occurrence" || item.isDone) return [];
    const { dueDate, doneDate, wasOverdue } = item;
    return [openRow(id, task, dueDate, doneDate, wasOverdue ? 1 : 0)];
  });
}

function doneRows({ items }: TodayGroup): DoneRow[] {
  return items.flatMap((item): DoneRow[] => {
    if (item.kind !== "occurrence") return [];
    const { id, task, dueDate, isSkipped } = item;
    const done = task.recentCompletions.find(({ date }) => date === dueDate) ?? null;
    return [{ id, task, day: dueDate, isSkipped, done }];
  });
}

/** Names the doers, 'Carol', 'Alice and Carol' or 'Somebody'; null if nobody of the household is named. */
export function displayDoers(
  { people, formerPeople }: Pick<DisplayJson, "people" | "formerPeople">,
  done: Completion | null,
  locale: Locale,
): { readonly names: string; readonly faces: readonly DisplayPerson[] } | null {
  if (!done?.people) return null;
  const faces = facesOf({ people, formerPeople }, done.people);
  return { names: namesOf({ people, formerPeople }, done.people, locale), faces };
}

type Shown = Pick<DisplayJson, "people" | "formerPeople">;

const facesOf = ({ people, formerPeople }: Shown, ids: readonly string[]) => {
  const known = [...people, ...formerPeople];
  return ids.flatMap((id) => known.find((person) => person.id === id) ?? []);
};

const namesOf = (shown: Shown, ids: readonly string[], locale: Locale) =>
  listed(
    facesOf(shown, ids).map(({ name }) => name),
    locale,
  ) || locale.t("Somebody");

/** The answer to a tick or an undo without an account. */
export interface DeedAnswer {
  /** the day on which the occurrence is */
  readonly day: CalendarDate;
  /** what came first, and stays */
  readonly untaken?: readonly {
    readonly status: string;
    readonly people?: readonly string[];
    /** ISO instant */
    readonly completedAt: string;
    /** IANA name */
    readonly timeZone: string;
  }[];
}

const FIRST: Readonly<Record<string, Message>> = {
  done: msg("{name} was first, {when}. // 'today at 8:05 AM'"),
  skipped: msg("{name} skipped it, {when}. // 'today at 8:05 AM'"),
};
const CHANGED = msg("{name} changed it, {when}. // 'today at 8:05 AM'");

/** Why a deed was not taken, 'Bob skipped it, today at 8:05 AM.'; null where it was. */
export function untakenText(
  shown: Shown,
  { untaken = [] }: DeedAnswer,
  { today, timeZone }: Pick<Moment, "today" | "timeZone">,
  locale: Locale,
): string | null {
  const said = untaken.map(({ status, people = [], completedAt: at, timeZone: zone }) => {
    const when = doneWhen({ at, timeZone: zone }, today, timeZone, locale);
    return locale.t(FIRST[status] ?? CHANGED, { name: namesOf(shown, people, locale), when });
  });
  return said.join(" ") || null;
}

import { type CalendarDate, toDayNumber } from "../domain/dates/calendar-date.ts";
import { DaySet } from "../domain/dates/day-set.ts";
import { saidDone } from "../domain/dates/done-when.ts";
import { withCheckedLine } from "../domain/tasks/checklist.ts";
import type { Deed } from "../domain/tasks/deed.ts";
import { dueOn } from "../domain/tasks/due-on.ts";
import { withEarlier, withSchedule } from "../domain/tasks/schedule-change.ts";
import {
  type Task,
  withCatchUp,
  withCompletions,
  withCorrection,
  withoutCatchUp,
  withoutCompletions,
  withPutOff,
} from "../domain/tasks/task.ts";
import { readTaskJson, type TaskJson } from "../domain/tasks/task-json.ts";
import { withOffers, withoutOffers, withoutTurns, withTurns } from "../domain/turns/with-turns.ts";
import type { Supabase } from "../supabase/client.ts";
import { answerOf, dataOf } from "../supabase/request-failure.ts";
import type { TaskChange } from "./task-change.ts";
import type { TaskEvent } from "./task-list.ts";

/** @param madeAgo for how many seconds it has waited on this device; none when it is sent at once */
type Send = (
  supabase: Supabase,
  signal: AbortSignal,
  madeAgo?: number,
) => Promise<TaskEvent | null>;

/** A kind of change, stated once. */
interface ChangeKind<Change> {
  /** The task as it will be, null when it will be removed; itself when the server decides first. */
  readonly shown: (task: Task, change: Change) => Task | null;
  /**
   * How it is sent, which rejects with RequestFailure. Resolves to what the answer says, or to null when
   * only reading the list can tell: a task that was removed may be back.
   */
  readonly sent: (change: Change) => Send;
}

type Call = Supabase["rpc"];

/** The header that private.made_at reads. */
const MADE_AGO = "x-made-ago";

/** One call of the database, which answers the task. */
const call =
  (name: Parameters<Call>[0], parameters: Parameters<Call>[1]): Send =>
  async (supabase, signal, madeAgo) => {
    const request = supabase.rpc(name, parameters).abortSignal(signal);
    if (madeAgo !== undefined) request.setHeader(MADE_AGO, String(madeAgo));
    const { untaken, ...task } = await answerOf(request, readAnswer);
    return { type: "task_answer", task, untaken };
  };

/** One edge function, which answers the task in an object. */
const invoke =
  (name: string, body: object, type: "task" | "task_answer"): Send =>
  async ({ functions }, signal, madeAgo) => {
    const headers = madeAgo === undefined ? {} : { [MADE_AGO]: String(madeAgo) };
    const request = functions.invoke(name, { body, signal, headers });
    return { type, task: await answerOf(request, (answer) => readTaskJson(Object(answer).task)) };
  };

/** A request whose answer says nothing of the task. */
const unanswered =
  (ask: (...to: Parameters<Send>) => Parameters<typeof dataOf>[0]): Send =>
  async (...to) => {
    await dataOf(ask(...to));
    return null;
  };

/** A task, and what came before the change. */
const readAnswer = (answer: unknown): TaskJson & { readonly untaken?: readonly Deed[] } =>
  readTaskJson(answer);

const unchanged = (task: Task) => task;

type Recorded = Pick<Changes["complete"], "completedBy" | "completedAt" | "timeZone" | "doers">;

/** By whom and when, as the database will say: of a household's task the person, unless others are named. */
function recordOf({ household }: Task, { completedBy, completedAt, timeZone, doers }: Recorded) {
  const people = household && (doers?.map(({ id }) => id) ?? [household.me]);
  return { completedBy, completedAt, timeZone, ...(people && { people, saidBy: household.me }) };
}

/** The task with the names of those who did something in it. */
const withNames = (task: Task, doers: Recorded["doers"]): Task => {
  if (doers === undefined) return task;
  const names = Object.fromEntries(doers.map(({ id, name }) => [id, name]));
  return { ...task, people: { ...task.people, ...names } };
};

/** When an interval task was due, as the database will say. */
function dueThen(task: Task, date: CalendarDate) {
  const due = dueOn(task, date);
  return due === null ? {} : { dueOn: due };
}

const idsOf = (doers: Recorded["doers"]) => doers && { people: doers.map(({ id }) => id) };

const whenOf = (doneOn: string | undefined, doneAt: string | undefined) => ({
  ...(doneOn && { done_on: doneOn }),
  ...(doneAt && { done_at: doneAt }),
});

const KINDS: { readonly [Kind in keyof Changes]: ChangeKind<Changes[Kind]> } = {
  create: {
    shown: unchanged,
    sent: ({ input }) => invoke("create-task", input, "task"),
  },
  update: {
    shown: (task, { input }) => withInput(task, input),
    sent: ({ input }) => invoke("update-task", input, "task_answer"),
  },
  delete: {
    shown: () => null,
    sent: ({ taskId }) =>
      unanswered(({ functions }, signal) =>
        functions.invoke("delete-task", { body: { id: taskId }, signal }),
      ),
  },
  restore: {
    shown: unchanged,
    sent: ({ taskId }) => call("restore_task", { task_id: taskId }),
  },
  leave: {
    shown: () => null,
    sent: ({ taskId }) =>
      unanswered((supabase, signal) =>
        supabase.rpc("leave_task", { task_id: taskId }).abortSignal(signal),
      ),
  },
  complete: {
    shown: (task, { date, ...change }) => {
      const when = saidDone({ ...change, at: change.completedAt }, change);
      return withCompletions(withNames(task, change.doers), [
        { date, status: "done", ...recordOf(task, change), ...when, ...dueThen(task, date) },
      ]);
    },
    sent: ({ taskId, date, dueDate = date, completedBy, doers, doneOn, doneAt }) =>
      call("complete_task", {
        ...{ task_id: taskId, completed_date: dueDate, done_by: completedBy },
        ...idsOf(doers),
        ...whenOf(doneOn, doneAt),
      }),
  },
  skip: {
    shown: (task, { date, ...change }) =>
      withCompletions(task, [
        { date, status: "skipped", ...recordOf(task, change), ...dueThen(task, date) },
      ]),
    sent: ({ taskId, date, dueDate = date }) =>
      call("skip_occurrence", { task_id: taskId, day: dueDate }),
  },
  undo: {
    shown: (task, { date }) => withoutCompletions(task, [date]),
    sent: ({ taskId, date }) => call("undo_completion", { task_id: taskId, completed_date: date }),
  },
  correct: {
    shown: (task, { date, doers, doneOn, doneAt, correctedBy: completedBy }) => {
      const said = idsOf(doers) && { ...idsOf(doers), completedBy, saidBy: task.household?.me };
      return withCorrection(withNames(task, doers), date, { doers: said, doneOn, doneAt });
    },
    sent: ({ taskId, date, doers, doneOn, doneAt }) =>
      call("correct_completion", {
        ...{ task_id: taskId, completed_date: date },
        ...idsOf(doers),
        ...whenOf(doneOn, doneAt),
      }),
  },
  "catch-up": {
    shown: (task, { catchUpId: id, days, status, ...change }) =>
      withCatchUp(withNames(task, change.doers), {
        ...{ id, days: DaySet.fromRuns(days), status },
        ...recordOf(task, change),
      }),
    sent: ({ taskId, catchUpId, days, status, doers }) =>
      call("catch_up", { id: catchUpId, task_id: taskId, days, status, ...idsOf(doers) }),
  },
  "undo-catch-up": {
    shown: (task, { catchUpId }) => withoutCatchUp(task, catchUpId),
    sent: ({ taskId, catchUpId }) =>
      call("undo_catch_up", { task_id: taskId, catch_up_id: catchUpId }),
  },
  "put-off": {
    shown: (task, { dueDate, newDate }) => withPutOff(task, dueDate, newDate),
    sent: ({ taskId, dueDate, newDate }) =>
      call("put_off", { task_id: taskId, due_date: dueDate, new_date: newDate }),
  },
  note: {
    shown: unchanged,
    sent: ({ taskId, day, note, basedOn }) =>
      call("note_day", { task_id: taskId, day, note, based_on: basedOn }),
  },
  "check-line": {
    shown: (task, { day, line, isChecked }) => withCheckedLine(task, day, line, isChecked),
    sent: ({ taskId, day, line, isChecked }) =>
      call("check_line", { task_id: taskId, day, line, is_checked: isChecked }),
  },
  "undo-schedule": {
    shown: unchanged,
    sent: ({ taskId, eventId }) =>
      call("undo_schedule_change", { task_id: taskId, event_id: eventId }),
  },
  "take-turns": {
    shown: (task, { days }) => withTurns(task, days, task.household?.me ?? ""),
    sent: ({ taskId, days }) => call("take_turns", { task_id: taskId, days: [...days] }),
  },
  "give-turns": {
    shown: (task, { days, personId }) => withTurns(task, days, personId),
    sent: ({ taskId, days, personId }) =>
      call("give_turns", { task_id: taskId, days: [...days], person_id: personId }),
  },
  "return-turns": {
    shown: (task, { days }) => withoutTurns(task, days),
    sent: ({ taskId, days }) => call("return_turns", { task_id: taskId, days: [...days] }),
  },
  "offer-turns": {
    shown: (task, { days, toPerson }) => withOffers(task, days, task.household?.me ?? "", toPerson),
    sent: ({ taskId, days, toPerson }) =>
      call("offer_turns", {
        ...{ task_id: taskId, days: [...days] },
        ...(toPerson && { to_person: toPerson }),
      }),
  },
  "withdraw-offers": {
    shown: (task, { days }) => withoutOffers(task, days),
    sent: ({ taskId, days }) => call("withdraw_offers", { task_id: taskId, days: [...days] }),
  },
  pause: {
    shown: (task, { firstDay, lastDay, isPaused }) => {
      const first = toDayNumber(firstDay);
      const days = DaySet.fromRuns([[first, toDayNumber(lastDay) - first + 1]]);
      const { pausedDays } = task;
      return { ...task, pausedDays: isPaused ? pausedDays.union(days) : pausedDays.minus(days) };
    },
    sent: ({ taskId, firstDay, lastDay, isPaused }) =>
      call("pause_task", {
        task_id: taskId,
        first_day: firstDay,
        last_day: lastDay,
        is_paused: isPaused,
      }),
  },
};

type Changes = { readonly [Change in TaskChange as Change["kind"]]: Change };

const kindOf = <Kind extends keyof Changes>(kind: Kind): ChangeKind<Changes[Kind]> => KINDS[kind];

/** The task as it will be, or null when it will be removed. */
export function shownAfter<Kind extends keyof Changes>(
  task: Task,
  change: Changes[Kind] & { readonly kind: Kind },
): Task | null {
  return kindOf(change.kind).shown(task, change);
}

/** How a change is sent. */
export function sendOf<Kind extends keyof Changes>(
  change: Changes[Kind] & { readonly kind: Kind },
): Send {
  return kindOf(change.kind).sent(change);
}

/** The task with the fields as the server will store them. */
function withInput(task: Task, input: Changes["update"]["input"]): Task {
  const { shareWith: _shareWith, earlier, ...fields } = input;
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const changed = withSchedule(task, Object.fromEntries(given));
  return earlier ? withEarlier(changed, earlier) : changed;
}

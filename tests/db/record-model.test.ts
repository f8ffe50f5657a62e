import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firstDay } from "../../src/domain/tasks/schedule-change.ts";
import type { Doers } from "../../src/domain/tasks/task.ts";
import { type TaskJson, taskFromJson } from "../../src/domain/tasks/task-json.ts";
import { Tally } from "../support/dimensions.ts";
import { dayAfter, type ModelDone, type Run, runsOf } from "../support/model-events.ts";
import { expectStatuses, PUT_OFF_CASES } from "../support/put-off-cases.ts";
import {
  hasDateutil,
  pythonReplays,
  pythonStatuses,
  type Replay,
} from "../support/python-model.ts";
import { runs, seed } from "../support/runs.ts";
import { shownStatuses } from "../support/shown-statuses.ts";
import { rolledBack } from "../support/sql.ts";
import { dueDayHistory } from "./due-day-histories.ts";
import { KINDS, randomHistory } from "./record-histories.ts";
import { countDone, type Outcome, type Played, play, prepareToPlay } from "./record-play.ts";

/**
 * The record in the database: whatever people do, its events are enough to compute every day's status, doer,
 * time and note as the app shows them, and no operation changes the days before it.
 */

const HISTORIES = runs(2000);
const IN_A_TRANSACTION = 50;
const TODAY = "2026-03-10";

const refusals = new Set([
  "ALREADY_DONE",
  "PUT_OFF",
  ...["VALIDATION_FAILED", "TASK_NOT_FOUND", "NOT_ALLOWED", "COMPLETION_NOT_YOURS"],
  ...["LINK_NOT_VALID", "INVITATION_NOT_FOUND", "UNAUTHENTICATED", "NOTE_CHANGED", "UNDO_TOO_LATE"],
  "HOUSEHOLD_NOT_FOUND",
]);

/** Only the responsible person may share a task outside the household, no other member. */
const isOthersShare = /^new row violates row-level security policy for table "task_shares"$/;

/** Every operation leaves the days before it unchanged, except those that it names, and comes to what the app showed. */
function expectAPastThatStays({ statements, outcomes }: Played) {
  let before: TaskJson | null = null;
  for (const [index, { kind, today, named, shown }] of statements.entries()) {
    const { refusal, task: after } = outcomes[index] as Outcome;
    if (refusal !== null) {
      if (kind === "share" && isOthersShare.test(refusal)) continue;
      expect([...refusals], kind).toContain(refusal);
      continue;
    }
    if (before !== null && after !== null && named !== null) {
      const days = kind === "start earlier" ? daysBeforeStart(before) : named;
      const changed = changedDays(
        before,
        after,
        days,
        today,
        /put off|bring|done|skip|undo/.test(kind),
      );
      expect(changed, `${kind} of ${JSON.stringify(before)}`).toEqual([]);
    }
    if (before !== null && after !== null && shown) {
      const [from, to] = [dayAfter(today, -60), dayAfter(today, 40)];
      const [atOnce, then] = [shown(taskFromJson(before)), taskFromJson(after)].map((task) =>
        shownStatuses(task, from, to, today),
      );
      expect(atOnce, `${kind} of ${JSON.stringify(before)}`).toEqual(then);
    }
    before = after;
  }
}

/** A start before the first one names these days. */
function daysBeforeStart(task: TaskJson): readonly Run[] {
  const first = firstDay(task);
  return first === null ? [] : [["0001-01-01", dayAfter(first, -1)]];
}

/** Days before today with a changed status, except named ones. */
function changedDays(
  before: TaskJson,
  after: TaskJson,
  named: readonly Run[],
  today: string,
  isOfOccurrence: boolean,
) {
  const [from, yesterday] = [dayAfter(today, -60), dayAfter(today, -1)];
  const shown = (task: TaskJson) => shownStatuses(taskFromJson(task), from, yesterday, today);
  const isNamed = (date: string, runs: readonly Run[]) =>
    runs.some(([first, last]) => date >= first && date <= last);
  // A put-off is named by either of its days; deeds on it are on its day now.
  const moved = [...before.putOffs, ...after.putOffs]
    .filter(({ dueDate }) => isOfOccurrence && isNamed(dueDate, named))
    .map(({ newDate }): Run => [newDate, newDate]);
  const [old, now] = [shown(before), shown(after)];
  return now
    .map((status, index) => (status === old[index] ? null : dayAfter(from, index)))
    .filter((day) => day !== null && !isNamed(day, [...named, ...moved]));
}

/** The doer of each day that was done or skipped, and the corrected time if any, by the task's JSON. */
function doersOf({ recentCompletions, recentCatchUps }: TaskJson) {
  const doneBy = ({ completedBy, people = [] }: Doers, hasNames: boolean) => ({
    by: completedBy,
    people: hasNames ? people : null,
  });
  const doers: Record<string, ModelDone> = {};
  for (const done of recentCompletions) {
    const { doneOn = null, doneAt = null } = done;
    doers[done.date] = { ...doneBy(done, done.people !== undefined), doneOn, doneAt };
  }
  for (const done of recentCatchUps) {
    for (const [first = 0, length = 0] of done.days) {
      for (let day = 0; day < length; day += 1) {
        const who = doneBy(done, done.people !== undefined);
        doers[dayAfter("1970-01-01", first + day)] = { ...who, doneOn: null, doneAt: null };
      }
    }
  }
  return doers;
}

/** The database's record of a task, and the same computed from its events. */
function recordOf({ statements, outcomes, events, notes, listed }: Played) {
  const task = outcomes.findLast(({ refusal }) => refusal === null)?.task as TaskJson;
  const today = statements.at(-1)?.today ?? "";
  const [from, to] = [dayAfter(today, -60), dayAfter(today, 40)];
  const about = outcomes
    .map(({ refusal }, index) => `${statements[index]?.kind} ${refusal ?? ""}`)
    .join(", ");
  const [own, ...others] = listed;
  if (own) expect(own, about).toEqual(task);
  for (const theirs of others) expect([own, undefined], about).toContainEqual(theirs);
  const asked: Replay = {
    events: events.map((event) => ({ ...event, days: runsOf(event.days) })),
    ...{ from, to, today },
  };
  const has = {
    statuses: shownStatuses(taskFromJson(task), from, to, today),
    doers: doersOf(task),
    // A catch-up has no due date.
    dues: Object.fromEntries(task.recentCompletions.map(({ date, dueOn = null }) => [date, dueOn])),
    notes: Object.fromEntries(notes.map(({ day, note }) => [day, note])),
    title: task.title,
    isDeleted: own === undefined,
  };
  return { asked, about, has };
}

const pick = (all: Readonly<Record<string, string | null>>, wanted: object) =>
  Object.fromEntries(Object.keys(wanted).map((day) => [day, all[day]]));

describe("the table of put-offs", () => {
  test("is what the database has of each case, and what its events tell", async () => {
    const replays: Replay[] = [];
    await rolledBack(async (client) => {
      await prepareToPlay(client);
      for (const one of PUT_OFF_CASES) {
        const played = await play(client, one.today, (history) => history.caseStatements(one));
        const refused = played.outcomes.filter(({ refusal }) => refusal !== null);
        expect(refused.length, one.name).toBe(one.name.endsWith("refused") ? 1 : 0);
        const task = played.outcomes.findLast(({ refusal }) => refusal === null)?.task as TaskJson;
        const days = Object.keys(one.expected).sort();
        const [from, to] = [days[0] as string, days.at(-1) as string];
        const today = played.statements.at(-1)?.today ?? "";
        const events = played.events.map((event) => ({ ...event, days: runsOf(event.days) }));
        expectStatuses(one, shownStatuses(taskFromJson(task), from, to, today));
        replays.push({ events, from, to, today });
      }
    });
    if (!hasDateutil) return;
    const answers = pythonStatuses(replays);
    for (const [index, one] of PUT_OFF_CASES.entries()) {
      expectStatuses(one, answers[index] as (string | null)[]);
    }
  });
});

describe.each([
  { name: "three accounts and a household each", histories: randomHistory, kinds: KINDS },
  { name: "one occurrence at a time", histories: dueDayHistory.all, kinds: dueDayHistory.kinds },
])(`${HISTORIES} histories in the database, of $name`, ({ name, histories: one, kinds }) => {
  const done = new Tally(kinds);
  const records: ReturnType<typeof recordOf>[] = [];

  test("no operation changes the past, and everybody's list has the task as it is", async () => {
    const histories = fc.sample(one, { seed, numRuns: HISTORIES });
    while (histories.length > 0) {
      await rolledBack(async (client) => {
        await prepareToPlay(client);
        for (const steps of histories.splice(0, IN_A_TRANSACTION)) {
          const played = await play(client, TODAY, (history) => history.statements(steps));
          expectAPastThatStays(played);
          records.push(recordOf(played));
          countDone(done, played);
        }
      });
    }
    const dues = records.flatMap(({ has }) => Object.values(has.dues)).filter(Boolean);
    console.log(`${records.length} histories, ${dues.length} due days`);
    done.expectAll(`what was done in histories of ${name}`, HISTORIES >= 500);
  });

  test.runIf(hasDateutil)("their events give every day what the app shows, in Python", () => {
    const replayed = pythonReplays(records.map(({ asked }) => asked));
    for (const [index, { has, about }] of records.entries()) {
      const { dues, ...others } = replayed[index] as (typeof replayed)[number];
      expect(has, about).toEqual({ ...others, dues: pick(dues, has.dues) });
    }
  });
});

import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromDayNumber, toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { factsFromJson, type RecordFacts } from "../../src/domain/figures/facts.ts";
import { turnsAsOf } from "../../src/domain/figures/figure-turns.ts";
import { filteredMarks } from "../../src/domain/figures/filter.ts";
import { countMarks, dayMark } from "../../src/domain/figures/heat-map.ts";
import {
  type Counted,
  loadAhead,
  mostMissed,
  mostPutOff,
  unusedStretches,
} from "../../src/domain/figures/household-figures.ts";
import { marksOf } from "../../src/domain/figures/marks.ts";
import type { Period } from "../../src/domain/figures/period.ts";
import { type Share, sharesByMonth, sharesOf } from "../../src/domain/figures/shares.ts";
import { taskFigures } from "../../src/domain/figures/task-figures.ts";
import type { Task } from "../../src/domain/tasks/task.ts";
import { type TaskJson, taskFromJson } from "../../src/domain/tasks/task-json.ts";
import { Tally } from "../support/dimensions.ts";
import { dayAfter, runsOf } from "../support/model-events.ts";
import { hasDateutil, runPython } from "../support/python-model.ts";
import { runs, seed } from "../support/runs.ts";
import { rolledBack } from "../support/sql.ts";
import { dueDayHistory } from "./due-day-histories.ts";
import { type Histories, KINDS, randomHistory } from "./record-histories.ts";
import { countDone, factsFrom, type Played, play, prepareToPlay } from "./record-play.ts";
import { turnHistory } from "./turn-histories.ts";

/** The app's figures for random histories in the database, compared with an independent model of their events. */

const HISTORIES = runs(500);
const IN_A_TRANSACTION = 50;
/** So many tasks count together, like a household's. */
const TOGETHER = 5;
const TODAY = "2026-03-10";

interface PlayedTask {
  readonly task: Task;
  readonly played: Played;
  /** the person of each account in its household; empty if it has none */
  readonly persons: Readonly<Record<string, string>>;
  /** all possible doers, including nobody in particular */
  readonly doers: readonly string[];
}

/** Plays a history; null if the task is deleted in the end. */
async function playOne(
  client: Parameters<typeof play>[0],
  steps: Parameters<Histories["statements"]>[0],
  index: number,
): Promise<PlayedTask | null> {
  let people: Histories["householdPeople"] = [];
  let accounts: readonly string[] = [];
  const played = await play(client, TODAY, (history) => {
    people = history.householdPeople;
    accounts = Object.values(history.people);
    return history.statements(steps);
  });
  const json: TaskJson | undefined = played.listed[0];
  if (json === undefined) return null;
  // Each with its own effort and title, which histories don't set.
  const household = played.households.find(({ id }) => id === json.householdId);
  const known = { effort: index % 6 || null, title: `Task ${1000 + index}` };
  const task = { ...taskFromJson(json, household), ...known };
  const persons = people.flatMap(({ id, account }) => (account ? [[account, id]] : []));
  return {
    ...{ task, played, persons: json.householdId ? Object.fromEntries(persons) : {} },
    doers: [...people.map(({ id }) => id), ...accounts, ""],
  };
}

const byText = (numbers: ReadonlyMap<number, string>) =>
  Object.fromEntries([...numbers].map(([day, mark]) => [fromDayNumber(day), mark]));
const named = (counted: readonly Counted[]) =>
  counted.map(({ task, count }) => [task.title, count]);

/** The shares with this part. */
const partOf = (shares: readonly (readonly [string, Share])[], part: keyof Share) =>
  Object.fromEntries(shares.flatMap(([who, share]) => (share[part] ? [[who, share[part]]] : [])));

/** The app's figures for some tasks. */
function shown(those: readonly PlayedTask[], facts: RecordFacts, period: Period) {
  const tasks = those.map(({ task }) => task);
  const all = tasks.map((task) => marksOf(task, facts.tasks.get(task.id), period));
  const turns = turnsAsOf(period.today, facts);
  const shares = [...sharesOf(tasks, facts, period, turns)];
  const days = [...countMarks(all)].map(([day, counts]) => [fromDayNumber(day), dayMark(counts)]);
  return {
    marks: all.map(byText),
    chores: tasks.map((task) => {
      const figures = taskFigures(task, facts.tasks.get(task.id), period);
      const { lastDone } = figures;
      return { ...figures, lastDone: lastDone === null ? null : fromDayNumber(lastDone) };
    }),
    days: Object.fromEntries(days),
    done: partOf(shares, "done"),
    minutes: partOf(shares, "minutes"),
    turns: partOf(shares, "turns"),
    forOthers: partOf(shares, "forOthers"),
    whose: tasks.map((task, index) =>
      Object.fromEntries(
        [...(all[index]?.keys() ?? [])].map((day) => [fromDayNumber(day), turns.on(task, day)]),
      ),
    ),
    people: those.map(({ task, doers }) =>
      Object.fromEntries(
        doers.map((id) => {
          const filter = { kind: "person", ids: [id] } as const;
          return [id, byText(filteredMarks(task, facts, period, filter, turns))];
        }),
      ),
    ),
    months: Object.fromEntries(
      [...sharesByMonth(tasks, facts, period)].map(([month, counts]) => [
        month,
        Object.fromEntries(counts),
      ]),
    ),
    weeks: loadAhead(tasks, period.today, turns).map(({ loads }) =>
      Object.fromEntries([...loads].map(([who, { count, minutes }]) => [who, [count, minutes]])),
    ),
    mostMissed: named(mostMissed(tasks, facts, period)),
    mostPutOff: named(mostPutOff(tasks, period)),
    unused: unusedStretches(tasks, facts, period).map(({ first, last, missed }) => [
      fromDayNumber(first),
      fromDayNumber(last),
      missed,
    ]),
  };
}

/** Sums of halves and thirds may differ in the last digit. */
const rounded = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (_, part) =>
      typeof part === "number" ? Math.round(part * 1e9) / 1e9 : part,
    ),
  );

describe.runIf(hasDateutil).each([
  { name: "three accounts and a household each", histories: randomHistory, kinds: KINDS },
  { name: "an interval task", histories: dueDayHistory.all, kinds: dueDayHistory.kinds },
  {
    name: "people who take turns, swap them and are away",
    histories: turnHistory.all,
    kinds: turnHistory.kinds,
  },
])(`${HISTORIES} histories in the database, of $name`, ({ name, histories, kinds }) => {
  test("have the same figures for the app and for Python", async () => {
    const wanted = fc.sample(histories, { seed, numRuns: HISTORIES });
    const played: PlayedTask[] = [];
    while (wanted.length > 0) {
      await rolledBack(async (client) => {
        await prepareToPlay(client);
        for (const steps of wanted.splice(0, IN_A_TRANSACTION)) {
          const one = await playOne(client, steps, played.length);
          if (one !== null) played.push(one);
        }
      });
    }
    const byDay = new Map<string, PlayedTask[]>();
    for (const one of played) {
      const today = one.played.statements.at(-1)?.today ?? TODAY;
      byDay.set(today, [...(byDay.get(today) ?? []), one]);
    }
    const groups = [...byDay].flatMap(([today, those]) =>
      Array.from({ length: Math.ceil(those.length / TOGETHER) }, (_, index) => ({
        today,
        those: those.slice(index * TOGETHER, (index + 1) * TOGETHER),
      })),
    );
    const asked = groups.map(({ today, those }) => ({
      first: factsFrom(today),
      last: dayAfter(factsFrom(today), 365),
      today,
      tasks: those.map(({ task, played: { events }, persons, doers }) => ({
        id: task.id,
        title: task.title,
        effort: task.effort,
        events: events.map((event) => ({ ...event, days: runsOf(event.days) })),
        ...{ persons, doers },
        known: [
          ...(task.household?.people.map(({ id }) => id) ?? []),
          ...Object.keys(task.household?.former ?? {}),
        ],
        absences: task.household?.absences ?? [],
      })),
    }));
    const model = join(import.meta.dirname, "../support/figures_model.py");
    const answers = runPython<unknown[]>([model], asked);
    let figures = 0;
    for (const [index, { today, those }] of groups.entries()) {
      const { first = today, last = today } = asked[index] ?? {};
      const facts: RecordFacts = {
        tasks: new Map(
          those.flatMap(({ played: { facts: json } }) => [...factsFromJson(json, first).tasks]),
        ),
        leftOut: new Set(),
      };
      const period = {
        first: toDayNumber(first),
        last: toDayNumber(last),
        today: toDayNumber(today),
      };
      const ours = rounded(shown(those, facts, period));
      expect(ours, JSON.stringify(asked[index])).toEqual(rounded(answers[index]));
      figures += JSON.stringify(ours).split(/[:,]/).length;
    }
    console.log(
      `${played.length} tasks in ${groups.length} lists, ${figures} values, 0 differences`,
    );
    expect(played.length).toBeGreaterThan(HISTORIES / 4);
    const done = new Tally(kinds);
    for (const one of played) countDone(done, one.played);
    done.expectAll(`what was done in figures of ${name}`, HISTORIES >= 500);
  });
});

import { describe, expect, test } from "vitest";
import type { Task } from "../../src/domain/tasks/task.ts";
import { dueDayHistory } from "../db/due-day-histories.ts";
import { KINDS, type RandomStep, randomHistory } from "../db/record-histories.ts";
import { turnHistory } from "../db/turn-histories.ts";
import { type Dimensions, expectDimensions } from "./dimensions.ts";
import { randomFrom } from "./random.ts";
import { randomCustomSchedule, randomForeignRule } from "./random-schedules.ts";
import { randomBoard, randomDueRules } from "./random-tasks.ts";
import { absence, turnTask } from "./random-turns.ts";
import { runs } from "./runs.ts";

/** "0 differences" only covers what the random choices contain, so each dimension of a model must occur. */

const partsOf = (names: readonly string[]): Dimensions<string> =>
  Object.fromEntries(names.map((name) => [name, (rule: string) => rule.includes(`${name}=`)]));
const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"];
const frequencies: Dimensions<string> = Object.fromEntries(
  FREQUENCIES.map((name) => [name, (rule: string) => rule.startsWith(`FREQ=${name}`)]),
);
const RULE_PARTS = ["INTERVAL", "BYDAY", "BYMONTH", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO"];
const rules = {
  ...frequencies,
  ...partsOf([...RULE_PARTS, "BYSETPOS", "WKST", "COUNT", "UNTIL"]),
  "a counted weekday": (rule: string) => /BYDAY=\S*\d/.test(rule),
  "a position from the end": (rule: string) => /BYSETPOS=\S*-/.test(rule),
};

/** The fields that decide a task's days. */
const ofTask: Dimensions<Pick<Task, "formerSchedules" | "putOffs" | "pausedDays">> = {
  "a former schedule": ({ formerSchedules }) => formerSchedules.length > 0,
  "two former schedules": ({ formerSchedules }) => formerSchedules.length > 1,
  "a put-off": ({ putOffs }) => putOffs.length > 0,
  "put forward": ({ putOffs }) => putOffs.some((one) => one.newDate < one.dueDate),
  "paused days": ({ pausedDays }) => pausedDays.size > 0,
};

/** Without the fixture's constant fields. */
function chosen({ household, ...task }: Task) {
  const {
    id,
    category,
    createdAt,
    customRruleText,
    effort,
    householdId,
    isShared,
    missedPolicy,
    ...rest
  } = task;
  const { ownerId, people, updatedAt, revision, title, ...varying } = rest;
  return { ...varying, household: { absences: household?.absences ?? [] } };
}
type Chosen = ReturnType<typeof chosen>;

/** One dimension per kind of step. */
const kindsOf = (kinds: readonly string[]): Dimensions<{ steps: readonly { kind: string }[] }> =>
  Object.fromEntries(
    kinds.map((kind) => [kind, ({ steps }) => steps.some((step) => step.kind === kind)]),
  );

describe("every dimension occurs in", () => {
  test("rules of custom schedules", () =>
    expectDimensions(
      "custom schedules",
      randomCustomSchedule.map(({ schedule, ...others }) => ({ ...schedule, ...others })),
      {
        "with an end": ({ endDate }) => endDate !== null,
        ...Object.fromEntries(
          Object.entries(rules).map(([name, has]) => [
            name,
            ({ rule }: { rule: string }) => has(rule),
          ]),
        ),
      },
    ));

  test("rules from elsewhere", () =>
    expectDimensions("foreign rules", randomForeignRule, { ...rules, ...partsOf(["BYHOUR"]) }));

  test("tasks on which nothing was done yet", () =>
    expectDimensions(
      "due rules",
      randomDueRules,
      {
        ...ofTask,
        "a season": ({ season }) => season !== null,
        "no season": ({ season }) => season === null,
        "a custom rule": ({ customRrule }) => customRrule !== null,
        "put off to a former schedule": ({ putOffs }) =>
          putOffs.some(({ toFormerSchedule }) => toFormerSchedule),
      },
      // Interval tasks have separate models; settled days decide no due day.
      ["afterDone", "completedDays", "formerSchedules[].afterDone", "skippedDays"],
    ));

  test("boards", () =>
    expectDimensions(
      "boards",
      randomBoard.map(({ tasks, today }) => ({ tasks: tasks.map(chosen), today })),
      {
        "an interval task": ({ tasks }) => tasks.some(({ afterDone }) => afterDone !== null),
        "one that waits": ({ tasks }) => tasks.some(({ waitsFor }) => waitsFor !== null),
        "one that waits for an amount": ({ tasks }) =>
          tasks.some(({ waitsAmount }) => waitsAmount !== null),
        "one that waits for a time at most": ({ tasks }) =>
          tasks.some(({ waitsFor, afterDone }) => waitsFor !== null && afterDone !== null),
        "a season": ({ tasks }) => tasks.some(({ season }) => season !== null),
        "an end": ({ tasks }) => tasks.some(({ endDate }) => endDate != null),
        "a checklist": ({ tasks }) => tasks.some(({ checklist }) => checklist.length > 0),
        notes: ({ tasks }) => tasks.some(({ subtitle }) => subtitle != null),
        "skipped days": ({ tasks }) => tasks.some(({ skippedDays }) => skippedDays.size > 0),
      },
      ["tasks[].formerSchedules[].afterDone", "tasks[].rosterSince", "tasks[].turnLength"],
    ));

  test("absences", () =>
    expectDimensions("absences", absence, {
      "without an end": ({ to }) => to === null,
      "entered before": ({ enteredOn, from }) => enteredOn < from,
      "entered later": ({ enteredOn, from }) => enteredOn > from,
      "never ended": ({ endedOn }) => endedOn === null,
      "ended early": ({ endedOn, to, from }) =>
        endedOn !== null && endedOn > from && (to === null || endedOn <= to),
      "ended before it began": ({ endedOn, from }) => endedOn !== null && endedOn <= from,
    }));

  test("tasks at which people take turns", () => {
    const lengths = ["each", "week", "month"].map((length) => [
      `turns of ${length}`,
      ({ turnLength }: Chosen) => turnLength === length,
    ]);
    const absences = ({ household: { absences } }: Chosen) => absences;
    expectDimensions(
      "tasks with turns",
      turnTask.map(chosen),
      {
        ...ofTask,
        ...Object.fromEntries(lengths),
        "an interval task": ({ afterDone }) => afterDone !== null,
        "one that waits": ({ waitsFor, happened }) => waitsFor !== null && happened !== null,
        "one that waits for an amount": ({ waitsAmount }) => waitsAmount !== null,
        "one that waits for a time at most": ({ waitsFor, afterDone }) =>
          waitsFor !== null && afterDone !== null,
        "an interval task before": ({ formerSchedules }) =>
          formerSchedules.some(({ afterDone }) => afterDone !== null),
        "a season": ({ season }) => season !== null,
        "an end": ({ endDate }) => endDate !== null,
        "no roster": ({ roster }) => roster?.length === 0,
        "everybody in the roster": ({ roster }) => roster?.length === 6,
        "the same roster as before": ({ formerSchedules, roster }) =>
          formerSchedules.some((former) => String(former.roster) === String(roster)),
        "turns entered before their schedule": ({ scheduleFrom, rosterSince }) =>
          scheduleFrom !== null && rosterSince < scheduleFrom,
        "turns entered later": ({ scheduleFrom, rosterSince }) =>
          scheduleFrom !== null && rosterSince > `${scheduleFrom}T24`,
        "a swap": ({ swaps }) => swaps.length > 0,
        "a swap with a stranger": ({ swaps }) => swaps.some(({ person }) => person === "stranger"),
        "an absence": (task) => absences(task).length > 0,
        "an absence that ended early": (task) =>
          absences(task).some(({ endedOn, from }) => endedOn !== null && endedOn > from),
        "skipped days": ({ skippedDays }) => skippedDays.size > 0,
      },
      ["subtitle"],
    );
  });

  const schedules: Dimensions<{ steps: readonly RandomStep[] }> = {
    "a season": ({ steps }) => steps.some(({ season }) => season !== null),
    "an interval": ({ steps }) => steps.some(({ repeat }) => repeat.startsWith("P")),
    "a rule": ({ steps }) => steps.some(({ repeat }) => repeat.startsWith("FREQ")),
  };
  test.each([
    { name: "of people who share and live together", histories: randomHistory, kinds: KINDS },
    {
      name: "of one occurrence at a time",
      histories: dueDayHistory.all,
      kinds: dueDayHistory.kinds,
    },
    { name: "of people who take turns", histories: turnHistory.all, kinds: turnHistory.kinds },
  ])("histories in the database $name", ({ name, histories, kinds }) =>
    expectDimensions(
      `histories ${name}`,
      histories.map((steps) => ({ steps })),
      { ...kindsOf(kinds), ...schedules },
      kinds === dueDayHistory.kinds ? ["steps[].person"] : [],
    ),
  );
});

test("what follows a seed has nothing in common with what follows the next one", () => {
  const firsts = Array.from({ length: 100 + runs(1_000) }, (_, seed) => randomFrom(seed)(10));
  expect(new Set(firsts)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
  const same = firsts.filter((number, seed) => number === firsts[seed + 1]).length;
  expect(same).toBeLessThan(firsts.length / 5);
});

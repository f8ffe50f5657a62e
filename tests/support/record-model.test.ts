import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { taskDays } from "../../src/domain/recurrence/task-schedule.ts";
import { dayAfter } from "./model-events.ts";
import { expectStatuses, PUT_OFF_CASES, type PutOffCase } from "./put-off-cases.ts";
import { hasDateutil, pythonStatuses } from "./python-model.ts";
import { History, history, shownStatuses } from "./record-history.ts";
import { runs, seed } from "./runs.ts";

/** The domain's status of every day, compared with a model that replays only the events. */

const HISTORIES = runs(2_000);
const histories = fc.sample(history, { seed, numRuns: HISTORIES });

/** The steps of each history, and the days to compare. */
const played = () =>
  histories.map(({ first, steps }) => {
    const history = new History(first);
    for (const step of steps) history.take(step);
    const { events, today } = history;
    const [from, to] = [dayAfter(today, -75), dayAfter(today, 60)];
    return { events, today, from, to, shown: history.shown(from, to) };
  });

describe("the table of put-offs", () => {
  const playedCase = ({ today, first, steps, expected }: PutOffCase) => {
    const history = new History(first, today);
    for (const step of steps) history.takeCaseStep(step);
    const days = Object.keys(expected).sort();
    const asked = { events: history.events, from: days[0] ?? "", to: days.at(-1) ?? "" };
    return { days, task: history.task, asked: { ...asked, today: history.today } };
  };
  const isDue = (status: string | null | undefined) =>
    status === "missed" || status === "due-today" || status === "due-future";

  for (const one of PUT_OFF_CASES) {
    test(one.name, () => {
      const { days, task, asked } = playedCase(one);
      const { from, to, today } = asked;
      expectStatuses(one, shownStatuses(task, from, to, today));
      // Today, the next dates, the week ahead, the calendar and the mail read these.
      const { occurrences, openDay } = taskDays(task);
      for (const day of days.filter((day) => day !== today && one.expected[day] !== "completed")) {
        const number = toDayNumber(day);
        const isOpen = number === openDay;
        expect(occurrences.has(number), day).toBe(isDue(one.expected[day]) || isOpen);
      }
    });
  }

  test.runIf(hasDateutil)("is the same in Python with dateutil", () => {
    const answers = pythonStatuses(PUT_OFF_CASES.map((one) => playedCase(one).asked));
    for (const [index, one] of PUT_OFF_CASES.entries()) {
      expectStatuses(one, answers[index] as (string | null)[]);
    }
  });
});

describe(`the record in ${HISTORIES} histories, replayed from its events`, () => {
  test.runIf(hasDateutil)("gives every day the status that the app shows", () => {
    const all = played();
    const answers = pythonStatuses(all.map(({ shown: _, ...asked }) => asked));
    for (const [index, { shown }] of all.entries()) expect(shown).toEqual(answers[index]);
  });

  test("says the same of a day before an operation and after it, unless it names the day", () => {
    for (const { first, steps } of histories) {
      const history = new History(first);
      for (const step of steps) {
        const from = dayAfter(history.today, -60);
        const yesterday = dayAfter(history.today, -1);
        const before = history.shown(from, yesterday);
        const named = history.take(step);
        if (named === null) continue;
        const changed = history
          .shown(from, yesterday)
          .map((status, index) => (status === before[index] ? null : dayAfter(from, index)))
          .filter((day) => day !== null)
          .filter((day) => !named.some(([first, last]) => day >= first && day <= last));
        expect(changed, JSON.stringify(step)).toEqual([]);
      }
    }
  });
});

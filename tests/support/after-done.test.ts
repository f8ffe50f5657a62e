import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { DaySet } from "../../src/domain/dates/day-set.ts";
import { taskOccurrences } from "../../src/domain/recurrence/task-schedule.ts";
import { withCatchUp } from "../../src/domain/tasks/task.ts";
import { hasDateutil, runPython } from "./python-model.ts";
import { taskOf } from "./task-fixture.ts";

const durations = ["P1D", "P10D", "P1W", "P6W", "P1M", "P2M", "P11M", "P999D"];
/** The start of an interval task, its interval, and the days of its ticks. */
const histories = fc.sample(
  fc.record({
    start: fc.integer({ min: 10_000, max: 30_000 }),
    afterDone: fc.constantFrom(...durations),
    ticks: fc.array(fc.integer({ min: 10_000, max: 30_000 }), { maxLength: 4 }),
    isTwice: fc.boolean(),
  }),
  { seed, numRuns: runs(100_000) },
);

const openDays = () =>
  histories.map(({ start, afterDone, ticks, isTwice }) => {
    const startDate = fromDayNumber(start);
    let task = taskOf({ startDate, repeatValue: "custom", afterDone });
    const done = {
      id: "c",
      status: "done",
      completedAt: "",
      timeZone: "UTC",
      completedBy: "alice",
    } as const;
    for (const day of isTwice ? [...ticks, ...ticks] : ticks) {
      task = withCatchUp(task, { ...done, days: DaySet.fromDays([day]) });
    }
    const day = taskOccurrences(task).firstFrom(0);
    return day === null ? null : fromDayNumber(day);
  });

const script = `
import json, sys
from datetime import date, timedelta
from dateutil.relativedelta import relativedelta
epoch = date(1970, 1, 1)
units = {"D": "days", "W": "weeks", "M": "months"}
def due(one):
    start = epoch + timedelta(days=one["start"])
    if not one["ticks"]: return start.isoformat()
    last = epoch + timedelta(days=max(one["ticks"]))
    duration = one["afterDone"]
    return max(start, last + relativedelta(**{units[duration[-1]]: int(duration[1:-1])})).isoformat()
json.dump([due(one) for one in json.load(sys.stdin)], sys.stdout)`;

import { runs, seed } from "./runs.ts";

describe("an interval task, in random histories", () => {
  test.runIf(hasDateutil)("is what Python's relativedelta says", () =>
    expect(openDays()).toEqual(runPython(["-c", script], histories)),
  );
});

import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  customSchedule,
  randomCustomSchedule,
  randomDate,
} from "../../../tests/support/random-schedules.ts";
import { runs, seed } from "../../../tests/support/runs.ts";
import { toDayNumber } from "../dates/calendar-date.ts";
import { inSeason } from "../recurrence/task-schedule.ts";
import { pastStart } from "./start-date.ts";

test("a task that begins on its first day from today on is due then on the same days", () => {
  fc.assert(
    fc.property(randomCustomSchedule, randomDate, ({ schedule: random }, today) => {
      const schedule = customSchedule(random);
      const past = pastStart(schedule, today);
      if (past === null) return;
      const range = [toDayNumber(today), toDayNumber(today) + 1_500] as const;
      const moved = inSeason({ ...schedule, startDate: past.next });
      expect(moved.between(...range)).toEqual(inSeason(schedule).between(...range));
    }),
    { seed, numRuns: runs(2_000) },
  );
});

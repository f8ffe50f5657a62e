import * as fc from "fast-check";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { expectDimensions } from "../../../tests/support/dimensions.ts";
import {
  customSchedule,
  randomCustomSchedule,
  randomDate,
} from "../../../tests/support/random-schedules.ts";
import { rfcOccurrences } from "../../../tests/support/rfc5545-oracle.ts";
import { runs, seed } from "../../../tests/support/runs.ts";
import { completed, sampleTask } from "../../../tests/support/sample-task.ts";
import { addDays } from "../dates/calendar.ts";
import { type CalendarDate, fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import { occurrencesOf, type Schedule } from "../recurrence/recurrence.ts";
import { dayStatus, dueDays, taskStatus } from "./day-status.ts";
import { missedDays, openCount, todayBuckets } from "./today.ts";

/** A backlog of any size: counted without a look at each day, and the same as with one. */

/** How many days a rule's parts were asked about. */
const looks = vi.hoisted(() => ({ count: 0 }));

vi.mock("../recurrence/day-filter.ts", async (original) => {
  const { dayFilter } = await original<typeof import("../recurrence/day-filter.ts")>();
  return {
    dayFilter: (...rule: Parameters<typeof dayFilter>) => {
      const filter = dayFilter(...rule);
      return (day: number) => {
        looks.count++;
        return filter(day);
      };
    },
  };
});

beforeEach(() => {
  looks.count = 0;
});

const TODAY = "2026-11-21";

describe("a task of two thousand years is looked at like one of a few", () => {
  // Each day of the 28 kinds of years, and of the years in which the latest are found. Day by day
  // it would be 739,940.
  const MOST_LOOKS = 20_000;

  test.each([
    ["1900-01-01", "daily", null],
    ["0001-01-01", "daily", null],
    ["0001-01-01", "weekly", null],
    ["0001-01-31", "monthly", null],
    ["0004-02-29", "yearly", null],
    ["0001-01-01", "custom", "FREQ=DAILY;INTERVAL=2;BYDAY=MO"],
    ["0001-01-01", "custom", "FREQ=DAILY;INTERVAL=999"],
    ["0001-01-01", "custom", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU"],
    ["0001-01-01", "custom", "FREQ=WEEKLY;INTERVAL=3;WKST=SU;BYDAY=TU,SU"],
    ["0001-01-01", "custom", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13"],
    ["0001-01-01", "custom", "FREQ=MONTHLY;INTERVAL=5;BYDAY=MO;BYSETPOS=-1"],
    ["0001-01-01", "custom", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=SU"],
    ["0001-01-01", "custom", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"],
    ["0001-01-01", "custom", "FREQ=WEEKLY;BYDAY=MO;COUNT=100000"],
    ["0001-01-01", "custom", "FREQ=DAILY;BYMONTHDAY=1;COUNT=20000"],
  ] as const)("since %s, %s %s", (startDate, repeatValue, customRrule) => {
    const task = sampleTask({ startDate, repeatValue, customRrule });
    const due = dueDays(task, TODAY);
    expect(due.latestMissed(5)).toHaveLength(5);
    expect(looks.count).toBeLessThan(MOST_LOOKS);

    const all = occurrencesOf(task).between(toDayNumber(startDate), toDayNumber(TODAY) - 1);
    expect(due.missedCount).toBe(all.length);
    expect(due.latestMissed(35)).toEqual(all.slice(-35).reverse());
  });

  test.each([
    "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=DAILY;INTERVAL=7;BYDAY=TU",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;BYSETPOS=5",
    "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6",
    "FREQ=DAILY;INTERVAL=2;BYMONTH=4;BYMONTHDAY=31",
  ])("%s, which never occurs, is known not to as soon", (customRrule) => {
    const task = sampleTask({ startDate: "0001-01-01", repeatValue: "custom", customRrule });
    expect(taskStatus(task, TODAY).kind).toBe("none");
    // It asks twice: for the days missed, and for the next one.
    expect(looks.count).toBeLessThan(2 * MOST_LOOKS);
  });

  test("the last day of the calendar is reached", () => {
    const customRrule = "FREQ=YEARLY;INTERVAL=9998;BYMONTH=12;BYMONTHDAY=31";
    const task = sampleTask({ startDate: "0001-12-31", repeatValue: "custom", customRrule });
    expect(taskStatus({ ...task, completedDays: DaySet.fromRuns([[-718_798, 1]]) }, TODAY)).toEqual(
      { kind: "next-due", date: "9999-12-31" },
    );
    expect(dueDays(sampleTask({ startDate: "9999-12-31" }), "9999-12-31").isDueToday).toBe(true);
  });

  test("a day that was done again and again since is passed over in runs", () => {
    const task = sampleTask({
      startDate: "0001-01-01",
      completedDays: DaySet.fromRuns([[toDayNumber("0001-01-03"), 739_938]]),
    });
    const due = dueDays(task, TODAY);
    expect(due.latestMissed(5).map(fromDayNumber)).toEqual(["0001-01-02", "0001-01-01"]);
    expect(looks.count).toBeLessThan(100);
  });
});

/** Every occurrence up to yesterday, by the text of the RFC and the definitions of docs/design/rules.md. */
function occurrencesByDefinition(schedule: Schedule, until: CalendarDate): string[] {
  const { startDate, repeatValue, customRrule } = schedule;
  const endDate = schedule.endDate ?? null;
  if (repeatValue === "custom") {
    const rule = (customRrule ?? "").replace("RRULE:", "");
    return rfcOccurrences({ startDate, endDate, rule }, until);
  }
  const dates: string[] = [];
  const last = endDate !== null && endDate < until ? endDate : until;
  for (let date = startDate, days = 0; date <= last; date = addDays(date, 1), days++) {
    const isDue = {
      daily: true,
      weekly: days % 7 === 0,
      monthly: date.slice(8) === startDate.slice(8),
      yearly: date.slice(5) === startDate.slice(5),
    }[repeatValue];
    if (isDue) dates.push(date);
  }
  return dates;
}

const simpleSchedule = fc
  .record({
    startDate: randomDate,
    repeatValue: fc.constantFrom("daily", "weekly", "monthly", "yearly"),
    lasts: fc.option(fc.integer({ min: 0, max: 2_000 }), { freq: 3 }),
  })
  .map(({ lasts, ...schedule }) => ({
    ...schedule,
    endDate: lasts === null ? null : addDays(schedule.startDate, lasts),
  }));

const scheduleOfTask = fc.oneof(
  simpleSchedule,
  randomCustomSchedule.map(({ schedule }) => customSchedule(schedule)),
) as fc.Arbitrary<Pick<ReturnType<typeof sampleTask>, "startDate" | "endDate" | "repeatValue">>;

test("counts, pages and statuses are those of a walk from day to day", () => {
  expectDimensions(
    "schedules of backlogs",
    scheduleOfTask,
    {
      "an end": ({ endDate }) => endDate !== null,
      "no end": ({ endDate }) => endDate === null,
      "a custom rule": ({ repeatValue }) => repeatValue === "custom",
    },
    ["afterDone", "customRruleText", "season", "waitsAmount", "waitsFor"],
  );
  const run = fc.tuple(fc.integer({ min: -20, max: 3_100 }), fc.integer({ min: 1, max: 400 }));
  fc.assert(
    fc.property(
      scheduleOfTask,
      fc.integer({ min: -5, max: 3_000 }),
      fc.array(run, { maxLength: 12 }),
      fc.array(fc.nat({ max: 40 }), { maxLength: 20 }),
      fc.integer({ min: 1, max: 60 }),
      (schedule, age, runs, doneBefore, page) => {
        const today = addDays(schedule.startDate, age);
        const yesterday = addDays(today, -1);
        const due = occurrencesByDefinition(schedule, today);
        const start = toDayNumber(schedule.startDate);
        const doneLately = doneBefore.map((days) => toDayNumber(today) - days);
        const completedDays = DaySet.fromRuns([
          ...runs.map(([day, length]) => [start + day, length]),
          ...doneLately.map((day) => [day, 1]),
        ]);
        const task = sampleTask({ ...schedule, completedDays });

        const isOpen = (date: string) => !completedDays.has(toDayNumber(date));
        const missed = due.filter((date) => date <= yesterday && isOpen(date)).reverse();
        const days = dueDays(task, today);
        expect(days.missedCount).toBe(missed.length);
        expect(days.latestMissed(page).map(fromDayNumber)).toEqual(missed.slice(0, page));
        expect(days.latestMissed(page + 7).map(fromDayNumber)).toEqual(missed.slice(0, page + 7));
        expect(days.isDueToday).toBe(due.at(-1) === today && isOpen(today));
        expect(days.isOccurrence(today)).toBe(due.at(-1) === today);
        const status = taskStatus(task, today);
        expect(status.kind === "overdue").toBe(missed.length > 0);
        if (missed.length > 0) expect(status.date).toBe(missed[0]);
        for (const day of doneLately) {
          expect(dayStatus(task, fromDayNumber(day), today)).toBe("completed");
        }

        const moment = { today, timeZone: "UTC", now: Date.parse(`${today}T12:00:00Z`) };
        const buckets = todayBuckets([task], moment, new Map([[task.id, page]]));
        const [latest = ""] = missed;
        const weekAgo = addDays(today, -7);
        const wasDone = due.some((date) => date >= weekAgo && date < latest && !isOpen(date));
        const isLong = missed.some((date) => date < weekAgo) && !wasDone;
        const isPast = latest < weekAgo || (isLong && due.at(-1) !== latest);
        expect(buckets.count).toBe(Number(missed.length > 0 && !isPast) + Number(days.isDueToday));
        expect(openCount([task], today)).toBe(buckets.count);
        const [item] = buckets[isPast ? "earlier" : "overdue"].flatMap(({ items }) => items);
        const { days: shown, earlier } = item?.kind === "missed" ? item : { days: [], earlier: 0 };
        expect(shown.map(({ dueDate }) => dueDate)).toEqual(missed.slice(0, page));
        expect(missedDays(task, today).toRuns()).toEqual(
          DaySet.fromDays(missed.map(toDayNumber)).toRuns(),
        );
        expect(shown.length + earlier).toBe(missed.length);
      },
    ),
    { numRuns: runs(1_500), seed },
  );
});

test("a completion on a day that is no occurrence changes no count", () => {
  fc.assert(
    fc.property(
      scheduleOfTask,
      fc.integer({ min: 0, max: 600 }),
      fc.integer({ min: 0, max: 30 }),
      (schedule, age, back) => {
        const today = addDays(schedule.startDate, age);
        const date = addDays(today, -back);
        fc.pre(!occurrencesByDefinition(schedule, today).includes(date));
        const before = sampleTask(schedule);
        const completedAt = `${today}T11:59:59Z`;
        const task = {
          ...before,
          ...completed({ date, status: "done", completedAt, timeZone: "UTC", completedBy: "ann" }),
        };
        const moment = { today, timeZone: "UTC", now: Date.parse(`${today}T12:00:00Z`) };
        const summary = (of: typeof task) => {
          const { active, done, overdue, earlier, ...counts } = todayBuckets([of], moment);
          const rows = [active, done, overdue, earlier].flatMap((groups) =>
            groups.flatMap(({ items }) => items.map(({ task: _, ...row }) => row)),
          );
          return { ...counts, rows, status: taskStatus(of, today) };
        };
        expect(summary(task)).toEqual(summary(before));
        expect(dayStatus(task, date, today)).toBe("completed");
      },
    ),
    { numRuns: runs(800), seed },
  );
});

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs, seed } from "../../../tests/support/runs.ts";
import { turnTask } from "../../../tests/support/sample-household.ts";
import { taskOf } from "../../../tests/support/task-fixture.ts";
import { type CalendarDate, fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { DaySet } from "../dates/day-set.ts";
import { US_ENGLISH } from "../language/locale.ts";
import { dayStatus } from "../tasks/day-status.ts";
import { minutesText } from "../tasks/effort.ts";
import type { Task } from "../tasks/task.ts";
import { entryText } from "./day-entries.ts";
import { factsFromJson, NO_RECORD, type RecordFacts, type TaskFacts } from "./facts.ts";
import { fairOf } from "./fair.ts";
import { countsText, daysText } from "./figure-texts.ts";
import { type Turns, turnsAsOf } from "./figure-turns.ts";
import { filteredMarks } from "./filter.ts";
import { countMarks, dayMark } from "./heat-map.ts";
import { loadAhead, mostMissed, unusedStretches } from "./household-figures.ts";
import { marksOf } from "./marks.ts";
import { peopleOf } from "./people.ts";
import { latestDays, type Period, thisWeek, yearPeriod } from "./period.ts";
import { sharesByMonth, sharesOf } from "./shares.ts";
import { steadiness } from "./steadiness.ts";
import { median, taskFigures } from "./task-figures.ts";
import { yearFigures } from "./year.ts";

const TODAY = "2026-11-20";
const now = toDayNumber(TODAY);
const on = (...dates: CalendarDate[]) => DaySet.fromDays(dates.map(toDayNumber));
const NOBODYS: Turns = { on: () => null, had: () => new Map() };
/** Bob's, whatever it is. */
const BOBS: Turns = { on: () => "bob", had: () => new Map([["bob", 3]]) };

test("this week begins on the first day of the viewer's week", () => {
  // A Friday.
  expect(thisWeek(now, US_ENGLISH)).toEqual({
    first: toDayNumber("2026-11-15"),
    last: now,
    today: now,
  });
  expect(thisWeek(now, { ...US_ENGLISH, weekStart: "mon" }).first).toBe(toDayNumber("2026-11-16"));
});

const factsOf = (
  done: Readonly<Record<CalendarDate, readonly string[]>>,
  late: Readonly<Record<CalendarDate, number>> = {},
): TaskFacts => ({
  doers: new Map(Object.entries(done).map(([date, who]) => [toDayNumber(date), who])),
  late: new Map(Object.entries(late).map(([date, days]) => [toDayNumber(date), days])),
  swaps: [],
});
const recordOf = (task: Task, facts: TaskFacts): RecordFacts => ({
  tasks: new Map([[task.id, facts]]),
  leftOut: new Set(),
});
const november: Period = {
  first: toDayNumber("2026-11-01"),
  last: toDayNumber("2026-11-30"),
  today: now,
};

/** A daily task from Nov 11 on: two done, one of them late; one skipped, two paused, four missed until yesterday. */
const dishes = taskOf({
  startDate: "2026-11-11",
  completedDays: on("2026-11-11", "2026-11-13"),
  skippedDays: on("2026-11-12"),
  pausedDays: on("2026-11-14", "2026-11-15"),
});
const facts = factsOf({ "2026-11-11": ["ann"], "2026-11-13": ["ann", "bob"] }, { "2026-11-13": 2 });

describe("the facts", () => {
  test("are days from the first one of the answer", () => {
    const read = factsFromJson(
      {
        tasks: {
          a: { doers: [[["ann"], "oA"]], late: [[2, 5]], caughtUp: [[9, "gA"]] },
          c: {
            doers: [],
            swaps: [
              [-3, "ann"],
              [1, "bob"],
            ],
          },
        },
        leftOut: ["b"],
      },
      "2026-11-11",
    );
    const first = toDayNumber("2026-11-11");
    const { doers, late } = read.tasks.get("a") as TaskFacts;
    expect([...doers]).toEqual([
      [first, ["ann"]],
      [first + 2, ["ann"]],
    ]);
    expect([...late]).toEqual([
      [first + 2, 5],
      [first, 9],
    ]);
    expect(read.tasks.get("c")?.swaps).toEqual([
      { day: "2026-11-08", person: "ann" },
      { day: "2026-11-12", person: "bob" },
    ]);
    expect([...read.leftOut]).toEqual(["b"]);
  });
});

describe("a day's marks", () => {
  test("say what became of each day until today", () => {
    const marks = [...marksOf(dishes, facts, november)];
    expect(marks.map(([day, mark]) => [fromDayNumber(day), mark])).toEqual([
      ["2026-11-11", "done"],
      ["2026-11-12", "skipped"],
      ["2026-11-13", "late"],
      ["2026-11-14", "paused"],
      ["2026-11-15", "paused"],
      ["2026-11-16", "missed"],
      ["2026-11-17", "missed"],
      ["2026-11-18", "missed"],
      ["2026-11-19", "missed"],
    ]);
  });

  test("are asked for again when the facts or the day are others", () => {
    expect(marksOf(dishes, undefined, november).get(toDayNumber("2026-11-13"))).toBe("done");
    expect(marksOf(dishes, facts, november).get(toDayNumber("2026-11-13"))).toBe("late");
    const tomorrow = { ...november, today: now + 1 };
    expect(marksOf(dishes, facts, tomorrow).get(now)).toBe("missed");
  });

  const tasks = fc.record({
    done: fc.uniqueArray(fc.integer({ min: -40, max: 9 })),
    skipped: fc.uniqueArray(fc.integer({ min: -40, max: 0 })),
    paused: fc.uniqueArray(fc.integer({ min: -40, max: 9 })),
    start: fc.integer({ min: -40, max: 3 }),
    repeatValue: fc.constantFrom("daily" as const, "weekly" as const),
  });
  const setOf = (days: readonly number[]) => DaySet.fromDays(days.map((day) => now + day));

  test("are the statuses that a task's history shows", () => {
    fc.assert(
      fc.property(tasks, ({ done, skipped, paused, start, repeatValue }) => {
        const task = taskOf({
          startDate: fromDayNumber(now + start),
          repeatValue,
          completedDays: setOf(done),
          skippedDays: setOf(skipped).minus(setOf(done)),
          pausedDays: setOf(paused),
        });
        const marks = marksOf(task, undefined, { first: now - 50, last: now + 20, today: now });
        const named = { completed: "done", missed: "missed", skipped: "skipped" } as const;
        for (let day = now - 50; day <= now + 20; day++) {
          const status = dayStatus(task, fromDayNumber(day), TODAY);
          const isPaused = status === "paused" && day <= now;
          const expected = isPaused ? "paused" : named[status as keyof typeof named];
          expect(marks.get(day)).toBe(expected);
        }
      }),
      { seed, numRuns: runs(1000) },
    );
  });

  test("of a person are what they did, and what was missed in their turn", () => {
    const of = (ids: string[], turns: Turns) => [
      ...filteredMarks(
        dishes,
        recordOf(dishes, facts),
        november,
        { kind: "person", ids },
        turns,
      ).values(),
    ];
    expect(of(["ann"], NOBODYS)).toEqual(["done", "late"]);
    expect(of(["bob"], NOBODYS)).toEqual(["late"]);
    expect(of(["bob"], BOBS)).toEqual(["late", "missed", "missed", "missed", "missed"]);
    expect(of(["carol"], BOBS)).toEqual([]);
    // Nobody in particular did something, and has no turns.
    const nobodys = recordOf(dishes, factsOf({ "2026-11-11": [] }));
    const somebody = { kind: "person", ids: [""] } as const;
    expect([...filteredMarks(dishes, nobodys, november, somebody, NOBODYS).values()]).toEqual([
      "done",
    ]);
  });

  test.each([
    [{ done: 3, late: 0, missed: 0 }, "done"],
    [{ done: 3, late: 2, missed: 0 }, "done"],
    [{ done: 2, late: 2, missed: 0 }, "late"],
    [{ done: 3, late: 1, missed: 1 }, "partly"],
    [{ done: 1, late: 1, missed: 2 }, "missed"],
    [{ done: 0, late: 0, missed: 1 }, "missed"],
    [{ done: 0, late: 0, missed: 0, skipped: 1, paused: 4 }, "skipped"],
    [{ done: 0, late: 0, missed: 0, paused: 1 }, "paused"],
    [{ done: 0, late: 0, missed: 0 }, null],
  ] as const)("of several tasks, %o, are one: %s", (counts, expected) => {
    expect(dayMark({ skipped: 0, paused: 0, ...counts })).toBe(expected);
  });

  test("are counted by day", () => {
    const other = taskOf({ ...dishes, id: "other", completedDays: DaySet.empty });
    const all = [dishes, other].map((task) => marksOf(task, undefined, november));
    const counts = countMarks(all).get(toDayNumber("2026-11-13"));
    expect(counts).toEqual({ done: 1, late: 0, missed: 1, skipped: 0, paused: 0 });
  });
});

describe("a task's figures", () => {
  test("are of its days in the period", () => {
    expect(taskFigures(dishes, facts, november)).toEqual({
      done: 2,
      late: 1,
      missed: 4,
      skipped: 1,
      onTime: 1 / 6,
      usualLateness: 1,
      // Nov 13 to today.
      longestGap: 7,
      lastDone: toDayNumber("2026-11-13"),
      steadiness: expect.closeTo(0.32, 1),
    });
  });

  test("of a task that was never due can't be told", () => {
    const later = taskOf({ startDate: "2026-12-01" });
    expect(taskFigures(later, undefined, november)).toMatchObject({
      ...{ done: 0, missed: 0, onTime: null, usualLateness: null },
      ...{ longestGap: null, lastDone: null, steadiness: null },
    });
  });

  test("know gaps that begin before the period, and none that end before it", () => {
    const task = taskOf({ completedDays: on("2026-08-01", "2026-09-30", "2026-11-10") });
    expect(taskFigures(task, undefined, november).longestGap).toBe(41);
    const october = {
      ...november,
      first: toDayNumber("2026-10-01"),
      last: toDayNumber("2026-10-31"),
    };
    expect(taskFigures(task, undefined, october)).toMatchObject({
      longestGap: 31,
      lastDone: toDayNumber("2026-09-30"),
    });
  });

  test("say of a past year what was known at its end", () => {
    const task = taskOf({ startDate: "2025-12-30", completedDays: on("2025-12-31", "2026-11-19") });
    expect(taskFigures(task, undefined, yearPeriod(2025, now))).toMatchObject({
      done: 1,
      missed: 1,
      longestGap: 0,
      lastDone: toDayNumber("2025-12-31"),
    });
  });

  test.each([
    [[], null],
    [[3], 3],
    [[5, 0, 1], 1],
    [[0, 1, 4, 9], 2.5],
  ])("the median of %o is %s", (numbers, expected) => {
    expect(median(numbers)).toBe(expected);
  });
});

describe("steadiness", () => {
  const daily = (days: number, missed: readonly number[] = []) => {
    const first = now - days;
    const done = Array.from({ length: days }, (_, index) => first + index);
    const left = new Set(missed.map((ago) => now - ago));
    return taskOf({
      startDate: fromDayNumber(first),
      completedDays: DaySet.fromDays(done.filter((day) => !left.has(day))),
    });
  };

  test("is 1 when all was done, and 0 when nothing was, however short the time", () => {
    expect(steadiness(daily(3), now, now)).toBe(1);
    expect(steadiness(taskOf({ startDate: "2026-11-15" }), now, now)).toBe(0);
  });

  test("loses about 5 % by one bad day, which goes away by itself", () => {
    const missedAgo = (ago: number) => steadiness(daily(300, [ago]), now, now) ?? 0;
    expect(missedAgo(1)).toBeCloseTo(0.948, 2);
    expect(missedAgo(14)).toBeCloseTo(0.974, 2);
    expect(missedAgo(120)).toBe(1);
  });

  test("weighs an occurrence half as much as the one 13 later", () => {
    const cost = (ago: number) => 1 - (steadiness(daily(300, [ago]), now, now) ?? 0);
    expect(cost(14) / cost(1)).toBeCloseTo(0.5, 10);
  });

  test("minds neither skipped nor paused days, nor today", () => {
    const task = daily(20, [1, 2, 3]);
    const skipped = { ...task, skippedDays: DaySet.fromDays([now - 1, now - 2]) };
    expect(steadiness({ ...skipped, pausedDays: DaySet.fromDays([now - 3]) }, now, now)).toBe(1);
  });

  test("can't be told of an interval task", () => {
    const task = taskOf({ repeatValue: "custom", afterDone: "P3D" });
    expect(steadiness(task, now, now)).toBeNull();
  });
});

describe("shares", () => {
  const weighed = { ...dishes, effort: 3 };
  const record = recordOf(weighed, facts);

  test("count what was done together for each, and what nobody did for nobody in particular", () => {
    const somebody = recordOf(weighed, factsOf({ "2026-11-11": [], "2026-11-13": ["ann", "bob"] }));
    const shares = sharesOf([weighed], somebody, november, NOBODYS);
    expect(Object.fromEntries(shares)).toEqual({
      "": { done: 1, turns: 0, forOthers: 0, minutes: 60 },
      ann: { done: 1, turns: 0, forOthers: 0, minutes: 60 },
      bob: { done: 1, turns: 0, forOthers: 0, minutes: 60 },
    });
  });

  test("tell whose turn it was: who does it with them does nothing for others", () => {
    const shares = sharesOf([dishes], record, november, BOBS);
    expect(shares.get("ann")).toEqual({ done: 2, turns: 0, forOthers: 1, minutes: 0 });
    expect(shares.get("bob")).toEqual({ done: 1, turns: 3, forOthers: 0, minutes: 0 });
  });

  test("leave out what is done no more, though it was read before", () => {
    const undone = { ...dishes, completedDays: on("2026-11-11") };
    expect(sharesOf([undone], record, november, NOBODYS).get("bob")).toBeUndefined();
  });

  test("are of their days alone", () => {
    const week = latestDays(8, now);
    expect(sharesOf([dishes], record, week, NOBODYS).get("ann")?.done).toBe(1);
    expect(
      Object.fromEntries(sharesByMonth([dishes], record, november).get("2026-11") ?? []),
    ).toEqual({
      ann: 2,
      bob: 1,
    });
  });

  const doers = fc.uniqueArray(fc.constantFrom("ann", "bob", "carol"), { maxLength: 3 });
  test("by month add up to those of the year", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), doers)), (days) => {
        const first = toDayNumber("2026-01-01");
        const byDay = new Map(days.map(([day, who]) => [first + day, who]));
        const task = taskOf({ completedDays: DaySet.fromDays(byDay.keys()) });
        const known = recordOf(task, { doers: byDay, late: new Map(), swaps: [] });
        const year = yearPeriod(2026, now);
        const sums = new Map<string, number>();
        for (const counts of sharesByMonth([task], known, year).values()) {
          for (const [who, count] of counts) sums.set(who, (sums.get(who) ?? 0) + count);
        }
        const all = sharesOf([task], known, year, NOBODYS);
        expect(sums).toEqual(new Map([...all].map(([who, { done }]) => [who, done])));
      }),
      { seed, numRuns: runs(1000) },
    );
  });
});

describe("whose turn it was", () => {
  const swapped = (...swaps: TaskFacts["swaps"]): RecordFacts => ({
    ...NO_RECORD,
    tasks: new Map([["bins", { ...factsOf({}), swaps }]]),
  });
  const bins = turnTask({ id: "bins", swaps: [{ day: "2026-11-18", person: "carol" }] });
  const turn = (known: RecordFacts, date: CalendarDate) =>
    turnsAsOf(now, known).on(bins, toDayNumber(date));

  test("is what was swapped then, of which the list has the latest alone", () => {
    expect(turn(NO_RECORD, "2026-11-02")).toBe("bob");
    const known = swapped(
      { day: "2026-11-02", person: "carol" },
      { day: "2026-11-18", person: "bob" },
    );
    expect(turn(known, "2026-11-02")).toBe("carol");
    expect(turn(known, "2026-11-18")).toBe("carol");
    const days = { ...november, first: toDayNumber("2026-11-01"), last: toDayNumber("2026-11-03") };
    expect(turnsAsOf(now, known).had(bins, days)).toEqual(
      new Map([
        ["alice", 1],
        ["carol", 2],
      ]),
    );
  });

  test("is what the list says from today on, where a turn can be returned", () => {
    const today = turn(NO_RECORD, TODAY);
    const known = swapped({ day: TODAY, person: today === "bob" ? "carol" : "bob" });
    expect(turn(known, TODAY)).toBe(today);
  });

  test("counts for nobody where the record is too long to be asked for", () => {
    const shares = (known: RecordFacts) => {
      const { household } = bins;
      if (!household) throw new Error("belongs to nobody");
      const { people, leftOut } = fairOf(household, [bins], known, november, turnsAsOf(now, known));
      return [leftOut, ...people.map(({ share }) => share.turns)];
    };
    expect(shares(NO_RECORD)).toEqual([0, 7, 7, 6]);
    expect(shares({ ...NO_RECORD, leftOut: new Set(["bins"]) })).toEqual([1, 0, 0, 0]);
  });
});

describe("many tasks", () => {
  const titled = (title: string, task: Task = dishes) => ({ ...task, id: title, title });
  test("the most missed come first, equal ones by title, those without a miss not at all", () => {
    const seldom = titled("B", taskOf({ startDate: "2026-11-18" }));
    const never = titled("A", taskOf({ startDate: "2026-11-20" }));
    const found = mostMissed([never, titled("D"), seldom, titled("C")], NO_RECORD, november);
    expect(found.map(({ task, count }) => `${task.title} ${count}`)).toEqual(["C 4", "D 4", "B 2"]);
  });

  test("the load is what is due from today on, what is open since before first", () => {
    const open = taskOf({
      ...{ startDate: "2026-11-01", repeatValue: "custom", afterDone: "P1M", effort: 2 },
    });
    const load = loadAhead([dishes, open], now, BOBS).map(({ loads }) => loads.get("bob"));
    expect(load).toEqual([
      { count: 8, minutes: 20 },
      { count: 7, minutes: 0 },
      { count: 7, minutes: 0 },
      { count: 7, minutes: 0 },
    ]);
  });

  test("Rota was not used while something was missed and nothing done for two weeks", () => {
    const task = taskOf({ startDate: "2026-10-01", completedDays: on("2026-10-20", "2026-11-02") });
    const autumn = { ...november, first: toDayNumber("2026-09-01") };
    const found = unusedStretches([task], NO_RECORD, autumn).map(
      ({ first, last, missed }) => `${fromDayNumber(first)} ${fromDayNumber(last)} ${missed}`,
    );
    expect(found).toEqual(["2026-10-01 2026-10-19 19", "2026-11-03 2026-11-19 17"]);
  });

  test("a year has its figures, and none without a task", () => {
    const year = yearPeriod(2026, now);
    expect(yearFigures([dishes], recordOf(dishes, facts), year)).toEqual({
      ...{ done: 2, late: 1, missed: 4, skipped: 1, onTime: 1 / 6 },
      busiest: { day: toDayNumber("2026-11-11"), count: 1 },
    });
    expect(yearFigures([], NO_RECORD, year)).toMatchObject({
      onTime: null,
      busiest: null,
    });
  });
});

describe("a day's ledger", () => {
  const personOf = (id: string) =>
    id === "ann" ? ({ name: "You", isYou: true } as const) : { name: "Bob" };
  const entry = { task: dishes, mark: "done", doers: ["ann"], late: 0, whose: null } as const;
  test.each([
    [entry, "Done by you"],
    [{ ...entry, doers: [] }, "Done"],
    [{ ...entry, mark: "late", late: 1, doers: ["bob", "ann"] }, "Done by Bob and you, 1 day late"],
    [{ ...entry, whose: "bob" }, "Done by you · was Bob’s turn"],
    [{ ...entry, whose: "ann" }, "Done by you"],
    [{ ...entry, mark: "missed", doers: [], whose: "bob" }, "Missed · was Bob’s turn"],
    [{ ...entry, mark: "missed", doers: [], whose: "ann" }, "Missed · was your turn"],
    [{ ...entry, mark: "skipped", doers: [] }, "Skipped"],
  ] as const)("%#: %s", (given, text) => {
    expect(entryText(given, personOf, US_ENGLISH)).toBe(text);
  });
});

test("somebody is one person, whatever ids they have; somebody else of the viewer's name is not the viewer", () => {
  const tasks = [turnTask(), taskOf({ people: { ann: "Alice", bob2: "Bob", you: "You" } })];
  const people = peopleOf(tasks, new Set(["bob2", "you", "", "bob"]), "ann", US_ENGLISH);
  expect(people.map(({ ids, name }) => [name, ids])).toEqual([
    ["You", ["ann", "alice"]],
    ["Bob", ["bob", "bob2"]],
    ["Carol", ["carol"]],
    ["You", ["you"]],
    ["Somebody", [""]],
  ]);
});

test("figures are written with their thousands separated, and halves as they are", () => {
  const texts = [1, 2.5, 1200, null].map((days) => daysText(days, US_ENGLISH));
  expect(texts).toEqual(["1 day", "2.5 days", "1,200 days", "–"]);
  expect(countsText({ done: 1200, late: 0, skipped: 0, paused: 0, missed: 3 }, US_ENGLISH)).toBe(
    "1,200 done, 3 missed",
  );
  expect([0, 40, 90, 72_000].map((minutes) => minutesText(minutes, US_ENGLISH))).toEqual([
    "–",
    "about 40 min",
    "about 2 h",
    "about 1,200 h",
  ]);
});

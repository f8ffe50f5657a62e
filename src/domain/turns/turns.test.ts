import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectDimensions } from "../../../tests/support/dimensions.ts";
import { runs, seed } from "../../../tests/support/runs.ts";
import { daySet, sampleTask } from "../../../tests/support/sample-task.ts";
import { type CalendarDate, fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import type { Household } from "../households/household.ts";
import type { Task } from "../tasks/task.ts";
import { hasTurns } from "./has-turns.ts";
import type { Absence } from "./turn-types.ts";
import { turnDay, turnOn, turnsBetween } from "./turns.ts";

const TODAY = "2026-11-24";

const person = (id: string) => ({ id, name: id, face: 0, role: "member", isJoined: true }) as const;

const flat = (changes: Partial<Household> = {}): Household => ({
  ...{ id: "flat", name: "The flat", role: "keeper", me: "ann" },
  people: ["ann", "bob", "cem"].map(person),
  ...changes,
});

const away = (who: string, from: string, to: string | null, changes: Partial<Absence> = {}) => ({
  ...{ id: `${who} ${from}`, person: who, from, to, enteredOn: from, endedOn: null },
  ...changes,
});

/** Daily from Monday, November 2, 2026, by turns. */
const taskOf = (changes: Partial<Task> = {}, absences: readonly Absence[] = []): Task =>
  sampleTask({
    ...{ startDate: "2026-11-02", householdId: "flat", household: flat({ absences }) },
    roster: ["ann", "bob", "cem"],
    ...changes,
  });

/** Initials of the people whose turns follow; "-" for anybody's. */
function turns(task: Task, from: CalendarDate, count: number): string {
  const first = toDayNumber(from);
  return Array.from({ length: count }, (_, day) =>
    (turnOn(task, fromDayNumber(first + day), TODAY) ?? "-").slice(0, 1),
  ).join("");
}

describe("each occurrence", () => {
  test("goes round in the roster's order, whatever was done, skipped or paused", () => {
    expect(turns(taskOf(), "2026-11-02", 7)).toBe("abcabca");
    const settled = {
      completedDays: daySet("2026-11-02", "2026-11-04"),
      pausedDays: daySet("2026-11-03"),
    };
    expect(turns(taskOf(settled), "2026-11-02", 7)).toBe("abcabca");
    expect(turns(taskOf({ repeatValue: "weekly" }), "2026-11-01", 9)).toBe("-a------b");
  });

  test("without a roster, or a household, is anybody's", () => {
    expect(turns(taskOf({ roster: [] }), "2026-11-02", 3)).toBe("---");
    const { household: _, ...own } = taskOf();
    expect(turns(own, "2026-11-02", 3)).toBe("---");
    expect([taskOf(), taskOf({ roster: [] }), own].map(hasTurns)).toEqual([true, false, false]);
  });

  test("of one person's is theirs, and anybody's while they are away", () => {
    const bobs = { roster: ["bob"] };
    const task = taskOf(bobs, [away("bob", "2026-11-04", "2026-11-05")]);
    expect(turns(task, "2026-11-02", 6)).toBe("bb--bb");
  });

  test("whoever was away comes home to no debt, and their neighbour has no more than others", () => {
    const absences = [away("bob", "2026-11-02", "2026-12-31")];
    const counts = turnsBetween(taskOf({}, absences), "2026-11-02", "2027-01-30", TODAY);
    // 60 days for two, 30 for three
    expect([...counts].sort()).toEqual([
      ["ann", 40],
      ["bob", 10],
      ["cem", 40],
    ]);
  });

  test("an absence counts from the day on which it is entered, and ends on the day on which it is ended", () => {
    const entered = away("bob", "2026-11-03", "2026-11-30", { enteredOn: "2026-11-08" });
    expect(turns(taskOf({}, [entered]), "2026-11-02", 12)).toBe("abcabcacacac");
    const ended = { ...entered, endedOn: "2026-11-11" };
    expect(turns(taskOf({}, [ended]), "2026-11-02", 12)).toBe("abcabcacacba");
  });

  test("that is put off keeps the turn of its own day", () => {
    const putOffs = [{ dueDate: "2026-11-09", newDate: "2026-11-11" }];
    const task = taskOf({ repeatValue: "weekly", putOffs });
    expect([turnOn(task, "2026-11-11", TODAY), turnDay(task, "2026-11-11", TODAY)]).toEqual([
      "bob",
      "2026-11-09",
    ]);
    expect(turnOn(task, "2026-11-16", TODAY)).toBe("cem");
  });

  test("is that of whoever took it, unless they are away; nobody's next turn moves", () => {
    const swaps = [
      { day: "2026-11-03", person: "cem" },
      { day: "2026-11-05", person: "bob" },
    ];
    expect(turns(taskOf({ swaps }), "2026-11-02", 7)).toBe("accbbca");
    const absences = [away("bob", "2026-11-05", "2026-11-05")];
    expect(turns(taskOf({ swaps }, absences), "2026-11-05", 1)).toBe("a");
  });
});

describe("a change of the schedule", () => {
  const former = (changes: Partial<Task> = {}) => ({
    ...{ ...taskOf(changes), validUntil: "2026-11-05" },
  });

  test("with the same roster goes on, with any other begins anew", () => {
    const scheduleFrom = "2026-11-06";
    const same = taskOf({ scheduleFrom, formerSchedules: [former()] });
    expect(turns(same, "2026-11-02", 7)).toBe("abcabca");
    const other = taskOf({ scheduleFrom, formerSchedules: [former()], roster: ["cem", "ann"] });
    expect(turns(other, "2026-11-02", 7)).toBe("abcacac");
    const none = { roster: undefined, validUntil: "2026-11-05" };
    const later = taskOf({ scheduleFrom, formerSchedules: [{ ...former(), ...none } as never] });
    expect(turns(later, "2026-11-02", 7)).toBe("----abc");
  });
});

describe("a week or a month", () => {
  test("is cut at the start, and whoever is away for most of it is passed over", () => {
    const start = { startDate: "2026-11-05", turnLength: "week" } as const;
    expect(turns(taskOf(start), "2026-11-04", 13)).toBe("-aaaabbbbbbbc");
    const absences = [away("bob", "2026-11-09", "2026-11-12")];
    expect(turns(taskOf(start, absences), "2026-11-05", 12)).toBe("aaaacccccccb");
    // Half of it is not most of it.
    const half = [away("ann", "2026-11-05", "2026-11-06")];
    expect(turns(taskOf(start, half), "2026-11-05", 5)).toBe("bbaab");
  });

  test("of whoever is away for a part of it has somebody to stand in", () => {
    const weeks = { turnLength: "week" } as const;
    const absences = [away("ann", "2026-11-04", "2026-11-05")];
    expect(turns(taskOf(weeks, absences), "2026-11-02", 15)).toBe("aabbaaabbbbbbbc");
    // Back early, they are there again, even in a week in which somebody else comes or goes.
    const back = away("bob", "2026-11-02", "2026-12-31", { endedOn: "2026-11-12" });
    const both = [back, away("ann", "2026-11-18", "2026-11-18")];
    expect(turns(taskOf(weeks, both), "2026-11-02", 22)).toBe("aaaaaaacccccccaabaaaab");
  });

  test("of months", () => {
    const task = taskOf({ turnLength: "month" });
    expect([..."01234"].map((n) => turnOn(task, `2027-0${Number(n) + 1}-15`, TODAY))).toEqual([
      ...["cem", "ann", "bob", "cem", "ann"],
    ]);
  });
});

describe("an interval task", () => {
  const afterDone = { repeatValue: "custom", afterDone: "P5D" } as const;

  test("goes round by what was done or skipped, and the open one is the next person's", () => {
    const settled = { completedDays: daySet("2026-11-04"), skippedDays: daySet("2026-11-10") };
    const task = taskOf({ ...afterDone, ...settled });
    expect(turns(task, "2026-11-03", 14)).toBe("-a-----b----cc");
    expect([turnDay(task, "2026-11-16", TODAY), turnDay(task, TODAY, TODAY)]).toEqual([
      TODAY,
      TODAY,
    ]);
    const counts = turnsBetween(task, "2026-11-01", "2026-11-30", TODAY);
    expect(Object.fromEntries(counts)).toEqual({ ann: 1, bob: 1, cem: 1 });
  });

  test("who is away today has no turn today", () => {
    const absences = [away("ann", "2026-11-24", null)];
    expect(turnOn(taskOf(afterDone, absences), "2026-11-02", TODAY)).toBe("bob");
    expect(turnOn(taskOf(afterDone, absences), "2026-11-02", "2026-11-23")).toBe("ann");
  });

  test("a swap is of the next time that it is done", () => {
    const swaps = [{ day: "2026-11-06", person: "bob" }];
    const open = taskOf({ ...afterDone, swaps });
    expect(turnOn(open, TODAY, TODAY)).toBe("bob");
    const done = { ...open, completedDays: daySet("2026-11-08") };
    expect([turnOn(done, "2026-11-08", TODAY), turnOn(done, TODAY, TODAY)]).toEqual(["bob", "bob"]);
    const twice = { ...open, completedDays: daySet("2026-11-04", "2026-11-08") };
    expect(turns(twice, "2026-11-04", 5)).toBe("a---b");
    // Used on its own day, it is of no other time.
    const used = { ...open, swaps: [{ day: "2026-11-08", person: "cem" }] };
    const both = { ...used, completedDays: daySet("2026-11-08", "2026-11-12") };
    expect(turns(both, "2026-11-08", 5)).toBe("c---b");
    const once = { ...used, completedDays: daySet("2026-11-08") };
    expect(turnOn(once, TODAY, TODAY)).toBe("bob");
  });
});

test("nobody known is nobody's, and who has left is known by what was theirs", () => {
  const strangers = taskOf({ roster: ["eve", "fay"] });
  expect(turns(strangers, "2026-11-02", 3)).toBe("---");
  const people = [person("ann"), person("cem")];
  const left = [away("bob", "2026-11-06", null)];
  const household = flat({ people, former: { bob: "Bob" }, absences: left });
  expect(turns(taskOf({ household }), "2026-11-02", 7)).toBe("abcacac");
});

/** The rule unit by unit, in fractions of a turn that come out even for up to four people. */
function slowTurns(
  people: readonly string[],
  absences: readonly Absence[],
  days: number,
): string[] {
  const credits = people.map(() => 0);
  const found: string[] = [];
  const first = toDayNumber("2026-11-02");
  for (let day = first; day < first + days; day++) {
    const date = fromDayNumber(day);
    const isAway = (who: string) =>
      absences.some(
        ({ person: whose, from, to, enteredOn, endedOn }) =>
          whose === who &&
          from <= date &&
          (to === null || date <= to) &&
          enteredOn <= date &&
          (endedOn === null || date < endedOn),
      );
    const places = people.map((_, place) => place);
    const there = places.filter((place) => !isAway(people[place] ?? ""));
    const next = there.toSorted((a, b) => (credits[a] ?? 0) - (credits[b] ?? 0) || a - b)[0];
    for (const place of there.length > 0 ? places : []) {
      const share = there.includes(place) ? Number(place === next) * 12 : 12 / there.length;
      credits[place] = (credits[place] ?? 0) + share;
    }
    found.push(next === undefined ? "-" : (people[next] ?? ""));
  }
  return found;
}

test("any day is answered as if the turns were counted one by one", () => {
  const day = fc.integer({ min: -20, max: 400 });
  const date = day.map((number) => fromDayNumber(toDayNumber("2026-11-02") + number));
  const roster = fc.shuffledSubarray(["ann", "bob", "cem", "dan"], { minLength: 1 });
  const absence = fc.record({
    id: fc.uuid(),
    person: fc.constantFrom("ann", "bob", "cem", "dan"),
    from: date,
    to: fc.option(date, { freq: 3 }),
    enteredOn: date,
    endedOn: fc.option(date, { freq: 3 }),
  });
  expectDimensions("absences, counted one by one", absence, {
    "without an end": ({ to }) => to === null,
    "never ended": ({ endedOn }) => endedOn === null,
    "ended early": ({ from, to, endedOn }) =>
      endedOn !== null && endedOn > from && (to === null || endedOn <= to),
  });
  fc.assert(
    fc.property(roster, fc.array(absence, { maxLength: 12 }), (people, absences) => {
      const household = flat({ people: people.map(person), absences });
      const task = taskOf({ roster: people, household });
      const expected = slowTurns(people, absences, 420);
      const found = expected.map((_, index) =>
        turnOn(task, fromDayNumber(toDayNumber("2026-11-02") + index), TODAY),
      );
      expect(found.map((one) => one ?? "-")).toEqual(expected);
    }),
    { seed, numRuns: runs(300) },
  );
});

describe("a day on which that was settled", () => {
  const interval = (changes: Partial<Task> = {}) =>
    taskOf({ repeatValue: "custom", afterDone: "P3D", ...changes });

  test("counts the days on which it was settled, so that an earlier one that is ticked later moves those after it", () => {
    const settled = { completedDays: daySet("2026-11-03", "2026-11-09", "2026-11-12") };
    expect(turns(interval(settled), "2026-11-03", 10)).toBe("a-----b--c");
    const more = { completedDays: daySet("2026-11-03", "2026-11-06", "2026-11-09", "2026-11-12") };
    expect(turns(interval(more), "2026-11-03", 10)).toBe("a--b--c--a");
  });

  test.each(["each", "week", "month"] as const)(
    "and done before its start is the turn of whoever took it (%s)",
    (turnLength) => {
      const task = interval({
        ...{ turnLength, startDate: "2026-11-25", completedDays: daySet("2026-11-20") },
        swaps: [{ day: "2026-11-19", person: "cem" }],
      });
      expect(turnOn(task, "2026-11-20", TODAY)).toBe("cem");
    },
  );
});

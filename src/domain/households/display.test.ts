import { expect, test } from "vitest";
import { completed, daySet, sampleTask } from "../../../tests/support/sample-task.ts";
import { at, done, ID, NOON, TODAY } from "../../../tests/support/today-rows.ts";
import { US_ENGLISH } from "../language/locale.ts";
import { displayDoers, displayRows } from "./display.ts";

const PLANTS = sampleTask({ title: "Plants", startDate: "2026-11-18" });
const PEOPLE = {
  people: [{ id: "carol", name: "Carol", face: 1 }],
  formerPeople: [{ id: "bob", name: "Bob", face: 2 }],
};

test("several missed days have one row, whose tick is for the latest; today's has its own", () => {
  const { overdue, active, done: settled } = displayRows([PLANTS], at(NOON));
  expect(overdue).toMatchObject([{ dueDate: "2026-11-20", day: "2026-11-20", missed: 3 }]);
  expect(active).toMatchObject([{ id: ID, day: TODAY, missed: 0 }]);
  expect(settled).toEqual([]);
});

test("an interval task is ticked on today", () => {
  const filter = sampleTask({ startDate: "2026-11-10", afterDone: "P1W" });
  const { overdue, active } = displayRows([filter], at(NOON));
  expect([...overdue, ...active]).toMatchObject([{ day: TODAY }]);
});

test("what was ticked late just now is done, and no row to tick any more", () => {
  const late = done("2026-11-20", "2026-11-21T11:59:59Z");
  const task = { ...PLANTS, startDate: "2026-11-20", ...completed(late) };
  const rows = displayRows([task], at(NOON));
  expect(rows.overdue).toEqual([]);
  expect(rows.done).toMatchObject([{ day: "2026-11-20", done: { date: "2026-11-20" } }]);
});

test("done by catching up, nobody knows by whom", () => {
  const before = completed({ ...done("2026-11-20", "2026-11-20T08:00:00Z"), people: ["carol"] });
  const recent = { completedAt: "2026-11-21T08:00:00Z", timeZone: "UTC", completedBy: "carol" };
  const catchUp = { id: "1", status: "done" as const, ...recent, days: daySet(TODAY) };
  const task = {
    ...{ ...PLANTS, startDate: "2026-11-20", ...before, recentCatchUps: [catchUp] },
    completedDays: daySet("2026-11-20", TODAY),
  };
  const rows = displayRows([task], at(NOON)).done;
  expect(rows).toEqual([{ id: ID, task, day: TODAY, isSkipped: false, done: null }]);
  expect(displayDoers(PEOPLE, rows[0]?.done ?? null, US_ENGLISH)).toBeNull();
});

test("who did it, those who have left as well, in their order", () => {
  const by = (people?: readonly string[]) =>
    displayDoers(PEOPLE, { ...done(TODAY, "2026-11-21T08:00:00Z"), people }, US_ENGLISH);
  expect(by(["bob", "carol"])?.names).toBe("Bob and Carol");
  expect(by(["carol"])?.faces).toEqual(PEOPLE.people);
  expect(by([])?.names).toBe("Somebody");
  expect(by()).toBeNull();
});

test("what comes in the next seven days can be done early, where nobody had to do with it today", () => {
  const weekly = (title: string, startDate: string, changes = {}) =>
    sampleTask({ id: title, title, startDate, repeatValue: "weekly", ...changes });
  const { coming } = displayRows(
    [
      weekly("Bins", "2026-11-28"),
      weekly("Windows", "2026-11-23"),
      weekly("Later", "2026-11-29"),
      weekly("Missed", "2026-11-18"),
      weekly("Today", TODAY),
      weekly("Done early", "2026-11-24", completed(done("2026-11-24", "2026-11-21T08:00:00Z"))),
      sampleTask({
        id: "Daily",
        startDate: TODAY,
        ...completed(done(TODAY, "2026-11-21T08:00:00Z")),
      }),
      sampleTask({ id: "Filter", startDate: "2026-11-23", afterDone: "P1W" }),
    ],
    at(NOON),
  );
  expect(coming.map(({ task, day }) => [task.title, day])).toEqual([
    ["Windows", "2026-11-23"],
    ["Bins", "2026-11-28"],
  ]);
});

import { describe, expect, test } from "vitest";
import { daySet } from "../../../tests/support/sample-task.ts";
import { taskOf } from "../../../tests/support/task-fixture.ts";
import { fromDayNumber, toDayNumber } from "../dates/calendar-date.ts";
import { US_ENGLISH } from "../language/locale.ts";
import { checkedLines, checklistDay, withCheckedLine, withLine } from "./checklist.ts";
import { checklistChangeText } from "./checklist-change.ts";

const CHECKLIST = ["Sink", "Hob", "Floor"];
const DAILY = taskOf({ checklist: CHECKLIST });

describe("the ticked lines of a day", () => {
  test("are each day's own: the next occurrence has none", () => {
    const ticked = withCheckedLine(DAILY, "2026-11-20", "Hob", true);
    expect(checkedLines(ticked, "2026-11-20")).toEqual(["Hob"]);
    expect(checkedLines(ticked, "2026-11-21")).toEqual([]);
    const two = withCheckedLine(ticked, "2026-11-20", "Sink", true);
    expect(checkedLines(two, "2026-11-20")).toEqual(["Hob", "Sink"]);
    const earlier = withCheckedLine(two, "2026-11-18", "Sink", true);
    expect(earlier.recentChecks.map(({ date }) => date)).toEqual(["2026-11-18", "2026-11-20"]);
  });

  test("a tick twice is one, and is taken back", () => {
    const twice = ["Hob", "Hob"].reduce(
      (task, line) => withCheckedLine(task, "2026-11-20", line, true),
      DAILY,
    );
    expect(checkedLines(twice, "2026-11-20")).toEqual(["Hob"]);
    expect(withCheckedLine(twice, "2026-11-20", "Hob", false)).toEqual(DAILY);
    expect(withLine(["Hob"], "Sink", false)).toEqual(["Hob"]);
  });

  test("are not known before the latest ten days that have any", () => {
    const first = toDayNumber("2026-11-01");
    const recentChecks = Array.from({ length: 10 }, (_, index) => ({
      date: fromDayNumber(first + 2 * index),
      lines: ["Hob"],
    }));
    const task = taskOf({ checklist: CHECKLIST, recentChecks });
    expect(checkedLines(task, "2026-10-31")).toBeNull();
    expect(checkedLines(task, "2026-11-02")).toEqual([]);
    expect(withCheckedLine(task, "2026-10-31", "Hob", true)).toBe(task);
    const nine = { ...task, recentChecks: recentChecks.slice(1) };
    expect(checkedLines(nine, "2026-10-31")).toEqual([]);
  });
});

describe("the day of the ticks", () => {
  test("is the day itself of what is due on a date", () => {
    expect(checklistDay(DAILY, "2026-11-20")).toBe("2026-11-20");
  });

  test("of an interval task is the day since when it is open", () => {
    const task = taskOf({
      repeatValue: "custom",
      afterDone: "P3D",
      checklist: CHECKLIST,
      startDate: "2026-11-01",
      completedDays: daySet("2026-11-05"),
    });
    expect(
      ["2026-11-08", "2026-11-09", "2026-11-20"].map((day) => checklistDay(task, day)),
    ).toEqual(["2026-11-08", "2026-11-08", "2026-11-08"]);
    expect(checklistDay(task, "2026-11-07"), "done early").toBe("2026-11-07");
    const done = { ...task, completedDays: daySet("2026-11-05", "2026-11-10") };
    expect(checklistDay(done, "2026-11-10"), "once it is done").toBe("2026-11-08");
    expect(checklistDay(done, "2026-11-13"), "the next one").toBe("2026-11-13");
    expect(checklistDay(done, "2026-11-05"), "the first").toBe("2026-11-01");
  });

  test("of a former schedule is the day itself", () => {
    const task = taskOf({ repeatValue: "custom", afterDone: "P3D", scheduleFrom: "2026-11-10" });
    expect(checklistDay(task, "2026-11-08")).toBe("2026-11-08");
    expect(checklistDay(task, "2026-11-12")).toBe("2026-11-10");
  });
});

test("a change in words", () => {
  const say = (...lists: [readonly string[], readonly string[]]) =>
    checklistChangeText({ who: "other", name: "Bob" }, ...lists, US_ENGLISH).replace(
      /[\u2068\u2069]/g,
      "",
    );
  expect(say(["Sink"], ["Sink", "Hob", "Oven"])).toBe(
    "Bob changed the checklist: “Hob” and “Oven” added",
  );
  expect(say(["Sink"], ["Hob"])).toBe("Bob changed the checklist: “Hob” added, “Sink” removed");
  expect(say(["Sink", "Hob"], ["Hob", "Sink"])).toBe("Bob changed the order of the checklist");
  expect(say(["A", "B", "C", "D"], [])).toBe("Bob changed the checklist: 4 lines removed");
});

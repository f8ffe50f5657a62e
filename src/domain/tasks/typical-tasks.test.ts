import { expect, test } from "vitest";
import { US_ENGLISH } from "../language/locale.ts";
import { repeatText } from "../recurrence/rule-text.ts";
import { checkInput, createTaskSchema } from "./task-input.ts";
import { typicalTasks } from "./typical-tasks.ts";

const typical = typicalTasks("2026-11-24", [], US_ENGLISH);

test("each can be made, and its title comes once", () => {
  for (const fields of typical) {
    const id = "00000000-0000-4000-8000-000000000001";
    expect(checkInput(createTaskSchema, { id, ...fields })).toMatchObject({ ok: true });
  }
  expect(new Set(typical.map(({ title }) => title)).size).toBe(typical.length);
});

test("what somebody has in other words is not offered again", () => {
  const titles = typicalTasks(
    "2026-11-24",
    [{ title: "Dishes" }, { title: "Water the herbs" }, { title: "Clean the car" }],
    US_ENGLISH,
  ).map(({ title }) => title);
  expect(titles).not.toContain("Do the dishes");
  expect(titles).toContain("Water the plants");
  expect(titles).toHaveLength(typical.length - 1);
});

test("each comes back as often as is sensible", () => {
  expect(
    typical.map((fields) => `${fields.title}: ${repeatText(fields, US_ENGLISH)}`),
  ).toMatchInlineSnapshot(`
    [
      "Do the dishes: Daily",
      "Take out the bins: Weekly on Wednesday",
      "Vacuum: Weekly on Thursday",
      "Clean the bathroom: Weekly on Friday",
      "Do the laundry: Weekly on Saturday",
      "Water the plants: 3 days after it was done",
      "Buy groceries: Weekly on Tuesday and Friday",
      "Change the sheets: Every 2 weeks on Sunday",
      "Dust the shelves: 2 weeks after it was done",
      "Clean the fridge: Monthly",
      "Descale the kettle: Monthly",
      "Clean the windows: Every 3 months",
      "Test the smoke alarms: Every 6 months",
      "Have the boiler serviced: Yearly",
    ]
  `);
});

test("few of them are due on the first day, and all have begun after a month", () => {
  expect(typical.filter(({ startDate }) => startDate === "2026-11-24")).toHaveLength(3);
  expect(typical.every(({ startDate }) => startDate <= "2026-12-24")).toBe(true);
});

test("of a daily one only the latest missed day stays open", () => {
  for (const { repeatValue, missedPolicy } of typical) {
    expect(missedPolicy).toBe(repeatValue === "daily" ? "latest" : "keep");
  }
  expect(typical.some(({ missedPolicy }) => missedPolicy === "latest")).toBe(true);
});

import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { formatWeekday } from "../../src/domain/dates/format-date.ts";
import type { Household } from "../../src/domain/households/household.ts";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import { type TaskJson, taskFromJson } from "../../src/domain/tasks/task-json.ts";
import HistoryDialog from "../../src/features/history/history-dialog.tsx";
import type { DayRecord } from "../../src/features/history/queries.ts";
import { bitsOf } from "../support/bits.ts";
import { day, displayed, fullName, instantOf, ZONE } from "../support/day.ts";
import { householdOf } from "./households.ts";
import { answer, calls, expectSent, hold } from "./network.ts";
import { button, chore, expectToast, field, onDays, show, texts } from "./show.tsx";

/** The chosen day of the Task History dialog: its entry and actions. */

const DAY_MS = 86_400_000;
const runs = (...dates: readonly string[]) =>
  dates.map((date) => [Date.parse(date) / DAY_MS, 1] as const);

const NOTHING: DayRecord = { events: [], note: "", catchUp: null, checked: [] };
const entry = page.getByRole("region", { name: "Chosen day" });
const legend = page.getByRole("list", { name: "Legend" });
const cell = (date: string) => page.getByRole("button", { name: fullName(date) });
const inEntry = (name: string) => entry.getByRole("button", { name, exact: true });

beforeEach(() => page.viewport(1280, 720));

async function openDay(
  task: TaskJson,
  date: string,
  record: Partial<DayRecord> = {},
  households: readonly Household[] = [],
) {
  const known = [date, day(0)].map((each) => ({
    task,
    date: each,
    record: { ...NOTHING, ...(each === date && record) },
  }));
  const household = households.find(({ id }) => id === task.householdId);
  await show(<HistoryDialog task={taskFromJson(task, household)} onClosed={() => {}} />, {
    tasks: [task],
    records: known,
    households,
  });
  // A day of another month is on the grid or a page back.
  if (cell(date).elements().length === 0) await button("Previous month").click();
  // Today is chosen, and a click would scroll to it.
  if (date !== day(0)) await cell(date).click();
}

test("a missed day is done, undone and skipped, and the focus stays", async () => {
  const date = day(-1);
  await openDay(chore("Sweep", { startDate: day(-3) }), date);
  await expect.element(entry).toHaveTextContent("Missed");
  await inEntry("Mark as done").click();
  await expect.element(entry).toHaveTextContent(/Completed · ticked on \w+ for \w+, at \d/);
  await expect.element(cell(date)).toHaveAccessibleName(`${fullName(date)}, Completed`);
  await expect.element(inEntry("Undo")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(entry).toHaveTextContent("Missed");
  await expect.element(inEntry("Mark as done")).toHaveFocus();
  await inEntry("Skip").click();
  await expect.element(cell(date)).toHaveAccessibleName(`${fullName(date)}, Skipped`);
  await expect.element(inEntry("Undo")).toHaveFocus();
});

test("on a shared task its owner says who did it", async () => {
  const names = { petra: "Petra Person", robin: "Robin Roommate", gone: "Someone from before" };
  const takingPart = ["robin"];
  await openDay(
    chore("Sweep", { startDate: day(-3), isShared: true, people: names, takingPart }),
    day(-1),
  );
  await inEntry("Done by…").click();
  const people = page.getByRole("dialog", { name: "Who did Sweep?" }).getByRole("button");
  // Without a person who has left: the database would refuse them.
  await expect.poll(() => texts(people)).toEqual(["", "You", "Robin Roommate"]);
  await people.nth(2).click();
  await expect.element(entry).toHaveTextContent(/Completed .* · Robin Roommate/);
});

test("others mark it done as themselves, and undo what they did themselves", async () => {
  const task = chore("Sweep", { startDate: day(-3), isShared: true, ownerId: "robin" });
  const theirs = {
    date: day(-2),
    status: "done",
    completedAt: instantOf(day(-2)),
    timeZone: "Asia/Kathmandu", // beside every other by a quarter of an hour
    completedBy: "robin",
  } as const;
  await openDay({ ...task, ...onDays(day(-2)), recentCompletions: [theirs] }, day(-2));
  await expect.element(entry).toHaveTextContent(/Completed at .* in Kathmandu · Robin Roommate/);
  await expect.element(inEntry("Undo")).not.toBeInTheDocument();
  await cell(day(-1)).click();
  await expect.element(inEntry("Mark as done")).toBeVisible();
  await expect.element(inEntry("Done by…")).not.toBeInTheDocument();
});

test("who caught up on many days stands at each of them", async () => {
  const task = chore("Sweep", { startDate: day(-9), isShared: true, ...onDays(day(-8)) });
  const completedAt = instantOf(day(-3));
  await openDay(task, day(-8), {
    catchUp: {
      date: day(-8),
      completedAt,
      timeZone: ZONE,
      completedBy: "Robin Roommate",
      doers: { completedBy: "robin" },
      isSingle: false,
    },
  });
  await expect.element(entry).toHaveTextContent(/ticked on \w+ for \w+, at .* · Robin Roommate/);
  // A single day of a catch-up can't be corrected.
  await expect.element(inEntry("Undo")).toBeVisible();
  await expect.element(inEntry("Correct…")).not.toBeInTheDocument();
});

const FLAT = householdOf("The flat", ["Carol"]);

/** Yesterday's occurrence, ticked this morning. */
const lateTick = {
  date: day(-1),
  status: "done",
  completedAt: instantOf(day(0)),
  timeZone: ZONE,
  completedBy: "petra",
} as const;

const lateChore = (changes: Partial<TaskJson> = {}): TaskJson => ({
  ...chore("Sweep", { startDate: day(-3), ...changes }),
  ...onDays(day(-1)),
  recentCompletions: [lateTick],
});

test("who did it, and when, is corrected in place, and says so at once", async () => {
  const task = {
    ...lateChore({ householdId: FLAT.id }),
    recentCompletions: [{ ...lateTick, people: [FLAT.me], saidBy: FLAT.me }],
  };
  await openDay(task, day(-1), {}, [FLAT]);
  await expect.element(entry).toHaveTextContent(/Completed · ticked on \w+ for \w+, at .* · You/);
  await inEntry("Correct…").click();
  const form = page.getByRole("form", { name: "Correct" });
  await expect.element(form.getByLabelText("You")).toHaveFocus();
  await expect.element(form.getByLabelText("You")).toBeChecked();
  await expect.element(field("Done on")).toHaveValue(day(0));
  await form.getByLabelText("You").click();
  await form.getByLabelText("Carol").click();
  await field("Done on").fill(day(-1));
  await field("At").fill("22:00");
  await button("Save").click();
  const text = `Completed at 10:00 PM · ticked on ${displayed(day(0))} at`;
  await expect.element(entry).toHaveTextContent(text);
  await expect.element(entry).toHaveTextContent("Carol, said by you");
  answer(calls.correct, 200, {
    ...task,
    revision: task.revision + 1,
    people: { ...task.people, Carol: "Carol" },
    recentCompletions: [
      { ...lateTick, people: ["Carol"], saidBy: FLAT.me, doneOn: day(-1), doneAt: "22:00" },
    ],
  });
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(inEntry("Correct…")).toHaveFocus();
  await expect.element(entry).toHaveTextContent(text);
  await expectSent(calls.correct).toEqual([
    {
      ...{ task_id: task.id, completed_date: day(-1), people: ["Carol"] },
      ...{ done_on: day(-1), done_at: "22:00" },
    },
  ]);
});

test("what is refused stays in the form, and what is left as it was is not sent", async () => {
  await openDay(lateChore(), day(-1));
  await inEntry("Correct…").click();
  await expect.element(field("Done on")).toHaveFocus();
  await expect.element(page.getByText("Done by")).not.toBeInTheDocument();
  await field("Done on").fill("");
  await button("Save").click();
  await expect.element(page.getByText("Choose a day")).toBeVisible();
  await field("Done on").fill(day(0));
  await field("At").fill("23:59");
  answer(calls.correct, 422, {
    code: "PT422",
    message: "VALIDATION_FAILED",
    details: JSON.stringify([{ path: "doneAt", code: "DONE_LATER" }]),
  });
  await button("Save").click();
  await expect.element(field("At")).toHaveAccessibleDescription(/That is still to come/);
  await expect.element(field("At")).toHaveValue("23:59");
  await expectToast("error", "Validation Error", "That is still to come");
  await expectSent(calls.correct).toHaveLength(1);
  await button("Cancel").click();
  await expect.element(inEntry("Correct…")).toHaveFocus();
  await inEntry("Correct…").click();
  await button("Save").click();
  await expect.element(button("Save")).not.toBeInTheDocument();
  await expectSent(calls.correct).toHaveLength(1);
});

test("whoever may not take it back may not correct it", async () => {
  const task = lateChore({ isShared: true, ownerId: "robin" });
  await openDay({ ...task, recentCompletions: [{ ...lateTick, completedBy: "robin" }] }, day(-1));
  await expect.element(entry).toHaveTextContent("Robin Roommate");
  await expect.element(inEntry("Correct…")).not.toBeInTheDocument();
});

test("put off: the old day shows where it went, and it can go back", async () => {
  await openDay(chore("Sweep", { startDate: day(0), endDate: day(0) }), day(0));
  await inEntry("Put off").click();
  await inEntry(formatWeekday(day(2), US_ENGLISH)).click();
  await expect.element(entry).toHaveTextContent(`Put off to ${displayed(day(2))}`);
  await expect.element(inEntry("Put off")).toHaveFocus();
  await expect.element(cell(day(0))).toHaveAccessibleName(`${fullName(day(0))}, Put off`);
  expect(texts(legend.getByRole("listitem")).at(-1)).toBe("Put off");
  await inEntry("Put back").click();
  await expect.element(entry).toHaveTextContent("Due Today");
});

test("a future day can be done early or put off", async () => {
  await openDay(chore("Sweep", { endDate: day(1) }), day(0));
  await cell(day(0)).click();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(entry).toHaveTextContent("Due Future");
  expect(texts(entry.getByRole("button"))).toEqual(["Mark as done", "Put off"]);
  await expect.element(field("Note")).not.toBeInTheDocument();
  hold(calls.complete);
  await inEntry("Mark as done").click();
  await expect.element(entry).toHaveTextContent(/Completed.*ticked on .* for /);
  await expectSent(calls.complete).toMatchObject([{ completed_date: day(1) }]);
  await expect.element(inEntry("Undo")).toHaveFocus();
});

test("a note is counted, and one that is too long says so", async () => {
  await openDay(chore("Sweep"), day(0), { note: "No soap left" });
  await expect.element(field("Note")).toHaveValue("No soap left");
  await expect.element(field("Note")).toHaveAccessibleDescription("12 of 500 characters");
  await field("Note").fill("🧽".repeat(501));
  await expect.element(entry).toHaveTextContent("A note has at most 500 characters");
  await expect.element(field("Note")).toBeInvalid();
});

test("the events of the day, in words, the latest first", async () => {
  const event = (id: number, kind: string, userId: string) => ({
    id,
    kind,
    userId,
    happenedAt: instantOf(day(0)),
    timeZone: "Asia/Kathmandu",
    days: null,
    details: { by: userId, status: "skipped" },
  });
  await openDay(chore("Sweep"), day(0), {
    events: [event(1, "skipped", "robin"), event(2, "undone", "petra")],
  });
  const list = entry.getByRole("list", { name: "On this day" });
  const [first, second] = texts(list.getByRole("listitem"));
  expect(first).toMatch(/^You took back that you skipped it.* in Kathmandu/);
  expect(second).toMatch(/^Robin Roommate skipped it/);
});

test("skipped, put off and paused days have signs of their own, and the legend explains them", async () => {
  // Four days of today's month: those of another one are pale.
  const first = Number(day(0).slice(-2)) > 15 ? -3 : 0;
  const days = [first, first + 1, first + 2, first + 3].map(day);
  const [skipped = "", putOff = "", paused = ""] = days;
  const task = chore("Sweep", {
    startDate: day(-9),
    skippedDays: bitsOf(Date.parse(skipped) / 86_400_000),
    pausedDays: runs(paused),
    putOffs: [{ dueDate: putOff, newDate: day(first + 5) }],
  });
  await openDay(task, day(0));
  const signs = days.map(
    (date) => cell(date).element().querySelector("path")?.getAttribute("d") ?? "",
  );
  expect(new Set(signs).size).toBe(4);
  expect(getComputedStyle(cell(paused).element()).backgroundImage).toContain("repeating");
  const four = ["Completed", "Missed", "Due Future", "Due Today"];
  expect(texts(legend.getByRole("listitem"))).toEqual([...four, "Skipped", "Put off", "Paused"]);
  await button("Next year").click();
  await expect.poll(() => texts(legend.getByRole("listitem"))).toEqual(four);
});

test("a put-off of a day that the schedule no longer has is not told, and one that counts is", async () => {
  const task = chore("Sweep", {
    startDate: day(-8),
    repeatValue: "weekly",
    putOffs: [
      { dueDate: day(-1), newDate: day(2) },
      { dueDate: day(-2), newDate: day(1) },
    ],
  });
  await openDay(task, day(-2));
  await expect.element(entry).toHaveTextContent("Not due");
  await expect.element(entry).not.toHaveTextContent(/ to |put off/i);
  await cell(day(-1)).click();
  await expect.element(entry).toHaveTextContent(`Put off to ${displayed(day(2))}`);
  await cell(day(2)).click();
  await expect.element(entry).toHaveTextContent(`put off from ${displayed(day(-1))}`);
  await expect.element(inEntry("Put back")).toBeVisible();
});

test("on a phone nothing is wider than the screen", async () => {
  await page.viewport(390, 844);
  await openDay(
    chore("Sweep", { startDate: day(-3), endDate: day(0), isShared: true, takingPart: ["robin"] }),
    day(0),
  );
  await inEntry("Put off").click();
  const width = document.documentElement.clientWidth;
  for (const element of entry.element().querySelectorAll("button, input, select, textarea")) {
    const { left, right, height } = element.getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(width);
    expect(height).toBeGreaterThanOrEqual(44);
  }
});

test("on a phone the month is one line, and the day's state and buttons need no scroll", async () => {
  await page.viewport(390, 844);
  const flat = householdOf("The flat", ["Carol", "Dan"]);
  const title = "Sort the letters, bills and leaflets of the week by topics";
  const notes = { subtitle: "Notes ".repeat(800), householdId: flat.id };
  await openDay(chore(title, { startDate: day(-3), ...notes }), day(0), {}, [flat]);
  const names = ["Previous year", "Previous month", "Today", "Next month", "Next year"];
  const line = [
    page.getByRole("heading", { level: 3 }),
    ...names.map((name) => page.getByRole("button", { name, exact: true })),
  ];
  const middles = line.map((part) => {
    const { top, bottom } = part.element().getBoundingClientRect();
    return (top + bottom) / 2;
  });
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2);

  const actions = entry.getByRole("group", { name: /^Actions for/ }).getByRole("button");
  expect(texts(actions)).toEqual(["Mark as done", "Done by…", "Skip"]);
  for (const part of [entry.getByText("Due Today").element(), ...actions.elements()]) {
    const { top, bottom } = part.getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(72);
    expect(bottom).toBeLessThanOrEqual(844);
  }
});

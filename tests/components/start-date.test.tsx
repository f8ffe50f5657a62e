import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { day } from "../support/day.ts";
import { answer, calls, expectSent, sent } from "./network.ts";
import { button, chore, expectToast, field, save, showEditor } from "./show.tsx";

/** A start date more than five years back: it may be a mistyped year. */

const start = field("Start date");
const question = button(/^Did you mean/);
const leaveStart = () => (field("Title *").element() as HTMLElement).focus();

/** The year of yesterday and its last digits, as one types them without the second digit. */
const yesterday = day(-1);
const year = Number(yesterday.slice(0, 4));
const mistyped = `0${String(year).replace("0", "")}${yesterday.slice(4)}`;

test("a mistyped year is asked about, and put right by a button", { tags: ["all"] }, async () => {
  await showEditor();
  await field("Category *").fill("Home");
  await field("Title *").fill("Sweep");
  await start.fill(mistyped);
  // Not while typing, as every year begins with one that is long ago.
  await expect.element(question).not.toBeInTheDocument();
  await userEvent.tab();
  leaveStart();
  await expect.element(question).toHaveTextContent(`Did you mean ${year}?`);
  const told = `More than five years ago. Did you mean ${year}?`;
  await expect.element(start).toHaveAccessibleDescription(told);
  await expect.element(page.getByTestId("announcer")).toHaveTextContent(told);
  expect(question.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);

  (question.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(start).toHaveValue(yesterday);
  await expect.element(start).toHaveFocus();
  await expect.element(question).not.toBeInTheDocument();
  answer(calls.create, 200, { task: chore("Sweep", { startDate: yesterday }) });
  await save();
  await button("Count them").click();
  await expectToast("success", "Task Created");
  await expectSent(calls.create).toMatchObject([{ startDate: yesterday }]);
});

test("it may be ignored, and is not asked about once stored", { tags: ["all"] }, async () => {
  const task = chore("Sweep", { startDate: yesterday });
  await showEditor(task);
  await start.fill("1900-01-01");
  leaveStart();
  await expect.element(question).toBeVisible();
  await save();
  await button("For the past too").click();
  answer(calls.update, 200, { task: { ...task, startDate: "1900-01-01" } });
  await expectToast("success", "Task Updated");
  await expectSent(calls.update).toMatchObject([{ startDate: "1900-01-01", scheduleFrom: null }]);

  await showEditor({ ...task, startDate: "1900-01-01" });
  await expect.element(start).toHaveValue("1900-01-01");
  (start.element() as HTMLElement).focus();
  leaveStart();
  await expect.element(question).not.toBeInTheDocument();
  // A later year, but not later enough.
  await start.fill("1901-01-01");
  leaveStart();
  await expect.element(question).toBeVisible();
  await start.fill(day(0));
  await expect.element(question).not.toBeInTheDocument();
});

test("a new task that began in the past is asked once whether those days count", async () => {
  await showEditor();
  await field("Category *").fill("Home");
  await field("Title *").fill("Sweep");
  await start.fill(day(-3));
  leaveStart();
  await save();
  const dialog = page.getByRole("alertdialog", { name: "Count the past days?" });
  await expect.element(dialog).toHaveTextContent("It was due on 3 days before today.");
  // Enter keeps the entered year.
  await expect.element(button("Count them")).toHaveFocus();
  await button("Cancel").click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(calls.create)).toEqual([]);

  await save();
  answer(calls.create, 200, { task: chore("Sweep") });
  await button("From today").click();
  await expectToast("success", "Task Created");
  await expectSent(calls.create).toMatchObject([{ startDate: day(0) }]);
});

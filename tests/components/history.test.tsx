import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { DateStyle } from "../../src/domain/dates/date-style.ts";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import { type TaskJson, taskFromJson } from "../../src/domain/tasks/task-json.ts";
import HistoryDialog from "../../src/features/history/history-dialog.tsx";
import { LocaleContext } from "../../src/ui/use-locale.ts";
import { day, fullName } from "../support/day.ts";
import { chore, onDays, show, texts } from "./show.tsx";

/** The Task History dialog: the month's grid, its colours, and navigation. */

/** 'November 2026', so many months from this one. */
function monthName(offset: number): string {
  const today = new Date(day(0));
  const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + offset));
  const options = { year: "numeric", month: "long", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-US", options).format(first);
}

const dialog = page.getByRole("dialog");
const month = dialog.getByRole("heading", { level: 3 });
const legend = dialog.getByRole("list", { name: "Legend" });
const cell = (date: string) => dialog.getByRole("button", { name: fullName(date) });
const days = () => [...dialog.element().querySelectorAll<HTMLElement>("tbody button")];
const samples = () => [...legend.element().querySelectorAll<HTMLElement>("[data-status]")];
const outlineOf = (node: Element) => getComputedStyle(node).borderColor;

async function openHistory(task: TaskJson, weekStart: DateStyle["weekStart"] = "sun") {
  await show(
    <LocaleContext value={{ ...US_ENGLISH, weekStart }}>
      <HistoryDialog task={taskFromJson(task)} onClosed={() => {}} />
    </LocaleContext>,
    { tasks: [task] },
  );
  await expect
    .element(page.getByRole("dialog", { name: `Task History: ${task.title}` }))
    .toBeVisible();
}

test("a month of 42 days from Sunday on, each with its status", async () => {
  await openHistory(chore("Sweep", { startDate: day(-3), ...onDays(day(-2)) }));
  await expect.element(month).toHaveTextContent(monthName(0));
  const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
  expect(texts(dialog.getByRole("columnheader"))).toEqual(weekdays);
  expect(days()).toHaveLength(42);
  expect(days()[0]?.ariaLabel).toMatch(/^Sunday/);
  const names = ["Completed", "Missed", "Due Future", "Due Today"];
  expect(texts(legend.getByRole("listitem"))).toEqual(names);
  const statuses = [
    { date: day(-4), status: "", name: "" },
    { date: day(-3), status: "missed", name: ", Missed" },
    { date: day(-2), status: "completed", name: ", Completed" },
    { date: day(0), status: "due-today", name: ", Due Today" },
    { date: day(1), status: "due-future", name: ", Due Future" },
  ];
  for (const { date, status, name } of statuses) {
    await expect.element(cell(date)).toHaveAccessibleName(fullName(date) + name);
    if (status === "") continue;
    // The outline has the colour that the legend gives it.
    const sample = samples().find((node) => node.dataset.status === status);
    expect(sample && outlineOf(sample)).toBe(outlineOf(cell(date).element()));
  }
  await expect.element(cell(day(0))).toHaveAttribute("aria-current", "date");
});

test("weeks begin on the day that the viewer chose", async () => {
  await openHistory(chore("Sweep"), "mon");
  expect(texts(dialog.getByRole("columnheader")).join()).toBe("Mon,Tue,Wed,Thu,Fri,Sat,Sun");
  expect(days()).toHaveLength(42);
  expect(days()[0]?.ariaLabel).toMatch(/^Monday/);
});

function hueOf(colour: string): string {
  const canvas = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
  if (green > red && green > blue) return "green";
  if (blue > red) return "blue";
  return green > red * 0.4 ? "orange" : "red";
}

test("the four outlines are green, red, blue and orange, and other months' days are dimmed", async () => {
  await openHistory(chore("Sweep"));
  const hues = samples().map((sample) => hueOf(outlineOf(sample)));
  expect(hues).toEqual(["green", "red", "blue", "orange"]);
  const [inside, outside] = [days()[15], days()[41]];
  if (!inside || !outside) throw new Error("the grid has no such days");
  // Six weeks always reach into the next month.
  expect(outside.dataset.outside).toBe("true");
  const dimness = (node: Element) =>
    `${getComputedStyle(node).color} ${getComputedStyle(node).opacity}`;
  expect(dimness(outside)).not.toBe(dimness(inside));
});

test("moves by months and years, and back to today", async () => {
  await openHistory(chore("Sweep"));
  const moves = [
    ["Next month", 1],
    ["Next year", 13],
    ["Previous month", 12],
    ["Previous year", 0],
    ["Previous month", -1],
    ["Today", 0],
  ] as const;
  for (const [name, offset] of moves) {
    await dialog.getByRole("button", { name, exact: true }).click();
    await expect.element(month).toHaveTextContent(monthName(offset));
  }
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test("by keyboard alone: one tab stop, arrows, Home, End, pages", { tags: ["all"] }, async () => {
  await openHistory(chore("Sweep"));
  expect(dialog.element().querySelectorAll("tbody [tabindex='0']")).toHaveLength(1);
  (cell(day(0)).element() as HTMLElement).focus();
  const focused = () => document.activeElement?.getAttribute("data-date") ?? "";
  const press = async (key: string, date: string) => {
    await userEvent.keyboard(`{${key}}`);
    await expect.poll(focused).toBe(date);
  };
  await press("ArrowRight", day(1));
  await press("ArrowLeft", day(0));
  await press("ArrowUp", day(-7));
  await press("ArrowDown", day(0));
  const weekday = new Date(day(0)).getUTCDay();
  await press("Home", day(-weekday));
  await press("End", day(6 - weekday));
  // The grid follows across the edge of the month.
  for (let week = 1; week <= 6; week += 1) await press("ArrowDown", day(6 - weekday + 7 * week));
  const before = focused();
  await userEvent.keyboard("{PageDown}");
  await expect.poll(focused).not.toBe(before);
  await userEvent.keyboard("{Shift>}{PageUp}{/Shift}");
  const year = Number(before.slice(0, 4)) - (before.slice(5, 7) === "12" ? 0 : 1);
  await expect.poll(() => focused().slice(0, 4)).toBe(String(year));
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
});

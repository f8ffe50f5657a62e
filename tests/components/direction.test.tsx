import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { taskFromJson } from "../../src/domain/tasks/task-json.ts";
import HistoryDialog from "../../src/features/history/history-dialog.tsx";
import { Record } from "../../src/features/record/record.tsx";
import { TodayTab } from "../../src/features/today/today-tab.tsx";
import { WeekStrip } from "../../src/features/week/week-strip.tsx";
import { TextField } from "../../src/ui/field.tsx";
import { SwitchRow } from "../../src/ui/switch-row.tsx";
import { TabList } from "../../src/ui/tabs.tsx";
import { day, fullName, instantOf } from "../support/day.ts";
import { answer, calls, expectSent, hold } from "./network.ts";
import { button, chore, field, onDays, show, showEditor } from "./show.tsx";

/** What turns round where lines run from right to left, and what doesn't. */

beforeEach(() => {
  document.documentElement.dir = "rtl";
});

afterEach(() => {
  document.documentElement.dir = "";
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const middleOf = (element: Element) => {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
};

/** These stand one after another, the first at the right. */
function expectFromRight(elements: readonly Element[]) {
  const middles = elements.map(middleOf);
  expect(middles.length).toBeGreaterThan(1);
  expect(middles).toEqual(middles.toSorted((a, b) => b - a));
}

/** A finger on a row, which moves so far to the right. */
function swipe(row: Element | null, across: number) {
  const send = (type: string, clientX: number) =>
    row?.dispatchEvent(
      new PointerEvent(type, { bubbles: true, isPrimary: true, pointerType: "touch", clientX }),
    );
  send("pointerdown", 200);
  for (const part of [0.5, 1]) send("pointermove", 200 + across * part);
  const meant = (row as HTMLElement | null)?.dataset.swipe;
  send("pointerup", 200 + across);
  return meant;
}

test("a swipe to the left ticks a row, to the right it opens its menu, which follows", async () => {
  await page.viewport(390, 844);
  await show(<TodayTab />, { tasks: [chore("Sweep"), chore("Wash up")] });
  hold(calls.complete);
  // A finger of the test's own is none that could be captured.
  vi.spyOn(Element.prototype, "setPointerCapture").mockImplementation(() => {});
  const row = (title: string) => button(`More for ${title}`).element().closest(".row");
  // The code for swipes comes when the page is idle.
  await expect.poll(() => swipe(row("Sweep"), 100)).toBe("more");
  const menu = page.getByRole("menu", { name: /Sweep/ });
  await expect.element(menu).toHaveStyle({ direction: "rtl" });
  await userEvent.keyboard("{Escape}");
  await expect.element(menu).not.toBeInTheDocument();
  expect(swipe(row("Wash up"), -100)).toBe("done");
  await expectSent(calls.complete).toMatchObject([{ completed_date: day(0) }]);
});

test("the week begins at the right, and a title stays beside its circle", async () => {
  await page.viewport(390, 844);
  await show(
    <>
      <WeekStrip />
      <TodayTab />
    </>,
    { tasks: [chore("Sweep")] },
  );
  const week = page.getByRole("region", { name: "Next seven days" });
  await expect.element(week).toBeVisible();
  expectFromRight(week.getByRole("button").elements());
  const title = page.getByText("Sweep", { exact: true }).first().element();
  expectFromRight([
    button("Mark Sweep as done").element(),
    title,
    button("More for Sweep").element(),
  ]);
  expect(getComputedStyle(title).direction).toBe("ltr");
  const gap = button("Mark Sweep as done").element().getBoundingClientRect().left;
  expect(gap - title.getBoundingClientRect().right).toBeLessThan(16);
});

test("a month’s days, its arrows and its keys turn round, in a dialog that does", async () => {
  const task = chore("Sweep");
  await show(<HistoryDialog task={taskFromJson(task)} onClosed={() => {}} />, { tasks: [task] });
  const dialog = page.getByRole("dialog");
  await expect.element(dialog).toHaveStyle({ direction: "rtl" });
  expectFromRight([...dialog.element().querySelectorAll("thead th")]);
  const arrows = ["Previous year", "Previous month", "Today", "Next month", "Next year"];
  expectFromRight(arrows.map((name) => button(name).element()));
  const mirrored = [...dialog.element().querySelectorAll("svg")].filter(
    (icon) => getComputedStyle(icon).scale === "-1 1",
  );
  expect(mirrored).toHaveLength(4);
  const cell = (date: string) => dialog.getByRole("button", { name: fullName(date) });
  (cell(day(0)).element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(cell(day(1))).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(cell(day(0))).toHaveFocus();
  document.documentElement.dir = "ltr";
  await expect.element(dialog).toHaveStyle({ direction: "ltr" });
});

test("the year’s map begins at its latest weeks, which are at the left", async () => {
  vi.useFakeTimers({ now: Date.parse(instantOf("2090-11-21")), toFake: ["Date"] });
  await page.viewport(390, 844);
  const mop = chore("Mop", { startDate: "2090-01-02", ...onDays("2090-01-03") });
  await show(<Record />, { tasks: [mop] });
  answer(calls.record, 200, { tasks: {}, leftOut: [] });
  const today = page.getByRole("grid").getByRole("gridcell", { name: /Nov.* 21/ });
  await expect.element(today).toBeInViewport();
  const january = page.getByRole("grid").getByRole("gridcell", { name: /January 2, 2090/ });
  await expect.element(january).not.toBeInViewport();
});

test("tabs go on with the left arrow, and a switch that is on has its knob at the left", async () => {
  const onChange = vi.fn();
  const items = ["Today", "Tasks"].map((label) => ({ value: label, label }));
  await show(
    <>
      <TabList id="a" label="Tabs" variant="main" {...{ items, onChange }} value="Today" />
      <SwitchRow label="Off" isOn={false} onChange={onChange} />
      <SwitchRow label="On" isOn={true} onChange={onChange} />
    </>,
  );
  (page.getByRole("tab", { name: "Today" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowLeft}");
  expect(onChange).toHaveBeenLastCalledWith("Tasks");
  const knob = (name: string) =>
    getComputedStyle(page.getByRole("switch", { name }).element(), "::before");
  expect(knob("On").marginRight).toBe("20px");
  expect(knob("Off").marginRight).toBe("0px");
});

test("an empty field waits at the right, words turn it, and addresses are read from the left", async () => {
  await showEditor();
  const title = field("Title *");
  await expect.element(title).toHaveStyle({ direction: "rtl" });
  await title.fill("Sweep");
  await expect.element(title).toHaveStyle({ direction: "ltr" });
  await title.fill("اكنس الممر");
  await expect.element(title).toHaveStyle({ direction: "rtl" });
  await expect.element(field("Start date")).toHaveStyle({ direction: "ltr" });
  await show(<TextField label="Address" type="email" />);
  await expect.element(field("Address")).toHaveStyle({ direction: "ltr" });
});

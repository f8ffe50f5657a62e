import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import TaskView from "../../src/app/task-view.tsx";
import { taskFromJson } from "../../src/domain/tasks/task-json.ts";
import HistoryDialog from "../../src/features/history/history-dialog.tsx";
import { Record } from "../../src/features/record/record.tsx";
import { day } from "../support/day.ts";
import { householdOf } from "./households.ts";
import { answer, calls } from "./network.ts";
import { chore, field, onDays, show, showEditor } from "./show.tsx";

/** Texts that no layout was made for, on the narrowest phone. */

const WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamten";
const TITLE = `${WORD} ${"W".repeat(80)} ${"every corner of it ".repeat(4)}`.trim();

const flat = householdOf(`${WORD}haus`, [WORD]);
const task = chore(TITLE, {
  category: WORD,
  subtitle: `${WORD}\nhttps://example.com/${"long_".repeat(30)}`,
  checklist: [WORD, TITLE.slice(0, 100)],
  householdId: flat.id,
  roster: flat.people.map(({ id }) => id),
  startDate: day(-20),
  ...onDays(day(-9), day(-8)),
});
const known = { tasks: [task], households: [flat] };

beforeEach(() => page.viewport(320, 568));

/** Nothing lies beyond the screen's edges unless a box scrolls or clips it. */
function expectToFit() {
  const isBoxed = (node: Element | null): boolean =>
    node !== null &&
    (getComputedStyle(node).overflowX !== "visible" || isBoxed(node.parentElement));
  const outside = [...document.body.querySelectorAll("*")].filter((node) => {
    const { left, right, width } = node.getBoundingClientRect();
    const isSeen = width > 1 && node.checkVisibility() && !isBoxed(node.parentElement);
    return isSeen && (left < 0 || right > 320);
  });
  expect(outside.map((node) => node.outerHTML.slice(0, 200))).toEqual([]);
  expect(document.documentElement.scrollWidth).toBe(320);
}

test("the editor", async () => {
  await showEditor(task, { households: [flat] });
  await expect.element(field("Title *")).toHaveValue(TITLE);
  expectToFit();
});

test("the task's page", async () => {
  await show(<TaskView id={task.id} />, known);
  answer(calls.events, 200, [
    {
      ...{ id: 1, kind: "created", happened_at: `${day(-20)}T08:05:00Z`, time_zone: "UTC" },
      ...{ user_id: "petra", person_id: flat.people[1]?.id, days: null, details: {} },
    },
  ]);
  await expect.element(page.getByText(/created it/)).toBeVisible();
  expectToFit();
});

test("the history", async () => {
  await show(<HistoryDialog task={taskFromJson(task)} onClosed={() => {}} />, known);
  await expect.element(page.getByRole("dialog")).toBeVisible();
  expectToFit();
});

test("the record", async () => {
  await show(
    <div style={{ padding: 16 }}>
      <Record household={flat} />
    </div>,
    known,
  );
  answer(calls.record, 200, { tasks: {}, leftOut: [] });
  await expect.element(page.getByRole("grid")).toBeVisible();
  expectToFit();
});

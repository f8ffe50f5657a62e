import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Record } from "../../src/features/record/record.tsx";
import WhoDialog from "../../src/households/who-dialog.tsx";
import { day, instantOf } from "../support/day.ts";
import { householdOf } from "./households.ts";
import { answer, calls } from "./network.ts";
import { chore, done, onDays, show, texts } from "./show.tsx";

/** The record with little and with much in it. */

/** Shows a screen with an answer in which nobody did anything. */
async function showRead(...shown: Parameters<typeof show>) {
  await show(...shown);
  answer(calls.record, 200, { tasks: {}, leftOut: [] });
}

const grid = () => page.getByRole("grid");

/** The number of visible words: text of visible elements larger than a pixel. */
function wordsOf(root: Element): number {
  const seen = [...root.querySelectorAll("*")].filter((node) => {
    const { width, height } = node.getBoundingClientRect();
    return width > 1 && height > 1 && node.checkVisibility({ visibilityProperty: true });
  });
  const own = seen.flatMap((node) =>
    [...node.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE),
  );
  return own.flatMap(({ textContent }) => textContent?.match(/\S+/g) ?? []).length;
}

describe("on the first day of five tasks, on a phone", () => {
  const tasks = ["Beds", "Plants", "Dishes", "Table", "Cat"].map((title) => chore(title));
  beforeEach(async () => {
    await page.viewport(390, 844);
    await showRead(<Record />, { tasks });
    await expect.element(grid()).toBeVisible();
  });

  test("it says little", () => {
    const root = document.querySelector("main");
    if (!root) throw new Error("nothing is shown");
    expect(wordsOf(root)).toBeLessThanOrEqual(90);
    expect(root.scrollHeight).toBeLessThanOrEqual(1_500);
    const controls = root.querySelectorAll("button, a, input, select, textarea, summary");
    expect(controls.length).toBeLessThanOrEqual(10);
  });
});

describe("the year", () => {
  afterEach(() => vi.useRealTimers());

  test("is as wide as the phone, however many weeks it has", async () => {
    vi.useFakeTimers({ now: Date.parse(instantOf("2090-11-21")), toFake: ["Date"] });
    await page.viewport(390, 844);
    const mop = chore("Mop", { startDate: "2090-01-02", ...onDays("2090-01-03") });
    await showRead(<Record />, { tasks: [mop] });
    await expect.poll(() => grid().element().scrollWidth).toBeGreaterThan(390);
    expect(document.documentElement.scrollWidth).toBe(390);
  });

  const sweep = chore("Sweep", { startDate: day(-20), ...onDays(day(-20), day(-9), day(-8)) });

  test("begins with its first recorded day, and is one control, in which arrows move", async () => {
    await page.viewport(390, 844);
    await showRead(<Record />, { tasks: [sweep] });
    await expect.element(grid()).toBeVisible();
    const days = [...grid().element().querySelectorAll<HTMLElement>("[data-day]")];
    expect(days.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    expect(days.length).toBeLessThanOrEqual(21);
    for (const { offsetWidth, offsetHeight } of days) {
      expect(Math.min(offsetWidth, offsetHeight)).toBeGreaterThanOrEqual(24);
    }
    days.find(({ tabIndex }) => tabIndex === 0)?.focus();
    await userEvent.keyboard("{ArrowUp}{Enter}");
    await expect
      .element(page.getByRole("region", { name: "Chosen day" }))
      .toHaveTextContent("Sweep");
  });
});

test("a day that was missed is red, days on which nobody used Rota are not, and each says so", async () => {
  const mop = chore("Mop", { startDate: day(-20), ...onDays(day(-20), day(-9), day(-7)) });
  await showRead(<Record />, { tasks: [mop] });
  const cell = (offset: number) => {
    const number = Date.parse(day(offset)) / 86_400_000;
    return document.querySelector<HTMLElement>(`[role=grid] [data-day="${number}"]`);
  };
  await expect.poll(() => cell(-8)?.dataset.mark).toBe("missed");
  const [red] = [cell(-8)].map((element) => element && getComputedStyle(element).backgroundColor);
  for (const offset of [-19, -15, -10]) {
    expect(cell(offset)?.ariaLabel).toMatch(/: 1 missed, Rota was not used$/);
    expect(cell(offset)?.dataset.mark).toBeUndefined();
    expect(getComputedStyle(cell(offset) as HTMLElement).backgroundColor).not.toBe(red);
    expect(cell(offset)?.querySelector("svg")).toBeNull();
  }
  // Less than a week is no absence.
  for (const offset of [-6, -1]) {
    expect(cell(offset)?.dataset.mark).toBe("missed");
    expect(cell(offset)?.ariaLabel).toMatch(/: 1 missed$/);
  }
});

/** The name in this row begins beside its face. */
function expectBesideFace(row: Element): void {
  const [face, name] = [".face", "bdi"].map((part) => row.querySelector(part));
  const range = document.createRange();
  range.selectNodeContents(name as Node);
  const gap = range.getBoundingClientRect().left - (face?.getBoundingClientRect().right ?? 0);
  expect(gap).toBeGreaterThan(0);
  expect(gap).toBeLessThan(16);
}

test("a name that is written from the right stays beside its face", async () => {
  await page.viewport(390, 844);
  const flat = householdOf("The flat", ["נועה בן־דוד"]);
  const bins = { ...done(chore("Bins")), householdId: flat.id };
  await showRead(<Record household={flat} />, { tasks: [bins], households: [flat] });
  const row = page.getByRole("list", { name: "This week" }).getByRole("listitem").last();
  await expect.element(row).toHaveTextContent("נועה");
  expectBesideFace(row.element());

  const people = flat.people.map(({ id, name, face }) => ({ id, name, face, isMe: false }));
  const asked = { title: "Who did it?", people, maySeveral: false, onAnswer: () => {} };
  await show(<WhoDialog {...asked} onClosed={() => {}} />);
  const choice = page.getByRole("dialog").getByRole("button", { name: "נועה" });
  await expect.element(choice).toBeVisible();
  expectBesideFace(choice.element());
});

test("who did how much this week comes first, in the people's colours", async () => {
  const flat = householdOf("The flat", ["Carol"]);
  const bins = { ...done(chore("Bins")), householdId: flat.id };
  await showRead(<Record household={flat} />, { tasks: [bins], households: [flat] });
  await expect.element(page.getByRole("region").first()).toHaveTextContent("This week");
  const week = page.getByRole("list", { name: "This week" }).getByRole("listitem");
  await expect.poll(() => texts(week)).toEqual(["You0", "Carol0"]);
  const faces = week.elements().map((row) => row.querySelector<HTMLElement>(".face"));
  expect(faces.map((face) => face?.dataset.initials)).toEqual(["PP", "C"]);
  expect(new Set(faces.map((face) => face?.style.background)).size).toBe(2);
});

import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import type { Household } from "../../src/domain/households/household.ts";
import { type TaskJson, taskFromJson } from "../../src/domain/tasks/task-json.ts";
import { TaskPage } from "../../src/features/task/task-page.tsx";
import TasksTab from "../../src/features/tasks/tasks-tab.tsx";
import { TodayTab } from "../../src/features/today/today-tab.tsx";
import { day, displayed } from "../support/day.ts";
import { doneBy, householdOf } from "./households.ts";
import { calls, expectSent, hold, sent } from "./network.ts";
import { button, chore, line, overdueChore, show } from "./show.tsx";

/** The people of a household, who did something, and how to say that it was somebody else. */

const flat = householdOf("The flat", ["Bob Brown", "Carol"]);
const alone = householdOf("The den", []);

const inHousehold = (household: Household, title: string, changes: Partial<TaskJson> = {}) =>
  chore(title, { householdId: household.id, ...changes });
const nothing = () => {};

const showToday = (household: Household, ...tasks: readonly TaskJson[]) =>
  show(<TodayTab />, { tasks, households: [household] });
const section = (name: string) => page.getByRole("region", { name });
/** The initials on the faces in it. */
const initials = (locator: Locator) =>
  [...locator.element().querySelectorAll<HTMLElement>(".face")].map(
    ({ dataset }) => dataset.initials,
  );
const row = (title: string) => page.getByRole("listitem").filter({ hasText: title });
const dialog = (title = "Bins") => page.getByRole("dialog", { name: `Who did ${title}?` });
const person = (name: string) => dialog().getByRole("button", { name, exact: true });

test("a row shows one face, of whose turn it is, and none where it is nobody's", async () => {
  const turns = { roster: ["Bob Brown", "Carol"] };
  await showToday(flat, inHousehold(flat, "Bins", turns), inHousehold(flat, "Mop"));
  await expect.element(row("Bins").getByRole("img", { name: "Bob Brown’s turn" })).toBeVisible();
  expect(initials(row("Bins"))).toEqual(["BB"]);
  expect(initials(row("Mop"))).toEqual([]);
  await expect.element(row("Mop")).not.toHaveTextContent("The flat");
});

test("who is asked stands with their own initials, though called You", async () => {
  await showToday(flat, inHousehold(flat, "Bins"));
  await button("More for Bins").click();
  await page.getByRole("menuitem", { name: "Done by…" }).click();
  await expect.element(person("You")).toBeVisible();
  expect(initials(person("You"))).toEqual(["PP"]);
});

test("a household's name stands where tasks of another are around", async () => {
  const tasks = [inHousehold(flat, "Bins"), inHousehold(alone, "Dust"), chore("Mop")];
  const households = [flat, alone];
  await show(<TodayTab />, { tasks, households });
  await expect.element(row("Bins")).toHaveTextContent("The flat");
  await expect.element(row("Mop")).not.toHaveTextContent("The");
  await show(<TasksTab />, { tasks, households });
  await expect.element(row("Bins")).toHaveTextContent("The flat");
});

test("a task's page names its household and shows who did it", async () => {
  const bins = inHousehold(flat, "Bins", { people: { Carol: "Carol" } });
  const taskPage = (
    <TaskPage
      task={taskFromJson(bins, flat)}
      onPrintLabel={nothing}
      renderDay={() => null}
      history={null}
    />
  );
  await show(taskPage, { tasks: [bins], households: [flat] });
  await expect.element(page.getByText("The flat")).toBeVisible();
  const people = page.getByRole("list", { name: "People" });
  await expect.element(people).toHaveTextContent("Carol");
  expect(initials(people)).toContain("C");
});

test("who lives alone sees no faces and is not asked", async () => {
  await showToday(alone, inHousehold(alone, "Bins"));
  await expect.element(button("Mark Bins as done")).toBeVisible();
  await expect.element(page.getByRole("img")).not.toBeInTheDocument();
  await button("More for Bins").click();
  await expect.element(line("Edit")).toBeVisible();
  await expect.element(line("Done by…")).not.toBeInTheDocument();
});

test("what was done has the face of who did it, and the names of all", async () => {
  await showToday(
    flat,
    doneBy(inHousehold(flat, "Bins"), ["Bob Brown", "Carol"], "Bob Brown"),
    doneBy(inHousehold(flat, "Mop"), [], "Petra Person"),
  );
  await expect.element(row("Bins")).toHaveTextContent(/Bins\s*Bob Brown and Carol at/);
  expect(initials(row("Bins"))).toEqual(["BB"]);
  await expect.element(row("Mop")).toHaveTextContent(/Mop\s*Somebody at/);
});

test("who is named for something by others sees it, and can take it back", async () => {
  const helping = householdOf("The flat", ["Bob Brown"], "helper");
  await showToday(
    helping,
    doneBy(inHousehold(helping, "Bins"), ["Petra Person"], "Bob Brown"),
    doneBy(inHousehold(helping, "Mop"), ["Bob Brown"], "Bob Brown"),
  );
  await expect.element(row("Bins")).toHaveTextContent(/Bins\s*You at/);
  await expect.element(button("Undo Mop")).not.toBeInTheDocument();
  hold(calls.undo);
  await button("Undo Bins").click();
  await expect.element(section("Active")).toHaveTextContent("Bins");
});

test("a tick is by oneself, and asks nothing", async () => {
  await showToday(flat, inHousehold(flat, "Bins"));
  hold(calls.complete);
  await button("Mark Bins as done").click();
  await expect.element(section("Done")).toHaveTextContent(/Bins\s*Home\s*You at/);
  await expectSent(calls.complete).toEqual([
    expect.not.objectContaining({ people: expect.anything() }),
  ]);
});

test("somebody else did it: the menu, its first line, and the name", async () => {
  await showToday(flat, inHousehold(flat, "Bins"), inHousehold(flat, "Mop"));
  hold(calls.complete);
  await button("More for Bins").click();
  await line("Done by…").click();
  await person("Carol").click();
  await expect.element(section("Done")).toHaveTextContent(/Bins.*Carol at/);
  await expectSent(calls.complete).toMatchObject([{ people: ["Carol"] }]);
  await expect.element(button("Mark Mop as done")).toHaveFocus();
});

test("several did it, or somebody", async () => {
  await showToday(flat, inHousehold(flat, "Bins"), inHousehold(flat, "Mop"));
  hold(calls.complete);
  await button("More for Bins").click();
  await line("Done by…").click();
  await person("Several people").click();
  await expect.element(person("Done")).toBeDisabled();
  await person("You").click();
  await person("Bob Brown").click();
  await person("Done").click();
  await expect.element(section("Done")).toHaveTextContent(/You and Bob Brown at/);
  await button("More for Mop").click();
  await line("Done by…").click();
  await dialog("Mop").getByRole("button", { name: "Somebody" }).click();
  await expect.element(section("Done")).toHaveTextContent(/Mop\s*Somebody at/);
});

test("who did what is done is corrected by the menu of its row", async () => {
  const bins = doneBy(inHousehold(flat, "Bins"), ["Petra Person"], "Petra Person");
  await showToday(flat, bins);
  hold(calls.correct);
  await button("More for Bins").click();
  await line("Done by…").click();
  await person("Carol").click();
  await expect.element(row("Bins")).toHaveTextContent(/Carol at/);
  await expectSent(calls.correct).toMatchObject([{ people: ["Carol"] }]);
});

test("an overdue day is asked about, too, and keeps its place with Undo", async () => {
  await showToday(flat, overdueChore("Bins", { householdId: flat.id }));
  hold(calls.complete);
  await button(`More for Bins for ${displayed(day(-1))}`).click();
  await line("Done by…").click();
  await dialog(`Bins for ${displayed(day(-1))}`)
    .getByRole("button", { name: "Carol" })
    .click();
  await expect.element(section("Overdue")).toHaveTextContent(/Carol at/);
  await expectSent(calls.complete).toMatchObject([{ completed_date: day(-1), people: ["Carol"] }]);
  const undo = section("Overdue").getByRole("button", { name: /^Undo Bins/ });
  await expect.element(undo).toHaveFocus();
});

test("catching up asks, too, and several may have done it", async () => {
  await showToday(flat, inHousehold(flat, "Bins", { startDate: day(-3) }));
  hold(calls.catchUp);
  await button(/^Catch up Bins/).click();
  const asked = page.getByRole("dialog");
  for (const name of ["Several people", "Carol", "You", "Done"]) {
    await asked.getByRole("button", { name }).click();
  }
  await expect.element(section("Done")).toHaveTextContent(/Bins: 3 days caught up.*You and Carol/);
  await expectSent(calls.catchUp).toMatchObject([{ people: ["Petra Person", "Carol"] }]);
});

const untilFocusIn = (part: Locator) =>
  expect.poll(() => part.element().contains(document.activeElement)).toBe(true);

test("by keyboard, and Escape leaves everything as it was", async () => {
  await showToday(flat, inHousehold(flat, "Bins"));
  const more = button("More for Bins");
  (more.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(line("Done by…")).toBeVisible();
  await untilFocusIn(page.getByRole("menu"));
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog()).toBeVisible();
  await untilFocusIn(dialog());
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(more).toHaveFocus();
  expect(sent(calls.complete)).toEqual([]);
});

const pointer = (element: Element, type: string, init: PointerEventInit = {}) =>
  element.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      isPrimary: true,
      pointerType: "touch",
      detail: type === "click" ? 1 : 0,
      ...init,
    }),
  );

const circle = (title: string) => button(`Mark ${title} as done`).element();

test("holding the circle asks, and does not tick when it is let go", async () => {
  await showToday(flat, inHousehold(flat, "Bins"));
  // An open dialog hides it from locators.
  const held = circle("Bins");
  pointer(held, "pointerdown");
  await expect.element(held).toHaveAttribute("data-holding");
  await expect.element(dialog()).toBeVisible();
  expect(pointer(held, "contextmenu"), "a menu comes").toBe(false);
  pointer(held, "pointerup");
  pointer(held, "click");
  expect(sent(calls.complete)).toEqual([]);
  hold(calls.complete);
  await person("Carol").click();
  await expect.element(section("Done")).toHaveTextContent(/Carol at/);
  await expectSent(calls.complete).toMatchObject([{ people: ["Carol"] }]);
});

test("a scroll, a slip, a short press and the right button are no hold", async () => {
  const [mop, ...others] = ["Mop", "A scroll", "B slip", "C press", "D menu"].map((title) =>
    inHousehold(flat, title),
  );
  if (!mop) throw new Error("no mop");
  await showToday(flat, mop, ...others);
  // Begun first: if another press counted, its dialog would come first.
  pointer(circle("Mop"), "pointerdown");
  pointer(circle("A scroll"), "pointerdown");
  pointer(circle("A scroll"), "pointercancel");
  pointer(circle("B slip"), "pointerdown");
  pointer(circle("B slip"), "pointermove", { clientY: 11 });
  pointer(circle("C press"), "pointerdown");
  pointer(circle("C press"), "pointerup");
  pointer(circle("D menu"), "pointerdown", { button: 2, pointerType: "mouse" });
  expect(pointer(circle("D menu"), "contextmenu"), "its menu may come").toBe(true);
  hold(calls.complete);
  await dialog("Mop").getByRole("button", { name: "Carol" }).click();
  await expectSent(calls.complete).toMatchObject([{ task_id: mop.id }]);
});

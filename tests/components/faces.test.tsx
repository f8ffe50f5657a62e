import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import TasksView from "../../src/app/tasks-view.tsx";
import type { Household } from "../../src/domain/households/household.ts";
import { type TaskJson, taskFromJson } from "../../src/domain/tasks/task-json.ts";
import { TaskPage } from "../../src/features/task/task-page.tsx";
import { TodayTab } from "../../src/features/today/today-tab.tsx";
import { day, displayed } from "../support/day.ts";
import { doneBy, householdOf } from "./households.ts";
import { calls, hold, sent } from "./network.ts";
import { button, chore, overdueChore, show } from "./show.tsx";

/** Who belongs to a household, who did something, and how to say that it was somebody else. */

const flat = householdOf("The flat", ["Bob Brown", "Carol"]);
const couple = householdOf("The flat", ["Bob Brown"]);
const alone = householdOf("The den", []);

const inHousehold = (household: Household, title: string, changes: Partial<TaskJson> = {}) =>
  chore(title, { householdId: household.id, ...changes });
const nothing = () => {};

const showToday = (household: Household, ...tasks: readonly TaskJson[]) =>
  show(<TodayTab onMore={nothing} />, { tasks, households: [household] });
const section = (name: string) => page.getByRole("region", { name });
/** The initials on the faces in it. */
const initials = (locator: Locator) =>
  [...locator.element().querySelectorAll<HTMLElement>(".face")].map(
    ({ dataset }) => dataset.initials,
  );
const row = (title: string) => page.getByRole("listitem").filter({ hasText: title });
const dialog = (title = "Who did it?") => page.getByRole("dialog", { name: title });
const choice = (name: string) => page.getByRole("checkbox", { name, exact: true });
const markAsDone = () => dialog().getByRole("button", { name: "Mark as done" });

test("a household's tasks show its faces, under one name", async () => {
  await showToday(flat, inHousehold(flat, "Bins"));
  const faces = row("Bins").getByRole("img", {
    name: "The flat: Petra Person, Bob Brown and Carol",
  });
  await expect.element(faces).toBeVisible();
  expect(initials(faces)).toEqual(["PP", "BB", "C"]);
});

test("more than four people are four faces and a number", async () => {
  const club = householdOf("The club", ["Bob", "Carol", "Dan", "Eve", "Fay", "Gus", "Hal"]);
  await showToday(club, inHousehold(club, "Bins"));
  const name = "The club: Petra Person, Bob, Carol, Dan, Eve, Fay and 2 more";
  const faces = row("Bins").getByRole("img", { name });
  await expect.element(faces).toHaveTextContent(/^\+4$/);
  expect(initials(faces)).toEqual(["PP", "B", "C", "D"]);
});

test("the name stands beside the faces where other tasks are around", async () => {
  const tasks = [inHousehold(flat, "Bins"), chore("Stretch"), chore("Mop", { isShared: true })];
  await showToday(flat, ...tasks);
  await expect.element(row("Bins")).toHaveTextContent("The flat");
  await expect.element(row("Mop")).toHaveTextContent("Shared");
  await show(
    <TasksView onEdit={nothing} onDelete={nothing} onLeave={nothing} onHistory={nothing} />,
    { tasks, households: [flat] },
  );
  await expect.element(row("Bins")).toHaveTextContent("The flat");
  await expect.element(row("Mop")).toHaveTextContent("Shared");
});

test("a task's page names its household and shows who did it", async () => {
  const bins = inHousehold(flat, "Bins", { people: { Carol: "Carol" } });
  const taskPage = (
    <TaskPage
      task={taskFromJson(bins, flat)}
      onEdit={nothing}
      onPause={nothing}
      onDelete={nothing}
      onLeave={nothing}
      onPrintLabel={nothing}
      renderDay={() => null}
      history={null}
    />
  );
  await show(taskPage, { tasks: [bins], households: [flat] });
  await expect
    .element(page.getByRole("img", { name: /^The flat: / }))
    .toHaveTextContent("The flat");
  const people = page.getByRole("list", { name: "People" });
  await expect.element(people).toHaveTextContent("Carol");
  expect(initials(people)).toContain("C");
});

test("who lives alone sees no faces and is not asked", async () => {
  await showToday(alone, inHousehold(alone, "Bins"));
  await expect.element(button("Mark Bins as done")).toBeVisible();
  await expect.element(page.getByRole("img")).not.toBeInTheDocument();
  await expect.element(button("Who did Bins?")).not.toBeInTheDocument();
});

test("what was done has the faces of its doers beside their names", async () => {
  await showToday(
    flat,
    doneBy(inHousehold(flat, "Bins"), ["Bob Brown", "Carol"], "Bob Brown"),
    doneBy(inHousehold(flat, "Mop"), [], "Petra Person"),
  );
  await expect.element(row("Bins")).toHaveTextContent(/Bins\s*Bob Brown and Carol at/);
  expect(initials(row("Bins"))).toEqual(["BB", "C"]);
  await expect.element(row("Mop")).toHaveTextContent(/Mop\s*Somebody, said by you at/);
});

test("who is named for something by others sees it, and can take it back", async () => {
  const helping = householdOf("The flat", ["Bob Brown"], "helper");
  await showToday(
    helping,
    doneBy(inHousehold(helping, "Bins"), ["Petra Person"], "Bob Brown"),
    doneBy(inHousehold(helping, "Mop"), ["Bob Brown"], "Bob Brown"),
  );
  await expect.element(row("Bins")).toHaveTextContent(/Bins\s*You, said by Bob Brown at/);
  await expect.element(button("Undo Mop")).not.toBeInTheDocument();
  hold(calls.undo);
  await button("Undo Bins").click();
  await expect.element(section("Active")).toHaveTextContent("Bins");
});

test("a tick is by oneself, and asks nothing", async () => {
  await showToday(flat, inHousehold(flat, "Bins"));
  hold(calls.complete);
  await button("Mark Bins as done").click();
  await expect.element(section("Done")).toHaveTextContent(/Bins\s*You at/);
  expect(sent(calls.complete)).toEqual([
    expect.not.objectContaining({ people: expect.anything() }),
  ]);
});

test("the face asks who did it, in three taps", async () => {
  await showToday(flat, inHousehold(flat, "Bins"), inHousehold(flat, "Mop"));
  hold(calls.complete);
  await button("Who did Bins?").click();
  await expect.element(dialog()).toHaveTextContent("Bins is marked as done.");
  await choice("Carol").click();
  await markAsDone().click();
  await expect.element(section("Done")).toHaveTextContent(/Bins.*Carol, said by you/);
  expect(sent(calls.complete)).toMatchObject([{ people: ["Carol"] }]);
  await expect.element(button("Mark Mop as done")).toHaveFocus();
});

test("of two people it was the other: two taps; both are one more", async () => {
  await showToday(couple, inHousehold(couple, "Bins"));
  hold(calls.complete);
  await button("Who did Bins?").click();
  await expect.element(choice("Bob Brown")).toBeChecked();
  await choice("You").click();
  await markAsDone().click();
  await expect.element(section("Done")).toHaveTextContent(/You and Bob Brown/);
});

test("an overdue day is asked about, too, and keeps its place with Undo", async () => {
  await showToday(flat, overdueChore("Bins", { householdId: flat.id }));
  hold(calls.complete);
  await button(`Who did Bins for ${displayed(day(-1))}?`).click();
  await expect.element(dialog()).toHaveTextContent(`Bins for ${displayed(day(-1))} is`);
  await choice("Carol").click();
  await markAsDone().click();
  await expect.element(section("Overdue")).toHaveTextContent(/Carol, said by you/);
  expect(sent(calls.complete)).toMatchObject([{ completed_date: day(-1), people: ["Carol"] }]);
  const undo = section("Overdue").getByRole("button", { name: /^Undo Bins/ });
  await expect.element(undo).toHaveFocus();
});

test("by keyboard, and Escape leaves everything as it was", async () => {
  await showToday(flat, inHousehold(flat, "Bins"));
  const face = button("Who did Bins?");
  (face.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(face).toHaveFocus();
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
  await choice("Carol").click();
  expect(sent(calls.complete)).toEqual([]);
  hold(calls.complete);
  await markAsDone().click();
  await expect.element(section("Done")).toHaveTextContent(/Carol, said by you/);
  expect(sent(calls.complete)).toMatchObject([{ people: ["Carol"] }]);
});

test("a scroll, a slip, a short press and the right button are no hold", async () => {
  const [mop, ...others] = ["Mop", "A scroll", "B slip", "C press", "D menu"].map((title) =>
    inHousehold(flat, title),
  );
  if (!mop) throw new Error("no mop");
  await showToday(flat, mop, ...others);
  // Begun first: had one of the others counted, it would be asked about in its place.
  pointer(circle("Mop"), "pointerdown");
  pointer(circle("A scroll"), "pointerdown");
  pointer(circle("A scroll"), "pointercancel");
  pointer(circle("B slip"), "pointerdown");
  pointer(circle("B slip"), "pointermove", { clientY: 11 });
  pointer(circle("C press"), "pointerdown");
  pointer(circle("C press"), "pointerup");
  pointer(circle("D menu"), "pointerdown", { button: 2, pointerType: "mouse" });
  expect(pointer(circle("D menu"), "contextmenu"), "its menu may come").toBe(true);
  await expect.element(dialog()).toBeVisible();
  await choice("Carol").click();
  hold(calls.complete);
  await markAsDone().click();
  await expect.poll(() => sent(calls.complete)).toMatchObject([{ task_id: mop.id }]);
});

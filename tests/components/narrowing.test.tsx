import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import EditorView from "../../src/app/editor-view.tsx";
import { NEW_TASK } from "../../src/app/view.ts";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import TasksTab from "../../src/features/tasks/tasks-tab.tsx";
import { TodayTab } from "../../src/features/today/today-tab.tsx";
import { WeekAhead } from "../../src/features/week/week-list.tsx";
import { day } from "../support/day.ts";
import { doneBy, householdOf } from "./households.ts";
import { answer, calls } from "./network.ts";
import { button, chore, field, overdueChore, save, show, texts } from "./show.tsx";

/** Today, its week and the Tasks tab, limited to one household or one's own tasks. */

const flat = householdOf("The flat", ["Bob"]);
const parents = householdOf("Parents' house", ["Mum", "Dad"]);
const households = [flat, parents];
const nothing = () => {};

const showToday = (...tasks: readonly TaskJson[]) =>
  show(
    <>
      <TodayTab />
      <aside>
        <WeekAhead />
      </aside>
    </>,
    { tasks, households },
  );
const choices = page.getByRole("group", { name: "Whose tasks" });
const choice = (name: string) => choices.getByRole("radio", { name, exact: true });
const week = page.getByRole("complementary");

const tasks = [
  chore("Bins", { householdId: flat.id, roster: ["Bob"] }),
  overdueChore("Windows", { householdId: flat.id, roster: ["Bob"] }),
  chore("Hedge", { householdId: parents.id, roster: ["Mum"] }),
  chore("Stretch"),
];

test("narrows to a household or to oneself, and says what is elsewhere", async () => {
  await showToday(...tasks);
  await choice("All").click();
  await expect.element(choices).toHaveTextContent("Whose tasksAllMineParents' houseThe flat");
  await expect.element(page.getByText("You have 4 tasks for today")).toBeVisible();
  await choice("The flat").click();
  await expect.element(page.getByText("You have 2 tasks for today")).toBeVisible();
  await expect.element(page.getByText("2 more elsewhere")).toBeVisible();
  await expect.element(button("Mark Stretch as done")).not.toBeInTheDocument();
  expect(texts(week.getByRole("link"))).toEqual(["Bins"]);
  // The filter already tells whose they are.
  await expect
    .element(page.getByRole("listitem").filter({ hasText: "Windows" }))
    .not.toHaveTextContent("The flat");
  await choice("Mine").click();
  await expect.element(page.getByText("You have 1 task for today")).toBeVisible();
  await expect.element(page.getByText("3 more elsewhere")).toBeVisible();
  await expect.element(button("Mark Stretch as done")).toBeVisible();
  await choice("All").click();
  await expect.element(page.getByText("You have 4 tasks for today")).toBeVisible();
  await expect.element(page.getByText(/elsewhere/)).not.toBeInTheDocument();
});

test("two households of one name are told apart by who else is in them", async () => {
  const other = { ...householdOf("The flat", ["Carol", "Dan"]), id: "other" };
  await show(<TodayTab />, {
    tasks: [
      chore("Bins", { householdId: flat.id }),
      chore("Hedge", { householdId: other.id }),
      chore("Lawn", { householdId: parents.id }),
    ],
    households: [flat, other, parents],
  });
  await expect
    .element(choices)
    .toHaveTextContent("AllMineParents' houseThe flat (with Bob)The flat (with Carol and Dan)");
  await choice("The flat (with Carol and Dan)").click();
  await expect.element(button("Mark Hedge as done")).toBeVisible();
  await expect.element(button("Mark Bins as done")).not.toBeInTheDocument();
  await choice("All").click();
});

test("is one control for the keyboard, whose arrows choose", async () => {
  await showToday(...tasks);
  await choice("All").click();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await expect.element(choice("Parents' house")).toBeChecked();
  await expect.element(choice("Parents' house")).toHaveFocus();
  await expect.element(page.getByText("3 more elsewhere")).toBeVisible();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(choice("Mine")).toBeChecked();
  await choice("All").click();
});

test("mine are my turns, my own, and what nobody in particular has", async () => {
  await showToday(
    chore("Bins", { householdId: flat.id, roster: ["Bob"] }),
    chore("Dishes", { householdId: flat.id, roster: ["Petra Person", "Bob"] }),
    chore("Floor", { householdId: flat.id }),
    chore("Stretch"),
  );
  // A single household needs no name.
  await expect.element(choices).toHaveTextContent("Whose tasksAllMine");
  await choice("Mine").click();
  await expect.element(button("Mark Bins as done")).not.toBeInTheDocument();
  for (const title of ["Dishes", "Floor", "Stretch"]) {
    await expect.element(button(`Mark ${title} as done`)).toBeVisible();
  }
  await choice("All").click();
});

test("nobody is congratulated on what is left elsewhere", { tags: ["all"] }, async () => {
  await showToday(
    doneBy(chore("Bins", { householdId: flat.id }), ["Bob"], "Bob"),
    chore("Hedge", {
      householdId: parents.id,
      endDate: day(-1),
      startDate: day(-2),
      missedPolicy: "pass",
    }),
    chore("Stretch"),
  );
  await choice("The flat").click();
  await expect.element(page.getByText("Nothing left here for today")).toBeVisible();
  await expect.element(page.getByText("1 more elsewhere")).toBeVisible();
  await showToday(
    doneBy(chore("Bins", { householdId: flat.id }), ["Bob"], "Bob"),
    chore("Hedge", { householdId: parents.id, startDate: day(3) }),
    chore("Stretch", { startDate: day(3) }),
  );
  await expect.element(page.getByText("You're All Done - Congratulations!")).toBeVisible();
  await choice("All").click();
});

test("holds for the Tasks tab, too, and its search", async () => {
  await show(<TasksTab />, { tasks, households });
  await choice("The flat").click();
  await expect.element(page.getByText("2 active tasks")).toBeVisible();
  await expect.element(page.getByText("2 more elsewhere")).toBeVisible();
  expect(texts(page.getByRole("heading", { level: 3 }))).toEqual(["Windows", "Bins"]);
  await choice("All").click();
});

const showNew = (...known: readonly TaskJson[]) =>
  show(
    <>
      <TodayTab />
      <EditorView id={NEW_TASK} onClose={nothing} guard={nothing} />
    </>,
    { tasks: known, households },
  );

async function addStretch(): Promise<void> {
  await field("Belongs to").selectOptions("Just me");
  await field("Title *").fill("Stretch");
  await field("Category *").fill("Home");
  answer(calls.create, 200, { task: chore("Stretch") });
  await save();
  await expect.element(button("Mark Stretch as done")).toBeVisible();
}

test("a new task begins in the room that is shown, and is shown wherever it belongs", async () => {
  await showToday(...tasks);
  await choice("The flat").click();
  await showNew(...tasks.slice(0, 3));
  await expect.element(field("Belongs to")).toHaveValue(flat.id);
  await addStretch();
  await expect.element(choice("Mine")).toBeChecked();
  await choice("All").click();
});

test("a new task narrows nothing where its household is gone", { tags: ["all"] }, async () => {
  await showToday(...tasks);
  await choice("Parents' house").click();
  await showNew(...tasks.slice(0, 2));
  await addStretch();
  await expect.element(choice("All")).toBeChecked();
});

test("a household that is gone, or without tasks, narrows nothing", { tags: ["all"] }, async () => {
  await showToday(...tasks);
  await choice("Parents' house").click();
  await showToday(...tasks.slice(0, 2), chore("Stretch"));
  await expect.element(choice("All")).toBeChecked();
  await expect.element(page.getByText("You have 3 tasks for today")).toBeVisible();
});

test("there is nothing to choose where all is one's own, or nobody's in particular", async () => {
  await showToday(chore("Stretch"));
  await expect.element(button("Mark Stretch as done")).toBeVisible();
  await expect.element(choices).not.toBeInTheDocument();
  await showToday(chore("Bins", { householdId: flat.id }), chore("Stretch"));
  await expect.element(button("Mark Bins as done")).toBeVisible();
  await expect.element(choices).not.toBeInTheDocument();
});

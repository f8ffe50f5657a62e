import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Home } from "../../src/app/home.tsx";
import type { Household } from "../../src/domain/households/household.ts";
import { type TaskJson, taskFromJson } from "../../src/domain/tasks/task-json.ts";
import HistoryDialog from "../../src/features/history/history-dialog.tsx";
import { HouseholdPage } from "../../src/features/household/household-page.tsx";
import { TodayTab } from "../../src/features/today/today-tab.tsx";
import { day, fullName } from "../support/day.ts";
import { doneBy, householdOf } from "./households.ts";
import { answer, calls, expectSent, hold, sent } from "./network.ts";
import {
  button,
  chore,
  done,
  expectToast,
  field,
  line,
  listOf,
  onDays,
  save,
  show,
  showEditor,
  texts,
  toast,
} from "./show.tsx";

/** Turns: entered in the editor, shown and changed on Today. */

/** In the form that the editor accepts. */
const ID = (number: number) => `00000000-0000-4000-9000-00000000000${number}`;
const [PETRA, BOB, CAROL] = [ID(1), ID(2), ID(3)];

const flatAs = (role: Household["role"], changes: Partial<Household> = {}): Household => ({
  ...{ id: ID(9), name: "The flat", role, me: PETRA },
  people: [
    { id: PETRA, name: "Petra Person", face: 0, role, isJoined: true },
    { id: BOB, name: "Bob", face: 1, role: "member", isJoined: true },
    { id: CAROL, name: "Carol", face: 2, role: "member", isJoined: false },
  ],
  ...changes,
});
const flat = flatAs("keeper");
const inFlat = (title: string, changes: Partial<TaskJson> = {}) =>
  chore(title, { householdId: flat.id, ...changes });

describe("the editor", () => {
  const chosen = (name: string) => page.getByRole("radio", { name, exact: true });
  const order = () =>
    texts(page.getByRole("list", { name: "Order of turns" }).getByRole("listitem"));

  test("takes turns in an order that the keyboard changes, and says whose the next are", async () => {
    await showEditor(inFlat("Bins"), { households: [flat] });
    await expect.element(chosen("Anybody")).toBeChecked();
    await chosen("Taking turns").click();
    await expect.poll(order).toEqual(["1You", "2Bob", "3Carol"]);
    await expect
      .element(page.getByText(/^Next turns: Today/))
      .toHaveTextContent(/Today .?you.? · /);
    (button("Move Carol up").element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(order).toEqual(["1You", "2Carol", "3Bob"]);
    await expect.element(button("Move Carol up")).toHaveFocus();
    await userEvent.keyboard("{Enter}{Enter}");
    await expect.poll(order).toEqual(["1Carol", "2You", "3Bob"]);
    await button("Leave You out").click();
    await expect.element(button("Add You")).toHaveFocus();
    await field("A turn lasts").selectOptions("A week");
    await expect.element(page.getByText(/^Next turns: This week/)).toBeVisible();
    await save();
    await expectSent(calls.update).toMatchObject([{ roster: [CAROL, BOB], turnLength: "week" }]);
  });

  test("of an interval task says whose day is next, and who follows", async () => {
    const after = { repeatValue: "custom", afterDone: "P3D" } as const;
    const filter = inFlat("Filter", { ...after, roster: [PETRA, BOB, CAROL] });
    await showEditor(filter, { households: [flat] });
    await expect
      .element(page.getByText(/^Next turns:/))
      .toHaveTextContent(
        /^Next turns: Today .?you.? · then .?Bob.? · then .?Carol.? · then .?you.?$/,
      );
  });

  test("a new roster begins with somebody who begins no other", async () => {
    const others = [inFlat("Dishes", { roster: [PETRA, BOB] }), inFlat("Floor", { roster: [BOB] })];
    await showEditor(inFlat("Bins"), { households: [flat], tasks: others });
    await chosen("Taking turns").click();
    await expect.poll(order).toEqual(["1Carol", "2You", "3Bob"]);
  });

  test("is one person's in two taps, and anybody's again", { tags: ["all"] }, async () => {
    await showEditor(inFlat("Bins"), { households: [flat] });
    await chosen("One person").click();
    await expect.element(chosen("You")).toBeChecked();
    await chosen("Bob").click();
    await save();
    await expectSent(calls.update).toMatchObject([{ roster: [BOB] }]);
    await showEditor(inFlat("Bins", { roster: [BOB] }), { households: [flat] });
    await expect.element(chosen("Bob")).toBeChecked();
    await chosen("Anybody").click();
    await save();
    await expectSent(calls.update).toMatchObject([{ roster: [] }]);
  });

  test("asks from when on other turns count, and says what becomes of past ones", async () => {
    const old = inFlat("Bins", { startDate: day(-9), roster: [PETRA, BOB] });
    await showEditor(old, { households: [flat] });
    await button("Move Bob up").click();
    await save();
    const question = page.getByRole("alertdialog", { name: "Change past days too?" });
    await expect.element(question).toHaveTextContent("The turns change.");
    await expect.element(question).not.toHaveTextContent("repeats in another way");
    await expect.element(question).toHaveTextContent("Past turns stay whose they were.");
    await button("From today on").click();
    await expectSent(calls.update).toMatchObject([{ roster: [BOB, PETRA], scheduleFrom: day(0) }]);
  });

  test("has none of it for who is alone, and none in a task of one's own", async () => {
    const alone = householdOf("The den", []);
    await showEditor(chore("Bins", { householdId: alone.id }), { households: [alone] });
    await expect.element(field("Repeat")).toBeVisible();
    await expect.element(page.getByText("Whose turn?")).not.toBeInTheDocument();
    await showEditor(chore("Bins"), { households: [flat] });
    await field("Belongs to").selectOptions("The flat");
    await expect.element(page.getByText("Whose turn?")).toBeVisible();
  });
});

test("the history's months say whose turn a missed day was, also of a day that was taken", async () => {
  const bins = inFlat("Bins", { startDate: day(-9), roster: [BOB], ...onDays(day(-2)) });
  await show(
    <HistoryDialog task={{ ...taskFromJson(bins), household: flat }} onClosed={() => {}} />,
    { tasks: [bins], households: [flat] },
  );
  await expect.element(page.getByRole("grid")).toBeVisible();
  answer(calls.turns, 200, [{ day: day(-9), person_id: PETRA }]);
  const named = async (offset: number) => {
    const cell = page.getByRole("button", { name: fullName(day(offset)) });
    if (cell.query() === null) await button("Previous month").click();
    return expect.element(cell);
  };
  await (await named(0)).toHaveAccessibleName(/, Due Today$/);
  await (await named(-1)).toHaveAccessibleName(/, Missed, was .?Bob.?’s turn$/);
  await (await named(-2)).toHaveAccessibleName(/, Completed$/);
  await (await named(-9)).toHaveAccessibleName(/, Missed, was your turn$/);
});

const showToday = (household: Household, ...tasks: readonly TaskJson[]) =>
  show(<TodayTab />, { tasks, households: [household] });
const row = (title: string) => page.getByRole("listitem").filter({ hasText: title });
/** The face of the person whose turn it is. */
const turnIn = (title: string, name: string) => row(title).getByRole("img", { name });
const dialog = (title: string) => page.getByRole("dialog", { name: title });
const inDialog = (title: string, name: string) =>
  dialog(title).getByRole("button", { name, exact: true });

describe("Today", () => {
  test("says whose turn each row is, and nothing where it is anybody's", async () => {
    await showToday(
      flat,
      inFlat("Bins", { roster: [PETRA, BOB] }),
      inFlat("Dishes", { roster: [BOB] }),
      inFlat("Floor"),
    );
    await expect.element(turnIn("Bins", "Your turn")).toBeVisible();
    await expect.element(turnIn("Dishes", "Bob’s turn")).toBeVisible();
    await expect.element(row("Floor").getByRole("img")).not.toBeInTheDocument();
  });

  test("what somebody else's turn was is done as always, and says so", async () => {
    const dishes = inFlat("Dishes", { roster: [BOB] });
    await showToday(flat, dishes, doneBy(inFlat("Floor", { roster: [PETRA] }), [BOB], BOB));
    await expect.element(row("Floor")).toHaveTextContent(/Bob at .*, it was your turn/);
    answer(calls.complete, 200, done(dishes));
    await button("Mark Dishes as done").click();
    await expectToast(
      "success",
      "Task Completed",
      "Great job! Task marked as complete. Counted for you; it was Bob’s turn.",
    );
  });

  test("who goes away while the page is open is said once, however many chores there are", async () => {
    const houseAbsences = [{ id: "now", from: day(-1), to: day(2), by: PETRA }];
    const tasks = [inFlat("Bins"), inFlat("Floor"), inFlat("Windows")];
    await show(<Home />, { households: [{ ...flat, houseAbsences }], tasks });
    const away = { id: "a", person: BOB, from: day(0), to: null, enteredOn: day(0), endedOn: null };
    const households = [{ ...flat, houseAbsences: [], absences: [away] }];
    answer(calls.endHouseAbsence, 204);
    answer(calls.list, 200, listOf({ households, tasks }));
    await button(/^We are back/).click();
    await expect.element(page.getByText("Bob is away")).toHaveTextContent(/^Bob is away$/);
  });

  test("who is away is said", async () => {
    const absence = { id: "1", person: BOB, from: day(-1), to: null, enteredOn: day(-1) };
    await showToday(
      flatAs("keeper", { absences: [{ ...absence, endedOn: null }] }),
      inFlat("Bins", { roster: [BOB, CAROL] }),
    );
    await expect.element(page.getByText("Bob is away")).toBeVisible();
    await expect.element(turnIn("Bins", "Carol’s turn")).toBeVisible();
  });
});

describe("what can be done about a turn", () => {
  const BINS = { roster: [PETRA, BOB] };

  test("somebody else's is taken in two taps, and given back", async () => {
    const bins = inFlat("Bins", { roster: [BOB] });
    await showToday(flatAs("member"), bins);
    answer(calls.takeTurns, 200, { ...bins, swaps: [[day(0), PETRA]], revision: 2 });
    await button("More for Bins").click();
    await line("I’ll do it").click();
    await expect.element(toast("It is your turn now")).toBeVisible();
    expect(sent(calls.takeTurns)).toEqual([{ task_id: bins.id, days: [day(0)] }]);
    await expect.element(turnIn("Bins", "Your turn")).toBeVisible();
    hold(calls.returnTurns);
    await button("More for Bins").click();
    await line("Give my turn to…").click();
    await inDialog("Bins", "Give it back").click();
    await expect.element(turnIn("Bins", "Bob’s turn")).toBeVisible();
    await expectSent(calls.returnTurns).toMatchObject([{ days: [day(0)] }]);
  });

  test("one's own is offered to who has an account, or to all, and no more", async () => {
    const others = [...flat.people, { ...flat.people[1], id: ID(4), name: "Dan" }];
    await showToday(
      flatAs("member", { people: others as Household["people"] }),
      inFlat("Bins", BINS),
    );
    hold(calls.offerTurns);
    hold(calls.withdrawOffers);
    await button("More for Bins").click();
    await line("Give my turn to…").click();
    await inDialog("Bins", "Ask somebody…").click();
    const whom = dialog("Bins").getByRole("group", { name: "Whom to ask" });
    expect(texts(whom.getByRole("button"))).toEqual(["Everybody", "Bob", "Dan"]);
    await whom.getByRole("button", { name: "Bob" }).click();
    await expectSent(calls.offerTurns).toMatchObject([{ days: [day(0)], to_person: BOB }]);
    await button("More for Bins").click();
    await line("Give my turn to…").click();
    await expect.element(dialog("Bins")).toHaveTextContent(/You ask .?Bob/);
    await inDialog("Bins", "Withdraw request").click();
    await button("More for Bins").click();
    await line("Give my turn to…").click();
    await expect.element(inDialog("Bins", "Ask somebody…")).toBeVisible();
  });

  test("a keeper gives it to anybody, also without an account", async () => {
    await showToday(flat, inFlat("Bins", BINS));
    hold(calls.giveTurns);
    await button("More for Bins").click();
    await line("Give my turn to…").click();
    await inDialog("Bins", "Give to…").click();
    await dialog("Bins")
      .getByRole("group", { name: "To whom" })
      .getByRole("button", { name: "Carol" })
      .click();
    await expectSent(calls.giveTurns).toMatchObject([{ days: [day(0)], person_id: CAROL }]);
    await expect.element(turnIn("Bins", "Carol’s turn")).toBeVisible();
  });

  test("what another asks is one tap, and what fails says so", async () => {
    const offers = [{ day: day(0), from: BOB, to: null }];
    const bins = inFlat("Bins", { roster: [BOB], offers });
    await showToday(flatAs("member"), bins);
    const asked = page.getByRole("list", { name: "Asked of you" });
    await expect.element(asked).toHaveTextContent("Bob asks: can you take Bins today?");
    answer(calls.takeTurns, 409, { code: "PT409", message: "TURN_TAKEN" });
    await button("Take Bins today").click();
    await expectToast("error", "Error Changing Turn", "Somebody else has taken this turn.");
    await expect.element(asked).toBeVisible();
    answer(calls.takeTurns, 200, { ...bins, offers: [], swaps: [[day(0), PETRA]], revision: 2 });
    await button("Take Bins today").click();
    await expect.element(turnIn("Bins", "Your turn")).toBeVisible();
    await expect.element(asked).not.toBeInTheDocument();
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveFocus();
  });

  test("of a week the rest of it, too", async () => {
    const bins = inFlat("Bins", { roster: [BOB], turnLength: "week" });
    await showToday(flat, bins);
    hold(calls.takeTurns);
    await button("More for Bins").click();
    const hasRest = new Date(day(0)).getUTCDay() !== 0;
    await line(hasRest ? "Change the turn…" : "I’ll do it").click();
    const rest = page.getByRole("checkbox", { name: "The rest of this week, too" });
    if (hasRest) {
      await rest.click();
      await inDialog("Bins", "I’ll do it").click();
    }
    const left = (7 - new Date(day(0)).getUTCDay()) % 7;
    const days = Array.from({ length: left + 1 }, (_, index) => day(index));
    await expectSent(calls.takeTurns).toMatchObject([{ days }]);
  });
});

describe("the household's page", () => {
  const showPage = (household: Household, ...tasks: readonly TaskJson[]) =>
    show(
      <HouseholdPage
        household={household}
        download={null}
        onLeaving={() => {}}
        onMade={() => {}}
      />,
      { households: [household], tasks },
    );
  const away = () => page.getByRole("list", { name: "People" });
  const absence = { id: ID(5), person: BOB, from: day(-1), to: null, enteredOn: day(-1) };

  test("a keeper says who is away, from when to when, and ends it", async () => {
    await showPage(flatAs("keeper", { absences: [{ ...absence, endedOn: null }] }));
    await expect.element(away()).toHaveTextContent(/Bob.*until further notice/);
    hold(calls.endAbsence);
    await button(/^Back: Bob/).click();
    await expectSent(calls.endAbsence).toEqual([{ household_id: flat.id, id: ID(5) }]);

    hold(calls.enterAbsence);
    await button("I am away").click();
    await field("Who").selectOptions("Carol");
    await field("From").fill(day(-3));
    await field("Until").fill(day(-4));
    await button("Save").click();
    await expect
      .element(field("Until"))
      .toHaveAccessibleErrorMessage("The end is before the start");
    await field("Until").fill(day(4));
    await page.getByRole("checkbox", { name: /^For the past too/ }).click();
    await button("Save").click();
    await expectSent(calls.enterAbsence).toMatchObject([
      { person_id: CAROL, from_day: day(-3), to_day: day(4), for_past: true },
    ]);
  });

  test("others say it of themselves alone", async () => {
    await showPage(flatAs("helper", { absences: [{ ...absence, endedOn: null }] }));
    await expect.element(away()).toHaveTextContent("Bob");
    await expect.element(button(/^Back: Bob/)).not.toBeInTheDocument();
    await button("I am away").click();
    await expect.element(field("From")).toHaveValue(day(0));
    await expect.element(field("Who")).not.toBeInTheDocument();
    hold(calls.enterAbsence);
    await button("Save").click();
    await expectSent(calls.enterAbsence).toMatchObject([
      { person_id: PETRA, from_day: day(0), for_past: false },
    ]);
  });

  test("a turn that was swapped long ago counts for who took it", async () => {
    const bins = inFlat("Bins", { startDate: day(-9), endDate: day(-9), roster: [PETRA] });
    const turns = () =>
      texts(page.getByRole("list", { name: "Turns so far" }).getByRole("listitem"));
    const answered = (swaps: readonly (readonly [number, string])[]) =>
      answer(calls.record, 200, { tasks: { [bins.id]: { doers: [], swaps } }, leftOut: [] });
    const showTurns = async () => {
      await field("Of how long").selectOptions("30 days");
      await page.getByText("Turns and effort").click();
    };
    await showPage(flat, bins);
    answered([]);
    await showTurns();
    await expect.poll(turns).toEqual(["You1", "Bob0", "Carol0"]);
    await showPage(flat, bins);
    // The answer's first day is 364 days before today.
    answered([[364 - 9, CAROL]]);
    await showTurns();
    await expect.poll(turns).toEqual(["You0", "Bob0", "Carol1"]);
  });
});

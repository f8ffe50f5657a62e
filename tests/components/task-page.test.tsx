import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import TaskView from "../../src/app/task-view.tsx";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { day, displayed, fullName } from "../support/day.ts";
import { householdOf } from "./households.ts";
import { answer, calls, expectSent, hold, sent } from "./network.ts";
import { button, chore, done, field, onDays, overdueChore, show, texts } from "./show.tsx";

/** A task's page: actions, its days, and its events. */

const PHONE = { width: 390, height: 844 };

beforeEach(() => page.viewport(1280, 720));

const FLAT = householdOf("The flat", ["Carol"], "member");

interface Event {
  readonly kind: string;
  readonly days?: string;
  /** days ago */
  readonly ago?: number;
  readonly person_id?: string;
  readonly details?: object;
}

/** The database's answer, latest first. */
const events = (...list: readonly Event[]) =>
  list.map(({ ago = 0, days = null, person_id = null, details = {}, kind }, index) => ({
    id: 100 - index,
    kind,
    happened_at: `${day(-ago)}T08:05:00Z`,
    time_zone: "UTC",
    user_id: "petra",
    person_id,
    days,
    details: { by: "petra", ...details },
  }));

const only = (date: string) => {
  const next = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
  return `{[${date},${next})}`;
};

async function showPage(task: TaskJson, happened: readonly Event[] = []) {
  await show(<TaskView id={task.id} />, { tasks: [task], households: [FLAT] });
  answer(calls.events, 200, events(...happened));
  answer(calls.history, 200, []);
  answer(calls.catchUps, 200, []);
  answer(calls.notes, 200, []);
  await expect.element(page.getByRole("heading", { level: 1, name: task.title })).toHaveFocus();
}

const doneButton = button("Done");
const part = (name: string) => page.getByRole("region", { name, exact: true });
const actionsFor = (date: string) =>
  page.getByRole("group", { name: `Actions for ${displayed(date)}` });
const inGroup = (date: string) => texts(actionsFor(date).getByRole("button"));

test("what is due today is done with one button, stays in its place, and is taken back there", async () => {
  await showPage(chore("Sweep"));
  hold(calls.complete);
  expect(inGroup(day(0))).toEqual(["Done", "Done earlier…", "Skip"]);
  await doneButton.click();
  await expectSent(calls.complete).toMatchObject([{ completed_date: day(0) }]);
  await expect.element(page.getByText(/^Completed at/)).toBeVisible();
  await expect.element(button("Undo")).toHaveFocus();
  await expect.element(doneButton).not.toBeInTheDocument();
  hold(calls.undo);
  await button("Undo").click();
  await expect.element(doneButton).toHaveFocus();
});

test("with nothing today, the oldest missed day is done, then the next", async () => {
  const task = chore("Sweep", { startDate: day(-3), endDate: day(-1) });
  await showPage(task);
  await expect.element(page.getByText("Overdue: Yesterday · 3 missed")).toBeVisible();
  hold(calls.complete);
  await doneButton.click();
  await expectSent(calls.complete).toMatchObject([{ completed_date: day(-3) }]);
  await expect.poll(() => inGroup(day(-3))).toEqual(["Undo", "Correct…"]);
  await expect.element(actionsFor(day(-3)).getByRole("button").first()).toHaveFocus();
  expect(inGroup(day(-2))).toEqual(["Done", "Done earlier…", "Skip", "Put off"]);
});

test("with nothing to do there is no big Done, but the next date", async () => {
  await showPage(chore("Sweep", { startDate: day(3) }));
  await expect.element(page.getByText("Next Due: In 3 days")).toBeVisible();
  await expect.element(doneButton).not.toBeInTheDocument();
  await expect.element(part("Next dates").getByRole("listitem").first()).toBeVisible();
});

test("in a household it is by oneself unless somebody says otherwise", async () => {
  await showPage(chore("Sweep", { householdId: FLAT.id }));
  hold(calls.complete);
  await button("Done by…").click();
  await page.getByRole("dialog").getByRole("button", { name: "Carol" }).click();
  await expectSent(calls.complete).toMatchObject([{ people: ["Carol"] }]);
});

test("alone in it, nobody is asked", async () => {
  await showPage(chore("Sweep"));
  await expect.element(doneButton).toBeVisible();
  await expect.element(button("Done by…")).not.toBeInTheDocument();
});

test("a late interval task says when it is due again", async () => {
  const started = { startDate: day(-24), ...onDays(day(-24)) };
  await showPage(chore("Descale", { ...started, repeatValue: "custom", afterDone: "P3W" }));
  await expect.element(page.getByText("Overdue: 3 days ago")).toBeVisible();
  const next = part("Next dates");
  await expect.element(next).toHaveTextContent("Due again 3 weeks after it is done.");
});

const ONCE = { repeatValue: "custom", customRrule: "RRULE:FREQ=DAILY;COUNT=1" } as const;

test("a finished one says when it was done, and can be taken back", async () => {
  await showPage(chore("Buy a drill", { ...ONCE, startDate: day(-4), ...onDays(day(-4)) }));
  await expect.element(page.getByText(`Done on ${displayed(day(-4))}`)).toBeVisible();
  expect(inGroup(day(-4))).toEqual(["Undo"]);
  await expect.element(part("Next dates")).toHaveTextContent("Not due again.");
});

test("a paused one says until when and offers to resume it, and nothing for what was missed before", async () => {
  const from = Math.floor(Date.parse(day(0)) / 86_400_000);
  await showPage(chore("Sweep", { startDate: day(-3), pausedDays: [[from, 5]] }));
  await expect.element(page.getByText(`Paused until ${displayed(day(4))}`)).toBeVisible();
  await expect.element(page.getByText(/Overdue|missed/)).not.toBeInTheDocument();
  await expect.element(doneButton).not.toBeInTheDocument();
  await button("Resume").click();
  await expectSent(calls.pause).toMatchObject([
    { first_day: day(0), last_day: day(4), is_paused: false },
  ]);
});

test("a day of the calendar is folded until it is chosen, and once more", async () => {
  await showPage(overdueChore("Sweep"));
  const chosen = part("Chosen day");
  const cell = button(new RegExp(`^${fullName(day(-1))}`));
  await expect.element(cell).toBeVisible();
  await expect.element(chosen).not.toBeInTheDocument();
  await cell.click();
  await expect.element(chosen).toHaveTextContent("Missed");
  (cell.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(chosen).not.toHaveTextContent("Missed");
  await userEvent.keyboard("{Enter}");
  await expect.element(chosen).not.toBeInTheDocument();
});

test("what happened stands by day, and a day is edited where it is", async () => {
  const task = chore("Sweep", { startDate: day(-3), ...onDays(day(-1)) });
  await showPage(task, [
    { kind: "noted", days: only(day(-1)), details: { note: "With Robin" } },
    { kind: "done", days: only(day(-1)), ago: 1 },
    { kind: "created", ago: 3 },
  ]);
  const happened = part("What happened");
  const weekday = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone: "UTC" });
  await expect
    .poll(() => texts(happened.getByRole("heading", { level: 3 })))
    .toEqual(["Today", "Yesterday", expect.stringContaining(weekday.format(new Date(day(-3))))]);
  await expect.element(happened).toHaveTextContent(/You wrote a note: “\W?With Robin\W?”/);
  // Only the latest event of a day leads to it.
  const change = button(`Change ${displayed(day(-1))}`);
  await expect.element(change).toBeVisible();
  await change.click();
  const opened = part(`Day of ${displayed(day(-1))}`);
  await expect.element(opened.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect.element(field("Note")).toBeVisible();
  await change.click();
  await expect.element(opened).not.toBeInTheDocument();
});

test("a person's button asks for what they did, and for everything again", async () => {
  const people = { petra: "Petra Person", robin: "Robin Roommate" };
  await showPage(chore("Sweep", { people, isShared: true }), [{ kind: "created" }]);
  const robin = page.getByRole("list", { name: "People" }).getByRole("button", { name: /^Robin/ });
  await expect.element(page.getByText("You created it")).toBeVisible();
  const asked = sent(calls.events).length;
  await robin.click();
  await expect.element(robin).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => sent(calls.events).length).toBe(asked + 1);
  await robin.click();
  await expect.element(robin).toHaveAttribute("aria-pressed", "false");
});

test("how often each did it is one request, however many people there are", async () => {
  const people = { petra: "Petra Person", robin: "Robin Roommate", rosa: "Rosa", left: "Lee" };
  await showPage(chore("Sweep", { people, isShared: true }));
  answer(calls.countDone, 200, { petra: 3, robin: 1, left: 2 });
  await expect
    .element(page.getByRole("list", { name: "People" }))
    .toHaveTextContent("You (owner): 3 times Lee: 2 times Robin Roommate: once Rosa: 0 times");
  expect(sent(calls.countDone)).toHaveLength(1);
});

test("in a household each has a face, who did it before who said so", async () => {
  const names = { petra: "Petra Person", [FLAT.me]: "Petra Person", Carol: "Carol" };
  await showPage(chore("Sweep", { householdId: FLAT.id, people: names }), [
    { kind: "done", days: only(day(0)), person_id: FLAT.me, details: { people: ["Carol"] } },
    { kind: "created", person_id: FLAT.me },
  ]);
  const items = part("What happened")
    .getByRole("listitem")
    .filter({ hasText: /08:05|8:05/ });
  const initials = () =>
    items.elements().map((one) => one.querySelector<HTMLElement>(".face")?.dataset.initials);
  await expect.poll(initials).toEqual(["C", "PP"]);
});

test("on a phone what can be done with the day is on the first screen, each 44 px high", async () => {
  await page.viewport(PHONE.width, PHONE.height);
  const title = "Sort the letters, bills, leaflets and catalogues of the week";
  const checklist = Array.from({ length: 20 }, (_, index) => `Line ${index + 1}`);
  const subtitle = "Notes ".repeat(800);
  const startDate = day(-3);
  await showPage(chore(title, { householdId: FLAT.id, startDate, subtitle, checklist }));
  const buttons = actionsFor(day(0)).getByRole("button").elements();
  expect(buttons).toHaveLength(4);
  for (const each of buttons) {
    const { top, bottom } = each.getBoundingClientRect();
    expect(bottom, each.textContent).toBeLessThanOrEqual(PHONE.height);
    expect(bottom - top, each.textContent).toBeGreaterThanOrEqual(44);
  }
});

test("is read in order: its name, its state, what to do, then everything else", async () => {
  await showPage(done(chore("Sweep", { subtitle: "Under the table", checklist: ["Hall"] })));
  const headings = () => texts(page.getByRole("heading"));
  await expect
    .poll(headings)
    .toEqual([
      "Sweep",
      "Next dates",
      "Checklist",
      "Notes",
      "History",
      expect.any(String),
      "What happened",
    ]);
  const undo = button("Undo").element();
  const next = part("Next dates").element();
  expect(undo.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test("by keyboard: from its name to Done, when, who and skip, then to the task's own", async () => {
  await showPage(chore("Sweep", { householdId: FLAT.id }));
  const order = [
    "Done",
    "Done earlier…",
    "Done by…",
    "Skip",
    "Edit",
    "Pause",
    "Delete",
    "Copy link",
  ];
  for (const name of order) {
    await userEvent.keyboard("{Tab}");
    await expect.poll(() => document.activeElement?.textContent).toBe(name);
  }
});

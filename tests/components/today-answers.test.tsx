import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { LoadFailureNotice } from "../../src/app/load-failure-notice.tsx";
import { timeInZone } from "../../src/domain/dates/time-zone.ts";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { Invitations } from "../../src/features/sharing/invitation-news.tsx";
import { TodayTab } from "../../src/features/today/today-tab.tsx";
import { waiting } from "../../src/sync/waiting/waiting.ts";
import { day, displayed, instantOf, ZONE } from "../support/day.ts";
import { allAsked, answer, answerIfAsked, calls, cut, expectSent, sent } from "./network.ts";
import {
  button,
  chore,
  done,
  expectToast,
  line,
  listOf,
  onDays,
  overdueChore,
  show,
  showBeforeList,
  toast,
} from "./show.tsx";

/** Optimistic ticks, and what becomes of them if the backend disagrees. */

const OFFLINE_COMPLETE =
  "Unable to mark task as complete. Please check your connection and try again.";
const FAILED_COMPLETE = "Failed to mark task as complete. Please try again.";
const FAILED_UNDO = "Failed to undo task completion. Please try again.";

const section = (name: "Active" | "Done" | "Overdue") => page.getByRole("region", { name });
const itemOf = (name: "Active" | "Done" | "Overdue", title: string) =>
  section(name).getByRole("listitem").filter({ hasText: title });

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Today with these tasks, which the server has, too. */
async function showToday(...tasks: readonly TaskJson[]) {
  await show(<TodayTab />, { tasks });
  answerIfAsked(calls.list, 200, listOf({ tasks }));
}

/** The server's version of a task after a write. */
const later = (task: TaskJson) => ({ ...task, revision: task.revision + 1 });

test("a tick shows before the network answers", async () => {
  const sweep = chore("Sweep");
  await showToday(sweep);
  await button("Mark Sweep as done").click();
  await expect.element(itemOf("Done", "Sweep")).toBeVisible();
  await expect.element(page.getByText("You're All Done - Congratulations!")).toBeVisible();
  await expect.element(toast("Task Completed")).not.toBeInTheDocument();
  answer(calls.complete, 200, later(done(sweep)));
  await expectToast("success", "Task Completed");
});

test("a tick goes out with the tap, also when the page is hidden before its next frame", async () => {
  await showToday(chore("Sweep"));
  await expect.element(itemOf("Active", "Sweep")).toBeVisible();
  const tick = button("Mark Sweep as done").element() as HTMLElement;
  vi.spyOn(window, "requestAnimationFrame").mockReturnValue(0);
  tick.click();
  await expectSent(calls.complete).toHaveLength(1);
  await expect.element(itemOf("Done", "Sweep")).toBeInTheDocument();
});

test("after a late tick was refused, one made elsewhere leaves the focus where it is", async () => {
  const sweep = overdueChore("Sweep");
  const screen = (
    <>
      <button type="button">Elsewhere</button>
      <TodayTab />
    </>
  );
  await show(screen, { tasks: [sweep] });
  answer(calls.complete, 403, { code: "PT403", message: "NOT_ALLOWED" });
  await button(/^Mark Sweep as done/).click();
  await expectToast("error", "Error Completing Task", FAILED_COMPLETE);
  (button("Elsewhere").element() as HTMLElement).focus();
  const [tick] = done(sweep, "petra").recentCompletions;
  const recentCompletions = tick ? [{ ...tick, date: day(-1) }] : [];
  const elsewhere = later({ ...sweep, ...onDays(day(-1)), recentCompletions });
  answer(calls.list, 200, listOf({ tasks: [elsewhere] }));
  await expect.element(button(/^Undo Sweep/).first()).toBeVisible();
  await expect.element(button("Elsewhere")).toHaveFocus();
});

const missed = (title: string) => chore(title, { startDate: day(-3) });

describe("what came first is said of each deed that was sent at once, with who, what and which day", () => {
  const more = () => button("More for Sweep").click();
  const shown = chore("Sweep");
  test.each([
    ["tick", shown, () => button("Mark Sweep as done").click(), calls.complete, "skipped"],
    ["skip", shown, () => more().then(() => line("Skip").click()), calls.skip, "done"],
    ["undo", done(shown), () => button(/^Undo Sweep/).click(), calls.undo, "done"],
    [
      "put-off",
      { ...shown, repeatValue: "weekly" },
      () => more().then(() => line("Put off to tomorrow").click()),
      calls.putOff,
      "done",
    ],
    ["catch-up", missed("Sweep"), () => button(/^Catch up Sweep/).click(), calls.catchUp, "done"],
  ] as const)("%s", async (kind, task, act, call, status) => {
    const known = { ...task, isShared: true, takingPart: ["robin"] };
    await showToday(known);
    await act();
    const completedAt = instantOf(day(0));
    const days = [[Date.parse(day(-1)) / 86_400_000, 1]];
    const deed = { days, status, completedBy: "robin", completedAt, timeZone: ZONE };
    answer(call, 200, { ...later(known), untaken: [deed] });
    const what = kind === "undo" ? "has done it since" : `was first: ${status} for yesterday`;
    const when = `, at ${timeInZone(completedAt, ZONE, US_ENGLISH)}`;
    const title = status === "done" ? "Already Done" : "Already Skipped";
    await expect.element(toast(title)).toBeVisible();
    const part = kind === "catch-up" ? "2 days were taken. " : "";
    await expectToast("success", title, `${part}Robin Roommate ${what}${when}.`);
  });
});

test("a tick without a network waits for it", async () => {
  await showToday(chore("Sweep"));
  await button("Mark Sweep as done").click();
  await expect.element(itemOf("Done", "Sweep")).not.toHaveTextContent("Not synced yet");
  cut(calls.complete);
  await expect.element(itemOf("Done", "Sweep")).toHaveTextContent("Not synced yet");
  await expectToast("success", "Task Completed");
});

test("a tick that has not been answered after four seconds waits, too", async () => {
  await showToday(chore("Sweep"));
  await expect.element(itemOf("Active", "Sweep")).toBeVisible();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  (button("Mark Sweep as done").element() as HTMLElement).click();
  await expectSent(calls.complete).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(4_000);
  await expect.poll(() => waiting.getState().changes.length).toBe(1);
});

test("a tick that can neither be sent nor kept is taken back with the reason", async () => {
  const sweep = chore("Sweep");
  await showToday(sweep);
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await button("Mark Sweep as done").click();
  await expect.element(itemOf("Done", "Sweep")).toBeVisible();
  cut(calls.complete);
  await expectToast("error", "Connection Error", OFFLINE_COMPLETE);
  await expect.element(itemOf("Active", "Sweep")).toBeVisible();
  await expectSent(calls.complete).toHaveLength(2);
  put.mockRestore();
  answer(calls.complete, 200, later(done(sweep)));
  await button("Mark Sweep as done").click();
  await expectToast("success", "Task Completed");
});

test("a tick beyond the day's quota is taken back and told in plain words", async () => {
  await showToday(chore("Sweep"));
  // db/limits.test.ts tests that the database answers this.
  const details = JSON.stringify([{ path: "", code: "TOO_MANY_CHANGES" }]);
  answer(calls.complete, 422, { code: "PT422", message: "LIMIT_REACHED", details });
  await button("Mark Sweep as done").click();
  const text = "You have changed this task 2,000 times today. Try again tomorrow.";
  await expectToast("error", "Limit Reached", text);
  await expect.element(itemOf("Active", "Sweep")).toBeVisible();
});

test("an Undo without a network waits for it", async () => {
  await showToday(done(chore("Sweep")));
  await button("Undo Sweep").click();
  await expect.element(itemOf("Active", "Sweep")).toBeVisible();
  cut(calls.undo);
  await expect.element(itemOf("Active", "Sweep")).toHaveTextContent("Not synced yet");
});

test("a tick that the server fails at is tried twice, and the list is read again", async () => {
  await showToday(overdueChore("Sweep"));
  expect(sent(calls.list)).toEqual([]);
  answer(calls.complete, 500, { message: "no" });
  await button(/^Mark Sweep as done/).click();
  await expectToast("error", "Error Completing Task", FAILED_COMPLETE);
  await expectSent(calls.list).toHaveLength(1);
  await expect.element(button(/^Mark Sweep as done/)).toBeVisible();
  await expect.element(section("Done")).not.toBeInTheDocument();
  await expectSent(calls.complete).toHaveLength(2);
});

test("an Undo that the server refuses for good is tried once", async () => {
  await showToday(done(chore("Sweep")));
  answer(calls.undo, 403, { code: "PT403", message: "COMPLETION_NOT_YOURS" });
  await button("Undo Sweep").click();
  await expectToast("error", "Error Undoing Task", FAILED_UNDO);
  await expect.element(itemOf("Done", "Sweep")).toBeVisible();
  await expectSent(calls.undo).toHaveLength(1);
});

test("what is refused at once looks as before, and can be tried again", async () => {
  const sweep = chore("Sweep");
  await showToday(sweep);
  const refused = { code: "PT403", message: "NOT_ALLOWED" };
  answer(calls.complete, 403, refused);
  await button("Mark Sweep as done").click();
  await expectToast("error", "Error Completing Task", FAILED_COMPLETE);
  await expect.element(button("Mark Sweep as done")).not.toHaveAttribute("data-fresh");
  await expectSent(calls.complete).toHaveLength(1);
  answer(calls.complete, 200, later(done(sweep)));
  await button("Mark Sweep as done").click();
  await expectToast("success", "Task Completed");

  answer(calls.list, 200, listOf({ tasks: [later(done(sweep))] }));
  answer(calls.undo, 403, refused);
  await button("Undo Sweep").click();
  await expectToast("error", "Error Undoing Task", FAILED_UNDO);
  await expect.element(button("Undo Sweep")).not.toHaveAttribute("data-pressed");
  await expectSent(calls.undo).toHaveLength(1);
  answer(calls.undo, 200, later(later(sweep)));
  await button("Undo Sweep").click();
  await expect.element(itemOf("Active", "Sweep")).toBeVisible();
});

test("a list that cannot be loaded is tried three times, then says why", async () => {
  const today = (
    <>
      <TodayTab />
      <LoadFailureNotice />
    </>
  );
  await showBeforeList(today);
  await expect.element(page.getByText("Loading...").first()).toBeInTheDocument();
  cut(calls.list);
  await expectToast(
    "error",
    "Error Loading Tasks",
    "Unable to connect to the server. Please check your internet connection and try again.",
  );
  await expectSent(calls.list).toHaveLength(3);
  answer(calls.list, 200, listOf({ tasks: [chore("Sweep")] }));
  await button("Try Again").click();
  await expect.element(itemOf("Active", "Sweep")).toBeVisible();

  await showBeforeList(today);
  answer(calls.list, 500, { message: "no" });
  const text = "Failed to load your tasks. Please try again.";
  await expectToast("error", "Error Loading Tasks", text);
});

test("a checklist's tick that can't be saved goes back, and says so", async () => {
  const kitchen = chore("Kitchen", { checklist: ["Sink"] });
  await showToday(kitchen);
  const toggle = button(/ lines of Kitchen ticked$/);
  const sink = page.getByRole("checkbox", { name: "Sink", exact: true });
  answer(calls.checkLine, 500, { message: "no" });
  await sink.click();
  await expectToast("error", "Error Saving Checklist");
  await expect.element(sink).not.toBeChecked();
  const checked = { ...kitchen, recentChecks: [{ date: day(0), lines: ["Sink"] }] };
  answer(calls.checkLine, 200, later(checked));
  await sink.click();
  await expect.element(toggle).toHaveTextContent("1 of 1");
});

test("after a tick the focus is on the next row's tick, not on a button for notes", async () => {
  const subtitle = "Flour\nWater\nSalt\nButter\nLast line";
  await showToday(chore("Bake", { subtitle }), chore("Sweep", { subtitle }));
  await expect.element(button("Show all notes of Bake")).toBeVisible();
  (button("Mark Bake as done").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(itemOf("Done", "Bake")).toBeVisible();
  await expect.element(button("Mark Sweep as done")).toHaveFocus();
});

test("a wrong tick of this week is undone", async () => {
  const completions = [day(-2), day(-1)].map((date) => ({
    date,
    status: "done" as const,
    completedAt: instantOf(date),
    timeZone: ZONE,
    completedBy: "petra",
  }));
  const sweep = chore("Sweep", {
    startDate: day(-3),
    ...onDays(day(-2), day(-1)),
    recentCompletions: completions,
  });
  await showToday(sweep);
  answer(
    calls.history,
    200,
    completions.map(({ date, completedAt, timeZone }) => ({
      ...{ task_id: sweep.id, completed_date: date, completed_at: completedAt, status: "done" },
      ...{ time_zone: timeZone, user_id: "petra", by_name: null },
    })),
  );
  await button("Earlier this week").click();
  const earlier = page.getByRole("list", { name: "Earlier this week" }).getByRole("listitem");
  await expect.poll(() => earlier.elements()).toHaveLength(2);
  const rest = { ...onDays(day(-2)), recentCompletions: completions.slice(0, 1) };
  answer(calls.undo, 200, later({ ...sweep, ...rest }));
  await button(`Undo Sweep for ${displayed(day(-1))}`).click();
  await expectToast("success", "Task Uncompleted");
  await expect.poll(() => earlier.elements()).toHaveLength(1);
  await expect.element(button("Earlier this week")).toHaveFocus();
  await expect.element(page.getByText("2 missed")).toBeVisible();
});

test("a decision about an invitation that fails says so, and the card is back", async () => {
  const invitation = { senderId: "robin", senderName: "Robin Roommate", count: 1 };
  await show(
    <TodayTab>
      <Invitations />
    </TodayTab>,
    { invitations: [invitation] },
  );
  answer(calls.list, 200, listOf({ invitations: [invitation] }));
  const card = page.getByRole("region", {
    name: /Robin Roommate.* wants to share 1 task with you/,
  });
  const accept = button("Accept Robin Roommate");
  await expect.element(card).toBeVisible();
  await accept.click();
  await expect.element(card).not.toBeInTheDocument();
  answer(calls.accept, 400, { message: "no" });
  await expectToast("error", "Error Saving Your Decision");
  await expect.element(card).toBeVisible();
  await allAsked();
  answer(calls.accept, 204, null);
  answer(calls.list, 200, listOf({ tasks: [chore("Sweep")] }));
  await accept.click();
  await expect.element(itemOf("Active", "Sweep")).toBeVisible();
  await expect.element(card).not.toBeInTheDocument();
});

beforeEach(() => page.viewport(1280, 720));

test("an overdue occurrence that is done leaves Overdue after 10 seconds, not before", async () => {
  const rent = overdueChore("Pay the rent");
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  await showToday(rent, overdueChore("Water the herbs"));
  await expect.element(page.getByText("You have 2 tasks for today")).toBeVisible();
  await button(/^Mark Pay the rent as done/).click();
  // It leaves the count and appears in Done, marked Overdue, at once; its row stays, with Undo.
  const count = page.getByText("You have 1 task for today", { exact: true });
  await passUntil(() => count.elements().length === 1, 5_000);
  await expect.element(itemOf("Done", "Pay the rent")).toHaveTextContent("Overdue · Yesterday");
  const row = itemOf("Overdue", "Pay the rent");
  await expect.element(row.getByRole("button", { name: "Undo Pay the rent" })).toBeVisible();
  expect(getComputedStyle(row.getByText("Pay the rent").element()).textDecorationLine).toBe(
    "line-through",
  );
  await vi.advanceTimersByTimeAsync(4_000);
  await expect.element(row.getByRole("button", { name: "Undo Pay the rent" })).toBeVisible();
  await vi.advanceTimersByTimeAsync(6_000);
  await expect.element(row).not.toBeInTheDocument();
  await expect.element(itemOf("Overdue", "Water the herbs")).toBeVisible();
  const inDone = itemOf("Done", "Pay the rent").getByRole("button", { name: "Undo" });
  await inDone.click();
  await vi.advanceTimersByTimeAsync(100);
  await expect
    .element(row.getByRole("button", { name: "Mark Pay the rent as done" }))
    .toBeVisible();
  await expect.element(page.getByText("You have 2 tasks for today")).toBeVisible();
});

/** Advances time in steps of 100 ms, up to so many milliseconds, until the condition holds. */
async function passUntil(isSo: () => boolean, most: number) {
  for (let passed = 0; passed < most && !isSo(); passed += 100) {
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(isSo()).toBe(true);
}

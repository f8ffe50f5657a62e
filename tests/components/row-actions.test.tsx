import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { TaskDialogs, useTaskDialogs } from "../../src/app/task-dialogs.tsx";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { TodayTab } from "../../src/features/today/today-tab.tsx";
import { toasts } from "../../src/ui/toast.ts";
import { day, displayed } from "../support/day.ts";
import { answer, calls, hold, sent } from "./network.ts";
import { button, chore, done, field, overdueChore, show, texts, toast } from "./show.tsx";

/** What else a row of Today does: the dialog behind its last button. */

function Today() {
  const dialogs = useTaskDialogs();
  return (
    <>
      <TodayTab onMore={dialogs.showDay} />
      <TaskDialogs dialogs={dialogs} />
    </>
  );
}

const showToday = (...tasks: readonly TaskJson[]) => show(<Today />, { tasks });
const section = (name: string) => page.getByRole("region", { name });
const dialog = (title: string) => page.getByRole("dialog", { name: title });
const inDialog = (title: string, name: string) =>
  dialog(title).getByRole("button", { name, exact: true });

/** Due today alone. */
const once = (title: string) => chore(title, { endDate: day(0) });

test("put off to tomorrow in two taps; the notice takes it back", async () => {
  const sweep = once("Sweep");
  await showToday(sweep, once("Wash up"));
  const moved = [{ dueDate: day(0), newDate: day(1), toFormerSchedule: false }];
  answer(calls.putOff, 200, { ...sweep, putOffs: moved, revision: sweep.revision + 1 });
  await button("More for Sweep").click();
  await expect.element(dialog("Sweep")).toHaveTextContent(/Today/);
  await inDialog("Sweep", "Tomorrow").click();
  await expect.element(section("Active")).not.toHaveTextContent("Sweep");
  await expect.element(button("Mark Wash up as done")).toHaveFocus();
  await expect.element(toast(`Put off to ${displayed(day(1))}`)).toBeVisible();
  await expect
    .poll(() => sent(calls.putOff))
    .toMatchObject([{ due_date: day(0), new_date: day(1) }]);
  answer(calls.putOff, 200, { ...sweep, revision: sweep.revision + 2 });
  await button("Undo").click();
  await expect.element(section("Active")).toHaveTextContent("Sweep");
});

test("a daily task says that it is due again, and is skipped instead", async () => {
  await showToday(chore("Sweep"));
  hold(calls.skip);
  await button("More for Sweep").click();
  await expect.element(dialog("Sweep")).toHaveTextContent("It is due again tomorrow");
  await expect.element(inDialog("Sweep", "Tomorrow")).not.toBeInTheDocument();
  await inDialog("Sweep", "Another day").click();
  await field("Put off to").fill(day(3));
  await inDialog("Sweep", "Move").click();
  await expect
    .element(field("Put off to"))
    .toHaveAccessibleDescription("It is due then anyway: skip this one");
  expect(sent(calls.putOff)).toEqual([]);
  await inDialog("Sweep", "Skip").click();
  await expect.element(section("Done")).toHaveTextContent(/Sweep.*Skipped/);
});

test("what fails goes back, and says so", async () => {
  await showToday(once("Sweep"));
  answer(calls.putOff, 500, { message: "no" });
  await button("More for Sweep").click();
  await inDialog("Sweep", "Tomorrow").click();
  await expect.element(toast("Error Putting Off Task")).toBeVisible();
  await expect.element(section("Active")).toHaveTextContent("Sweep");
  // Nothing waits behind it that says the opposite.
  expect(toasts.getState().map(({ title }) => title)).toEqual(["Error Putting Off Task"]);
});

test("the owner of a shared task says who did it", async () => {
  const shared = { isShared: true, takingPart: ["petra", "robin"] };
  await showToday(chore("Sweep", shared));
  hold(calls.complete);
  await button("More for Sweep").click();
  await field("Done by").selectOptions("Robin Roommate");
  await inDialog("Sweep", "Mark as done").click();
  await expect.element(section("Done")).toHaveTextContent(/Sweep.*Robin Roommate/);
  await expect.poll(() => sent(calls.complete)).toMatchObject([{ done_by: "robin" }]);
});

test("an overdue day has its own, and Escape leaves everything as it was", async () => {
  await showToday(overdueChore("Sweep"));
  const more = button(`More for Sweep for ${displayed(day(-1))}`);
  (more.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog("Sweep")).toBeVisible();
  expect(texts(dialog("Sweep").getByRole("button"))).toEqual(
    expect.arrayContaining(["Mark as done", "Skip", "Tomorrow", "Another day", "History", "Edit"]),
  );
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog("Sweep")).not.toBeInTheDocument();
  await expect.element(more).toHaveFocus();
});

test("leads to the history, and to the editor of one's own task alone", async () => {
  await showToday(chore("Sweep", { ownerId: "robin", isShared: true }));
  await button("More for Sweep").click();
  await expect.element(inDialog("Sweep", "Edit")).not.toBeInTheDocument();
  answer(calls.history, 200, []);
  await inDialog("Sweep", "History").click();
  await expect.element(page.getByRole("dialog", { name: "Task History: Sweep" })).toBeVisible();
});

test("keys act on the row that has the focus", async () => {
  const [sweep, dust] = [once("Sweep"), once("Dust")];
  await showToday(sweep, dust, once("Wash up"));
  const press = async (keys: string) => userEvent.keyboard(keys);
  await button("Mark Dust as done").element().focus();
  await press("p");
  await expect.element(dialog("Dust")).toBeVisible();
  // In a dialog they do nothing.
  await press("d");
  await press("{Escape}");
  await expect.element(dialog("Dust")).not.toBeInTheDocument();
  expect(sent(calls.complete)).toEqual([]);

  answer(calls.complete, 200, done(dust));
  await button("Mark Dust as done").element().focus();
  await press("d");
  await expect.element(section("Done")).toHaveTextContent("Dust");
  await expect.element(button("Mark Sweep as done")).toHaveFocus();
  answer(calls.skip, 200, done(sweep));
  await press("s");
  await expect.element(section("Active")).not.toHaveTextContent("Sweep");
  await expect.poll(() => sent(calls.skip)).toMatchObject([{ task_id: sweep.id, day: day(0) }]);
  // With Ctrl it is the browser's.
  await press("{Control>}d{/Control}");
  await expect.element(section("Active")).toHaveTextContent("Wash up");
});

test("an interval task has the same, whenever it came due", async () => {
  await showToday(
    chore("Descale", { repeatValue: "custom", afterDone: "P1M", startDate: day(-3) }),
  );
  const more = button(/^More for Descale/);
  hold(calls.putOff);
  await more.click();
  await inDialog("Descale", "Tomorrow").click();
  await expect
    .poll(() => sent(calls.putOff))
    .toMatchObject([{ due_date: day(-3), new_date: day(1) }]);
  await expect.element(more).not.toBeInTheDocument();
});

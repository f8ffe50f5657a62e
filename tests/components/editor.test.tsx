import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import EditorView from "../../src/app/editor-view.tsx";
import { US_STYLE } from "../../src/domain/dates/date-style.ts";
import { localeOf, US_ENGLISH } from "../../src/domain/language/locale.ts";
import { INPUT_TEXTS } from "../../src/domain/tasks/input-texts.ts";
import { loadCatalogue } from "../../src/languages/load.ts";
import { toasts } from "../../src/ui/toast.ts";
import { LocaleContext } from "../../src/ui/use-locale.ts";
import { day } from "../support/day.ts";
import { answer, calls, expectSent } from "./network.ts";
import {
  button,
  chore,
  expectToast,
  field,
  PETRA,
  save,
  show,
  showEditor,
  texts,
  toast,
} from "./show.tsx";

/** The fields of the editor, and the checks before saving. */

const saving = page.getByText("Saving task...");

test("a new task: labels, placeholders and defaults", async () => {
  await showEditor();
  await expect.element(field("Category *")).toHaveAttribute("placeholder", "Enter category");
  await expect.element(field("Add in one line")).toHaveFocus();
  await expect.element(field("Title *")).toHaveAttribute("placeholder", "Enter task title");
  await expect.element(field("Notes")).toHaveAttribute("placeholder", "Enter notes (optional)");
  await expect.element(field("Start date")).toHaveValue(day(0));
  await expect.element(field("End date")).toHaveValue("");
  await expect.element(field("Repeat")).toHaveValue("daily");
  const kinds = ["Once", "Daily", "Weekly", "Monthly", "Yearly", "Custom"];
  const others = ["After it was done", "When it happens"];
  expect(texts(field("Repeat").getByRole("option"))).toEqual([...kinds, ...others]);
  await expect.element(field("Shared")).not.toBeChecked();
  await expect.element(field("Share with email")).not.toBeInTheDocument();
});

test("a task whose record the list leaves out is read whole before it is edited, and once failed on demand", async () => {
  const cut = chore("Sweep", { cut: true });
  await showEditor(cut);
  answer(calls.read, 400);
  await expect.element(button("Try Again")).toBeVisible();
  answer(calls.read, 200, chore("Sweep", { id: cut.id, subtitle: "All of it" }));
  await button("Try Again").click();
  await expect.element(field("Notes")).toHaveValue("All of it");
});

test("what is wrong is said in the reader's language", async () => {
  const german = localeOf("de", await loadCatalogue("de"), US_STYLE);
  const sweep = chore("Sweep");
  await show(
    <LocaleContext value={german}>
      <EditorView id={sweep.id} onClose={() => {}} guard={() => {}} />
    </LocaleContext>,
    { tasks: [sweep] },
  );
  const title = field(german.t("Title *"));
  await title.fill("");
  await userEvent.keyboard("{Enter}");
  const said = german.t(INPUT_TEXTS.TITLE_REQUIRED);
  expect(said).not.toBe(US_ENGLISH.t(INPUT_TEXTS.TITLE_REQUIRED));
  await expect.element(title).toHaveAccessibleErrorMessage(said);
  await expectToast("error", german.t("Validation Error"), said);
});

test("suggests the categories there are, by mouse and by keyboard", async () => {
  const kitchen = chore("Sweep", { category: "Kitchen" });
  await showEditor(null, { tasks: [kitchen, chore("Feed the cat", { category: "Animals" })] });
  const category = field("Category *");
  const suggestions = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
  await category.click();
  await expect.poll(() => texts(suggestions)).toEqual(["Animals", "Kitchen"]);
  await userEvent.keyboard("kit");
  await expect.poll(() => texts(suggestions)).toEqual(["Kitchen"]);
  await suggestions.click();
  await expect.element(category).toHaveValue("Kitchen");
  await expect.element(suggestions).not.toBeInTheDocument();

  await category.fill("");
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(category).toHaveValue("Animals");
});

test("all that is missing is said at once, under the fields, with the focus on the first", async () => {
  await showEditor();
  await field("Start date").fill("");
  await save();
  const category = field("Category *");
  const title = field("Title *");
  await expect.element(category).toHaveAccessibleErrorMessage("Category is required");
  await expect.element(title).toHaveAccessibleErrorMessage("Title is required");
  // Also for the many screen readers that don't support aria-errormessage.
  await expect.element(category).toHaveAccessibleDescription("Category is required");
  await expect.element(title).toHaveAccessibleDescription("Title is required");
  await expect.element(field("Start date")).toHaveAccessibleErrorMessage("Start date is required");
  await expect.element(category).toHaveFocus();
  await expect.element(toast("Validation Error")).toBeVisible();
  const all = "Title is required, Category is required, Start date is required";
  await expect.element(page.getByText(all, { exact: true })).toBeVisible();

  // Each message disappears while typing; the next save checks the rest.
  await category.fill("Kitchen");
  const said = (text: string) => page.getByText(text, { exact: true });
  await expect.element(said("Category is required")).not.toBeInTheDocument();
  await expect.element(said("Title is required")).toBeVisible();
  await save();
  await expect.element(title).toHaveFocus();
});

const wrong = [
  { label: "Title *", value: " a ", message: "Title must be at least 2 characters" },
  { label: "Title *", value: "a".repeat(101), message: "Title must be less than 100 characters" },
  {
    label: "Category *",
    value: "a".repeat(51),
    message: "Category must be less than 50 characters",
  },
  { label: "End date", value: day(-1), message: "End date must be after start date" },
] as const;

test("what is too short, too long or too early is said when the field is left", async () => {
  await showEditor();
  for (const { label, value, message } of wrong) {
    await field(label).fill(value);
    (document.activeElement as HTMLElement).blur();
    await expect.element(field(label)).toHaveAccessibleErrorMessage(message);
  }
  await field("Title *").fill("a".repeat(100));
  await field("Category *").fill("a".repeat(50));
  await field("End date").fill(day(0));
  await expect.poll(() => document.querySelectorAll("[aria-invalid=true]").length).toBe(0);
  await save();
  await expect.element(saving).toBeVisible();
});

test("a title that another task has is refused, whatever the space around it", async () => {
  await showEditor(chore("Mop"), { tasks: [chore("Sweep")] });
  await field("Title *").fill(" Sweep ");
  await save();
  await expect.element(toast("Duplicate Task")).toBeVisible();
  const text = "You already have an active task with that title. Please choose a different title.";
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(field("Title *")).toHaveFocus();
  await expect.element(saving).not.toBeInTheDocument();

  // Its own title is no duplicate.
  await field("Title *").fill("Mop");
  await field("Notes").fill("With hot water");
  await save();
  await expect.element(saving).toBeVisible();
});

test("one's own address is refused when it is entered", async () => {
  await showEditor(chore("Sweep"));
  await field("Shared").click();
  const address = field("Share with email");
  const refusal = "You cannot share a task with yourself";
  await address.fill(` ${PETRA.email.toUpperCase()}`);
  await button("Add").click();
  await expect.element(address).toHaveAccessibleErrorMessage(refusal);
  await expect.element(address).toHaveFocus();
  await expect.element(page.getByRole("list", { name: "Shared with" })).not.toBeInTheDocument();
  await address.fill("robin@example.com");
  await expect.element(page.getByText(refusal)).not.toBeInTheDocument();

  // Typed but not added, it counts when the task is saved.
  await address.fill(PETRA.email);
  await save();
  await expect.element(toast("Validation Error")).toBeVisible();
  await expect.element(address).toHaveAccessibleErrorMessage(refusal);
  await expect.element(address).toHaveFocus();
});

test("an address that is removed hands the focus on", async () => {
  const task = chore("Sweep", { isShared: true });
  await showEditor(task, { shares: { [task.id]: ["a@example.com", "b@example.com"] } });
  await button("Remove a@example.com").click();
  const last = button("Remove b@example.com");
  await expect.element(last).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(field("Share with email")).toHaveFocus();
});

test("an interval: a number, a unit, and the words for it", async () => {
  await showEditor();
  await field("Repeat").selectOptions("After it was done");
  await expect.element(field("Due again after")).toHaveValue("3");
  const said = (text: string) => page.getByText(`Due on the start date, then ${text}`);
  await expect.element(said("3 days after it was done")).toBeVisible();
  await field("Due again after").fill("1");
  await field("Unit").selectOptions("Months");
  await expect.element(said("1 month after it was done")).toBeVisible();
  await field("Repeat").selectOptions("Weekly");
  await expect.element(field("Due again after")).not.toBeInTheDocument();
});

test("what has to happen is needed, and said in the device's words", async () => {
  await showEditor();
  await field("Repeat").selectOptions("When it happens");
  const what = field("What has to happen");
  await expect.element(what).toHaveAccessibleDescription(/^A device says so by the API/);
  await save();
  await expect.element(what).toHaveAccessibleDescription(/Say what has to happen$/);
  await what.fill("Dishwasher done");
  await expect.element(what).not.toHaveAccessibleDescription(/Say what has to happen$/);
  await field("Repeat").selectOptions("Weekly");
  await expect.element(what).not.toBeInTheDocument();
});

test("what waits may wait for an amount and a time at most, or for neither", async () => {
  const task = chore("Clean the drier", { repeatValue: "custom", waitsFor: "Drier hours" });
  await showEditor(task);
  answer(calls.update, 200, { task });
  await field("What has to happen").fill("Drier's hours");
  await expect.element(field("Grown by")).toHaveValue("");
  await expect.element(field("At the latest after")).toHaveValue("");
  await field("Grown by").fill("300");
  await field("At the latest after").fill("6");
  await save();
  await expectSent(calls.update).toMatchObject([
    { waitsFor: "Drier's hours", waitsAmount: 300, afterDone: "P6M" },
  ]);
});

test("an amount and a time that are emptied are none", async () => {
  const waits = { waitsFor: "Drier hours", waitsAmount: 300, afterDone: "P2W" };
  const task = chore("Clean the drier", { repeatValue: "custom", ...waits });
  await showEditor(task);
  answer(calls.update, 200, { task });
  await expect.element(field("Repeat")).toHaveDisplayValue("When it happens");
  await expect.element(field("Unit")).toHaveDisplayValue("Weeks");
  await field("Grown by").fill("");
  await field("At the latest after").fill("");
  await save();
  await expectSent(calls.update).toMatchObject([{ waitsAmount: null, afterDone: null }]);
});

test("what few tasks need is folded up, and open when the task has it", async () => {
  await showEditor();
  await expect.element(field("Duration")).not.toBeInTheDocument();
  await page.getByText("More options").click();
  await field("Duration").selectOptions("A while");
  await page.getByRole("checkbox", { name: "May" }).click();
  await expect.element(page.getByText("Due only in the chosen months.")).toBeVisible();
});

test("a task with a season shows it", async () => {
  await showEditor(chore("Mow", { season: [5, 6] }));
  await expect.element(page.getByRole("checkbox", { name: "June" })).toBeChecked();
  await expect.element(page.getByRole("checkbox", { name: "July" })).not.toBeChecked();
});

test("a changed schedule of a task with a past asks whether past days change, too", async () => {
  await showEditor(chore("Sweep", { startDate: day(-3) }));
  await field("Repeat").selectOptions("Weekly");
  await save();
  const question = page.getByRole("alertdialog", { name: "Change past days too?" });
  await expect.element(question).toBeVisible();
  await expect.element(button("From today on")).toHaveFocus();
  await button("Cancel").last().click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(saving).not.toBeInTheDocument();
  // Changed back, so nothing has to be asked.
  await field("Repeat").selectOptions("Daily");
  await save();
  await expect.element(saving).toBeVisible();
});

test("a task without a past is just changed, and nothing else can be done meanwhile", async () => {
  await showEditor(chore("Sweep"));
  await field("Repeat").selectOptions("Weekly");
  await save();
  await expect.element(saving).toBeVisible();
  for (const control of [button("Save Task"), button("Cancel"), field("Title *")]) {
    await expect.element(control).toBeDisabled();
  }
});

test("a failure of what was discarded goes with it", async () => {
  await showEditor();
  await field("Category *").fill("Home");
  await field("Title *").fill("Sweep");
  answer(calls.create, 403, { error: { code: "NOT_ALLOWED" } });
  await save();
  await expect.element(toast("Error Creating Task")).toBeVisible();
  await button("Cancel").click();
  await button("Discard").click();
  await expect.element(field("Title *")).not.toBeInTheDocument();
  expect(toasts.getState()).toEqual([]);
});

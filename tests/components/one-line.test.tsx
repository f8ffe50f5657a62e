import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import EditorView from "../../src/app/editor-view.tsx";
import { NEW_TASK } from "../../src/app/view.ts";
import { US_STYLE } from "../../src/domain/dates/date-style.ts";
import { localeOf } from "../../src/domain/language/locale.ts";
import { LocaleContext } from "../../src/ui/use-locale.ts";
import { instantOf } from "../support/day.ts";
import { householdOf } from "./households.ts";
import { answer, calls, expectSent, sent } from "./network.ts";
import { button, chore, expectCreated, field, save, show, showEditor, texts } from "./show.tsx";

/** The line above the form of a new task, and the weekdays under 'Weekly'. */

const line = field("Add in one line");
const repeat = field("Repeat");
const allFields = button("All fields");
const chips = page.getByRole("list", { name: "Understood" });
const shown = () => texts(chips.getByRole("listitem"));

beforeEach(() => {
  // A Tuesday.
  vi.useFakeTimers({
    now: Date.parse(instantOf("2090-11-21")),
    toFake: ["Date", "setTimeout", "clearTimeout"],
    shouldAdvanceTime: true,
  });
});
afterEach(() => vi.useRealTimers());

test("one line makes the whole task, which Enter saves", async () => {
  await showEditor(null, { tasks: [chore("Sweep", { category: "Kitchen" })] });
  await expect.element(line).toHaveFocus();
  await expect.element(chips).not.toBeInTheDocument();
  await line.fill("bins every mon and thu until dec 31 @kitchen");
  await expect
    .poll(shown)
    .toEqual([
      "Title bins",
      "Category Kitchen",
      "Repeat Weekly on Monday and Thursday · Thu, Nov 23 · Mon, Nov 27 · Thu, Nov 30",
      "End date Dec 31, 2090",
    ]);
  // The chips replace the fields.
  await expect.element(field("Title *")).not.toBeInTheDocument();
  await expectCreated(() => userEvent.keyboard("{Enter}"));
  await expectSent(calls.create).toMatchObject([
    {
      title: "bins",
      category: "Kitchen",
      startDate: "2090-11-23",
      endDate: "2090-12-31",
      repeatValue: "custom",
      customRrule: "RRULE:FREQ=WEEKLY;BYDAY=MO,TH",
      customRruleText: null,
    },
  ]);
});

test.for([
  ["de", "Müll jeden zweiten Donnerstag @Kueche"],
  ["ar", "Müll every other thursday @Kueche"],
] as const)(
  "in '%s' it is read in its reader's language, or in English",
  async ([language, text]) => {
    await show(
      <LocaleContext value={localeOf(language, {}, US_STYLE)}>
        <EditorView id={NEW_TASK} onClose={() => {}} guard={() => {}} />
      </LocaleContext>,
    );
    await line.fill(text);
    await expect.poll(shown).toEqual(["Title Müll", "Category Kueche", expect.stringMatching("2")]);
    await expectCreated();
    await expectSent(calls.create).toMatchObject([
      { startDate: "2090-11-23", customRrule: "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TH" },
    ]);
  },
);

test("all fields take the line's place, filled in", async () => {
  await showEditor();
  await line.fill("bins every mon and thu until dec 31 @kitchen");
  await allFields.click();
  await expect.element(field("Title *")).toHaveFocus();
  await expect.element(field("Title *")).toHaveValue("bins");
  await expect.element(field("Category *")).toHaveValue("kitchen");
  await expect.element(field("Start date")).toHaveValue("2090-11-23");
  await expect.element(field("End date")).toHaveValue("2090-12-31");
  await expect.element(repeat).toHaveValue("weekly");
  await expect.element(chips).not.toBeInTheDocument();
  await expect.element(line).not.toBeInTheDocument();
});

const rhythms = page.getByRole("group", { name: "How often?" });
const categories = page.getByRole("group", { name: "Category?" });
const marked = (group: ReturnType<typeof page.getByRole>) =>
  group.getByRole("radio", { checked: true });

test("without a rhythm the chips ask how often, and Enter takes the marked answer", async () => {
  await showEditor();
  await line.fill("dishes");
  await expect
    .poll(() =>
      rhythms
        .getByRole("radio")
        .elements()
        .map((one) => one.getAttribute("aria-label")),
    )
    .toEqual(["Once", "Daily", "Weekly on Tue", "Monthly"]);
  await expect.element(marked(rhythms)).toHaveAccessibleName("Once");
  await expect.poll(shown).toEqual(["Title dishes"]);
  await expectCreated(() => userEvent.keyboard("{Enter}"));
  await expectSent(calls.create).toMatchObject([
    { category: "Home", repeatValue: "custom", customRrule: "RRULE:FREQ=DAILY;COUNT=1" },
  ]);
});

test("the marked answer follows from the words, and another is chosen by a tap", async () => {
  await showEditor();
  await line.fill("vacuum the hall");
  await expect.element(marked(rhythms)).toHaveAccessibleName("Weekly on Tue");
  await rhythms.getByText("Monthly").click();
  // The choice stays while more is typed.
  await line.fill("vacuum the hall @home");
  await expect.element(marked(rhythms)).toHaveAccessibleName("Monthly");
  await expectCreated();
  await expectSent(calls.create).toMatchObject([{ repeatValue: "monthly" }]);
});

test("what sounds like a rhythm is told and underlined, and nothing is marked or saved", async () => {
  await showEditor();
  await line.fill("gym 3x a week @sport");
  await expect.element(page.getByText("'3x a week' isn't understood").first()).toBeVisible();
  expect(document.querySelector("u")?.textContent).toBe("3x a week");
  await expect.element(marked(rhythms)).not.toBeInTheDocument();
  await userEvent.keyboard("{Enter}");
  await expect.element(rhythms.getByRole("radio").first()).toHaveFocus();
  expect(sent(calls.create)).toEqual([]);
  await userEvent.keyboard(" ");
  await expectCreated(() => userEvent.keyboard("{Enter}"));
  await expectSent(calls.create).toMatchObject([{ title: "gym 3x a week" }]);
});

test("Other leads to the form, which has its own default where nothing was chosen", async () => {
  await showEditor();
  await line.fill("gym 3x a week @sport");
  await rhythms.getByRole("button", { name: "Other" }).click();
  await expect.element(repeat).toHaveFocus();
  await expect.element(repeat).toHaveValue("daily");
});

test("a category is that of a word in common, or is asked for; never the last one's", async () => {
  const garden = chore("Mow", { category: "Garden", createdAt: "2090-02-02T00:00:00Z" });
  const kitchen = chore("Sweep it", { category: "Kitchen", createdAt: "2090-01-01T00:00:00Z" });
  await showEditor(null, { tasks: [kitchen, garden] });
  await line.fill("sweep the stairs daily");
  await expect.poll(shown).toContain("Category Kitchen");
  await expect.element(categories).not.toBeInTheDocument();
  await line.fill("bins daily");
  await expect.element(marked(categories)).not.toBeInTheDocument();
  await userEvent.keyboard("{Enter}");
  await expect.element(categories.getByRole("radio").first()).toHaveFocus();
  expect(sent(calls.create)).toEqual([]);
  await categories.getByText("Kitchen").click();
  await expectCreated();
  await expectSent(calls.create).toMatchObject([{ category: "Kitchen" }]);
});

test("an emptied line leaves nothing in the form", async () => {
  await showEditor();
  await line.fill("bins");
  await line.fill("");
  await expect.element(chips).not.toBeInTheDocument();
  await expect.element(rhythms).not.toBeInTheDocument();
  await expect.element(field("Category *")).toHaveValue("");
  await expect.element(repeat).toHaveValue("daily");
});

test("a chip that is removed leaves its words in the title", async () => {
  await showEditor();
  await line.fill("descale kettle monthly on the last sat @kitchen");
  await button("Leave monthly on the last sat in the title").click();
  await expect.element(line).toHaveFocus();
  await expect.poll(shown).toContain("Title descale kettle monthly on the last sat");
  await button("Leave @kitchen in the title").click();
  await expect.poll(shown).toContain("Title descale kettle monthly on the last sat @kitchen");
  // It stays so while more is typed.
  await userEvent.keyboard("{End} daily");
  await expect.poll(shown).toContain("Title descale kettle monthly on the last sat @kitchen");
  await expect.element(button("Leave daily in the title")).toBeVisible();
});

test("a chip leads to its field", { tags: ["all"] }, async () => {
  const fields = ["Title *", "Category *", "Repeat", "Start date", "End date"];
  for (const [index, label] of fields.entries()) {
    await showEditor();
    await line.fill("mop every 2 days from tomorrow until dec 31 @kitchen");
    await chips.getByRole("listitem").nth(index).getByRole("button").first().click();
    await expect.element(field(label)).toHaveFocus();
  }
});

test("what the line says of a field that was edited by hand before is title", async () => {
  await showEditor();
  await field("Category *").fill("Yard");
  await field("Start date").fill("2090-12-04");
  await line.fill("bins every thu from tomorrow @kitchen");
  await allFields.click();
  await expect.element(field("Title *")).toHaveValue("bins from tomorrow @kitchen");
  await expect.element(field("Category *")).toHaveValue("Yard");
  await expect.element(field("Start date")).toHaveValue("2090-12-04");
  // The start is a Monday.
  await expect
    .element(page.getByRole("checkbox", { checked: true }))
    .toHaveAccessibleName("Thursday");
});

test("a task in turns is made with a line and two taps", async () => {
  const { people, ...others } = householdOf("The flat", ["Bob"]);
  const withIds = people.map((person) => ({ ...person, id: crypto.randomUUID() }));
  const flat = { ...others, id: crypto.randomUUID(), people: withIds };
  await showEditor(null, { households: [flat], tasks: [chore("Mow", { householdId: flat.id })] });
  await line.fill("bins every thu");
  await expect.element(button("In turns")).toHaveAttribute("aria-pressed", "false");
  await button("In turns").click();
  await categories.getByText("Home").click();
  await expectCreated();
  await expectSent(calls.create).toMatchObject([
    { householdId: flat.id, roster: withIds.map(({ id }) => id) },
  ]);
});

test("what was understood is said once, after a pause", async () => {
  await showEditor();
  const said = page.getByRole("status").filter({ hasText: "Title: mop" });
  await line.fill("mop d");
  await line.fill("mop daily");
  await expect
    .element(said)
    .toHaveTextContent(/^Title: mop. Repeat: Daily · Tue, .* Category\? Home$/);
});

test("a line that is not valid is refused as the form is", async () => {
  await showEditor();
  const long = "w".repeat(120);
  await line.fill(`${long} daily`);
  await userEvent.keyboard("{Enter}");
  await expect.element(field("Title *")).toHaveFocus();
  await expect
    .element(field("Title *"))
    .toHaveAccessibleErrorMessage("Title must be less than 100 characters");
});

test("an existing task has no line", async () => {
  await showEditor(chore("Sweep"));
  await expect.element(field("Title *")).toHaveValue("Sweep");
  await expect.element(line).not.toBeInTheDocument();
});

test("weekdays stand under Weekly: 'every Thursday' and 'Mon and Thu' need no dialog", async () => {
  await showEditor();
  await repeat.selectOptions("weekly");
  const checked = () =>
    page
      .getByRole("checkbox", { checked: true })
      .elements()
      .map((box) => box.getAttribute("aria-label"));
  await expect.poll(checked).toEqual(["Tuesday"]);
  await field("Thursday").click();
  await expect.element(repeat).toHaveValue("weekly");
  await expect.element(page.getByText(/^Next: Tue, Nov 21 · Thu, Nov 23 · Tue/)).toBeVisible();
  await field("Tuesday").click();
  await expect.poll(checked).toEqual(["Thursday"]);
  await expect.element(page.getByText(/^Next: Thu, Nov 23 · Thu, Nov 30/)).toBeVisible();
  await field("Monday").click();
  await field("Category *").fill("Home");
  await field("Title *").fill("Bins");
  await expectCreated();
  await expectSent(calls.create).toMatchObject([
    { repeatValue: "custom", customRrule: "RRULE:FREQ=WEEKLY;BYDAY=MO,TH" },
  ]);
});

test("only the start's own weekday is weekly, and one day always stays", async () => {
  await showEditor();
  await repeat.selectOptions("weekly");
  await field("Thursday").click();
  await field("Thursday").click();
  await field("Tuesday").click();
  await expect.element(field("Tuesday")).toBeChecked();
  await field("Category *").fill("Home");
  await field("Title *").fill("Bins");
  await expectCreated();
  await expectSent(calls.create).toMatchObject([{ repeatValue: "weekly", customRrule: null }]);
});

test("a rule of weekdays opens in the dialog, and comes back from it as Weekly", async () => {
  const rule = { repeatValue: "custom", customRrule: "RRULE:FREQ=WEEKLY;BYDAY=MO,TH" } as const;
  await showEditor(chore("Bins", rule));
  await expect.element(repeat).toHaveValue("weekly");
  await expect.element(field("Monday")).toBeChecked();
  await repeat.selectOptions("custom");
  const dialog = page.getByRole("dialog", { name: "Custom Recurrence" });
  await expect.element(dialog.getByLabelText("Thursday")).toBeChecked();
  await dialog.getByLabelText("Interval").fill("2");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect.element(repeat).toHaveValue("custom");
  await expect.element(page.getByText("Every 2 weeks on Monday and Thursday")).toBeVisible();
});

test("the weekday that the line says stays when another start is chosen below", async () => {
  await showEditor();
  await line.fill("bins every thursday");
  await allFields.click();
  // A Friday.
  await field("Start date").fill("2090-11-24");
  await expect
    .element(page.getByRole("checkbox", { checked: true }))
    .toHaveAccessibleName("Thursday");
  await expect.element(page.getByText(/^Next: Thu, Nov 30 · Thu, Dec 7/)).toBeVisible();
});

test("a daily task shows what becomes of a missed day where its repeat is", async () => {
  await showEditor();
  await expect.element(field("If it was missed")).toBeVisible();
  await repeat.selectOptions("weekly");
  await expect.element(field("If it was missed")).not.toBeInTheDocument();
});

test("a daily task by the line keeps its latest missed day alone, unless its field says so", async () => {
  await showEditor(null, { tasks: [chore("Sweep", { category: "Kitchen" })] });
  await line.fill("mop weekly @kitchen");
  await expect.poll(shown).not.toContain("If missed Keep the latest");
  await line.fill("mop daily @kitchen");
  await expect.poll(shown).toContain("If missed Keep the latest");
  answer(calls.create, 200, { task: chore("mop") });
  await userEvent.keyboard("{Enter}");
  await expectSent(calls.create).toMatchObject([{ missedPolicy: "latest" }]);
});

test("the form's own daily task keeps all", async () => {
  await showEditor();
  await field("Category *").fill("Kitchen");
  await field("Title *").fill("mop");
  answer(calls.create, 200, { task: chore("mop") });
  await save();
  await expectSent(calls.create).toMatchObject([{ missedPolicy: "keep" }]);
});

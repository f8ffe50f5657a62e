import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { instantOf } from "../support/day.ts";
import { answer, calls, expectSent, sent } from "./network.ts";
import {
  button,
  chore,
  expectCreated,
  expectToast,
  field,
  save,
  showEditor,
  texts,
} from "./show.tsx";

/** Once, further choices of the Custom Recurrence dialog, rules from elsewhere, and the next dates. */

const dialog = page.getByRole("dialog", { name: "Custom Recurrence" });
const parts = {
  frequency: dialog.getByLabelText("Frequency"),
  interval: dialog.getByLabelText("Interval"),
  more: dialog.getByText("More choices"),
  monthDays: dialog.getByRole("group", { name: "Only on these days of the month" }),
  months: dialog.getByRole("group", { name: "Months" }),
  count: dialog.getByLabelText("Number of times"),
  preview: dialog.getByRole("status", { name: "Preview" }),
  next: dialog.getByText(/^Next: /),
  apply: dialog.getByRole("button", { name: "Apply" }),
  cancel: dialog.getByRole("button", { name: "Cancel" }),
};
const { frequency, interval, more, monthDays, months, count, preview, next, apply } = parts;
const repeat = field("Repeat");
const focus = (node: Element) => (node as HTMLElement).focus();

beforeEach(() => page.viewport(1280, 720));
afterEach(() => vi.useRealTimers());

async function fillNew(category: string, title: string, start: string) {
  await showEditor();
  await field("Category *").fill(category);
  await field("Title *").fill(title);
  await field("Start date").fill(start);
}

test("Apply gives the rule to the task that is saved", async () => {
  await showEditor();
  await repeat.selectOptions("custom");
  await frequency.selectOptions("daily");
  await interval.fill("3");
  await apply.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(repeat).toHaveValue("custom");
  await expect.element(page.getByText("Every 3 days")).toBeVisible();
  await field("Category *").fill("Kitchen");
  await field("Title *").fill("Sweep");
  await expectCreated();
  await expectSent(calls.create).toMatchObject([
    {
      repeatValue: "custom",
      customRrule: "RRULE:FREQ=DAILY;INTERVAL=3",
      customRruleText: null,
    },
  ]);
});

const ONCE = {
  repeatValue: "custom",
  customRrule: "RRULE:FREQ=DAILY;COUNT=1",
  customRruleText: null,
} as const;

test("a task for one day is chosen as 'Once', by keyboard, and read back", async () => {
  await fillNew("Home", "Fetch the sofa", "2090-05-06");
  focus(repeat.element());
  await userEvent.keyboard("Once");
  await expect.element(repeat).toHaveValue("once");
  await expect.element(page.getByText("Next: Sat, May 6, 2090", { exact: true })).toBeVisible();
  await expect.element(button("Change rule")).not.toBeInTheDocument();
  await expectCreated();
  await expectSent(calls.create).toMatchObject([ONCE]);

  await showEditor(chore("Fetch the sofa", { ...ONCE, startDate: "2090-05-06" }));
  await expect.element(repeat.getByRole("option", { selected: true })).toHaveTextContent("Once");
  // Another rule can be made from it; cancelled, it stays unchanged.
  await repeat.selectOptions("custom");
  await expect.element(preview).toHaveTextContent(/^Weekly$/);
  await parts.cancel.click();
  await expect.element(repeat).toHaveValue("once");
});

test("'Once' chosen by mistake gives the rule back", { tags: ["all"] }, async () => {
  const customRrule = "RRULE:FREQ=DAILY;INTERVAL=3";
  await showEditor(chore("Sweep", { repeatValue: "custom", customRrule }));
  await repeat.selectOptions("once");
  await repeat.selectOptions("custom");
  const form = page.getByRole("form", { name: "Edit Task" });
  await expect.element(form.getByText("Every 3 days")).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test("days, months and an end by number, by keyboard on a phone", { tags: ["all"] }, async () => {
  await page.viewport(390, 844);
  await fillNew("Money", "Pay the rent", "2090-01-01");
  await repeat.selectOptions("custom");
  await frequency.selectOptions("monthly");
  await expect.element(monthDays).not.toBeInTheDocument();

  const tab = async (times: number) => {
    for (let turn = 0; turn < times; turn += 1) await userEvent.tab();
  };
  focus(more.element().closest("button") ?? more.element());
  await userEvent.keyboard("{Enter}");
  await tab(1);
  await expect.element(monthDays.getByLabelText("1st", { exact: true })).toHaveFocus();
  await userEvent.keyboard(" ");
  await expect.element(preview).toHaveTextContent(/^Monthly on the 1st$/);
  await tab(31);
  await expect.element(monthDays.getByLabelText("Last day")).toHaveFocus();
  await userEvent.keyboard(" ");
  await expect.element(preview).toHaveTextContent("Monthly on the 1st and last day");
  await tab(1);
  await expect.element(months.getByLabelText("January")).toHaveFocus();
  await tab(1);
  await userEvent.keyboard(" ");
  await expect.element(months.getByLabelText("February")).toBeChecked();
  await tab(11);
  await expect.element(count).toHaveFocus();
  await userEvent.keyboard("3");
  const text = "Monthly on the 1st and last day in February, 3 times";
  await expect.element(preview).toHaveTextContent(text);
  await expect
    .element(next)
    .toHaveTextContent("Next: Wed, Feb 1, 2090 · Tue, Feb 28, 2090 · Thu, Feb 1, 2091");
  await expect.element(count).toHaveAccessibleDescription("Ends after 3 times.");

  focus(apply.element());
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText(/^Next: Wed, Feb 1, 2090 · Tue/)).toBeVisible();
  await expectCreated();
  const [input] = sent(calls.create) as [{ customRrule: string; customRruleText: null }];
  expect(input.customRruleText).toBeNull();

  await showEditor(
    chore("Pay the rent", { ...input, repeatValue: "custom", startDate: "2090-01-01" }),
  );
  await button("Change rule").click();
  await expect
    .poll(() => monthDays.getByRole("checkbox", { checked: true }).elements())
    .toHaveLength(2);
  await expect.element(months.getByLabelText("February")).toBeChecked();
  await expect.element(count).toHaveValue("3");
  // Weeks have no days of the month.
  await frequency.selectOptions("weekly");
  await expect.element(monthDays).not.toBeInTheDocument();
  await expect.element(preview).toHaveTextContent("Weekly in February, 3 times");
  await count.fill("");
  await expect.element(preview).toHaveTextContent(/^Weekly in February$/);
});

const FOREIGN =
  "RRULE:FREQ=YEARLY;WKST=SU;BYWEEKNO=1,10,+20;BYDAY=MO;BYHOUR=9;UNTIL=20991231T000000Z";

test("a rule from elsewhere is kept as it was written when nothing is changed", async () => {
  const rule = {
    repeatValue: "custom",
    customRrule: FOREIGN,
    customRruleText: "As the gardener says",
  } as const;
  const task = chore("Prune", rule);
  await showEditor(task);
  await button("Change rule").click();
  await apply.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await field("Title *").fill("Prune the roses");
  answer(calls.update, 200, { task: { ...task, title: "Prune the roses" } });
  await save();
  await expectToast("success", "Task Updated");
  await expectSent(calls.update).toMatchObject([{ title: "Prune the roses", ...rule }]);
});

test("what has no control stays, is said and can be removed", { tags: ["all"] }, async () => {
  await page.viewport(390, 844);
  const task = chore("Prune", { repeatValue: "custom", customRrule: FOREIGN });
  await showEditor(task);
  await button("Change rule").click();
  const also = dialog.getByRole("list", { name: "Also in this rule" }).getByRole("listitem");
  await expect
    .poll(() => texts(also))
    .toEqual([
      "Also: only in weeks 1, 10 and 20 of the year",
      "Also: weeks start on Sunday",
      "Also: until Dec 31, 2099",
      "Also: at hour 9, which Rota does not use",
    ]);
  await interval.fill("2");
  const rest = "on every Monday, only in weeks 1, 10 and 20 of the year, weeks start on Sunday";
  await expect.element(preview).toHaveTextContent(`Every 2 years ${rest}, until Dec 31, 2099`);

  // A rule has one kind of end.
  await more.click();
  await expect.element(count).toBeDisabled();
  focus(button("Remove: until Dec 31, 2099").element());
  await userEvent.keyboard("{Enter}");
  await expect.element(more).toHaveFocus();
  await expect.poll(() => texts(also)).toHaveLength(3);
  await count.fill("4");
  await expect.element(preview).toHaveTextContent(`Every 2 years ${rest}, 4 times`);
  await apply.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await save();
  const rule = {
    customRrule: "RRULE:FREQ=YEARLY;INTERVAL=2;BYDAY=MO;COUNT=4;WKST=SU;BYWEEKNO=1,10,20;BYHOUR=9",
    customRruleText: null,
  };
  await expectSent(calls.update).toMatchObject([{ repeatValue: "custom", ...rule }]);
});

test("the next five dates are shown, and said when it rests", { tags: ["all"] }, async () => {
  // A Saturday.
  vi.useFakeTimers({
    now: Date.parse(instantOf("2090-01-07")),
    toFake: ["Date", "setTimeout", "clearTimeout"],
    shouldAdvanceTime: true,
  });
  await showEditor();
  const start = field("Start date");
  const dates = page.getByText(/^Next: /);
  const said = page.getByRole("status").filter({ hasText: /date/ });
  await expect
    .element(dates)
    .toHaveTextContent("Next: Sat, Jan 7 · Sun, Jan 8 · Mon, Jan 9 · Tue, Jan 10 · Wed, Jan 11");
  await start.fill("2090-01-09");
  await expect.element(dates).toHaveTextContent(/^Next: Mon, Jan 9 · Tue, Jan 10 · /);
  await expect.element(said).toHaveTextContent(/^Next dates: Mon, Jan 9 · /);

  // Only the state after a while is announced.
  vi.useFakeTimers({ now: Date.now(), toFake: ["Date", "setTimeout", "clearTimeout"] });
  await repeat.selectOptions("weekly");
  await start.fill("2090-01-03");
  await start.fill("2090-01-04");
  await expect.element(dates).toHaveTextContent(/^Next: Wed, Jan 11 · Wed, Jan 18 · /);
  vi.advanceTimersByTime(900);
  await expect.element(said).toHaveTextContent(/^Next dates: Mon, Jan 9 · /);
  vi.advanceTimersByTime(200);
  await expect.element(said).toHaveTextContent(/^Next dates: Wed, Jan 11 · Wed, Jan 18 · /);

  await field("End date").fill("2090-01-10");
  await expect.element(dates).not.toBeInTheDocument();
  const none = "Not due again: the last date was Wed, Jan 4.";
  await expect.element(page.getByText(none)).toBeVisible();
  await field("End date").fill("");
  await start.fill("2090-03-31");
  await repeat.selectOptions("monthly");
  await expect
    .element(dates)
    .toHaveTextContent("Next: Fri, Mar 31 · Wed, May 31 · Mon, Jul 31 · Thu, Aug 31 · Tue, Oct 31");
});

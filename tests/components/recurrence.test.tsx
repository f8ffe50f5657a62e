import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { button, chore, field, showEditor, texts } from "./show.tsx";

/** The Custom Recurrence dialog, and the editor's description of a rule. */

async function openDialog() {
  await showEditor();
  await field("Repeat").selectOptions("custom");
  await expect.element(parts.dialog).toBeVisible();
}

const dialog = page.getByRole("dialog", { name: "Custom Recurrence" });
const parts = {
  dialog,
  frequency: dialog.getByLabelText("Frequency"),
  interval: dialog.getByLabelText("Interval"),
  weekdays: dialog.getByRole("group", { name: "Weekdays" }),
  position: dialog.getByLabelText("Set position"),
  preview: dialog.getByRole("status", { name: "Preview" }),
  apply: dialog.getByRole("button", { name: "Apply" }),
  close: dialog.getByRole("button", { name: "Close" }),
};

const checked = () => parts.weekdays.getByRole("checkbox", { checked: true });

test("offers what fits the frequency, and previews the rule", async () => {
  const { frequency, interval, weekdays, position, preview, apply } = parts;
  await openDialog();
  expect(texts(frequency.getByRole("option"))).toEqual(["Daily", "Weekly", "Monthly", "Yearly"]);
  await expect.element(preview).toHaveTextContent(/^Weekly$/);
  expect(weekdays.getByRole("checkbox").elements()).toHaveLength(7);
  await expect.element(position).not.toBeInTheDocument();

  await interval.fill("2");
  await weekdays.getByLabelText("Monday").click();
  await weekdays.getByLabelText("Wednesday").click();
  await expect.element(preview).toHaveTextContent("Every 2 weeks on Monday and Wednesday");
  for (const wrong of ["often", "0"]) {
    await interval.fill(wrong);
    await expect.element(preview).toHaveTextContent(/^Weekly on Monday and Wednesday$/);
    await userEvent.tab();
    await expect.element(interval).toHaveValue("1");
  }

  // Another frequency clears the choice.
  await frequency.selectOptions("monthly");
  await expect.element(preview).toHaveTextContent(/^Monthly$/);
  await expect.element(checked()).not.toBeInTheDocument();
  await expect.element(position).toBeDisabled();
  await weekdays.getByLabelText("Tuesday").click();
  await expect.element(preview).toHaveTextContent("Monthly on every Tuesday");
  await position.selectOptions("2");
  await expect.element(preview).toHaveTextContent("Monthly on the second Tuesday");
  await frequency.selectOptions("yearly");
  await weekdays.getByLabelText("Sunday").click();
  await position.selectOptions("-1");
  await expect.element(preview).toHaveTextContent("Yearly on the last Sunday of the year");
  await frequency.selectOptions("daily");
  await expect.element(preview).toHaveTextContent(/^Daily$/);
  await expect.element(weekdays).not.toBeInTheDocument();
  await expect.element(apply).toBeEnabled();
});

test("Cancel gives nothing to the task", async () => {
  await openDialog();
  await expect.element(parts.close).toHaveFocus();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(field("Repeat")).toHaveValue("daily");
  await expect.element(field("Repeat")).toHaveFocus();
});

test("opens with the rule that the task has", { tags: ["all"] }, async () => {
  const { frequency, interval, position, preview } = parts;
  await showEditor(
    chore("Mow the lawn", {
      repeatValue: "custom",
      customRrule: "RRULE:FREQ=MONTHLY;INTERVAL=2;BYDAY=SA;BYSETPOS=-1",
    }),
  );
  await button("Change rule").click();
  await expect.element(frequency).toHaveValue("monthly");
  await expect.element(interval).toHaveValue("2");
  await expect.element(checked()).toHaveAccessibleName("Saturday");
  await expect.element(position).toHaveValue("-1");
  await expect.element(preview).toHaveTextContent("Every 2 months on the last Saturday");
});

test("lists the next dates, or says that there are none", { tags: ["all"] }, async () => {
  await showEditor(
    chore("Mow the lawn", {
      repeatValue: "custom",
      customRrule: "RRULE:FREQ=MONTHLY;BYDAY=SA;BYSETPOS=6",
    }),
  );
  await button("Change rule").click();
  await expect.element(dialog.getByText("This rule never occurs.")).toBeVisible();
  await parts.position.selectOptions("-1");
  const next = dialog.getByText(/^Next: /);
  await expect.element(next).toHaveTextContent(/^Next: Sat, [^·]+( · Sat, [^·]+){4}$/);
  const monthly = next.element().textContent ?? "";
  await parts.interval.fill("2");
  await expect.element(next).not.toHaveTextContent(monthly);
});

test("by keyboard alone", { tags: ["all"] }, async () => {
  const { frequency, weekdays, preview, apply, close } = parts;
  const focus = (node: Element) => (node as HTMLElement).focus();
  const tab = async (times: number) => {
    for (let turn = 0; turn < times; turn += 1) await userEvent.tab();
  };
  await showEditor();
  await expect.element(field("Repeat")).toBeVisible();
  focus(field("Repeat").element());
  await userEvent.keyboard("Cust");
  await expect.element(close).toHaveFocus();
  focus(frequency.element());
  await userEvent.keyboard("Mon");
  await expect.element(frequency).toHaveValue("monthly");
  await tab(1);
  await userEvent.keyboard("3");
  await tab(1);
  await expect.element(weekdays.getByLabelText("Sunday")).toHaveFocus();
  await tab(2);
  await userEvent.keyboard(" ");
  await expect.element(weekdays.getByLabelText("Tuesday")).toBeChecked();
  await tab(5);
  await userEvent.keyboard("Sec");
  await expect.element(preview).toHaveTextContent("Every 3 months on the second Tuesday");

  // The focus stays within the dialog.
  for (let turn = 0; turn < 20; turn += 1) {
    await tab(1);
    expect(dialog.element().contains(document.activeElement)).toBe(true);
  }
  focus(apply.element());
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(field("Repeat")).toHaveFocus();
  await expect.element(page.getByText("Every 3 months on the second Tuesday")).toBeVisible();

  focus(button("Change rule").element());
  await userEvent.keyboard("{Enter}");
  await expect.element(close).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button("Change rule")).toHaveFocus();
});

test("says what the choices come to where they would mislead", { tags: ["all"] }, async () => {
  const { frequency, weekdays, position, apply } = parts;
  const repeat = field("Repeat");
  const start = field("Start date");
  const said = page.getByTestId("announcer");
  await openDialog();
  await frequency.selectOptions("yearly");
  await weekdays.getByLabelText("Sunday").click();
  await position.selectOptions("2");
  await apply.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText("Yearly on the second Sunday of the year")).toBeVisible();
  await start.fill("2027-05-09");
  await expect.element(repeat).toHaveAccessibleDescription("First due on Sunday, January 9, 2028.");
  await field("End date").fill("2027-12-31");
  await expect.element(repeat).toHaveAccessibleDescription("Never due: the end date comes first.");
  await button("Clear end date").click();
  await start.fill("2027-01-10");
  await expect.element(repeat).not.toHaveAccessibleDescription();

  await repeat.selectOptions("monthly");
  await expect.element(repeat).not.toHaveAccessibleDescription();
  await start.fill("2027-01-31");
  await expect.element(repeat).toHaveAccessibleDescription("Skips months without a 31st.");
  await expect.element(said).toHaveTextContent("Skips months without a 31st.");
});

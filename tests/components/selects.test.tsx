import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { DateSettings } from "../../src/features/settings/date-settings.tsx";
import { field, show, showEditor } from "./show.tsx";

/** The arrow of a select is at the end of its field. */

async function openCustomRecurrence() {
  await showEditor();
  await field("Repeat").selectOptions("custom");
  await field("Frequency").selectOptions("monthly");
}

const selects: readonly [string, () => Promise<unknown>][] = [
  ["Time zone", () => show(<DateSettings />)],
  ["Repeat", () => showEditor()],
  ["Frequency", openCustomRecurrence],
  ["Set position", openCustomRecurrence],
];

test.for(selects)("the arrow of %s lies in its field", async ([label, open]) => {
  await open();
  const select = page.getByLabelText(label);
  await expect.element(select).toBeVisible();
  const field = select.element().getBoundingClientRect();
  const arrow = select.element().parentElement?.querySelector("svg")?.getBoundingClientRect();
  if (!arrow) throw new Error("no arrow");
  expect(arrow.width).toBeGreaterThan(0);
  expect(arrow.top).toBeGreaterThan(field.top);
  expect(arrow.bottom).toBeLessThan(field.bottom);
  expect(arrow.left).toBeGreaterThan(field.left + field.width / 2);
  expect(arrow.right).toBeLessThan(field.right);
});

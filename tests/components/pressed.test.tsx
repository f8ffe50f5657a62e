import { useDeferredValue } from "react";
import { flushSync } from "react-dom";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { TodayTab } from "../../src/features/today/today-tab.tsx";
import { WeekAhead } from "../../src/features/week/week-list.tsx";
import { createStore, useStore } from "../../src/store/store.ts";
import { useTasks } from "../../src/sync/use-tasks.ts";
import { useStill } from "../../src/ui/pressed.ts";
import { chore, listComes, show } from "./show.tsx";

/** What is pressed stays in its place until its click, and no longer. */

const order = createStore("first");

const Still = () => <p>Order {useStill(useStore(order))}</p>;

const shown = page.getByText(/^Order/);

const pointer = (type: string, options: PointerEventInit = {}) =>
  document.body.dispatchEvent(new PointerEvent(type, { bubbles: true, ...options }));

const ends = {
  "a click": () => document.body.click(),
  "a lifted finger that was no click": () => pointer("pointerup"),
  "the beginning of a scroll": () => pointer("pointercancel"),
  "a menu of the browser's own": () => pointer("contextmenu"),
  "a choice in a select": () => document.body.dispatchEvent(new Event("change", { bubbles: true })),
  "a mouse that moves without its button": () => pointer("pointermove"),
};

afterEach(() => order.setState("first"));

test.each(Object.entries(ends))("a press ends with %s", async (_, end) => {
  await show(<Still />);
  await expect.element(shown).toHaveTextContent("Order first");
  pointer("pointerdown", { button: 0, buttons: 1 });
  pointer("pointermove", { buttons: 1 });
  // Rendered by now, unless it is held.
  flushSync(() => order.setState("second"));
  expect(shown.element().textContent).toBe("Order first");
  end();
  await expect.element(shown).toHaveTextContent("Order second");
});

test("the right button presses nothing", async () => {
  await show(<Still />);
  pointer("pointerdown", { button: 2, buttons: 2 });
  order.setState("second");
  await expect.element(shown).toHaveTextContent("Order second");
});

/** Rendered together with the screen beside it. */
const Count = () => <p>{useDeferredValue(useTasks().data)?.length} tasks have come</p>;

test.each([
  ["Today", TodayTab],
  ["the week", WeekAhead],
])("%s keeps its rows while something is pressed", async (_, Screen) => {
  const [air, bake] = [chore("Air"), chore("Bake")];
  await show(
    <>
      <Screen />
      <Count />
    </>,
    { tasks: [air, bake] },
  );
  const row = page.getByText("Air", { exact: true }).first();
  await expect.element(row).toBeVisible();
  pointer("pointerdown", { button: 0, buttons: 1 });
  listComes({ tasks: [bake] });
  await expect.element(page.getByText("1 tasks have come")).toBeVisible();
  expect(row.query()).not.toBeNull();
  document.body.click();
  await expect.element(row).not.toBeInTheDocument();
});

import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { createStore, useStore } from "../../src/store/store.ts";
import { useStill } from "../../src/ui/pressed.ts";
import { show } from "./show.tsx";

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
  pointer("pointerdown", { button: 0, buttons: 1 });
  pointer("pointermove", { buttons: 1 });
  order.setState("second");
  await expect.element(shown).toHaveTextContent("Order first");
  end();
  await expect.element(shown).toHaveTextContent("Order second");
});

test("the right button presses nothing", async () => {
  await show(<Still />);
  pointer("pointerdown", { button: 2, buttons: 2 });
  order.setState("second");
  await expect.element(shown).toHaveTextContent("Order second");
});

import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Notes } from "../../src/ui/notes.tsx";
import { button, show, texts } from "./show.tsx";

/** Notes: how much of them is shown, and which parts are links. */

afterEach(() => page.viewport(1280, 720));

const showNotes = (text: string) =>
  show(
    <>
      <button type="button">Before</button>
      <Notes task={{ title: "Bake" }} text={text} />
    </>,
  );

const more = button("Show all notes of Bake");
const less = button("Show less of the notes of Bake");

test("long notes are shown whole on demand", async () => {
  await showNotes("Flour\nWater\nSalt\nButter\nLast line");
  const box = page.getByText("Last line").element();
  const isWhole = () => box.scrollHeight <= box.clientHeight + 1;
  await expect.element(more).toHaveAttribute("aria-expanded", "false");
  await expect.poll(isWhole).toBe(false);
  await more.click();
  await expect.element(less).toHaveAttribute("aria-expanded", "true");
  await expect.poll(isWhole).toBe(true);
  await less.click();
  await expect.element(more).toBeVisible();
});

test("notes that are long only where there is little room get the button there", async () => {
  await showNotes("word ".repeat(30));
  await expect.element(page.getByText(/^word/)).toBeVisible();
  await expect.element(more).not.toBeInTheDocument();
  await page.viewport(320, 568);
  await expect.element(more).toBeVisible();
  await page.viewport(1280, 800);
  await expect.element(more).not.toBeInTheDocument();
});

test("what could run a script is no link", async () => {
  await showNotes("javascript:alert(1) data:text/html,<b>x</b> see https://example.com");
  await expect.poll(() => texts(page.getByRole("link"))).toEqual(["https://example.com"]);
});

test("a link below the third line shows itself when the keyboard reaches it", async () => {
  await showNotes("Flour\nWater\nSalt\nThe rest: https://example.com/bread_(rye).\nLast line");
  await expect.element(more).toBeVisible();
  await expect.element(page.getByRole("link")).toBeInTheDocument();
  (button("Before").element() as HTMLElement).focus();
  await userEvent.tab();
  await expect.element(page.getByRole("link")).toHaveFocus();
  await expect.element(less).toBeVisible();
  // The box clips the rest.
  const box = page.getByText("Last line").element();
  await expect.poll(() => box.scrollHeight <= box.clientHeight + 1).toBe(true);
});

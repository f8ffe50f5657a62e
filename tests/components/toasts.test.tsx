import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { US_STYLE } from "../../src/domain/dates/date-style.ts";
import { localeOf, US_ENGLISH } from "../../src/domain/language/locale.ts";
import { announce } from "../../src/ui/announcer.tsx";
import { toastFailure, toastSuccess } from "../../src/ui/toast.ts";
import { spokenLocale } from "../../src/ui/use-locale.ts";
import { button, show, toast } from "./show.tsx";

/** Toasts stay while they are needed, and close. */

const TITLE = "Task Completed";
const notice = toast(TITLE);

beforeEach(async () => {
  await show(<button type="button">Elsewhere</button>);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});

afterEach(() => {
  vi.useRealTimers();
  spokenLocale.setState(US_ENGLISH);
});

test("a toast goes by itself, but not while it is pointed at or has the focus", async () => {
  toastSuccess(TITLE);
  await notice.hover();
  vi.advanceTimersByTime(10_000);
  await expect.element(notice).toBeVisible();
  (button("Dismiss").element() as HTMLElement).focus();
  await button("Elsewhere").hover();
  vi.advanceTimersByTime(10_000);
  await expect.element(notice).toBeVisible();
  (button("Elsewhere").element() as HTMLElement).focus();
  vi.advanceTimersByTime(2_000);
  await expect.element(notice).not.toBeInTheDocument();
});

test("a toast that appears under a resting pointer goes by itself", async () => {
  toastSuccess(TITLE);
  // The pointer is left where the toast will be.
  await notice.hover();
  await button("Dismiss").click();
  await expect.element(notice).not.toBeInTheDocument();
  toastSuccess(TITLE);
  await expect.element(notice).toBeVisible();
  await expect.poll(isUnderPointer).toBe(true);
  vi.advanceTimersByTime(6_000);
  await expect.element(notice).not.toBeInTheDocument();
});

test("a toast says in which language its words are when another one is chosen meanwhile", async () => {
  spokenLocale.setState(localeOf("ar", { Dismiss: "إغلاق" }, US_STYLE));
  toastSuccess("أُنجزت المهمة", "Sweep");
  toastFailure({ title: "تعذّر الحفظ" });
  spokenLocale.setState(localeOf("de", { Dismiss: "Schließen" }, US_STYLE));
  const words = () => document.querySelector<HTMLElement>("[data-toast] strong")?.closest("div");
  for (const title of ["تعذّر الحفظ", "أُنجزت المهمة"]) {
    await expect.element(toast(title)).toBeVisible();
    expect(words()?.closest<HTMLElement>("[lang]")?.lang).toBe("ar");
    expect(words()?.dir).toBe("rtl");
    await button("إغلاق").click();
  }
  toastSuccess("Erledigt");
  await expect.element(toast("Erledigt")).toBeVisible();
  expect(words()?.closest<HTMLElement>("[lang]")?.lang).toBe("de");
  expect(words()?.dir).toBe("ltr");
});

/** A browser looks for the element below a resting pointer during layout, so this forces one. */
function isUnderPointer(): boolean {
  const { style } = document.body;
  style.paddingBottom = style.paddingBottom ? "" : "1px";
  return document.querySelector("[data-toast]:hover") !== null;
}

test.each([320, 390, 1280])(
  "a long notice is whole in a window of %i px, with what it offers",
  async (width) => {
    await page.viewport(width, 844);
    const name = "Thomas-Alexander von und zu Hohenlohe-Langenburg";
    toastSuccess(`${name} no longer belongs to Home`, `What ${name} did stays in the record.`, {
      label: "Undo",
      run: () => {},
    });
    await expect.element(button("Undo")).toBeVisible();
    const box = document.querySelector("[data-toast]")?.getBoundingClientRect();
    for (const part of document.querySelectorAll("[data-toast] *:not(svg *)")) {
      if (!part.checkVisibility()) continue;
      expect(part.scrollHeight).toBeLessThanOrEqual(part.clientHeight || part.scrollHeight);
      const { top, bottom, left, right } = part.getBoundingClientRect();
      expect(top).toBeGreaterThanOrEqual(box?.top ?? 0);
      expect(bottom).toBeLessThanOrEqual(box?.bottom ?? 0);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width);
    }
  },
);

test("the same words are announced again: a new text, not the old one left alone", async () => {
  vi.useRealTimers();
  const said = page.getByTestId("announcer");
  announce("Robin completed Sweep");
  await expect.element(said).toHaveTextContent("Robin completed Sweep");
  const text = said.element().firstElementChild;
  announce("Robin completed Sweep");
  await expect.poll(() => text?.isConnected).toBe(false);
  await expect.element(said).toHaveTextContent("Robin completed Sweep");
});

test("the page rests while a toast stands there", async () => {
  const frames = vi.spyOn(window, "requestAnimationFrame");
  toastSuccess(TITLE);
  await expect.element(notice).toBeVisible();
  await expect.poll(() => document.getAnimations()).toEqual([]);
  // As many real frames as in a second, after pending work of earlier tests.
  await expect
    .poll(async () => {
      frames.mockClear();
      const timers = vi.getTimerCount();
      for (let frame = 0; frame < 60; frame += 1) await nextFrame();
      return { frames: frames.mock.calls.length, timers: vi.getTimerCount() - timers };
    })
    .toEqual({ frames: 60, timers: 0 });
  await expect.element(page.getByText(TITLE)).toBeVisible();
  frames.mockRestore();
});

const nextFrame = () => new Promise((resolve) => window.requestAnimationFrame(resolve));

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearToasts, dismissToast, toastFailure, toastSuccess, toasts } from "./toast.ts";

beforeEach(() => {
  vi.useFakeTimers();
  clearToasts();
});
afterEach(() => {
  vi.useRealTimers();
});

const succeed = (title: string) => {
  toastSuccess(title);
  vi.runAllTimers();
};

/** The titles in the order in which they are shown, when each is dismissed. */
function shownInTurn(): string[] {
  const titles: string[] = [];
  for (let toast = toasts.getState()[0]; toast; toast = toasts.getState()[0]) {
    titles.push(toast.title);
    dismissToast(toast);
  }
  return titles;
}

test("what failed of a person's deeds comes first, what the app failed at by itself last", () => {
  toastFailure({ title: "Error Loading Tasks", isBackground: true });
  succeed("Task Completed");
  toastFailure({ title: "Connection Error" });
  succeed("Task Uncompleted");
  toastFailure({ title: "Failed to load shared contacts", isBackground: true });
  expect(shownInTurn()).toEqual([
    "Connection Error",
    "Task Uncompleted",
    "Failed to load shared contacts",
    "Error Loading Tasks",
  ]);
});

test("the latest failure is shown before earlier ones, and each only once", () => {
  toastFailure({ title: "Connection Error", description: "Unable to mark" });
  toastFailure({ title: "Error Creating Task" });
  toastFailure({ title: "Connection Error", description: "Unable to undo" });
  expect(toasts.getState()[0]?.description).toBe("Unable to undo");
  expect(shownInTurn()).toEqual(["Connection Error", "Error Creating Task"]);
});

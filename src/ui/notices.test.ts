import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  clearNotices,
  dismissNotice,
  notifyFailure,
  notifySuccess,
  shownNotice,
} from "./notices.ts";

beforeEach(() => {
  vi.useFakeTimers();
  clearNotices();
});
afterEach(() => {
  vi.useRealTimers();
});

const succeed = (title: string) => {
  notifySuccess(title);
  vi.runAllTimers();
};

/** The titles in the order in which they are shown, when each is dismissed. */
function shownInTurn(): string[] {
  const titles: string[] = [];
  for (let notice = shownNotice(); notice; notice = shownNotice()) {
    titles.push(notice.title);
    dismissNotice(notice);
  }
  return titles;
}

test("what failed of a person's deeds comes first, what the app failed at by itself last", () => {
  notifyFailure({ title: "Error Loading Tasks", isBackground: true });
  succeed("Task Completed");
  notifyFailure({ title: "Connection Error" });
  succeed("Task Uncompleted");
  notifyFailure({ title: "Failed to load shared contacts", isBackground: true });
  expect(shownInTurn()).toEqual([
    "Connection Error",
    "Task Uncompleted",
    "Failed to load shared contacts",
    "Error Loading Tasks",
  ]);
});

test("the latest failure is shown before earlier ones, and each only once", () => {
  notifyFailure({ title: "Connection Error", description: "Unable to mark" });
  notifyFailure({ title: "Error Creating Task" });
  notifyFailure({ title: "Connection Error", description: "Unable to undo" });
  expect(shownNotice()?.description).toBe("Unable to undo");
  expect(shownInTurn()).toEqual(["Connection Error", "Error Creating Task"]);
});

import { onlineManager } from "@tanstack/react-query";
import { afterEach, describe, expect, test } from "vitest";
import { AuthFailure } from "../auth/auth-store.ts";
import { INPUT_TEXTS } from "../domain/tasks/input-texts.ts";
import {
  type FailedOperation,
  failureNotice,
  fieldIssues,
  isNetworkLike,
} from "./failure-notice.ts";
import { RequestFailure } from "./request-failure.ts";

afterEach(() => onlineManager.setOnline(true));

const network = new RequestFailure("no answer", "NETWORK_ERROR", 0);
const broken = new RequestFailure("boom", "INTERNAL", 500);

const texts: [FailedOperation, Error, string, string][] = [
  [
    "load",
    network,
    "Error Loading Tasks",
    "Unable to connect to the server. Please check your internet connection and try again.",
  ],
  ["load", broken, "Error Loading Tasks", "Failed to load your tasks. Please try again."],
  ["create", broken, "Error Creating Task", "Problem creating your task."],
  ["create", network, "Error Creating Task", "Problem creating your task."],
  ["update", broken, "Error Updating Task", "Failed to update your task. Please try again."],
  ["delete", broken, "Error Deleting Task", "Failed to delete your task. Please try again."],
  [
    "complete",
    network,
    "Connection Error",
    "Unable to mark task as complete. Please check your connection and try again.",
  ],
  [
    "complete",
    broken,
    "Error Completing Task",
    "Failed to mark task as complete. Please try again.",
  ],
  [
    "undo",
    network,
    "Connection Error",
    "Unable to undo task completion. Please check your connection and try again.",
  ],
  ["undo", broken, "Error Undoing Task", "Failed to undo task completion. Please try again."],
  ["loadContacts", broken, "Failed to load shared contacts", "boom"],
  ["loadContacts", new Error(""), "Failed to load shared contacts", "An error occurred."],
  ["signIn", new AuthFailure("Wrong"), "Sign In Failed", "Wrong"],
  ["signUp", new AuthFailure("Taken"), "Sign Up Failed", "Taken"],
  ["signOut", new AuthFailure("No"), "Sign Out Failed", "No"],
  ["requestPasswordReset", new AuthFailure("Busy"), "Error sending reset email", "Busy"],
  ["setNewPassword", new AuthFailure("Weak"), "Password reset failed", "Weak"],
];

test.each(texts)("%s: %o", (operation, error, title, description) => {
  expect(failureNotice(operation, error)).toEqual({ title, description });
});

describe("an input that the server refuses", () => {
  const issues = [
    { path: "title", message: "Title is required" },
    { path: "endDate", message: "End date must be after start date" },
  ];
  const invalid = new RequestFailure("Invalid", "VALIDATION_FAILED", 422, issues);
  const duplicate = new RequestFailure("DUPLICATE_TASK", "DUPLICATE_TASK", 409);

  test.each(["create", "update"] as const)("is told by %s", (operation) => {
    expect(failureNotice(operation, invalid)).toEqual({
      title: "Validation Error",
      description: "Title is required, End date must be after start date",
    });
    expect(failureNotice(operation, duplicate)).toEqual({
      title: "Duplicate Task",
      description:
        "You already have an active task with that title. Please choose a different title.",
    });
  });

  test("has its messages by field", () => {
    expect(fieldIssues(invalid)).toEqual(issues);
    expect(fieldIssues(new Error("boom"))).toEqual([]);
  });
});

test.each<FailedOperation>(["create", "update", "complete", "undo"])(
  "a limit that was reached is told in plain words, whatever it was: %s",
  (operation) => {
    const issues = [{ path: "", message: INPUT_TEXTS.TOO_MANY_CHANGES }];
    const reached = new RequestFailure("LIMIT_REACHED", "LIMIT_REACHED", 422, issues);
    expect(failureNotice(operation, reached)).toEqual({
      title: "Limit Reached",
      description: "You have changed this task 2,000 times today. Try again tomorrow.",
    });
    expect(reached.isFinal).toBe(true);
  },
);

test("network-like is: offline, a message about fetch or network, or the code", () => {
  expect(isNetworkLike(network)).toBe(true);
  expect(isNetworkLike(new TypeError("Failed to fetch"))).toBe(true);
  expect(isNetworkLike(new Error("Network request failed"))).toBe(true);
  expect(isNetworkLike(broken)).toBe(false);
  expect(isNetworkLike("fetch")).toBe(false);
  onlineManager.setOnline(false);
  expect(isNetworkLike(broken)).toBe(true);
});

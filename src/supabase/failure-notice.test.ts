import { onlineManager } from "@tanstack/react-query";
import { afterEach, describe, expect, test } from "vitest";
import { AuthFailure } from "../auth/auth-failure.ts";
import { US_STYLE } from "../domain/dates/date-style.ts";
import { localeOf, US_ENGLISH } from "../domain/language/locale.ts";
import { msg } from "../domain/language/messages.ts";
import { INPUT_TEXTS } from "../domain/tasks/input-texts.ts";
import { type FailureWords, failureNotice, fieldIssues } from "./failure-notice.ts";
import { isNetworkLike, RequestFailure } from "./request-failure.ts";

afterEach(() => onlineManager.setOnline(true));

const network = new RequestFailure("no answer", "NETWORK_ERROR", 0);
const broken = new RequestFailure("boom", "INTERNAL", 500);

const ENTERED: FailureWords = {
  title: msg("Error Creating"),
  description: msg("No."),
  sendsInput: true,
};
const TICKED: FailureWords = {
  title: msg("Error Completing"),
  description: msg("Failed."),
  offline: msg("Unable."),
};
const DECIDED: FailureWords = {
  title: msg("Error Saving"),
  description: msg("Nothing has changed."),
  codes: ["INVITATION_NOT_FOUND"],
};
const gone = new RequestFailure("gone", "INVITATION_NOT_FOUND", 404);

const notices: [string, FailureWords, Error, string, string][] = [
  ["the words", ENTERED, broken, "Error Creating", "No."],
  [
    "the same without a connection, when there are no others",
    ENTERED,
    network,
    "Error Creating",
    "No.",
  ],
  ["what failed, when it was not the connection", TICKED, broken, "Error Completing", "Failed."],
  [
    "a full disk, whatever was to be saved",
    TICKED,
    new RequestFailure("could not extend file", "DISK_FULL", 507),
    "Error Completing",
    "The server's disk is full, so nothing can be saved. Please tell whoever runs this Rota.",
  ],
  ["the connection, when that is why", TICKED, network, "Connection Error", "Unable."],
  [
    "the error's message",
    { title: msg("Sign In Failed") },
    new AuthFailure("Wrong"),
    "Sign In Failed",
    "Wrong",
  ],
  [
    "that there is none",
    { title: msg("Sign In Failed") },
    new Error(""),
    "Sign In Failed",
    "An error occurred.",
  ],
  ["the text of a code", DECIDED, gone, "Error Saving", "This invitation is no longer there."],
  ["nothing of a code that is not expected", TICKED, gone, "Error Completing", "Failed."],
];

test.each(notices)("says %s", (_, words, error, title, description) => {
  expect(failureNotice(words, error, US_ENGLISH)).toEqual({ title, description });
});

test("in another language another service's refusal is told by its words, else by its code", () => {
  const texts = { known: msg("Known"), "Said so.": msg("Said") };
  const words = { title: msg("Sign In Failed"), texts };
  const german = localeOf("de", { Known: "Bekannt", Said: "Gesagt" }, US_STYLE);
  const told = (error: Error, locale = german) => failureNotice(words, error, locale).description;
  expect(told(new AuthFailure("Any words.", "known"))).toBe("Bekannt");
  expect(told(new AuthFailure("Said so.", "known"))).toBe("Gesagt");
  expect(told(new AuthFailure("Any words.", "unknown"))).toBe("Any words.");
  expect(told(new AuthFailure("Any words.", "known"), US_ENGLISH)).toBe("Any words.");
});

describe("an input that the server refuses", () => {
  const issues = [
    { path: "title", message: msg("Title is required") },
    { path: "endDate", message: msg("End date must be after start date") },
  ];
  const invalid = new RequestFailure("Invalid", "VALIDATION_FAILED", 422, issues);
  const duplicate = new RequestFailure("DUPLICATE_TASK", "DUPLICATE_TASK", 409);

  test("is told when the user has entered it", () => {
    expect(failureNotice(ENTERED, invalid, US_ENGLISH)).toEqual({
      title: "Validation Error",
      description: "Title is required, End date must be after start date",
    });
    expect(failureNotice(ENTERED, duplicate, US_ENGLISH)).toEqual({
      title: "Duplicate Task",
      description:
        "You already have an active task with that title. Please choose a different title.",
    });
    expect(failureNotice(TICKED, invalid, US_ENGLISH).description).toBe("Failed.");
  });

  test("has its messages by field", () => {
    expect(fieldIssues(invalid)).toEqual(issues);
    expect(fieldIssues(new Error("boom"))).toEqual([]);
  });
});

test.each([ENTERED, TICKED])(
  "a limit that was reached is told in plain words, whatever it was: $title",
  (words) => {
    const issues = [{ path: "", message: INPUT_TEXTS.TOO_MANY_CHANGES }];
    const reached = new RequestFailure("LIMIT_REACHED", "LIMIT_REACHED", 422, issues);
    expect(failureNotice(words, reached, US_ENGLISH)).toEqual({
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

import { expect, test } from "vitest";
import { adviceFor, lastReason } from "./reasons.ts";

test("a trace becomes its error, a server's log its last fatal line", () => {
  const trace = [
    "throw er; // Unhandled 'error' event",
    "Error: no luck",
    "    at run (a.js:1)",
    "",
  ];
  expect(lastReason(trace)).toBe("no luck");
  const log = [
    "UTC [1] LOG:  starting",
    "UTC [1] FATAL:  wrong ownership",
    "UTC [1] LOG:  shut down",
  ];
  expect(lastReason(log)).toBe("wrong ownership");
  expect(lastReason(["listening", "good bye", " "])).toBe("good bye");
  expect(lastReason([])).toBe("no last words");
});

test("a full disk is the reason before what follows from it, and has its own advice", () => {
  const full = "could not extend file: No space left on device";
  expect(lastReason([`ERROR:  ${full}`, "PANIC:  cannot abort"])).toBe(full);
  const cut = 'could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 15';
  expect(lastReason([`FATAL:  ${cut}`, "PANIC:  cannot abort"])).toBe(cut);
  expect(adviceFor(full, "pray.")).toBe("make room on the disk and run the command again.");
  expect(adviceFor("cannot abort", "pray.")).toBe("pray.");
});

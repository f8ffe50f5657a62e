import { afterEach, beforeEach, expect, vi } from "vitest";
import { cleanup } from "vitest-browser-react";
import { allAsked } from "./network.ts";

/** Like in the browser tests, an unexpected error in the console fails the test. */
const error = vi.spyOn(console, "error");

// Only tests move their fake clocks: otherwise each poll of Vitest would move them, too.
vi.isFakeTimers = () => false;

// The files share a page, which loads the app once; each test begins with an empty one.
beforeEach(cleanup);

afterEach(async () => {
  const said = error.mock.calls.map((call) => call.join(" "));
  error.mockClear();
  expect(said, "unexpected errors in the console").toEqual([]);
  await allAsked();
});

import { afterEach, beforeEach, expect, vi } from "vitest";
import { cleanup } from "vitest-browser-react";
import { allAsked } from "./network.ts";

/** As in the browser tests, an unexpected error in the console fails the test. */
const error = vi.spyOn(console, "error");

// A test alone moves its clock: each look of Vitest's for what isn't there yet would move a faked one as well.
vi.isFakeTimers = () => false;

// The files share a page, which loads the app once; each test begins with nothing on it.
beforeEach(cleanup);

afterEach(async () => {
  const said = error.mock.calls.map((call) => call.join(" "));
  error.mockClear();
  expect(said, "unexpected errors in the console").toEqual([]);
  await allAsked();
});

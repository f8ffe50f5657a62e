import { expect, it } from "vitest";
import { doneWhen } from "./done-when.ts";

it("names the day only when it is another one, in the person's own zone", () => {
  const instant = "2026-11-21T23:30:00Z";
  expect(doneWhen(instant, "2026-11-21", "UTC")).toBe("at 11:30 PM");
  expect(doneWhen(instant, "2026-11-22", "Europe/Berlin")).toBe("at 12:30 AM");
  expect(doneWhen(instant, "2026-11-20", "UTC")).toBe("on Nov 21, 2026 at 11:30 PM");
});

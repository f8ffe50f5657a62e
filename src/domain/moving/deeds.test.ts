import { expect, test } from "vitest";
import { US_ENGLISH } from "../language/locale.ts";
import { pastOf } from "./deeds.ts";

const deed = (status: "done" | "skipped", day: string, on: string) => ({
  ...{ status, day, by: [] },
  when: { day: on, at: `${on}T12:00:00.000Z`, isDayAlone: false },
});

test("what was done on an open day was for the one before; what has no day left is left out, and put on no other", () => {
  const deeds = [
    deed("done", "2026-03-06", "2026-03-06"),
    deed("done", "2026-02-27", "2026-02-26"),
    deed("skipped", "2026-02-27", "2026-11-29"),
    deed("skipped", "2026-02-27", "2026-11-29"),
  ];
  const dates = { today: "2026-11-29", open: "2026-03-06", before: "2026-03-05" };
  const context = { ...dates, zone: "UTC", title: "Sweep", locale: US_ENGLISH };
  const past = pastOf(deeds, context);
  expect(past.deeds.map(({ day, status }) => `${day} ${status}`)).toEqual([
    "2026-02-27 done",
    "2026-03-05 done",
    "2026-11-29 skipped",
  ]);
  expect(past.leftOut).toHaveLength(1);
  const withoutDone = pastOf(deeds.slice(1), context);
  expect(withoutDone.deeds.map(({ day }) => day)).toEqual(["2026-02-27", "2026-11-29"]);
});

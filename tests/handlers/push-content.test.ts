import { expect, test } from "vitest";
import { todayMessages } from "../../supabase/functions/send-pushes/content.ts";
import { environmentWith } from "../support/handler-environment.ts";
import { turnTask } from "../support/sample-household.ts";

/** The texts of pushes about the day, without sending them. */

const environment = environmentWith(() => Response.json(null));

test("what is due today says whose turn it is, and is nobody else's", async () => {
  const today = "2026-11-22";
  const once = { startDate: today, endDate: today };
  const tasks = [
    turnTask({ ...once, id: "1", title: "Bins" }),
    turnTask({ ...once, id: "2", title: "Dishes", roster: ["bob"] }),
    turnTask({ ...once, id: "3", title: "Floor", roster: [] }),
  ];
  const moment = { today, timeZone: "UTC", now: Date.parse(`${today}T07:00Z`) };
  const messages = await todayMessages(environment, tasks, "alice", moment);
  expect(messages.map(({ body }) => body.replaceAll(/[\u2068\u2069]/g, ""))).toEqual([
    ...["Due today, your turn", "Due today"],
  ]);
});

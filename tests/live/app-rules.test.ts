import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { isOccurrence } from "../../src/domain/recurrence/recurrence.ts";
import { closeApps, openApp } from "../support/app-client.ts";
import { day } from "../support/day.ts";
import { eventually } from "../support/eventually.ts";
import { sql } from "../support/sql.ts";

const today = day(0);

afterAll(closeApps);

/** By SQL, so that only reading tasks can have loaded the rule's code. */
async function addTaskOf(userId: string): Promise<string> {
  const id = randomUUID();
  const rule = `RRULE:FREQ=MONTHLY;BYMONTHDAY=${Number(today.slice(8))}`;
  await sql(
    `insert into public.tasks (id, user_id, category, title, start_date, repeat_value, custom_rrule)
     values ($1, $2, 'Home', $3, $4, 'custom', $5)`,
    [id, userId, `Rent ${id}`, today, rule],
  );
  return id;
}

test("a rule beyond the dialog has its answers when its task arrives, live or read", async () => {
  const alice = await openApp({ name: "Alice" });
  const id = await addTaskOf(alice.session.userId);
  await eventually(() => expect(alice.task(id)).toBeDefined());
  const task = alice.task(id);
  expect(task && isOccurrence(task, today)).toBe(true);
});

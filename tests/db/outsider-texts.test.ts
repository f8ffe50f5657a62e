import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { newPerson, type Person, rest, rpc, succeeded } from "../support/actors.ts";
import { inboxOf } from "../support/actors-inbox.ts";
import { addTask, updateTask } from "../support/actors-tasks.ts";
import { askForCalendar, renewCalendar } from "../support/calendar.ts";
import { householdOf, join, newDisplay, newHousehold } from "../support/households.ts";
import { sql } from "../support/sql.ts";

/** A person with a share of one household task gets that task, and no text of the household. */

/** A text that no outsider may read; each text of a household contains it. */
const secret = `secret-${randomUUID()}`;

/** Everything that a person can read, over every interface that answers with texts. */
async function allThatIsReadBy(person: Person, taskId: string): Promise<Record<string, string>> {
  const read: Record<string, string> = {};
  const tables = await sql<{ name: string; columns: string }>(
    `select table_name as name, string_agg(column_name, ',') as columns
     from information_schema.column_privileges
     where table_schema = 'public' and grantee = 'authenticated' and privilege_type = 'SELECT'
     group by 1`,
  );
  for (const { name, columns } of tables) {
    read[name] = JSON.stringify(succeeded(await rest(person, "GET", `${name}?select=${columns}`)));
  }
  const days = { first_day: "2020-01-01", until_day: "2020-06-01" };
  const calls: [name: string, parameters: Record<string, unknown>][] = [
    ["list_tasks", {}],
    ["read_task", { task_id: taskId }],
    ["read_record", days],
    ["count_done", { task_id: taskId }],
    ["export_tasks", {}],
    ["read_push", { endpoint: null }],
  ];
  for (const [name, parameters] of calls) {
    read[name] = JSON.stringify(succeeded(await rpc(person, name, parameters)));
  }
  read.messages = JSON.stringify(await inboxOf(person)());
  read.calendar = await (await askForCalendar(`?token=${await renewCalendar(person)}`)).text();
  return read;
}

test("a share of one task tells no text of the households that it was in", async () => {
  const [keeper, member, outsider] = await Promise.all([
    newPerson("keeper", `Keeper`),
    newPerson("member", `Member`),
    newPerson("outsider", "Outsider"),
  ]);
  const flat = await newHousehold(keeper, `Flat ${secret}`, [`Carol ${secret}`]);
  const garden = await newHousehold(keeper, `Garden ${secret}`, [`Dave ${secret}`]);
  await join(keeper, flat, member);
  await newDisplay(keeper, flat, `Tablet ${secret}`);
  const { people } = await householdOf(keeper, flat);
  const carol = people.find(({ name }) => name.includes(secret))?.id;
  succeeded(
    await rpc(keeper, "enter_absence", {
      ...{ household_id: flat, id: randomUUID(), person_id: carol, from_day: "2100-01-01" },
    }),
  );
  await addTask(keeper, { household_id: flat, title: `Other ${secret}`, category: secret });
  const shared = { title: "Shared", share_with: [outsider.email] };
  const { id } = await addTask(keeper, shared);
  succeeded(await rpc(outsider, "accept_sender", { sender: keeper.id }));

  // Into a household, from one to another, with its people's turns, and out again.
  succeeded(await updateTask(keeper, id, { household_id: flat }));
  succeeded(await updateTask(keeper, id, { roster: [carol] }));
  succeeded(await rpc(member, "complete_task", { task_id: id, completed_date: "2020-02-01" }));
  const during = await allThatIsReadBy(outsider, id);
  succeeded(await updateTask(keeper, id, { household_id: garden }));
  succeeded(
    await rpc(keeper, "rename_household", { household_id: garden, name: `Yard ${secret}` }),
  );
  const after = await allThatIsReadBy(outsider, id);
  succeeded(await updateTask(keeper, id, { household_id: null }));
  const out = await allThatIsReadBy(outsider, id);

  expect(out.tasks).toContain("Shared");
  expect(out.task_events).toContain('"moved"');
  expect(during.calendar).toContain("SUMMARY:Shared");
  for (const read of [during, after, out]) {
    const telling = Object.entries(read).filter(([, text]) => text.includes(secret));
    expect(telling).toEqual([]);
  }
});

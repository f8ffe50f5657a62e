import { beforeAll, expect, test } from "vitest";
import { newPerson, type Person, rest, rpc, signIn, succeeded } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { invite, join, newDisplay, newHousehold } from "../support/households.ts";
import { become, rolledBack, sql } from "../support/sql.ts";

/**
 * An update moves a row. Readers of a table without an order get its rows in their physical order, which must
 * not reveal others' private deeds.
 */

/** Every table and view that people read, with their columns. */
let tables: readonly { name: string; columns: string }[];
beforeAll(async () => {
  tables = await sql(
    `select table_name as name, string_agg(quote_ident(column_name), ', ' order by column_name) as columns
     from information_schema.column_privileges
     where table_schema = 'public' and grantee = 'authenticated' and privilege_type = 'SELECT'
     group by 1 order by 1`,
  );
  expect(tables.length).toBeGreaterThan(20);
});

/** Everything that these people can read, table by table, in physical order. */
async function asItLies(readers: readonly Person[]): Promise<Record<string, unknown[]>> {
  const read: Record<string, unknown[]> = {};
  for (const reader of readers) {
    await rolledBack(async (client) => {
      await become(client, "authenticated", reader.id);
      await client.query(
        "set local enable_indexscan = off; set local enable_indexonlyscan = off; set local enable_bitmapscan = off",
      );
      for (const { name, columns } of tables) {
        const { rows } = await client.query(`select ${columns} from public.${name}`);
        read[`${reader.email} ${name}`] = rows;
      }
    });
  }
  return read;
}

test("no act of the invited moves a row that their sender or another guest reads", async () => {
  const [sender, guest, invited] = await Promise.all([
    newPerson("sender"),
    newPerson("m-guest"),
    newPerson("k-invited"),
  ]);
  const addresses = ["a@example.com", invited.email, guest.email, "z@example.com"];
  const tasks = [];
  for (let n = 0; n < 3; n += 1) {
    tasks.push(await addTask(sender, { is_shared: true, share_with: addresses }));
  }
  const [{ id: task_id } = { id: "" }] = tasks;
  succeeded(await rpc(guest, "accept_sender", { sender: sender.id }));
  succeeded(await rpc(guest, "complete_task", { task_id, completed_date: "2020-02-01" }));

  const call = (name: string, parameters: object) => async () =>
    void succeeded(await rpc(invited, name, { ...parameters }));
  const decide = (name: string) => call(name, { sender: sender.id });
  const account = (change: string) => async () =>
    void (await sql(`update auth.users set ${change} where id = $1`, [invited.id]));
  const acts: [name: string, act: () => Promise<void>][] = [
    ["accepts", decide("accept_sender")],
    [
      "goes by another name",
      async () => {
        succeeded(
          await rest(invited, "PATCH", `profiles?id=eq.${invited.id}`, { full_name: "Kim" }),
        );
      },
    ],
    ["leaves a task", call("leave_task", { task_id })],
    ["asks for it back", call("ask_for_tasks", { task_ids: [task_id] })],
    ["watches it", call("watch_task", { task_id, is_watched: true })],
    ["blocks the sender", decide("block_sender")],
    ["unblocks the sender", decide("unblock_sender")],
    ["declines", decide("decline_sender")],
    ["asks for what was declined", call("ask_for_tasks", { task_ids: tasks.map(({ id }) => id) })],
    ["accepts again", decide("accept_sender")],
    ["gives the address up", account("email = 'gone-' || email")],
    ["has it back", account("email = substr(email, 6)")],
    ["has it unconfirmed", account("email_confirmed_at = null")],
    [
      "confirms it, and signs in again",
      async () => {
        await account("email_confirmed_at = now()")();
        Object.assign(invited, await signIn(invited.id, invited.email));
      },
    ],
    ["begins a household", call("create_household", { id: crypto.randomUUID(), name: "Mine" })],
    [
      "closes the account",
      async () => {
        await sql("delete from auth.users where id = $1", [invited.id]);
      },
    ],
  ];
  const readers = [sender, guest];
  const before = await asItLies(readers);
  expect(before[`${sender.email} task_shares`]).toHaveLength(12);
  for (const [name, act] of acts) {
    await act();
    expect(await asItLies(readers), name).toEqual(before);
  }
});

test("no invitation, display or label that a keeper makes moves a row that a helper reads", async () => {
  const [keeper, helper] = await Promise.all([newPerson("keeper"), newPerson("helper")]);
  const household = await newHousehold(keeper, "The flat", ["Carol", "Dave"]);
  await join(keeper, household, helper, "helper");
  const before = await asItLies([helper]);
  expect(before[`${helper.email} household_people`]).toHaveLength(4);
  const here = { household_id: household };
  const made = async (table: string) =>
    (
      await sql<{ id: string }>(`select id from public.${table} where household_id = $1`, [
        household,
      ])
    )[0];
  const call = (name: string, parameters: object) => async () =>
    void succeeded(await rpc(keeper, name, { ...parameters }));
  const acts: Record<string, () => Promise<unknown>> = {
    invites: () => invite(keeper, household),
    "revokes the invitation": async () =>
      call("revoke_household_invitation", { ...(await made("household_invitations")) })(),
    "makes a display": () => newDisplay(keeper, household),
    "takes the display back": async () =>
      call("revoke_display", { ...(await made("household_displays")) })(),
    "makes labels anew": call("renew_labels", here),
  };
  for (const [name, act] of Object.entries(acts)) {
    await act();
    expect(await asItLies([helper]), name).toEqual(before);
  }
});

import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { inTransaction, rolledBack, sql, sqlValue } from "../support/sql.ts";
import { newFixtures, newPeople } from "./matrix-fixtures.ts";
import {
  changedPolicy,
  loosenedPolicies,
  type Mutation,
  missingGrants,
  openGrants,
  removedGuards,
  weakenedPolicies,
} from "./mutations.ts";
import { findDifference, type Probe, tryProbes, type Values, valuesOf } from "./probes.ts";
import { heldRights, intendedRights } from "./rights.ts";

/**
 * Is every lock needed, and would a test notice if one were missing? Each mutation takes one away, in
 * a transaction that is rolled back, and at least one probe must come out differently.
 */

let values: Values;
let strict: Map<Probe, string>;
let byPolicyAlone: Map<Probe, string>;

beforeAll(async () => {
  const fixtures = await newFixtures(await newPeople());
  const deleted = await newFixtures(fixtures);
  await sql("update public.tasks set is_active = false where id = $1", [deleted.taskId]);
  const [own] = await sql<{ id: string }>(
    `insert into public.tasks (user_id, category, title, start_date)
     values ($1, 'Home', 'Not shared', '2020-01-01') returning id`,
    [fixtures.owner.id],
  );
  const [ended] = await sql<{ id: string }>(
    `insert into public.tasks (user_id, category, title, start_date, end_date)
     values ($1, 'Home', 'Over', '2020-01-01', '2020-01-01') returning id`,
    [fixtures.owner.id],
  );
  const importId = randomUUID();
  const [staged] = await sql<{ id: string }>(
    `with import as (
       insert into private.imports (person_id, id) values ($1, $2) returning person_id
     ), task as (
       insert into public.tasks (user_id, category, title, start_date, is_active)
       values ($1, 'Home', 'Staged', '2020-01-01', false) returning id
     ) select task.id from task, import`,
    [fixtures.owner.id, importId],
  );
  await sql(
    "insert into private.staged_tasks (task_id, person_id, place, addresses) values ($1, $2, 1, '{}')",
    [staged?.id, fixtures.owner.id],
  );
  // Nothing of the stranger's is deleted, and frozen: they may try to give what is theirs away.
  await sql(
    `insert into public.tasks (user_id, category, title, start_date)
     values ($1, 'Home', 'Given away', '2020-01-01')`,
    [fixtures.stranger.id],
  );
  // The owner keeps a household, in which the recipient is a helper and somebody has been.
  const [household, gone, chore, hers] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await inTransaction(async (client) => {
    await client.query(
      `insert into public.households (id, name, deleted_at)
       values ($1, 'The flat', null), ($2, 'Deleted', now())`,
      [household, gone],
    );
    await client.query(
      `insert into public.household_people (id, household_id, account_id, name, role, left_on)
       select gen_random_uuid(), household, account, 'Somebody', role, left_on
       from unnest($1::uuid[]) as household,
         (values ($2::uuid, 'keeper', null), ($3, 'helper', null), ($4, 'keeper', current_date))
           as people (account, role, left_on)`,
      [[household, gone], fixtures.owner.id, fixtures.recipient.id, fixtures.left.id],
    );
    // Another one, in which the recipient is a member.
    await client.query(
      `with home as (
         insert into public.households (id, name) values ($1, 'The garden') returning id
       ), people as (
         insert into public.household_people (id, household_id, account_id, name, role)
         select gen_random_uuid(), home.id, account, 'Somebody', role
         from home, (values ($2::uuid, 'keeper'), ($3, 'member')) as known (account, role)
       )
       insert into public.tasks (user_id, category, title, start_date, household_id)
       select $3, 'Home', 'Of a member', '2020-01-01', home.id from home`,
      [randomUUID(), fixtures.owner.id, fixtures.recipient.id],
    );
    await client.query(
      `insert into public.household_invitations (id, household_id, role, token_hash)
       values ($1, $1, 'member', sha256(uuid_send($1)))`,
      [household],
    );
    await client.query(
      `insert into public.household_displays (id, household_id, name, token_hash)
       values ($1, $1, 'Kitchen tablet', sha256(uuid_send($1)))`,
      [household],
    );
    await client.query(
      `insert into public.tasks (id, user_id, category, title, start_date, household_id)
       values ($1, $3, 'Home', 'Common', '2020-01-01', $4),
         ($2, $3, 'Home', 'Hers', '2020-01-01', $4)`,
      [chore, hers, fixtures.owner.id, household],
    );
    await client.query(
      `insert into public.task_completions (task_id, completed_date, user_id, people)
       select $1, '2020-01-02', $2, array[people.id]
       from public.household_people people where household_id = $3 and account_id = $4`,
      [hers, fixtures.owner.id, household, fixtures.recipient.id],
    );
    // The owner takes turns there, is away later, took tomorrow's and offers it.
    await client.query(
      `with person as (
         select id from public.household_people where household_id = $1 and account_id = $2
       ), absence as (
         insert into public.household_absences
           (id, household_id, person_id, from_day, to_day, entered_on, entered_by)
         select person.id, $1, person.id, current_date + 50, current_date + 60, current_date, person.id
         from person
       ), taken as (
         insert into public.task_turns (task_id, day, person_id)
         select $3, current_date + 1, person.id from person
       ), offered as (
         insert into public.turn_offers (task_id, day, from_person)
         select $3, current_date + 1, person.id from person
       )
       update public.tasks set roster = array[person.id] from person where tasks.id = $3`,
      [household, fixtures.owner.id, chore],
    );
  });
  const person = await sqlValue<string>(
    "select id from public.household_people where household_id = $1 and account_id = $2",
    [household, fixtures.owner.id],
  );
  const message = randomUUID();
  await sql(
    `insert into realtime.messages (id, topic, extension, payload, event, private)
     values ($1, 'user:' || $2, 'broadcast', '{}', 'task', true)`,
    [message, fixtures.owner.id],
  );
  values = valuesOf(fixtures, {
    deleted: deleted.taskId,
    private: own?.id ?? "",
    ended: ended?.id ?? "",
    staged: staged?.id ?? "",
    import: importId,
    household,
    gone,
    chore,
    hers,
    person,
    message,
  });
  strict = await tryProbes(values, []);
  byPolicyAlone = await tryProbes(values, openGrants);
});

async function expectNoticed({ name, statements, about }: Mutation, before: Map<Probe, string>) {
  const difference = await findDifference(values, statements, before, about);
  expect(difference, `nothing notices: ${name}`).toBeDefined();
}

test("without a mutation the probes come out the same", async () => {
  expect(await findDifference(values, [], strict, "")).toBeUndefined();
  expect(await findDifference(values, openGrants, byPolicyAlone, "")).toBeUndefined();
}, 240_000);

/** What is about the caller's own decisions on the owner is theirs. */
const isOwnDecision = (actor: string, statement: string) =>
  /public\.(\w+_sender|ask_for_tasks|sharing_consents|left_tasks)\b/.test(statement) ||
  (actor === "left" && statement.includes("leave_task"));

test("row level security alone keeps outsiders from everything of the owner's", () => {
  const got = [...byPolicyAlone].filter(
    ([{ actor, statement }, outcome]) =>
      !["owner", "recipient"].includes(actor) &&
      /:(task|owner|deleted|private|ended|staged|import|household|gone|chore|hers)\b/.test(
        statement,
      ) &&
      statement.includes("public.") &&
      !isOwnDecision(actor, statement) &&
      !/^(42501|PT40[34]|0 rows|PT422)/.test(outcome),
  );
  expect(got).toEqual([]);
});

describe("a loosened policy is noticed", async () => {
  test.each([...(await loosenedPolicies()), ...weakenedPolicies])("$name", (policy) => {
    const { owner, recipient, former, left, invited, stranger, unconfirmed } = values;
    const people = [owner, recipient, former, left, invited, stranger, unconfirmed];
    return expectNoticed(changedPolicy(policy, people), byPolicyAlone);
  });
});

describe("a guard taken away is noticed", () => {
  test.each(removedGuards)("$name", (mutation) => expectNoticed(mutation, strict));
});

test("the API's roles have the intended rights and no others", async () => {
  expect(await rolledBack(heldRights)).toEqual(intendedRights);
});

describe("a right too many is noticed", async () => {
  test.each(await missingGrants())("%s", async (statement) => {
    const rights = await rolledBack(async (client) => {
      await client.query(statement);
      return heldRights(client);
    });
    expect(rights).not.toEqual(intendedRights);
  });
});

import { randomUUID } from "node:crypto";
import { createAccount, newAddress, newPerson, type Person, signIn } from "../support/actors.ts";
import { inTransaction, sql } from "../support/sql.ts";

/** Everyone who may have a relation to a task. */
export interface People {
  readonly owner: Person;
  /** has accepted the owner, as have `former` and `left` */
  readonly recipient: Person;
  /** had a share of the task, and did something, until the share was taken away */
  readonly former: Person;
  /** left the task, which is still shared with them */
  readonly left: Person;
  /** the task is shared with them, and they have not decided */
  readonly invited: Person;
  readonly declined: Person;
  readonly blocked: Person;
  readonly stranger: Person;
  /** has a token, and an unconfirmed address that the task is shared with */
  readonly unconfirmed: Person;
}

/**
 * One task among these people: shared, with completions by the owner, the recipient and `former`, and one row
 * of each kind in its record.
 */
export interface Fixtures extends People {
  readonly taskId: string;
  readonly title: string;
  /** calendar dates of the completions */
  readonly ownersDay: string;
  readonly recipientsDay: string;
  readonly formersDay: string;
  /** 1 to 5 April 2020, done by the owner in one catch-up */
  readonly catchUpId: string;
}

async function newUnconfirmed(): Promise<Person> {
  const email = newAddress("before");
  const person = await signIn(await createAccount({ email }), email);
  const claimed = newAddress("unconfirmed");
  await sql("update auth.users set email = $1, email_confirmed_at = null where id = $2", [
    claimed,
    person.id,
  ]);
  return { ...person, email: claimed };
}

export async function newPeople(): Promise<People> {
  const [owner, recipient, former, left, invited, declined, blocked, stranger, unconfirmed] =
    await Promise.all([
      newPerson("owner"),
      newPerson("recipient"),
      newPerson("former"),
      newPerson("left"),
      newPerson("invited"),
      newPerson("declined"),
      newPerson("blocked"),
      newPerson("stranger"),
      newUnconfirmed(),
    ]);
  return { owner, recipient, former, left, invited, declined, blocked, stranger, unconfirmed };
}

/** A task of the owner's, with everything that can belong to one. */
export async function newFixtures(people: People): Promise<Fixtures> {
  const taskId = randomUUID();
  const catchUpId = randomUUID();
  const title = `Task ${taskId}`;
  const days = { ownersDay: "2020-02-01", recipientsDay: "2020-02-02", formersDay: "2020-02-03" };
  const { owner, recipient, former, left, invited, declined, blocked, unconfirmed } = people;
  const sharedWith = [recipient, former, left, invited, declined, blocked, unconfirmed];
  await inTransaction(async (client) => {
    await client.query("delete from public.sharing_consents where sender_id = $1", [owner.id]);
    await client.query(
      `insert into public.sharing_consents (recipient_id, sender_id, is_accepted, sender_name)
       select unnest($2::uuid[]), $1, unnest($3::boolean[]), 'Owner'`,
      [owner.id, [recipient, former, left, blocked].map(({ id }) => id), [true, true, true, false]],
    );
    await client.query(
      `insert into public.tasks (id, user_id, category, title, start_date, is_shared, checklist)
       values ($1, $2, 'Home', $3, '2020-01-01', true, '{Sink,Hob}')`,
      [taskId, owner.id, title],
    );
    await client.query(
      `insert into private.task_shares (task_id, owner_id, contact_email)
       select $1, $2, unnest($3::text[])`,
      [taskId, owner.id, sharedWith.map(({ email }) => email)],
    );
    await client.query(
      `insert into public.task_completions (task_id, user_id, completed_date)
       select $1, unnest($2::uuid[]), unnest($3::date[])`,
      [
        taskId,
        [owner.id, recipient.id, former.id],
        [days.ownersDay, days.recipientsDay, days.formersDay],
      ],
    );
    await client.query(
      `insert into public.task_catch_ups (id, task_id, user_id, status, days)
       values ($1, $2, $3, 'done', '{[2020-04-01,2020-04-06)}')`,
      [catchUpId, taskId, owner.id],
    );
    await client.query(
      `insert into public.task_put_offs (task_id, due_date, new_date)
       values ($1, '2020-01-10', '2020-01-12')`,
      [taskId],
    );
    await client.query(
      "insert into public.task_checks (task_id, day, line) values ($1, '2020-01-11', 'Sink')",
      [taskId],
    );
    await client.query(
      `insert into public.task_day_notes (task_id, day, note, user_id)
       values ($1, '2020-01-11', 'In the rain', $2)`,
      [taskId, owner.id],
    );
    await client.query(
      `update public.tasks
       set repeat_value = 'weekly', schedule_from = (now() at time zone 'UTC')::date where id = $1`,
      [taskId],
    );
    await client.query(
      "delete from private.task_shares where task_id = $1 and contact_email = $2",
      [taskId, former.email],
    );
    await client.query(
      "update private.task_shares set recipient_id = null where task_id = $1 and recipient_id = $2",
      [taskId, left.id],
    );
    await client.query(
      `insert into public.left_tasks (person_id, task_id, owner_id, owner_name, title)
       values ($3, $1, $2, 'Owner', $4), ($5, $1, $2, 'Owner', null)`,
      [taskId, owner.id, left.id, title, declined.id],
    );
    await client.query(
      `insert into public.morning_mails (user_id, is_on) values ($1, true)
       on conflict do nothing`,
      [owner.id],
    );
    await client.query(
      `insert into public.calendar_feeds (person_id, token_hash)
       values ($1, sha256(uuid_send($1))) on conflict (person_id) do nothing`,
      [owner.id],
    );
  });
  return { ...people, taskId, title, ...days, catchUpId };
}

/** The fields of a task, for a request. */
export const newTask = () => ({
  id: randomUUID(),
  category: "Home",
  title: `Task ${randomUUID()}`,
  start_date: "2020-01-01",
});

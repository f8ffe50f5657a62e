import { randomUUID } from "node:crypto";
import { createAccount, newAddress, newPerson, type Person, signIn } from "../support/actors.ts";
import { inTransaction, sql, sqlValue } from "../support/sql.ts";

/** Everyone who may stand in some relation to a task. */
export interface People {
  readonly owner: Person;
  readonly recipient: Person;
  /** had a share of the task, and did something, until the share was taken away */
  readonly former: Person;
  readonly stranger: Person;
  /** has a token, and as its address one that the task is shared with but that it never confirmed */
  readonly unconfirmed: Person;
}

export type Actor = keyof People | "anonymous";
export const actors: readonly Actor[] = [
  "anonymous",
  "owner",
  "recipient",
  "former",
  "stranger",
  "unconfirmed",
];

/** One task among these people: shared, with a completion of the owner, the recipient and the former. */
export interface Fixtures extends People {
  readonly taskId: string;
  readonly title: string;
  /** calendar dates of the completions */
  readonly ownersDay: string;
  readonly recipientsDay: string;
  readonly formersDay: string;
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
  const [owner, recipient, former, stranger, unconfirmed] = await Promise.all([
    newPerson("owner"),
    newPerson("recipient"),
    newPerson("former"),
    newPerson("stranger"),
    newUnconfirmed(),
  ]);
  return { owner, recipient, former, stranger, unconfirmed };
}

/** A task of its own for one cell of the matrix, so that no cell sees another's changes. */
export async function newFixtures(people: People): Promise<Fixtures> {
  const taskId = randomUUID();
  const title = `Task ${taskId}`;
  const days = { ownersDay: "2020-02-01", recipientsDay: "2020-02-02", formersDay: "2020-02-03" };
  const { owner, recipient, former, unconfirmed } = people;
  await inTransaction(async (client) => {
    await client.query(
      `insert into public.tasks (id, user_id, category, title, start_date, is_shared)
       values ($1, $2, 'Home', $3, '2020-01-01', true)`,
      [taskId, owner.id, title],
    );
    await client.query(
      `insert into public.task_shares (task_id, owner_id, contact_email)
       select $1, $2, unnest($3::text[])`,
      [taskId, owner.id, [recipient.email, former.email, unconfirmed.email]],
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
    await client.query("delete from public.task_shares where task_id = $1 and contact_email = $2", [
      taskId,
      former.email,
    ]);
  });
  return { ...people, taskId, title, ...days };
}

/** The same people and a task that does not exist. */
export const withoutTask = (fixtures: Fixtures): Fixtures => ({
  ...fixtures,
  taskId: randomUUID(),
});

/** Everything that belongs to the fixtures' task and its owner, to see whether a call changed it. */
export function fingerprint({ taskId, owner }: Fixtures): Promise<string> {
  return sqlValue<string>(
    `select jsonb_build_array(
       (select to_jsonb(tasks) from public.tasks where tasks.id = $1),
       (select jsonb_agg(to_jsonb(c) order by c.completed_date)
          from public.task_completions c where c.task_id = $1),
       (select jsonb_agg(to_jsonb(s) order by s.contact_email)
          from public.task_shares s where s.task_id = $1),
       (select jsonb_agg(s.contact_email order by s.contact_email)
          from public.shared_contacts s where s.owner_id = $2),
       (select to_jsonb(p) from public.profiles p where p.id = $2)
     )::text`,
    [taskId, owner.id],
  );
}

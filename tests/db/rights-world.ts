import { randomBytes, randomUUID } from "node:crypto";
import { newAddress, newPerson, type Person } from "../support/actors.ts";
import { inTransaction, sqlValue } from "../support/sql.ts";
import { newFixtures, newPeople, type People } from "./fixtures.ts";

/** Everyone who may have a relation to a task or a household. */
interface Everyone extends People {
  readonly member: Person;
  readonly helper: Person;
  readonly movedOut: Person;
  readonly removed: Person;
  /** has a valid link and has not followed it */
  readonly asked: Person;
  /** keeps another household together with the owner */
  readonly neighbour: Person;
}

export type Actor = keyof Everyone | "anonymous";

/** The owner also keeps the household. */
export const actors: readonly Actor[] = [
  ...(["owner", "recipient", "member", "helper"] as const),
  ...(["former", "left", "invited", "declined", "blocked", "unconfirmed"] as const),
  ...(["movedOut", "removed", "asked", "neighbour", "stranger", "anonymous"] as const),
];

/** Ids, addresses and tokens, by their names in statements. */
export type Values = Readonly<Record<string, string>>;

export interface World {
  readonly people: Everyone;
  readonly values: Values;
  /** the person ids in the household, of those with an account */
  readonly persons: Readonly<Partial<Record<Actor, string>>>;
}

const newToken = () => randomBytes(32).toString("base64url");

/**
 * One of everything that somebody may have a right to. People's texts are in «», so that answers with them can
 * be found.
 */
export async function newWorld(): Promise<World> {
  const [others, member, helper, movedOut, removed, asked, neighbour] = await Promise.all([
    newPeople(),
    newPerson("member"),
    newPerson("helper"),
    newPerson("moved-out"),
    newPerson("removed"),
    newPerson("asked"),
    newPerson("neighbour"),
  ]);
  const people: Everyone = { ...others, member, helper, movedOut, removed, asked, neighbour };
  const { owner, recipient, stranger, unconfirmed } = people;
  const shared = await newFixtures(people);
  const deleted = await newFixtures(people);

  const ids = Object.fromEntries(
    [
      ...["private", "ended", "staged", "import", "message", "device", "webhook"],
      ...["household", "gone", "elsewhere", "common", "hers", "deletedCommon", "garden"],
      ...["carol", "absence", "houseAbsence", "invitation", "mailed", "display", "channel"],
      ...["program", "herProgram"],
    ].map((name) => [name, randomUUID()]),
  );
  const persons = Object.fromEntries(
    ["owner", "member", "helper", "movedOut", "removed"].map((name) => [name, randomUUID()]),
  );
  const [link, displayToken, secret] = [newToken(), newToken(), newToken()];

  await inTransaction(async (client) => {
    const run = (text: string, ...values: unknown[]) => client.query(text, values);
    for (const [actor, { id }] of Object.entries(people)) {
      await run("update public.profiles set full_name = $2 where id = $1", id, `«${actor}»`);
    }
    for (const [id, title] of [
      [shared.taskId, "«shared»"],
      [deleted.taskId, "«deleted»"],
    ]) {
      await run("update public.tasks set title = $2 where id = $1", id, title);
    }
    await run("update public.tasks set is_active = false where id = $1", deleted.taskId);
    await run("insert into private.imports (person_id, id) values ($1, $2)", owner.id, ids.import);
    await run(
      `insert into public.tasks (id, user_id, category, title, start_date, end_date, is_active)
       values ($2, $1, 'Home', '«private»', '2020-01-01', null, true),
         ($3, $1, 'Home', '«ended»', '2020-01-01', '2020-01-01', true),
         ($4, $1, 'Home', '«staged»', '2020-01-01', null, false),
         -- None of the stranger's tasks is deleted, as they may try to give them away.
         (gen_random_uuid(), $5, 'Home', '«the stranger''s»', '2020-01-01', null, true)`,
      ...[owner.id, ids.private, ids.ended, ids.staged, stranger.id],
    );
    await run(
      `insert into private.staged_tasks (task_id, person_id, place, addresses)
       values ($1, $2, 1, '{}')`,
      ...[ids.staged, owner.id],
    );
    await run(
      `insert into private.push_devices (id, user_id, endpoint, p256dh, auth, label)
       values ($1::uuid, $2, 'https://fcm.googleapis.com/fcm/send/' || $1::uuid, 'B' || repeat('A', 86), repeat('A', 22), '«phone»')`,
      ...[ids.device, owner.id],
    );
    await run(
      `insert into realtime.messages (id, topic, extension, payload, event, private)
       values ($1, 'user:' || $2, 'broadcast', '{}', 'task', true)`,
      ...[ids.message, owner.id],
    );

    await run(
      `insert into public.households (id, name, deleted_at)
       values ($1, '«the flat»', null), ($2, '«given up»', now()), ($3, '«the garden»', null)`,
      ...[ids.household, ids.gone, ids.elsewhere],
    );
    const join = (
      household: string | undefined,
      id: string | undefined,
      account: Person | null,
      name: string,
      role: string,
      hasLeft = false,
    ) =>
      run(
        `insert into public.household_people (id, household_id, account_id, name, role, left_on)
         values ($1, $2, $3, $4, $5, case when $6 then current_date end)`,
        ...[id, household, account?.id, name, role, hasLeft],
      );
    await join(ids.household, persons.owner, owner, "«keeper»", "keeper");
    await join(ids.household, persons.member, member, "«member»", "member");
    await join(ids.household, persons.helper, helper, "«helper»", "helper");
    await join(ids.household, persons.movedOut, people.movedOut, "«moved out»", "keeper", true);
    await join(ids.household, persons.removed, removed, "«removed»", "member", true);
    await run(
      "update public.household_people set let_go_at = now() where id = $1",
      persons.removed,
    );
    await join(ids.household, ids.carol, null, "«carol»", "member");
    await join(ids.gone, randomUUID(), owner, "«keeper»", "keeper");
    await join(ids.gone, randomUUID(), member, "«member»", "member");
    await join(ids.gone, randomUUID(), people.movedOut, "«moved out»", "keeper", true);
    await join(ids.elsewhere, randomUUID(), owner, "«keeper»", "keeper");
    await join(ids.elsewhere, randomUUID(), neighbour, "«neighbour»", "keeper");
    await join(ids.elsewhere, randomUUID(), member, "«member»", "member");

    await run(
      `insert into public.household_invitations (id, household_id, made_by, role, token_hash, address)
       values ($1, $3, $5, 'member', sha256(convert_to($4, 'UTF8')), null),
         ($2::uuid, $3, $5, 'member', sha256(uuid_send($2::uuid)), $2::uuid || '@example.com')`,
      ...[ids.invitation, ids.mailed, ids.household, link, persons.owner],
    );
    await run(
      `insert into private.webhooks (id, user_id, household_id, made_by, host, sealed, told_until)
       values ($1, $2, $3, $4, '«host»', 'sealed', current_date)`,
      ...[ids.webhook, owner.id, ids.household, persons.owner],
    );
    await run(
      `insert into public.household_displays (id, household_id, name, token_hash, channel)
       values ($1, $2, '«tablet»', sha256(convert_to($3, 'UTF8')), $4)`,
      ...[ids.display, ids.household, displayToken, ids.channel],
    );
    await run(
      `insert into public.access_tokens (id, made_by, household_id, name, scope, token_hash)
       values ($1::uuid, $3, $4, '«panel»', 'tick', sha256(uuid_send($1::uuid))),
         ($2::uuid, $3, null, '«script»', 'write', sha256(uuid_send($2::uuid)))`,
      ...[ids.program, ids.herProgram, owner.id, ids.household],
    );
    await run(
      "insert into private.household_labels (household_id, secret) values ($1, convert_to($2, 'UTF8'))",
      ...[ids.household, secret],
    );
    await run(
      `insert into public.tasks
         (id, user_id, category, title, start_date, repeat_value, household_id, is_shared)
       values ($1, $5, 'Home', '«common»', '2020-01-01', 'weekly', $7, true),
         ($2, $5, 'Home', '«hers»', '2020-01-01', 'weekly', $7, false),
         ($3, $5, 'Home', '«deleted common»', '2020-01-01', 'weekly', $7, false),
         ($4, $6, 'Home', '«of a member»', '2020-01-01', 'weekly', $8, false)`,
      ...[ids.common, ids.hers, ids.deletedCommon, ids.garden],
      ...[owner.id, member.id, ids.household, ids.elsewhere],
    );
    await run("update public.tasks set is_active = false where id = $1", ids.deletedCommon);
    await run(
      `insert into private.task_shares (task_id, owner_id, contact_email)
       select $1, $2, unnest($3::text[])`,
      ...[ids.common, owner.id, [recipient.email, unconfirmed.email]],
    );
    // By the keeper, by the helper as the keeper recorded, by the recipient.
    await run(
      `insert into public.task_completions (task_id, completed_date, user_id, people)
       values ($1, '2020-02-01', $3, array[$5::uuid]), ($1, '2020-02-03', $3, array[$6::uuid]),
         ($1, '2020-02-04', $4, null), ($2, '2020-01-02', $3, array[$6::uuid])`,
      ...[ids.common, ids.hers, owner.id, recipient.id, persons.owner, persons.helper],
    );
    // The keeper takes turns with Carol, who is away, has taken one, and offers another.
    await run(
      `insert into public.household_absences
         (id, household_id, person_id, from_day, to_day, entered_on, entered_by)
       values ($1, $2, $3, current_date + 50, '9999-12-31', current_date, $4)`,
      ...[ids.absence, ids.household, ids.carol, persons.owner],
    );
    await run(
      `insert into public.house_absences (id, household_id, from_day, to_day, entered_by)
       values ($1, $2, current_date + 90, current_date + 95, $3)`,
      ...[ids.houseAbsence, ids.household, persons.owner],
    );
    await run(
      "insert into public.household_zones (household_id, time_zone) values ($1, 'Europe/Berlin')",
      ids.household,
    );
    await run(
      "update public.tasks set roster = array[$2::uuid, $3::uuid] where id = $1",
      ...[ids.common, persons.owner, ids.carol],
    );
    await run(
      "insert into public.turn_swaps (task_id, day, person_id) values ($1, current_date + 9, $2)",
      ...[ids.common, persons.owner],
    );
    await run(
      "insert into public.turn_offers (task_id, day, from_person) values ($1, current_date + 8, $2)",
      ...[ids.common, persons.owner],
    );
  });

  return {
    people,
    persons,
    values: {
      ...ids,
      ...Object.fromEntries(
        Object.entries(people).flatMap(([actor, { id, email }]) => [
          [actor, id],
          [`${actor}Email`, email],
        ]),
      ),
      task: shared.taskId,
      catchUp: shared.catchUpId,
      deleted: deleted.taskId,
      newEmail: newAddress(),
      keeperPerson: persons.owner ?? "",
      memberPerson: persons.member ?? "",
      helperPerson: persons.helper ?? "",
      movedOutPerson: persons.movedOut ?? "",
      removedPerson: persons.removed ?? "",
      link,
      displayToken,
      label: await sqlValue<string>("select private.label_token($1, convert_to($2, 'UTF8'))", [
        ids.common,
        secret,
      ]),
      calendarHash: await sqlValue<string>("select encode(sha256(uuid_send($1)), 'hex')", [
        owner.id,
      ]),
    },
  };
}

/** An actor's values: `:me` is their own person in the household, or the keeper's for actors outside it. */
export const valuesOf = ({ values, persons }: World, actor: Actor): Values => ({
  me: persons[actor] ?? values.keeperPerson ?? "",
  ...values,
});

/** The same with nothing that exists except the actor themself. */
export function nowhere(world: World, actor: Actor): Values {
  const unknown = (value: string) => {
    if (value.includes("@")) return `${randomUUID()}@example.com`;
    if (/^[0-9a-f-]{36}$/.test(value)) return randomUUID();
    return randomBytes(32).toString(/^[0-9a-f]{64}$/.test(value) ? "hex" : "base64url");
  };
  const own = [actor, `${actor}Email`, ...(world.persons[actor] ? ["me"] : [])];
  return Object.fromEntries(
    Object.entries(valuesOf(world, actor)).map(([name, value]) => [
      name,
      own.includes(name) ? value : unknown(value),
    ]),
  );
}

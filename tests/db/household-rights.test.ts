import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import {
  type Answer,
  acceptEachOther,
  newAddress,
  newPerson,
  type Person,
  refusalCode,
  rest,
  rpc,
  succeeded,
} from "../support/actors.ts";
import { createTask } from "../support/actors-tasks.ts";
import {
  householdOf,
  invite,
  inviteByMail,
  join,
  newDisplay,
  newHousehold,
  personId,
} from "../support/households.ts";
import { sql, sqlValue } from "../support/sql.ts";

/**
 * Who may what in a household: everyone who may stand in some relation to it tries every operation on it and on a
 * chore of it. Who may not changes nothing, and who is outside can't tell whether there is one.
 */

interface People {
  readonly keeper: Person;
  readonly member: Person;
  readonly helper: Person;
  /** was a keeper, and left */
  readonly left: Person;
  /** was a member, and was let go */
  readonly removed: Person;
  /** has a link that is good and has not followed it */
  readonly invited: Person;
  /** the chore is shared with them, by address */
  readonly recipient: Person;
  /** has the address that the chore is shared with, and has not confirmed it */
  readonly unconfirmed: Person;
  /** belongs to another household of the keeper's */
  readonly neighbour: Person;
  readonly stranger: Person;
}
type Actor = keyof People | "anonymous";

const inside: readonly Actor[] = ["keeper", "member", "helper"];
const actors: readonly Actor[] = [
  ...inside,
  "left",
  "removed",
  "invited",
  "recipient",
  "unconfirmed",
  "neighbour",
  "stranger",
  "anonymous",
];

interface Fixtures extends People {
  readonly household: string;
  /** without an account */
  readonly carol: string;
  readonly keeperPerson: string;
  readonly helperPerson: string;
  /** of Carol, from tomorrow on */
  readonly absence: string;
  readonly invitation: string;
  /** an invitation by mail */
  readonly mailed: string;
  readonly display: string;
  readonly chore: string;
  readonly deletedChore: string;
  readonly title: string;
}

let people: People;
let elsewhere: string;
beforeAll(async () => {
  const names = [
    "keeper",
    "member",
    "helper",
    "left",
    "removed",
    "invited",
    "recipient",
    "unconfirmed",
    "neighbour",
    "stranger",
  ] as const;
  const made = await Promise.all(names.map((name) => newPerson(name)));
  people = Object.fromEntries(names.map((name, n) => [name, made[n]])) as unknown as People;
  await acceptEachOther([people.keeper, people.recipient, people.unconfirmed]);
  await sql("update auth.users set email_confirmed_at = null where id = $1", [
    people.unconfirmed.id,
  ]);
  elsewhere = await newHousehold(people.keeper, "Elsewhere");
  await join(people.keeper, elsewhere, people.neighbour, "keeper");
});

async function newFixtures(): Promise<Fixtures> {
  const { keeper, member, helper, left, removed, recipient, unconfirmed } = people;
  // Ten households a person are the most.
  await sql(
    `delete from public.households where id <> $1 and id in
       (select household_id from public.household_people where account_id = $2)`,
    [elsewhere, keeper.id],
  );
  const household = await newHousehold(keeper, "Flat", ["Carol"]);
  await join(keeper, household, member);
  await join(keeper, household, helper, "helper");
  await join(keeper, household, left, "keeper");
  const { me } = await householdOf(left, household);
  succeeded(await rpc(left, "remove_person", { household_id: household, id: me }));
  await join(keeper, household, removed);
  const removedId = (await householdOf(removed, household)).me;
  succeeded(await rpc(keeper, "remove_person", { household_id: household, id: removedId }));
  await invite(keeper, household);
  await inviteByMail(keeper, household, newAddress());
  const [invitation, mailed] = await sql<{ id: string }>(
    `select id from public.household_invitations where household_id = $1
     order by address nulls first`,
    [household],
  );
  await newDisplay(keeper, household);
  const [display] = await sql<{ id: string }>(
    "select id from public.household_displays where household_id = $1",
    [household],
  );
  const columns = { category: "Home", start_date: "2020-01-01", household_id: household };
  const [chore, deletedChore, title] = [randomUUID(), randomUUID(), `Chore ${randomUUID()}`];
  const shared = { is_shared: true, share_with: [recipient.email, unconfirmed.email] };
  const end = { end_date: "2089-12-31" };
  succeeded(await createTask(keeper, { ...columns, ...end, id: chore, title, ...shared }));
  succeeded(await createTask(keeper, { ...columns, id: deletedChore, title: "Gone" }));
  succeeded(await rpc(keeper, "delete_task", { task_id: deletedChore }));
  const helperPerson = (await householdOf(helper, household)).me;
  const done = (person: Person, completed_date: string, doers: object = {}) =>
    rpc(person, "complete_task", { task_id: chore, completed_date, ...doers });
  succeeded(await done(keeper, "2020-02-01"));
  succeeded(await done(keeper, "2020-02-03", { people: [helperPerson] }));
  succeeded(await done(recipient, "2020-02-04"));
  const carol = await personId(keeper, household, "Carol");
  const keeperPerson = (await householdOf(keeper, household)).me;
  const absence = randomUUID();
  await sql(
    `insert into public.household_absences
       (id, household_id, person_id, from_day, to_day, entered_on, entered_by)
     values ($1, $2, $3, current_date + 1, '9999-12-31', current_date, $4)`,
    [absence, household, carol, keeperPerson],
  );
  await sql("update public.tasks set roster = $2 where id = $1", [chore, [keeperPerson, carol]]);
  await sql(
    "insert into public.task_turns (task_id, day, person_id) values ($1, current_date + 9, $2)",
    [chore, keeperPerson],
  );
  await sql(
    "insert into public.turn_offers (task_id, day, from_person) values ($1, current_date + 8, $2)",
    [chore, keeperPerson],
  );
  return {
    ...people,
    household,
    ...{ carol, keeperPerson, helperPerson, absence },
    invitation: invitation?.id ?? "",
    mailed: mailed?.id ?? "",
    display: display?.id ?? "",
    chore,
    deletedChore,
    title,
  };
}

/** The same people and a household that does not exist. */
const nowhere = (fixtures: Fixtures): Fixtures => ({
  ...fixtures,
  household: randomUUID(),
  carol: randomUUID(),
  keeperPerson: randomUUID(),
  helperPerson: randomUUID(),
  absence: randomUUID(),
  invitation: randomUUID(),
  mailed: randomUUID(),
  display: randomUUID(),
  chore: randomUUID(),
  deletedChore: randomUUID(),
});

/** All that there is of it, but for when the server, every minute, looked at a mail. */
const fingerprint = ({ household, chore, deletedChore }: Fixtures) =>
  sqlValue<string>(
    `select jsonb_build_array(
       (select to_jsonb(h) from public.households h where h.id = $1),
       (select jsonb_agg(to_jsonb(p) - 'changes' - 'changed_on' order by p.id)
          from public.household_people p where p.household_id = $1),
       (select jsonb_agg(to_jsonb(i) - 'mailed_at' order by i.id)
          from public.household_invitations i where i.household_id = $1),
       (select jsonb_agg(to_jsonb(d) order by d.id)
          from public.household_displays d where d.household_id = $1),
       (select to_jsonb(l) from private.household_labels l where l.household_id = $1),
       (select jsonb_agg(to_jsonb(t) order by t.id)
          from public.tasks t where t.id in ($2, $3) or t.household_id = $1),
       (select jsonb_agg(to_jsonb(c) order by c.completed_date)
          from public.task_completions c where c.task_id = $2),
       (select jsonb_agg(to_jsonb(e) order by e.id) from public.task_events e where e.task_id = $2),
       (select jsonb_agg(to_jsonb(a) order by a.person_id)
          from public.household_absences a where a.household_id = $1),
       (select jsonb_agg(to_jsonb(s) order by s.day) from public.task_turns s where s.task_id = $2),
       (select jsonb_agg(to_jsonb(o) order by o.day) from public.turn_offers o where o.task_id = $2)
     )::text`,
    [household, chore, deletedChore],
  );

interface Operation {
  readonly name: string;
  readonly call: (person: Person | null, fixtures: Fixtures) => Promise<Answer>;
  /** what each of them gets; whoever is not named gets what the outsiders do */
  /** tries what is the caller's own to do, so that an answer tells of nothing else */
  readonly isOwnBusiness?: boolean;
  readonly expected: Partial<Record<Actor, string>> & { readonly outsider: string };
}

const to = (
  keeper: string,
  member: string,
  helper: string,
  outsider: string,
  recipient = outsider,
) => ({
  keeper,
  member,
  helper,
  recipient,
  outsider,
  anonymous: "401 42501",
});
const keepers = to("ok", "403 NOT_ALLOWED", "403 NOT_ALLOWED", "404 HOUSEHOLD_NOT_FOUND");
const nobodys = [
  "404 HOUSEHOLD_NOT_FOUND",
  "404 HOUSEHOLD_NOT_FOUND",
  "404 HOUSEHOLD_NOT_FOUND",
] as const;
const everyoneInside = (rows: string) => to(rows, rows, rows, "0 rows");
const members = to("ok", "ok", "403 NOT_ALLOWED", "404 TASK_NOT_FOUND", "403 NOT_ALLOWED");
const doers = to("ok", "ok", "ok", "404 TASK_NOT_FOUND", "ok");
/** Whoever is of the household, and no others with whom its task is shared. */
const turnTakers = to("ok", "ok", "ok", "404 TASK_NOT_FOUND", "403 NOT_ALLOWED");
const turnKeepers = { ...turnTakers, member: "403 NOT_ALLOWED", helper: "403 NOT_ALLOWED" };
const ahead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const read =
  (path: (fixtures: Fixtures) => string) => (person: Person | null, fixtures: Fixtures) =>
    rest(person, "GET", path(fixtures));
const callOf =
  (name: string, parameters: (fixtures: Fixtures) => Record<string, unknown>) =>
  (person: Person | null, fixtures: Fixtures) =>
    rpc(person, name, parameters(fixtures));

const operations: readonly Operation[] = [
  {
    name: "read the household",
    call: read(({ household }) => `households?id=eq.${household}&select=name`),
    expected: everyoneInside("1 rows"),
  },
  {
    name: "read its people",
    call: read(({ household }) => `household_people?household_id=eq.${household}&select=name`),
    expected: everyoneInside("6 rows"),
  },
  {
    name: "read whose accounts they are",
    call: read(
      ({ household }) => `household_people?household_id=eq.${household}&select=account_id`,
    ),
    expected: { outsider: "403 42501", anonymous: "401 42501" },
  },
  ...["households", "household_people", "household_invitations"].map((table) => ({
    name: `read the system columns of ${table}`,
    call: read(({ household }) => {
      const column = table === "households" ? "id" : "household_id";
      return `${table}?${column}=eq.${household}&select=xmin,ctid`;
    }),
    expected: { outsider: "403 42501", anonymous: "401 42501" },
  })),
  {
    name: "read its invitations",
    call: read(
      ({ household }) => `household_invitations?household_id=eq.${household}&select=id,address`,
    ),
    expected: to("2 rows", "0 rows", "0 rows", "0 rows"),
  },
  {
    name: "read the hashes of their links",
    call: read(({ household }) => `household_invitations?household_id=eq.${household}&select=*`),
    expected: { outsider: "403 42501", anonymous: "401 42501" },
  },
  {
    name: "read its displays",
    call: read(({ household }) => `household_displays?household_id=eq.${household}&select=name`),
    expected: to("1 rows", "0 rows", "0 rows", "0 rows"),
  },
  {
    name: "read the hashes of their addresses",
    call: read(({ household }) => `household_displays?household_id=eq.${household}&select=*`),
    expected: { outsider: "403 42501", anonymous: "401 42501" },
  },
  {
    name: "create_display",
    call: callOf("create_display", ({ household }) => ({
      household_id: household,
      id: randomUUID(),
      name: "Hall",
    })),
    expected: keepers,
  },
  {
    name: "revoke_display",
    call: callOf("revoke_display", ({ display }) => ({ id: display })),
    // An id says nothing: whose it is not, changes nothing.
    expected: to("ok", "ok", "ok", "ok"),
  },
  {
    name: "print_labels",
    call: callOf("print_labels", ({ household }) => ({ household_id: household })),
    expected: { ...keepers, member: "ok" },
  },
  {
    name: "renew_labels",
    call: callOf("renew_labels", ({ household }) => ({ household_id: household })),
    expected: keepers,
  },
  ...["households", "household_people", "household_invitations", "household_displays"].flatMap(
    (table) =>
      (["POST", "PATCH", "DELETE"] as const).map((method) => ({
        name: `${method} ${table}`,
        call: (person: Person | null, { household }: Fixtures) =>
          rest(
            person,
            method,
            method === "POST" ? table : `${table}?id=eq.${household}`,
            method === "DELETE" ? undefined : { id: household },
          ),
        expected: { outsider: "403 42501", anonymous: "401 42501" },
      })),
  ),
  {
    name: "rename_household",
    call: callOf("rename_household", ({ household }) => ({ household_id: household, name: "Den" })),
    expected: keepers,
  },
  {
    name: "save_person: a new one",
    call: callOf("save_person", ({ household }) => ({
      household_id: household,
      id: randomUUID(),
      name: "Eve",
      face: 1,
      role: "member",
    })),
    expected: keepers,
  },
  {
    name: "save_person: another's role",
    call: callOf("save_person", ({ household, helperPerson }) => ({
      household_id: household,
      id: helperPerson,
      name: "Helper",
      face: 1,
      role: "keeper",
    })),
    expected: keepers,
  },
  {
    name: "save_person: the helper's name and face",
    call: callOf("save_person", ({ household, helperPerson }) => ({
      household_id: household,
      id: helperPerson,
      name: "Helping",
      face: 7,
      role: "helper",
    })),
    expected: { ...keepers, helper: "ok" },
  },
  {
    name: "save_person: into another household",
    call: callOf("save_person", ({ carol }) => ({
      household_id: elsewhere,
      id: carol,
      name: "Carol",
      face: 1,
      role: "member",
    })),
    expected: {
      ...to("422 VALIDATION_FAILED", ...nobodys),
      neighbour: "422 VALIDATION_FAILED",
    },
    isOwnBusiness: true,
  },
  {
    name: "remove_person: one without an account",
    call: callOf("remove_person", ({ household, carol }) => ({
      household_id: household,
      id: carol,
    })),
    expected: keepers,
  },
  {
    name: "remove_person: the helper, who may leave",
    call: callOf("remove_person", ({ household, helperPerson }) => ({
      household_id: household,
      id: helperPerson,
    })),
    expected: { ...keepers, helper: "ok" },
  },
  {
    name: "remove_person: out of another household",
    call: callOf("remove_person", ({ carol }) => ({ household_id: elsewhere, id: carol })),
    expected: to("404 HOUSEHOLD_NOT_FOUND", ...nobodys),
    isOwnBusiness: true,
  },
  {
    name: "invite_to_household: as somebody of another household",
    call: callOf("invite_to_household", ({ carol }) => ({
      household_id: elsewhere,
      role: "member",
      person_id: carol,
    })),
    expected: {
      ...to("422 VALIDATION_FAILED", ...nobodys),
      neighbour: "422 VALIDATION_FAILED",
    },
    isOwnBusiness: true,
  },
  {
    name: "invite_to_household",
    call: callOf("invite_to_household", ({ household }) => ({
      household_id: household,
      role: "member",
    })),
    expected: keepers,
  },
  {
    name: "invite_to_household_by_mail",
    call: callOf("invite_to_household_by_mail", ({ household }) => ({
      household_id: household,
      address: newAddress(),
      role: "member",
    })),
    expected: keepers,
  },
  {
    name: "send_household_invitation_again",
    call: callOf("send_household_invitation_again", ({ mailed }) => ({ id: mailed })),
    expected: to(
      "ok",
      "404 INVITATION_NOT_FOUND",
      "404 INVITATION_NOT_FOUND",
      "404 INVITATION_NOT_FOUND",
    ),
  },
  {
    name: "revoke_household_invitation",
    call: callOf("revoke_household_invitation", ({ invitation }) => ({ id: invitation })),
    // An id says nothing: whose it is not, changes nothing.
    expected: to("ok", "ok", "ok", "ok"),
  },
  {
    name: "delete_household",
    call: callOf("delete_household", ({ household }) => ({
      household_id: household,
      name: "Flat",
    })),
    expected: keepers,
  },
  {
    name: "restore_household: one that is there",
    call: callOf("restore_household", ({ household }) => ({ household_id: household })),
    expected: to("ok", ...nobodys),
  },
  {
    name: "read_task",
    call: async (person, { chore }) => {
      const answer = await rpc(person, "read_task", { task_id: chore });
      return answer.status < 400 ? { ...answer, body: answer.body ? [1] : [] } : answer;
    },
    expected: to("1 rows", "1 rows", "1 rows", "0 rows", "1 rows"),
  },
  {
    name: "read_record: who did it",
    call: async (person, { chore }) => {
      const days = { first_day: "2020-01-01", until_day: "2021-01-01" };
      const answer = await rpc(person, "read_record", days);
      if (answer.status >= 400) return answer;
      const { tasks } = answer.body as { tasks: object };
      return { ...answer, body: Object.hasOwn(tasks, chore) ? [1] : [] };
    },
    expected: to("1 rows", "1 rows", "1 rows", "0 rows", "1 rows"),
  },
  {
    name: "read its events",
    call: read(({ chore }) => `task_events?task_id=eq.${chore}&select=id&kind=eq.created`),
    expected: to("1 rows", "1 rows", "1 rows", "0 rows", "1 rows"),
  },
  {
    name: "read a chore",
    call: read(({ chore }) => `tasks?id=eq.${chore}&select=title`),
    expected: to("1 rows", "1 rows", "1 rows", "0 rows", "1 rows"),
  },
  {
    name: "read a deleted chore",
    call: read(({ deletedChore }) => `tasks?id=eq.${deletedChore}&select=title`),
    expected: everyoneInside("1 rows"),
  },
  {
    name: "read its completions",
    call: read(({ chore }) => `task_completions?task_id=eq.${chore}&select=people,said_by`),
    expected: to("3 rows", "3 rows", "3 rows", "0 rows", "3 rows"),
  },
  {
    name: "add a chore",
    call: callOf("create_task", ({ household }) => ({
      id: randomUUID(),
      fields: { category: "Home", title: "New", startDate: "2020-01-01", householdId: household },
    })),
    expected: to("ok", "ok", "422 VALIDATION_FAILED", "422 VALIDATION_FAILED"),
  },
  {
    name: "insert a chore",
    call: (person, { household }) =>
      rest(person, "POST", "tasks", {
        category: "Home",
        title: "New",
        start_date: "2020-01-01",
        household_id: household,
      }),
    expected: to("ok", "ok", "422 VALIDATION_FAILED", "422 VALIDATION_FAILED"),
  },
  {
    name: "start_earlier",
    call: callOf("start_earlier", ({ chore }) => ({
      task_id: chore,
      earlier: { startDate: "2019-12-01" },
    })),
    expected: members,
  },
  {
    name: "undo_schedule_change",
    call: callOf("undo_schedule_change", ({ chore }) => ({ task_id: chore, event_id: 1 })),
    expected: { ...members, keeper: "409 UNDO_TOO_LATE", member: "409 UNDO_TOO_LATE" },
  },
  {
    name: "update_task",
    call: callOf("update_task", ({ chore }) => ({ task_id: chore, fields: { title: "Renamed" } })),
    expected: members,
  },
  {
    name: "update the row",
    call: (person, { chore }) =>
      rest(person, "PATCH", `tasks?id=eq.${chore}`, { subtitle: "changed" }),
    expected: to("ok", "ok", "403 NOT_ALLOWED", "403 NOT_ALLOWED"),
  },
  {
    name: "move it out",
    call: callOf("update_task", ({ chore }) => ({ task_id: chore, fields: { householdId: null } })),
    expected: { ...members, member: "403 NOT_ALLOWED" },
  },
  {
    name: "move it to another household",
    call: callOf("update_task", ({ chore }) => ({
      task_id: chore,
      fields: { householdId: elsewhere },
    })),
    expected: { ...members, member: "403 NOT_ALLOWED" },
  },
  {
    name: "pause_task",
    call: callOf("pause_task", ({ chore }) => ({
      task_id: chore,
      first_day: "2020-03-01",
      last_day: "2020-03-02",
    })),
    expected: members,
  },
  {
    name: "delete_task",
    call: callOf("delete_task", ({ chore }) => ({ task_id: chore })),
    expected: members,
  },
  {
    name: "restore_task",
    call: callOf("restore_task", ({ deletedChore }) => ({ task_id: deletedChore })),
    expected: to("ok", "ok", "404 TASK_NOT_FOUND", "404 TASK_NOT_FOUND"),
  },
  {
    name: "complete_task",
    call: callOf("complete_task", ({ chore }) => ({
      task_id: chore,
      completed_date: "2020-02-02",
    })),
    expected: doers,
  },
  {
    name: "complete_task by Carol",
    call: callOf("complete_task", ({ chore, carol }) => ({
      task_id: chore,
      completed_date: "2020-02-02",
      people: [carol],
    })),
    expected: { ...doers, recipient: "422 VALIDATION_FAILED" },
  },
  {
    name: "catch_up by nobody in particular",
    call: callOf("catch_up", ({ chore }) => ({
      id: randomUUID(),
      task_id: chore,
      days: [[18310, 2]],
      status: "done",
      people: [],
    })),
    expected: { ...doers, recipient: "422 VALIDATION_FAILED" },
  },
  {
    name: "skip_occurrence",
    call: callOf("skip_occurrence", ({ chore }) => ({ task_id: chore, day: "2020-02-02" })),
    expected: doers,
  },
  {
    name: "put_off",
    call: callOf("put_off", ({ chore }) => ({
      task_id: chore,
      due_date: "2020-02-02",
      new_date: "2090-02-20",
    })),
    expected: doers,
  },
  {
    name: "note_day",
    call: callOf("note_day", ({ chore }) => ({ task_id: chore, day: "2020-02-02", note: "Wet" })),
    expected: doers,
  },
  {
    name: "undo_completion of the keeper's",
    call: callOf("undo_completion", ({ chore }) => ({
      task_id: chore,
      completed_date: "2020-02-01",
    })),
    expected: to(
      "ok",
      "ok",
      "403 COMPLETION_NOT_YOURS",
      "404 TASK_NOT_FOUND",
      "403 COMPLETION_NOT_YOURS",
    ),
  },
  {
    name: "correct_completion of the keeper's",
    call: callOf("correct_completion", ({ chore }) => ({
      task_id: chore,
      completed_date: "2020-02-01",
      done_on: "2020-01-31",
      done_at: "22:00",
    })),
    expected: to(
      "ok",
      "ok",
      "403 COMPLETION_NOT_YOURS",
      "404 TASK_NOT_FOUND",
      "403 COMPLETION_NOT_YOURS",
    ),
  },
  {
    name: "correct_completion of the helper's, who is named",
    call: callOf("correct_completion", ({ chore, carol }) => ({
      task_id: chore,
      completed_date: "2020-02-03",
      people: [carol],
    })),
    expected: to("ok", "ok", "ok", "404 TASK_NOT_FOUND", "403 COMPLETION_NOT_YOURS"),
  },
  {
    name: "correct_completion of the recipient's",
    call: callOf("correct_completion", ({ chore }) => ({
      task_id: chore,
      completed_date: "2020-02-04",
      done_on: "2020-02-03",
    })),
    expected: to("ok", "ok", "403 COMPLETION_NOT_YOURS", "404 TASK_NOT_FOUND", "ok"),
  },
  {
    name: "correct_completion of the recipient's to Carol",
    call: callOf("correct_completion", ({ chore, carol }) => ({
      task_id: chore,
      completed_date: "2020-02-04",
      people: [carol],
    })),
    expected: to(
      "ok",
      "ok",
      "403 COMPLETION_NOT_YOURS",
      "404 TASK_NOT_FOUND",
      "422 VALIDATION_FAILED",
    ),
  },
  {
    name: "correct a row",
    call: (person, { chore }) =>
      rest(person, "PATCH", `task_completions?task_id=eq.${chore}`, { done_on: "2020-01-31" }),
    expected: { outsider: "403 42501", anonymous: "401 42501" },
  },
  {
    name: "share it by address",
    call: (person, { chore }) =>
      rest(person, "POST", "task_shares", {
        task_id: chore,
        contact_email: `${randomUUID()}@example.com`,
      }),
    expected: { keeper: "ok", outsider: "403 42501", anonymous: "401 42501" },
  },
  {
    name: "read who is away",
    call: read(
      ({ household }) => `household_absences?household_id=eq.${household}&select=person_id`,
    ),
    // Carol, and two who left.
    expected: everyoneInside("3 rows"),
  },
  {
    name: "read who took a turn",
    call: read(({ chore }) => `task_turns?task_id=eq.${chore}`),
    expected: to("1 rows", "1 rows", "1 rows", "0 rows", "1 rows"),
  },
  {
    name: "read which turns are offered",
    call: read(({ chore }) => `turn_offers?task_id=eq.${chore}`),
    expected: to("1 rows", "1 rows", "1 rows", "0 rows", "1 rows"),
  },
  ...["household_absences", "task_turns", "turn_offers"].flatMap((table) =>
    (["POST", "PATCH", "DELETE"] as const).map((method) => ({
      name: `${method} ${table}`,
      call: (person: Person | null, { household, chore }: Fixtures) => {
        const [column, id] =
          table === "household_absences" ? ["household_id", household] : ["task_id", chore];
        return rest(
          person,
          method,
          method === "POST" ? table : `${table}?${column}=eq.${id}`,
          method === "DELETE" ? undefined : { [column as string]: id },
        );
      },
      expected: { outsider: "403 42501", anonymous: "401 42501" },
    })),
  ),
  {
    name: "enter_absence: one's own",
    call: async (person, fixtures) => {
      const { household } = fixtures;
      const isInside = [fixtures.keeper, fixtures.member, fixtures.helper].includes(
        person ?? fixtures.stranger,
      );
      const me =
        person && isInside ? (await householdOf(person, household)).me : fixtures.keeperPerson;
      const parameters = { household_id: household, id: randomUUID(), person_id: me };
      return rpc(person, "enter_absence", { ...parameters, from_day: ahead(3) });
    },
    expected: to("ok", "ok", "ok", "404 HOUSEHOLD_NOT_FOUND"),
  },
  {
    name: "enter_absence: somebody else's",
    call: callOf("enter_absence", ({ household, carol }) => ({
      ...{ household_id: household, id: randomUUID(), person_id: carol },
      ...{ from_day: ahead(3), to_day: ahead(5) },
    })),
    expected: keepers,
  },
  {
    name: "end_absence: somebody else's",
    call: callOf("end_absence", ({ household, absence }) => ({
      ...{ household_id: household, id: absence },
    })),
    expected: keepers,
  },
  {
    name: "update_task: the roster",
    call: callOf("update_task", ({ chore, keeperPerson }) => ({
      task_id: chore,
      fields: { roster: [keeperPerson], turnLength: "week" },
    })),
    expected: members,
  },
  {
    name: "take_turns",
    call: callOf("take_turns", ({ chore }) => ({ task_id: chore, days: [ahead(2)] })),
    expected: turnTakers,
  },
  {
    name: "take_turns: one that the keeper has",
    call: callOf("take_turns", ({ chore }) => ({ task_id: chore, days: [ahead(9)] })),
    expected: { ...turnTakers, member: "409 TURN_TAKEN", helper: "409 TURN_TAKEN" },
  },
  {
    name: "offer_turns",
    call: callOf("offer_turns", ({ chore }) => ({ task_id: chore, days: [ahead(2), ahead(3)] })),
    expected: turnTakers,
  },
  {
    name: "withdraw_offers: the keeper's",
    call: callOf("withdraw_offers", ({ chore }) => ({ task_id: chore, days: [ahead(8)] })),
    expected: turnKeepers,
  },
  {
    name: "give_turns",
    call: callOf("give_turns", ({ chore, helperPerson }) => ({
      ...{ task_id: chore, days: [ahead(2)], person_id: helperPerson },
    })),
    expected: turnKeepers,
  },
  {
    name: "return_turns: the keeper's",
    call: callOf("return_turns", ({ chore }) => ({ task_id: chore, days: [ahead(9)] })),
    expected: turnKeepers,
  },
  {
    name: "export_tasks",
    call: async (person, { chore }) => {
      const answer = await rpc(person, "export_tasks");
      if (answer.status >= 400) return answer;
      const { tasks } = answer.body as { tasks: { id: string }[] };
      return { ...answer, body: tasks.filter(({ id }) => id === chore) };
    },
    expected: to("1 rows", "1 rows", "1 rows", "0 rows", "1 rows"),
  },
];

function outcome(answer: Answer): string {
  if (answer.status >= 400) return `${answer.status} ${refusalCode(answer)}`;
  return Array.isArray(answer.body) ? `${answer.body.length} rows` : "ok";
}

/** The fixtures of the last cell, as long as nobody has changed them. */
let untouched: Fixtures | undefined;

for (const { name, call, expected, isOwnBusiness } of operations) {
  describe(name, () => {
    test.each(actors)("%s", async (actor) => {
      const fixtures = untouched ?? (await newFixtures());
      untouched = undefined;
      const person = actor === "anonymous" ? null : fixtures[actor];
      const before = await fingerprint(fixtures);
      const answer = await call(person, fixtures);
      expect(outcome(answer)).toBe(expected[actor] ?? expected.outsider);
      const isUnchanged = (await fingerprint(fixtures)) === before;
      if (isUnchanged) untouched = fixtures;
      if (inside.includes(actor) || actor === "recipient") {
        if (answer.status >= 400)
          expect(isUnchanged, "a refused call changed something").toBe(true);
        return;
      }
      expect(isUnchanged, "an outsider changed something").toBe(true);
      if (isOwnBusiness) return;
      const other = nowhere(fixtures);
      const lesson = ({ status, body }: Answer, { household, chore }: Fixtures) =>
        JSON.stringify({ status, body }).replaceAll(household, "<h>").replaceAll(chore, "<c>");
      expect(lesson(answer, fixtures), "an outsider can tell whether it exists").toBe(
        lesson(await call(person, other), other),
      );
    });
  });
}

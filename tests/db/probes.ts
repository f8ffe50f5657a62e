import type pg from "pg";
import { become, rolledBack } from "../support/sql.ts";
import type { Actor, Fixtures } from "./matrix-fixtures.ts";

/** What somebody tries in SQL, under the role and claims that the API gives them. */
export interface Probe {
  readonly actor: Actor;
  /** `:task`, `:owner`, `:stranger`, … stand for the fixtures' ids and texts. */
  readonly statement: string;
}

const insiders: readonly Actor[] = ["owner", "recipient"];
const outsiders: readonly Actor[] = [
  "former",
  "left",
  "invited",
  "declined",
  "blocked",
  "stranger",
  "unconfirmed",
  "anonymous",
];
const everyone = [...insiders, ...outsiders];

const by = (actors: readonly Actor[], ...statements: string[]): Probe[] =>
  statements.flatMap((statement) => actors.map((actor) => ({ actor, statement })));

/** One try for each thing that row level security, grants, guards and helpers decide. */
const probes: readonly Probe[] = [
  ...by(
    everyone,
    "select id from public.tasks where id = :task",
    "select id from public.tasks where id = :deleted",
    "select task_id from public.task_completions where task_id = :task",
    "select contact_email from private.task_shares where task_id = :task",
    "select contact_email from public.shared_contacts where owner_id = :owner",
    "select id from public.profiles where id = :owner",
    "insert into public.tasks (category, title, start_date) values ('Home', 'Mine', '2020-01-01')",
    "insert into public.tasks (user_id, category, title, start_date) values (:owner, 'Home', 'Foisted', '2020-01-01')",
    "update public.tasks set title = 'Changed' where id = :task",
    "update public.tasks set is_active = true where id = :deleted",
    "update public.tasks set user_id = :stranger where is_active",
    "update public.tasks set user_id = :owner where is_active",
    "insert into public.task_completions (task_id, completed_date) values (:task, '2020-03-01')",
    "insert into public.task_completions (task_id, completed_date) values (:deleted, '2020-03-01')",
    "insert into public.task_completions (task_id, completed_date) values (:task, current_date + 3)",
    "insert into public.task_completions (task_id, completed_date) values (:task, '2019-12-31')",
    "insert into public.task_completions (task_id, completed_date) values (:ended, '2020-01-02')",
    "insert into public.task_completions (task_id, completed_date, user_id) values (:task, '2020-03-01', :recipient)",
    "delete from public.task_completions where task_id = :task and user_id = :owner",
    "delete from public.task_completions where task_id = :task and user_id = :recipient",
    "delete from public.task_completions where task_id = :deleted",
    "delete from public.task_completions",
    "insert into private.task_shares (task_id, contact_email) values (:task, 'new@example.com')",
    "insert into private.task_shares (task_id, contact_email) values (:deleted, 'new@example.com')",
    "insert into private.task_shares (task_id, contact_email) values (:task, 'twice@example.com'), (:task, ' Twice@example.com')",
    "insert into private.task_shares (task_id, contact_email) values (:private, 'new@example.com')",
    "insert into private.task_shares (task_id, contact_email) values (:task, 'nonsense')",
    "insert into private.task_shares (task_id, contact_email) values (:task, :ownersEmail)",
    "insert into private.task_shares (task_id, contact_email, owner_id) values (:task, 'new@example.com', :owner)",
    "insert into private.task_shares (task_id, contact_email, owner_id) values (:task, 'new@example.com', :stranger)",
    "delete from private.task_shares where task_id = :task",
    "delete from private.task_shares",
    "insert into public.shared_contacts (contact_email) values ('new@example.com')",
    "delete from public.shared_contacts where owner_id = :owner",
    "delete from public.shared_contacts",
    "insert into public.shared_contacts (contact_email, owner_id) values ('foisted@example.com', :owner)",
    "update public.profiles set full_name = 'Changed' where id = :owner",
    "update public.profiles set time_zone = 'Nowhere/At_All' where id = :owner",
    "update public.profiles set date_style = 'yankee-13-someday' where id = :owner",
    "update public.profiles set id = :stranger",
    "select id from public.households where id in (:household, :gone)",
    "select name from public.household_people where household_id = :household",
    "select id from public.household_invitations where household_id = :household",
    "select name from public.household_displays where household_id = :household",
    "insert into public.household_displays (id, household_id, name, token_hash) values (:household, :household, 'Mine', sha256('mine'))",
    "update public.household_displays set name = 'Changed' where household_id = :household",
    "delete from public.household_displays where household_id = :household",
    "select secret from private.household_labels",
    "select uses from private.display_uses",
    "select public.create_display(:gone, :stranger, 'Mine')",
    "select public.read_display('nothing')",
    "select public.tick_on_display('nothing', :chore, '2020-03-01', array[:household::uuid], 'UTC')",
    "select public.undo_on_display('nothing', :hers, '2020-01-02', 'UTC')",
    "select jsonb_object_keys(public.print_labels(:household))",
    "select private.is_display_topic('display:nothing')",
    "select private.open_display('nothing', false)",
    "insert into public.households (id, name) values (gen_random_uuid(), 'Mine')",
    "insert into public.household_people (id, household_id, account_id, name, role) values (gen_random_uuid(), :household, :stranger, 'Me', 'keeper')",
    "update public.household_people set role = 'keeper' where household_id = :household",
    "delete from public.household_invitations where household_id = :household",
    "select id from public.tasks where id = :chore",
    "update public.tasks set title = 'Changed' where id = :chore",
    "update public.tasks set household_id = null where id = :chore",
    "update public.tasks set household_id = :household where id = :task",
    "update public.tasks set household_id = null where title = 'Of a member'",
    "insert into public.tasks (category, title, start_date, household_id) values ('Home', 'Foisted on them', '2020-01-01', :household)",
    "insert into public.task_completions (task_id, completed_date) values (:chore, '2020-03-01')",
    "delete from public.task_completions where task_id = :hers",
    "select public.rename_household(:household, 'Ours')",
    "select public.restore_household(:gone)",
    "select public.invite_to_household_by_mail(:household, 'new@example.com', 'member')",
    "select address from public.household_invitations where household_id = :household",
    "select person_id from public.household_absences where household_id = :household",
    "select day from public.task_turns where task_id = :chore",
    "select from_person from public.turn_offers where task_id = :chore",
    "insert into public.household_absences (id, household_id, person_id, from_day, to_day, entered_on) values (:gone, :household, :person, '2020-01-01', '2020-01-02', '2020-01-01')",
    "insert into public.task_turns (task_id, day, person_id) values (:chore, '2020-01-02', :person)",
    "insert into public.turn_offers (task_id, day, from_person) values (:chore, '2020-01-02', :person)",
    "update public.household_absences set ended_on = current_date where household_id = :household",
    "update public.task_turns set person_id = :stranger where task_id = :chore",
    "update public.turn_offers set to_person = :stranger where task_id = :chore",
    "delete from public.household_absences where household_id = :household",
    "delete from public.task_turns where task_id = :chore",
    "delete from public.turn_offers where task_id = :chore",
    "update public.tasks set roster = array[:stranger::uuid] where id = :chore",
    "insert into public.tasks (category, title, start_date, roster) values ('Home', 'By turns', '2020-01-01', array[:stranger::uuid])",
    "select public.enter_absence(:household, :gone, :person, current_date)",
    "select public.end_absence(:household, :person)",
    "select public.take_turns(:chore, array[current_date + 2])",
    "select public.give_turns(:chore, array[current_date + 2], :person)",
    "select public.return_turns(:chore, array[current_date + 1])",
    "select public.offer_turns(:chore, array[current_date + 2])",
    "select public.withdraw_offers(:chore, array[current_date + 1])",
    "select private.begin_turns(:chore, array[current_date + 2])",
    "select private.set_turns(:chore, array[current_date + 2], :person, 'turn_taken')",
    "select private.finish_turns(:chore, array[current_date + 2], 'turn_taken', :person)",
    "select private.absences_json(:household)",
    "select private.former_names_json(:household)",
    "select public.list_tasks()",
    "select public.read_record('2020-01-01', '2021-01-01')",
    `select public.create_task(gen_random_uuid(),
       '{"category": "Home", "title": "Another", "startDate": "2020-01-01"}')`,
    'select public.update_task(:task, \'{"title": "Changed"}\')',
    "select public.delete_task(:task)",
    "select public.leave_task(:task)",
    "select recipient_id, sender_id from public.sharing_consents where sender_id = :owner",
    "select person_id, title from public.left_tasks where task_id = :task",
    "select name from public.former_names where task_id = :task",
    "insert into public.sharing_consents (recipient_id, sender_id, is_accepted, sender_name) values (:recipient, :stranger, true, 'Me')",
    "update public.sharing_consents set is_accepted = true",
    "delete from public.sharing_consents",
    "insert into public.left_tasks (person_id, task_id, owner_id, owner_name) values (:recipient, :task, :owner, 'Me')",
    "delete from public.left_tasks",
    "insert into public.former_names (task_id, person_id, name) values (:task, :owner, 'Somebody')",
    "delete from public.former_names",
    "select public.accept_sender(:owner)",
    "select public.accept_sender(:stranger)",
    "select public.decline_sender(:owner)",
    "select public.block_sender(:owner)",
    "select public.block_sender(:stranger)",
    "select public.unblock_sender(:owner)",
    "select public.ask_for_tasks(array[:task::uuid])",
    "select private.bind_waiting(:stranger, :ownersEmail)",
    "select private.waiting_tasks(:invited, :ownersEmail, :owner)",
    "select user_id, is_on, hour from public.morning_mails where user_id = :owner",
    "insert into public.morning_mails (is_on, hour) values (true, 6)",
    "insert into public.morning_mails (user_id, is_on) values (:invited, true)",
    "update public.morning_mails set is_on = not is_on where user_id = :owner",
    "update public.morning_mails set user_id = :stranger",
    "delete from public.morning_mails where user_id = :owner",
    "select public.set_morning_mail(true, 6)",
    "select public.read_push()",
    "select public.set_push(7, true, true, 22, 7)",
    "select public.add_push_device('https://fcm.googleapis.com/fcm/send/probe', 'B' || repeat('A', 86), repeat('A', 22), 'Mine')",
    "select public.remove_push_device(:stranger)",
    "select public.watch_task(:task, true)",
    "select task_id from private.watched_tasks",
    "select user_id from private.push_settings",
    "select endpoint from private.push_devices",
    "select key from private.pushes",
    "select private.due_pushes(now(), null, 1)",
    "select public.due_pushes()",
    "select public.claim_push(:owner, 'today', '2020-03-01')",
    "select public.follow_put_off_link(:owner, :task, '2020-03-01', '2020-03-02', 'do')",
    "select person_id, only_mine from public.calendar_feeds where person_id = :owner",
    "update public.calendar_feeds set only_mine = true where person_id = :owner",
    "update public.calendar_feeds set categories = array_fill('x'::text, array[1001]) where person_id = :owner",
    "update public.calendar_feeds set person_id = :stranger",
    "delete from public.calendar_feeds where person_id = :owner",
    "insert into public.calendar_feeds (person_id, token_hash) values (:owner, sha256('mine'))",
    "select length(public.renew_calendar())",
    "select public.count_calendar_read(encode(sha256(uuid_send(:owner)), 'hex'))",
    "select public.list_tasks_for(:owner)",
    "select private.count_calendar_read(sha256(uuid_send(:owner)))",
    "select private.act_for(:owner)",
    "select public.export_tasks()",
    "select private.exportable_tasks(array[:task::uuid])",
    `select public.import_piece(gen_random_uuid(), 0, '[{"source": "1", "fields": {"category": "Home", "title": "In", "startDate": "2020-01-01"}}]')`,
    "select public.finish_import(:import)",
    "select id from private.imports",
    "select title from public.tasks where id = :staged",
    "update public.tasks set category = 'Changed' where id = :staged",
    "update public.tasks set is_active = true",
    "select public.count_closing_attempt()",
    "select attempts from private.closing_attempts",
    "insert into public.task_completions (task_id, completed_date, by_name) values (:task, '2020-03-01', 'Somebody')",
    "insert into public.task_completions (task_id, completed_date, time_zone) values (:task, '2020-03-01', 'Asia/Tokyo')",
    "insert into public.task_completions (task_id, completed_date, via) values (:task, '2020-03-01', 'display')",
    "insert into public.task_completions (task_id, completed_date, done_on) values (:task, '2020-03-01', '2020-03-01')",
    "select public.complete_task(:task, '2020-03-01')",
    "select public.correct_completion(:task, '2020-02-01', done_on => '2020-01-31')",
    "select public.correct_completion(:task, '2020-02-01', '{}')",
    "select public.undo_completion(:task, '2020-02-01')",
    "insert into public.task_completions (task_id, completed_date, due_on) values (:task, '2020-03-01', '2020-03-01')",
    `select public.start_earlier(:task, '{"startDate": "2019-12-01"}')`,
    "select public.undo_schedule_change(:task, 1)",
    'select private.start_earlier(:task, \'{"startDate": "2019-12-01"}\')',
    "select private.undo_schedule_change(:task, 1)",
    "select private.begin_schedule_change(:task)",
    "select schedule from private.past_changes",
    "select task_id from public.task_schedules where task_id = :task",
    "delete from public.task_schedules where task_id = :task",
    "select task_id from public.task_put_offs where task_id = :task",
    "delete from public.task_put_offs where task_id = :task",
    "select task_id from public.task_day_notes where task_id = :task",
    "delete from public.task_day_notes where task_id = :task",
    "select task_id from public.task_checks where task_id = :task",
    "delete from public.task_checks where task_id = :task",
    "select task_id from public.task_catch_ups where task_id = :task",
    "delete from public.task_catch_ups where task_id = :task",
    "select task_id from public.task_events where task_id = :task",
    "delete from public.task_events where task_id = :task",
    "insert into public.task_schedules (task_id, valid_until, start_date, repeat_value) values (:task, '2019-01-01', '2018-01-01', 'daily')",
    "insert into public.task_put_offs (task_id, due_date, new_date) values (:task, '2020-01-20', '2020-01-21')",
    "insert into public.task_day_notes (task_id, day, note) values (:task, '2020-01-20', 'Foisted')",
    "insert into public.task_catch_ups (id, task_id, days, status) values (gen_random_uuid(), :task, '{[2020-05-01,2020-05-02)}', 'done')",
    "insert into public.task_checks (task_id, day, line) values (:task, '2020-01-20', 'Sink')",
    "insert into public.task_events (task_id, kind) values (:task, 'done')",
    "update public.task_schedules set start_date = '2019-01-01' where task_id = :task",
    "update public.task_put_offs set new_date = '2020-01-21' where task_id = :task",
    "update public.task_day_notes set note = 'Foisted' where task_id = :task",
    "update public.task_catch_ups set status = 'skipped' where task_id = :task",
    "update public.task_checks set line = 'Hob' where task_id = :task",
    "update public.task_events set kind = 'undone' where task_id = :task",
    "insert into public.task_completions (task_id, completed_date, user_id) values (:task, '2020-03-01', :owner)",
    "insert into public.task_completions (task_id, completed_date, user_id) values (:task, '2020-03-01', :stranger)",
    "insert into public.task_completions (task_id, completed_date) values (:task, '2020-04-02')",
    "select public.complete_task(:task, '2020-03-01', :stranger)",
    "select public.skip_occurrence(:task, '2020-03-01')",
    "select public.catch_up(gen_random_uuid(), :task, '[[18322, 3]]', 'done')",
    "select public.undo_completion(:task, '2020-04-02')",
    "select public.put_off(:task, '2020-03-01', '2020-03-02')",
    "select public.note_day(:task, '2020-03-01', 'Twice')",
    "select public.check_line(:task, '2020-01-11', 'Hob', true)",
    "select public.check_line(:task, '2020-01-11', 'Sink', false)",
    "select public.pause_task(:task, '2020-06-01', '2020-06-05')",
    "select public.restore_task(:deleted)",
    "select private.act_in_share(:task)",
    "select private.append_event(:task, 'done')",
    "select private.begin_change(:task)",
    "select private.begin_decision(array[:task::uuid])",
    "select private.takes_part_openly(:task, :recipient)",
    "select private.restore_shares(array[:task::uuid])",
    "select private.visible_tasks(array[:task::uuid])",
    "select private.task_json(array[:task::uuid])",
    'select private.with_fields(null, \'{"title": "Changed"}\')',
    "select private.leave_share(:task)",
    "select private.tasks_shared_with_me()",
    "select private.account_of(:strangersEmail, :owner)",
    "select most from private.limits",
    "select changes from private.daily_changes",
    "insert into private.daily_changes (task_id, user_id, day, changes) values (:task, :owner, current_date, 9999)",
    "select private.count_changes(:task, 9999)",
    "select private.take_turn()",
    "select set_config('realtime.topic', 'user:' || :owner, true), (select count(*) from realtime.messages where id = :message)",
    "insert into realtime.messages (topic, extension) values ('user:' || :owner, 'broadcast')",
  ),
];

/** What a try comes to: how many rows (and for a single row what is in it), or why it is refused. */
async function outcome(client: pg.ClientBase, probe: Probe, values: Values): Promise<string> {
  const parameters: unknown[] = [];
  const text = probe.statement.replaceAll(/(?<!:):([a-zA-Z]+)/g, (_, name: keyof Values) => {
    parameters.push(values[name]);
    return `$${parameters.length}${name.endsWith("Email") ? "" : "::uuid"}`;
  });
  await client.query("savepoint probe");
  try {
    const isAnonymous = probe.actor === "anonymous";
    await become(
      client,
      isAnonymous ? "anon" : "authenticated",
      isAnonymous ? null : String(values[probe.actor as keyof Values]),
    );
    const { rowCount, rows } = await client.query(text, parameters);
    // In no order that the database has promised.
    const contents = rows.map((row) => JSON.stringify(row)).sort();
    return `${rowCount} rows ${text.startsWith("select") ? contents.join() : ""}`;
  } catch (error) {
    const { code, message } = error as pg.DatabaseError;
    return `${code} ${message}`;
  } finally {
    await client.query("rollback to savepoint probe");
  }
}

export type Values = Record<
  | "task"
  | "deleted"
  | "private"
  | "ended"
  | "staged"
  | "import"
  | "message"
  | "owner"
  | "recipient"
  | "former"
  | "left"
  | "invited"
  | "declined"
  | "blocked"
  | "stranger"
  | "unconfirmed"
  | "household"
  | "gone"
  | "chore"
  | "hers"
  | "person"
  | "ownersEmail"
  | "strangersEmail",
  string
>;

/** Ids and addresses that the probes speak of. */
export function valuesOf(
  fixtures: Fixtures,
  others: Pick<
    Values,
    | "deleted"
    | "private"
    | "ended"
    | "staged"
    | "import"
    | "household"
    | "gone"
    | "chore"
    | "hers"
    | "person"
    | "message"
  >,
) {
  return {
    ...others,
    task: fixtures.taskId,
    owner: fixtures.owner.id,
    recipient: fixtures.recipient.id,
    former: fixtures.former.id,
    left: fixtures.left.id,
    invited: fixtures.invited.id,
    declined: fixtures.declined.id,
    blocked: fixtures.blocked.id,
    stranger: fixtures.stranger.id,
    unconfirmed: fixtures.unconfirmed.id,
    ownersEmail: fixtures.owner.email,
    strangersEmail: fixtures.stranger.email,
  };
}

/** Random ids and instants differ from run to run and say nothing. */
const withoutNoise = (text: string) =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, "<instant>");

/** Makes `changes` in a transaction, tries the probes, and takes everything back. */
export function tryProbes(values: Values, changes: readonly string[]): Promise<Map<Probe, string>> {
  return rolledBack(async (client) => {
    for (const change of changes) await client.query(change);
    const outcomes = new Map<Probe, string>();
    for (const probe of probes) {
      outcomes.set(probe, withoutNoise(await outcome(client, probe, values)));
    }
    return outcomes;
  });
}

/**
 * Makes `changes` in a transaction and looks for a probe that comes out differently than `before`,
 * first among those whose statement has `about` in it. Undefined when there is none.
 */
export function findDifference(
  values: Values,
  changes: readonly string[],
  before: Map<Probe, string>,
  about: string,
): Promise<string | undefined> {
  const isAbout = ({ statement }: Probe) => statement.includes(about);
  const inOrder = [...probes.filter(isAbout), ...probes.filter((probe) => !isAbout(probe))];
  return rolledBack(async (client) => {
    for (const change of changes) await client.query(change);
    for (const probe of inOrder) {
      const after = withoutNoise(await outcome(client, probe, values));
      if (after !== before.get(probe)) return `${probe.actor}: ${probe.statement} -> ${after}`;
    }
    return undefined;
  });
}

import type pg from "pg";

/** The fields of a task that people enter, and its owner reads and writes. */
const fields =
  "after_done category checklist custom_rrule custom_rrule_text effort end_date household_id is_shared missed_policy repeat_value roster schedule_from season start_date subtitle title turn_length";
const ofTasks = (privilege: string, others: string) =>
  `authenticated: ${privilege} tasks (${`${fields} ${others}`.split(" ").sort().join(", ")})`;

/**
 * Every right that the API's roles have on our tables and functions, as the migrations intend it. A right is
 * `role: privilege table (columns)` or `role: function`; helpers in the schema `private` can't be reached
 * through the API all the same.
 */
export const intendedRights: readonly string[] = [
  "authenticated: select profiles (date_style, display_name, full_name, id, time_zone)",
  "authenticated: update profiles (date_style, full_name, time_zone)",
  ofTasks(
    "select",
    "created_at deleted_at household_since id is_active paused revision roster_since updated_at user_id",
  ),
  ofTasks("insert", "id"),
  ofTasks("update", "is_active paused"),
  "authenticated: select task_completions (by_name, completed_at, completed_date, done_at, done_on, due_on, people, said_by, status, task_id, time_zone, user_id, via, via_name)",
  "authenticated: insert task_completions (completed_date, done_at, done_on, people, said_by, status, task_id, user_id)",
  "authenticated: delete task_completions",
  // Participants read the record, and only calls and triggers write it.
  "authenticated: select task_catch_ups (by_name, days, id, people, recorded_at, said_by, status, task_id, time_zone, user_id)",
  "authenticated: select task_checks (day, line, task_id)",
  "authenticated: select task_day_notes (by_name, day, note, person_id, task_id, user_id, written_at)",
  "authenticated: select task_events (arrived_at, days, details, happened_at, id, kind, person_id, task_id, time_zone, user_id)",
  "authenticated: select task_put_offs (due_date, new_date, task_id, to_former_schedule, user_id)",
  "authenticated: select task_schedules (schedule, task_id, valid_until)",
  "authenticated: select task_shares (contact_email, owner_id, status, task_id)",
  "authenticated: select sharing_consents (is_accepted, sender_id, sender_name)",
  "authenticated: select left_tasks (left_at, owner_id, owner_name, task_id, title)",
  // Only for calls, which write them as the caller.
  "authenticated: select private.task_shares (contact_email, owner_id, status, task_id)",
  "authenticated: insert private.task_shares (contact_email, task_id)",
  "authenticated: delete private.task_shares",
  "authenticated: select shared_contacts (contact_email, last_shared_at, owner_id)",
  "authenticated: delete shared_contacts",
  "authenticated: select morning_mails (hour, is_on, only_my_turns, user_id)",
  "authenticated: insert morning_mails (hour, is_on, only_my_turns)",
  "authenticated: update morning_mails (hour, is_on, only_my_turns)",
  "authenticated: set_morning_mail(boolean,integer,boolean)",
  "authenticated: private.names_digest()",
  "authenticated: private.offers_morning_mail()",
  "authenticated: private.tasks_digest()",
  "service_role: claim_morning_mails(timestamp with time zone,integer)",
  "service_role: private.lease_morning_mails(timestamp with time zone,integer)",
  "service_role: follow_done_link(uuid,uuid,date,text,uuid[],text)",
  "service_role: private.door_rules(text)",
  "service_role: private.open_door(text,text,uuid,uuid,text)",
  "service_role: follow_unsubscribe_link(text,text,text)",
  "service_role: private.follow_unsubscribe_link(text,text,text)",
  "authenticated: select calendar_feeds (categories, created_at, household_ids, only_mine, only_my_turns, person_id, without_daily)",
  "authenticated: update calendar_feeds (categories, household_ids, only_mine, only_my_turns, without_daily)",
  "authenticated: delete calendar_feeds",
  "authenticated: renew_calendar(boolean)",
  "authenticated: private.renew_calendar(boolean)",
  "service_role: is_invited(text)",
  "service_role: private.is_invited(text)",
  "service_role: begin_invited_account(text)",
  "service_role: private.begin_invited_account(text)",
  "service_role: claim_invitation(text,text)",
  "service_role: private.claim_invitation(text,text)",
  "service_role: is_let_in(uuid)",
  "service_role: private.is_let_in(uuid)",
  "service_role: list_tasks_for(uuid)",
  "service_role: private.act_for(uuid)",
  "service_role: count_calendar_read(text)",
  "service_role: private.count_calendar_read(text)",
  "authenticated: export_tasks(uuid)",
  "authenticated: private.exportable_tasks(uuid[])",
  "authenticated: private.exported_account()",
  "authenticated: private.exported_task(jsonb)",
  "authenticated: private.person_json(uuid,text,jsonb)",
  "authenticated: private.ranges_json(datemultirange)",
  "authenticated: import_piece(uuid,integer,jsonb)",
  "authenticated: private.import_piece(uuid,integer,jsonb)",
  "authenticated: finish_import(uuid,boolean)",
  "authenticated: private.finish_import(uuid,boolean)",
  "authenticated: count_closing_attempt()",
  "authenticated: private.count_closing_attempt()",
  "authenticated: list_tasks(text)",
  "authenticated: read_task(uuid)",
  "authenticated: read_record(date,date)",
  "authenticated: private.read_record(date,date)",
  "authenticated: count_done(uuid)",
  "authenticated: create_task(uuid,jsonb,text[])",
  "authenticated: update_task(uuid,jsonb,text[])",
  "authenticated: start_earlier(uuid,jsonb,jsonb,text[])",
  "authenticated: private.start_earlier(uuid,jsonb)",
  "authenticated: undo_schedule_change(uuid,bigint)",
  "authenticated: private.undo_schedule_change(uuid,bigint)",
  "authenticated: delete_task(uuid)",
  "authenticated: leave_task(uuid)",
  "authenticated: accept_sender(uuid)",
  "authenticated: decline_sender(uuid)",
  "authenticated: send_invitation_again(text)",
  "authenticated: block_sender(uuid)",
  "authenticated: unblock_sender(uuid)",
  "authenticated: ask_for_tasks(uuid[])",
  "authenticated: complete_task(uuid,date,uuid,uuid[],date,time without time zone)",
  "authenticated: correct_completion(uuid,date,uuid[],date,time without time zone)",
  "authenticated: skip_occurrence(uuid,date)",
  "authenticated: catch_up(uuid,uuid,jsonb,text,uuid[])",
  "authenticated: undo_catch_up(uuid,uuid)",
  "authenticated: put_off(uuid,date,date)",
  "authenticated: note_day(uuid,date,text,text)",
  "authenticated: check_line(uuid,date,text,boolean)",
  "authenticated: pause_task(uuid,date,date,boolean)",
  "authenticated: restore_task(uuid)",
  "authenticated: undo_completion(uuid,date)",
  // Helpers that the calls above need. The definer functions among them only answer about the caller.
  ...["anon", "authenticated", "service_role"].map((role) => `${role}: private.check_caller()`),
  "authenticated: private.fail(text,jsonb)",
  "authenticated: private.issue(text,text)",
  "authenticated: private.trimmed(text)",
  "authenticated: private.entered_text(text)",
  "authenticated: private.exceed(text)",
  "authenticated: private.canonical_address(text)",
  "authenticated: private.iso(timestamp with time zone)",
  "authenticated: private.set_shares(uuid,text[])",
  "authenticated: private.tasks_shared_with_me()",
  "authenticated: private.visible_tasks(uuid[],boolean)",
  "authenticated: private.task_list(text)",
  "authenticated: private.begin_reading(text)",
  "authenticated: private.leave_task(uuid)",
  "authenticated: private.invitations()",
  "authenticated: private.accept_sender(uuid)",
  "authenticated: private.decline_sender(uuid)",
  "authenticated: private.send_invitation_again(text)",
  "authenticated: private.block_sender(uuid)",
  "authenticated: private.unblock_sender(uuid)",
  "authenticated: private.ask_for_tasks(uuid[])",
  "authenticated: private.refuse(text,text)",
  "authenticated: private.over_fields(text)",
  "authenticated: private.with_fields(tasks,jsonb)",
  "authenticated: private.catch_up(uuid,uuid,jsonb,text,uuid[])",
  "authenticated: private.check_line(uuid,date,text,boolean)",
  "authenticated: private.correct_completion(uuid,date,uuid[],date,time without time zone)",
  "authenticated: private.undo_catch_up(uuid,uuid)",
  "authenticated: private.one_day(date)",
  "authenticated: private.begin_call()",
  "authenticated: private.answer(uuid)",
  "authenticated: private.refuse_task(uuid)",
  "authenticated: private.is_day(date)",
  "authenticated: private.is_date_style(text)",
  "authenticated: private.door(text)",
  "authenticated: private.made_at()",
  // Deeds earlier than one that has waited; each reads what its caller may read.
  "authenticated: private.deed_json(datemultirange,text,uuid,uuid[],timestamp with time zone,text,text,text)",
  "authenticated: private.is_after_done_on(uuid,date)",
  "authenticated: private.last_seen()",
  "authenticated: private.latest_today()",
  "authenticated: private.others_on(uuid,datemultirange,text,uuid,uuid[],date,time without time zone)",
  "authenticated: private.place_of(uuid,date)",
  "authenticated: private.runs(datemultirange)",
  "authenticated: private.said_since(uuid,text[],datemultirange,timestamp with time zone,uuid)",
  "authenticated: private.settled_place(uuid,date)",
  "authenticated: private.mark_day(uuid,date,text,uuid,uuid[],date,time without time zone)",
  "authenticated: private.my_time_zone()",
  "authenticated: private.note_day(uuid,date,text,text)",
  "authenticated: private.put_off(uuid,date,date)",
  "authenticated: private.restore_shares(uuid[])",
  "authenticated: private.may_undo(uuid,uuid,uuid[],text,timestamp with time zone)",
  "authenticated: private.undo_completion(uuid,date)",
  "authenticated: private.takes_part_openly(uuid,uuid)",
  // Households are read by their people, and only written by calls.
  "authenticated: select households (created_at, deleted_at, id, name)",
  "authenticated: select household_people (face, household_id, id, joined_at, left_on, name, role)",
  "authenticated: select household_invitations (address, expires_at, household_id, id, mailed_at, person_id, role)",
  ...[
    "create_household(uuid,text,text[])",
    "rename_household(uuid,text)",
    "save_person(uuid,uuid,text,integer,text)",
    "remove_person(uuid,uuid)",
    "bring_back_person(uuid,uuid)",
    "invite_to_household(uuid,text,uuid)",
    "invite_to_household_by_mail(uuid,text,text,uuid)",
    "send_household_invitation_again(uuid)",
    "revoke_household_invitation(uuid)",
    "join_household(text)",
    "delete_household(uuid,text)",
    "restore_household(uuid)",
  ].flatMap((call) => [`authenticated: ${call}`, `authenticated: private.${call}`]),
  // Turns and absences are also only written by calls.
  "authenticated: select household_absences (ended_on, entered_at, entered_by, entered_on, for_past, from_day, household_id, id, person_id, to_day)",
  "authenticated: select house_absences (ended_by, ended_on, entered_at, entered_by, from_day, household_id, id, to_day)",
  "authenticated: select household_zones (counts_from, first_day, household_id, set_at, set_by, time_zone)",
  "authenticated: private.is_in_session()",
  "authenticated: select turn_swaps (day, given_at, given_by, person_id, task_id)",
  "authenticated: select turn_offers (day, from_person, offered_at, task_id, to_person)",
  ...[
    "enter_absence(uuid,uuid,uuid,date,date,boolean)",
    "end_absence(uuid,uuid)",
    "enter_house_absence(uuid,uuid,date,date)",
    "end_house_absence(uuid,uuid)",
    "set_household_zone(uuid,text)",
    "take_turns(uuid,date[])",
    "give_turns(uuid,date[],uuid)",
    "return_turns(uuid,date[])",
    "offer_turns(uuid,date[],uuid)",
    "withdraw_offers(uuid,date[])",
  ].flatMap((call) => [`authenticated: ${call}`, `authenticated: private.${call}`]),
  "authenticated: private.ids_in(jsonb)",
  "authenticated: private.with_names(jsonb,text)",
  "authenticated: private.exported_details(jsonb)",
  // Keepers see displays; only a token opens one, or a label.
  "anon: private.is_display_topic(text)",
  "authenticated: select household_displays (created_at, household_id, id, name, used_at)",
  ...[
    "read_display(text,text)",
    "read_household_invitation(text)",
    "tick_on_display(text,uuid,date,uuid[],text)",
    "undo_on_display(text,uuid,date,text)",
  ].flatMap((call) =>
    ["anon", "authenticated"].flatMap((role) => [`${role}: ${call}`, `${role}: private.${call}`]),
  ),
  ...[
    "create_display(uuid,uuid,text)",
    "revoke_display(uuid)",
    "print_labels(uuid)",
    "renew_labels(uuid)",
  ].flatMap((call) => [`authenticated: ${call}`, `authenticated: private.${call}`]),
  "authenticated: private.doers_json(uuid[],uuid,text,jsonb,uuid)",
  "authenticated: private.households()",
  "authenticated: private.may_edit(uuid)",
  "authenticated: private.my_households(text,boolean)",
  "authenticated: private.my_people()",
  "authenticated: private.my_person(uuid)",
  "authenticated: private.names_of(uuid[],jsonb)",
  ...[
    "read_push(text)",
    "set_push(integer,boolean,boolean,integer,integer,boolean,boolean)",
    "add_push_device(text,text,text,text)",
    "remove_push_device(uuid)",
    "watch_task(uuid,boolean)",
  ].flatMap((call) => [`authenticated: ${call}`, `authenticated: private.${call}`]),
  "service_role: follow_put_off_link(uuid,uuid,date,date,text)",
  // Called by the functions that send mails, with the secret key.
  ...[
    "begin_closing(uuid)",
    "close_piece(uuid,integer,integer)",
    "go_on_closing()",
    "claim_pushes(timestamp with time zone,integer)",
    "claim_mails(text,text[],text[])",
    "finish_morning_mails(jsonb,timestamp with time zone)",
    "claim_message(text,text,text,uuid)",
    "finish_messages(uuid[],text,text,integer,timestamp with time zone)",
    "settle_day(text,uuid,date)",
    "forget_old()",
    "next_invitation()",
    "retry_invitation(uuid)",
  ].flatMap((call) => [`service_role: ${call}`, `service_role: private.${call}`]),
].sort();

const query = `
  with roles (role) as (values ('anon'), ('authenticated'), ('service_role')),
  tables as (
    select oid,
      case when relnamespace = 'private'::regnamespace then 'private.' else '' end || relname as relname
    from pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and relkind in ('r', 'p', 'v', 'm', 'f')
  )
  select role || ': ' || privilege || ' ' || relname || ' ('
    || string_agg(attname, ', ' order by attname) || ')' as held
  from roles, tables
    join pg_attribute on attrelid = oid and attnum > 0 and not attisdropped,
    unnest(array['select', 'insert', 'update']) as privilege
  where has_column_privilege(role, oid, attname, privilege)
  group by role, privilege, relname
  union all
  -- A grant for a whole table includes its system columns.
  select role || ': ' || privilege || ' ' || relname
  from roles, tables, unnest(array['select', 'delete', 'truncate']) as privilege
  where has_table_privilege(role, oid, privilege)
  union all
  select role || ': ' || case when pronamespace = 'private'::regnamespace then 'private.' else '' end
    || proname || '(' || replace(oidvectortypes(proargtypes), ', ', ',') || ')'
  from roles, pg_proc
  where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    and prorettype <> 'trigger'::regtype
    and has_function_privilege(role, pg_proc.oid, 'execute')`;

export async function heldRights(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ held: string }>(query);
  return rows.map(({ held }) => held).sort();
}

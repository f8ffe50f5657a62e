import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { rootFolder } from "../../cli/project.ts";
import { become } from "./sql.ts";

export const ALICE = "00000000-0000-4000-8000-00000000a11c";
const BOB = "00000000-0000-4000-8000-000000000b0b";

/** Some of everything that people leave behind, at least one row per table. */
export async function fillTables(client: pg.Client): Promise<void> {
  await client.query(readFileSync(join(rootFolder, "supabase/seed.sql"), "utf8"));
  await client.query("begin");
  await become(client, "authenticated", ALICE);
  const household = randomUUID();
  await client.query("select public.create_household($1, 'The flat', '{Carol}')", [household]);
  await client.query("select public.create_display($1, $2, 'Tablet')", [household, randomUUID()]);
  await client.query("select public.invite_to_household_by_mail($1, 'dan@example.com', 'member')", [
    household,
  ]);
  await client.query("select public.renew_calendar()");
  await client.query("reset role");
  await client.query("set local session_replication_role = replica");
  await client.query(`
    with task as (
      select id from public.tasks where user_id = '${ALICE}' and repeat_value = 'daily' limit 1
    ), home as (select '${household}'::uuid as id), carol as (
      select id from public.household_people where name = 'Carol'
    ), schedules as (
      insert into public.task_schedules select id, '2020-01-01', '{}' from task
    ), changes as (
      insert into private.past_changes (task_id, schedule, former_schedules, put_offs)
      select id, '{}', '[]', '[]' from task
    ), catch_ups as (
      insert into public.task_catch_ups (id, task_id, days, status, user_id)
      select gen_random_uuid(), id, '{[2020-01-01,2020-01-02)}', 'done', '${ALICE}' from task
    ), put_offs as (
      insert into public.task_put_offs (task_id, due_date, new_date, user_id)
      select id, '2020-01-05', '2020-01-06', '${ALICE}' from task
    ), notes as (
      insert into public.task_day_notes (task_id, day, note, user_id) select id, '2020-01-05', 'Wet', '${ALICE}' from task
    ), watched as (insert into private.watched_tasks select '${ALICE}', id from task), checks as (
      insert into public.task_checks (task_id, day, line, user_id) select id, '2020-01-05', 'One', '${ALICE}' from task
    ), people as (
      insert into private.task_people select task.id, carol.id, 'Carol' from task, carol
    ), ended as (insert into private.ended_shares select id, 'x@example.com' from task), gone as (
      insert into public.left_tasks (person_id, task_id, owner_id, owner_name)
      select '${BOB}', id, '${ALICE}', 'Alice' from task
    ), names as (insert into public.former_names select id, '${BOB}', 'Bobby' from task), refusals as (
      insert into private.mail_refusals values ('x@example.com', 'invitation', 'bounced', now())
    ), mornings as (insert into public.morning_mails values ('${ALICE}', true, 7, null, false)), imports as (
      insert into private.imports (person_id, id) values ('${BOB}', gen_random_uuid())
    ), pieces as (insert into private.import_pieces values ('${BOB}', 0, '', '[]')), staged as (
      insert into private.staged_tasks select id, '${BOB}', 1, '{}' from task
    ), brought as (
      insert into private.household_imports (id, household_id, person_id, is_new, people, absences)
      select '00000000-0000-4000-8000-000000000063', home.id, carol.id, false, '{}', '{}' from home, carol
    ), moved as (
      insert into private.moved_tasks select '00000000-0000-4000-8000-000000000063', id, 1 from task
    ), claims as (
      insert into private.import_claims (household_id, person_id, stand_in, by_person, deeds, since)
      select home.id, carol.id, carol.id, carol.id, 1, '2020-01-01' from home, carol
    ), imported as (insert into private.imported values ('${BOB}', 1)), labels as (
      insert into private.household_labels select id, 'secret' from home
    ), let_in as (insert into private.let_in values ('${BOB}')), settings as (
      insert into private.push_settings (user_id, today_hour, invitations, done) values ('${ALICE}', 7, true, true)
    ), devices as (
      insert into private.push_devices (user_id, endpoint, p256dh, auth, label)
      values ('${ALICE}', 'https://fcm.googleapis.com/fcm/send/1', 'B' || repeat('A', 86), repeat('A', 22), 'Phone')
    ), token as (
      insert into public.access_tokens (id, made_by, household_id, name, scope, token_hash)
      select '00000000-0000-4000-8000-000000000064', '${ALICE}', home.id, 'Panel', 'tick', 'secret' from home
    ), answers as (
      insert into private.token_answers (token_id, key, asked)
      values ('00000000-0000-4000-8000-000000000064', 'key', 'asked')
    ), told as (
      insert into private.told_tasks (token_id, task_id, told)
      select '00000000-0000-4000-8000-000000000064', task.id, 1 from task
    ), readings as (
      insert into private.readings select id, '2020-01-01', 'Hours', 1, 0 from task
    ), webhooks as (
      insert into private.webhooks (id, user_id, household_id, made_by, host, sealed, told_until)
      select '00000000-0000-4000-8000-000000000065', '${ALICE}', home.id, carol.id, 'example.com', 'sealed', '2020-01-01'
      from home, carol
    ), closings as (
      insert into private.closings (account_id) values ('${BOB}')
    ), news as (
      insert into private.news (kind, until) values ('done', '2020-01-01')
    ), forgotten as (
      insert into private.forgotten (day) values ('2020-01-01')
    ), outbox as (
      insert into private.outbox (recipient, kind, key) values ('x@example.com', 'morning', 'k')
    ), absences as (
      insert into public.household_absences (id, household_id, person_id, from_day, to_day, entered_on)
      select gen_random_uuid(), home.id, carol.id, '2020-01-01', '2020-01-02', '2020-01-01' from home, carol
    ), away as (
      insert into public.house_absences (id, household_id, from_day, to_day, entered_by)
      select gen_random_uuid(), home.id, '2020-01-01', '2020-01-02', carol.id from home, carol
    ), swaps as (
      insert into public.turn_swaps (task_id, day, person_id) select task.id, '2020-01-01', carol.id from task, carol
    )
    insert into public.turn_offers (task_id, day, from_person) select task.id, '2020-01-02', carol.id from task, carol`);
  await client.query("commit");
}

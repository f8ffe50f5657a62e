-- Whoever comes later waits behind a statement that waits: without its lock the migration ends, and is run again.
set lock_timeout = '500ms';

set check_function_bodies = off;

REVOKE ALL ON FUNCTION "private"."take_from_catch_ups"(uuid, datemultirange) FROM "authenticated";

DROP POLICY "Participants undo their own completions, owners and members eve" ON "public"."task_completions";

DROP POLICY "People add tasks of their own and members those of their househ" ON "public"."tasks";

DROP POLICY "People see their own tasks, their households' and those shared " ON "public"."tasks";

DROP POLICY "Displays hear that their household has changed" ON "realtime"."messages";

DROP TRIGGER "record_nameless" ON "public"."task_completions";

DROP INDEX "public"."completions_by_instant";

DROP VIEW "private"."my_tasks";

DROP VIEW "private"."named_tasks";

ALTER TABLE "private"."outbox" DROP CONSTRAINT "outbox_check";

ALTER TABLE "private"."push_devices" DROP CONSTRAINT "push_devices_check";

ALTER TABLE "public"."task_completions" DROP CONSTRAINT "task_completions_via_check";

ALTER TABLE "public"."task_events" DROP CONSTRAINT "task_events_kind_check";

DROP FUNCTION "private"."act_for_display"(text, text);

DROP FUNCTION "private"."check_display_change"(uuid, uuid, uuid, uuid[]);

DROP FUNCTION "private"."deed_json"(datemultirange, text, uuid, uuid[], timestamp with time zone, text);

DROP FUNCTION "private"."done_for_devices"(timestamp with time zone);

DROP FUNCTION "private"."due_morning_mails"(timestamp with time zone, uuid, integer);

DROP FUNCTION "private"."due_pushes"(timestamp with time zone, uuid, integer);

DROP FUNCTION "private"."forget_old"();

DROP FUNCTION "private"."imported_id"(text);

DROP FUNCTION "private"."invitations_for_devices"(timestamp with time zone);

DROP FUNCTION "private"."is_after_done_on"(uuid, date);

DROP FUNCTION "private"."is_display_topic"(text);

DROP FUNCTION "private"."is_new_sender"(uuid);

DROP FUNCTION "private"."is_participant"(uuid);

DROP FUNCTION "private"."is_time_zone"(text);

DROP FUNCTION "private"."iso"(timestamp with time zone);

DROP FUNCTION "private"."may_edit"(uuid);

DROP FUNCTION "private"."offers_for_devices"(timestamp with time zone);

DROP FUNCTION "private"."ready_push_devices"(timestamp with time zone, uuid);

DROP FUNCTION "private"."renew_calendar"();

DROP FUNCTION "private"."said_since"(uuid, text[], datemultirange, timestamp with time zone, uuid);

DROP FUNCTION "private"."last_seen"();

DROP FUNCTION "private"."stage_entry"(jsonb);

DROP FUNCTION "private"."stage_history"(public.tasks, jsonb);

DROP FUNCTION "private"."tick_on_display"(text, uuid, date, uuid[], text);

DROP FUNCTION "private"."undo_on_display"(text, uuid, date, text);

DROP FUNCTION "private"."want_mail_again"(text, uuid);

DROP FUNCTION "public"."due_morning_mails"(timestamp with time zone, uuid, integer);

DROP FUNCTION "public"."due_pushes"(timestamp with time zone, uuid, integer);

DROP FUNCTION "public"."export_tasks"(uuid);

DROP FUNCTION "public"."follow_done_link"(uuid, uuid, date, text);

DROP FUNCTION "public"."renew_calendar"();

DROP FUNCTION "public"."set_morning_mail"(boolean, integer);

DROP FUNCTION "public"."tick_on_display"(text, uuid, date, uuid[], text);

DROP FUNCTION "public"."undo_completion"(uuid, date);

DROP FUNCTION "public"."undo_on_display"(text, uuid, date, text);

CREATE TABLE "private"."closings" ("account_id" uuid NOT NULL, "begun_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "closings_pkey" PRIMARY KEY (account_id));

ALTER TABLE "private"."closings" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."forgotten" ("day" date NOT NULL, CONSTRAINT "forgotten_pkey" PRIMARY KEY (day));

ALTER TABLE "private"."forgotten" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."generation" ("id" uuid NOT NULL, CONSTRAINT "generation_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."generation" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."household_imports" ("id" uuid NOT NULL, "household_id" uuid NOT NULL, "person_id" uuid NOT NULL, "imported_at" timestamp with time zone NOT NULL DEFAULT now(), "is_new" boolean NOT NULL, "people" uuid[] NOT NULL, "absences" uuid[] NOT NULL, CONSTRAINT "household_imports_absences_check" CHECK (((array_ndims(absences) = 1) AND (array_lower(absences, 1) = 1))), CONSTRAINT "household_imports_people_check" CHECK (((array_ndims(people) = 1) AND (array_lower(people, 1) = 1))), CONSTRAINT "household_imports_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."household_imports" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."import_claims" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "household_id" uuid NOT NULL, "person_id" uuid NOT NULL, "stand_in" uuid NOT NULL, "by_person" uuid NOT NULL, "imported_at" timestamp with time zone NOT NULL DEFAULT now(), "deeds" integer NOT NULL, "since" date NOT NULL, "answer" text, "answered_at" timestamp with time zone, CONSTRAINT "import_claims_answer_check" CHECK ((answer = ANY (ARRAY['mine'::text, 'left'::text]))), CONSTRAINT "import_claims_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."import_claims" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."let_in" ("account_id" uuid NOT NULL, CONSTRAINT "let_in_pkey" PRIMARY KEY (account_id));

ALTER TABLE "private"."let_in" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."moved_tasks" ("import_id" uuid NOT NULL, "task_id" uuid NOT NULL, "revision" bigint NOT NULL, CONSTRAINT "moved_tasks_pkey" PRIMARY KEY (import_id, task_id));

ALTER TABLE "private"."moved_tasks" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."news" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "user_id" uuid, "kind" text NOT NULL, "task_id" uuid, "day" date, "invitation_id" uuid, "until" timestamp with time zone NOT NULL, CONSTRAINT "news_kind_check" CHECK ((kind = ANY (ARRAY['done'::text, 'invitation'::text, 'offer'::text]))), CONSTRAINT "news_pkey" PRIMARY KEY (id));

ALTER TABLE "private"."news" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."readings" ("task_id" uuid NOT NULL, "read_at" timestamp with time zone NOT NULL, "name" text NOT NULL, "number" numeric NOT NULL, "grown" numeric NOT NULL, CONSTRAINT "readings_grown_check" CHECK (((grown >= (0)::numeric) AND (grown <= '1000000000000000000'::numeric))), CONSTRAINT "readings_number_check" CHECK (((number >= (0)::numeric) AND (number <= '1000000000000'::numeric))), CONSTRAINT "readings_pkey" PRIMARY KEY (task_id, read_at));

ALTER TABLE "private"."readings" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."token_answers" ("token_id" uuid NOT NULL, "key" text NOT NULL, "asked" bytea NOT NULL, "answer" jsonb, "answered_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "token_answers_key_check" CHECK (((char_length(key) >= 1) AND (char_length(key) <= 255))), CONSTRAINT "token_answers_pkey" PRIMARY KEY (token_id, key));

ALTER TABLE "private"."token_answers" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."told_tasks" ("token_id" uuid NOT NULL, "task_id" uuid NOT NULL, "revision" bigint, "told" bigint NOT NULL, "told_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "told_tasks_pkey" PRIMARY KEY (token_id, task_id));

ALTER TABLE "private"."told_tasks" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "private"."webhooks" ("id" uuid NOT NULL, "user_id" uuid NOT NULL, "household_id" uuid, "made_by" uuid, "host" text NOT NULL, "sealed" text NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "used_at" timestamp with time zone, "failing_since" timestamp with time zone, "failure" text, "given_up" integer NOT NULL DEFAULT 0, "given_up_at" timestamp with time zone, "told_until" date NOT NULL, "next_at" timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone, "leased_until" timestamp with time zone, CONSTRAINT "webhooks_check" CHECK (((household_id IS NULL) = (made_by IS NULL))), CONSTRAINT "webhooks_failure_check" CHECK ((char_length(failure) <= 20)), CONSTRAINT "webhooks_host_check" CHECK (((char_length(host) >= 1) AND (char_length(host) <= 260))), CONSTRAINT "webhooks_pkey" PRIMARY KEY (id), CONSTRAINT "webhooks_sealed_check" CHECK (((char_length(sealed) >= 1) AND (char_length(sealed) <= 4000))));

ALTER TABLE "private"."webhooks" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."access_tokens" ("id" uuid NOT NULL, "made_by" uuid NOT NULL, "household_id" uuid, "name" text NOT NULL, "scope" text NOT NULL, "token_hash" bytea NOT NULL, "created_at" timestamp with time zone NOT NULL DEFAULT now(), "used_on" date, "told" bigint NOT NULL DEFAULT 0, CONSTRAINT "access_tokens_check" CHECK (((household_id IS NULL) OR (scope <> 'write'::text))), CONSTRAINT "access_tokens_pkey" PRIMARY KEY (id), CONSTRAINT "access_tokens_scope_check" CHECK ((scope = ANY (ARRAY['read'::text, 'tick'::text, 'write'::text]))), CONSTRAINT "access_tokens_token_hash_key" UNIQUE (token_hash));

ALTER TABLE "public"."access_tokens" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."house_absences" ("id" uuid NOT NULL, "household_id" uuid NOT NULL, "from_day" date NOT NULL, "to_day" date NOT NULL, "entered_by" uuid NOT NULL, "entered_at" timestamp with time zone NOT NULL DEFAULT now(), "ended_on" date, "ended_by" uuid, CONSTRAINT "house_absences_check1" CHECK ((ended_on >= from_day)), CONSTRAINT "house_absences_check" CHECK ((to_day >= from_day)), CONSTRAINT "house_absences_pkey" PRIMARY KEY (id));

ALTER TABLE "public"."house_absences" ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."household_zones" ("household_id" uuid NOT NULL, "counts_from" timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone, "first_day" date NOT NULL DEFAULT '-infinity'::date, "time_zone" text NOT NULL, "set_by" uuid, "set_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "household_zones_pkey" PRIMARY KEY (household_id, counts_from), CONSTRAINT "household_zones_time_zone_check" CHECK ((char_length(time_zone) <= 64)));

ALTER TABLE "public"."household_zones" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "private"."imports" ADD COLUMN "household" jsonb;

ALTER TABLE "private"."outbox" ADD COLUMN "webhook_id" uuid;

ALTER TABLE "private"."outbox" ADD COLUMN "task_id" uuid;

ALTER TABLE "private"."outbox" ADD COLUMN "place" bigint;

ALTER TABLE "private"."outbox" ADD COLUMN "attempts" smallint NOT NULL DEFAULT 0;

ALTER TABLE "private"."outbox" ADD COLUMN "waits_until" timestamp with time zone;

ALTER TABLE "private"."past_changes" ADD COLUMN "roster_since" timestamp with time zone;

ALTER TABLE "private"."push_devices" ADD COLUMN "sealed" text;

ALTER TABLE "private"."push_settings" ADD COLUMN "next_at" timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone;

ALTER TABLE "private"."staged_tasks" ADD COLUMN "roster" uuid[] NOT NULL DEFAULT '{}'::uuid[];

ALTER TABLE "private"."staged_tasks" ADD COLUMN "roster_since" timestamp with time zone;

ALTER TABLE "private"."staged_tasks" ADD COLUMN "household_since" date;

ALTER TABLE "public"."calendar_feeds" ADD COLUMN "without_daily" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."house_absences" ADD COLUMN "days" daterange GENERATED ALWAYS AS (daterange(from_day, LEAST((to_day + 1), ended_on))) STORED NOT NULL;

ALTER TABLE "public"."household_invitations" ADD COLUMN "typed_address" text;

ALTER TABLE "public"."household_people" ADD COLUMN "account_since" timestamp with time zone;

ALTER TABLE "public"."households" ADD COLUMN "language" text;

ALTER TABLE "public"."morning_mails" ADD COLUMN "only_my_turns" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."morning_mails" ADD COLUMN "next_at" timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone;

ALTER TABLE "public"."profiles" ADD COLUMN "language" text;

ALTER TABLE "public"."task_completions" ADD COLUMN "via_name" text DEFAULT ((NULLIF(current_setting('rota.door'::text, true), ''::text))::jsonb ->> 'name'::text);

ALTER TABLE "public"."task_schedules" ADD COLUMN "roster_since" timestamp with time zone;

ALTER TABLE "public"."tasks" ADD COLUMN "waits_for" text;

ALTER TABLE "public"."tasks" ADD COLUMN "waits_amount" integer;

ALTER TABLE "public"."tasks" ADD COLUMN "happened" jsonb;

ALTER TABLE "public"."tasks" ADD COLUMN "household_since" date;

ALTER TABLE "public"."tasks" ADD COLUMN "roster_since" timestamp with time zone NOT NULL DEFAULT now();

ALTER TABLE "private"."push_devices" ALTER COLUMN "auth" DROP NOT NULL;

ALTER TABLE "private"."push_devices" ALTER COLUMN "endpoint" DROP NOT NULL;

ALTER TABLE "private"."push_devices" ALTER COLUMN "p256dh" DROP NOT NULL;

ALTER TABLE "public"."task_completions" ALTER COLUMN "via" SET DEFAULT ((NULLIF(current_setting('rota.door'::text, true), ''::text))::jsonb ->> 'kind'::text);

CREATE OR REPLACE FUNCTION private.account_of(address text, owner uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select users.id
  from auth.users
  where
    users.email = address
    and users.email_confirmed_at is not null
    and users.deleted_at is null
    and not users.is_sso_user
    and users.id != owner;
$function$;

CREATE OR REPLACE FUNCTION private.act_for(person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform set_config(
    'request.jwt.claims',
    jsonb_build_object('sub', person, 'role', 'authenticated')::text,
    true
  );
  -- auth.uid() prefers this setting if it is present; the embedded stack's reads no other.
  perform set_config('request.jwt.claim.sub', person::text, true);
  perform set_config('request.jwt.claim.role', 'authenticated', true);
  perform set_config('role', 'authenticated', true);
  perform private.check_caller();
end;
$function$;

CREATE OR REPLACE FUNCTION private.add_push_channel(id uuid, label text, sealed text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
begin
  if add_push_channel.id is null or (char_length(sealed) between 1 and 16000) is not true then
    perform private.refuse('', 'INVALID');
  end if;
  perform private.lock_quota('push devices', me);
  perform private.check_limit('push_devices', (
    select 1 + count(*) from private.push_devices
    where push_devices.user_id = me and push_devices.id <> add_push_channel.id
  ));
  insert into private.push_devices (id, user_id, label, sealed)
  values (
    add_push_channel.id, me,
    coalesce(nullif(left(private.entered_text(add_push_channel.label), 100), ''), 'HTTP'), add_push_channel.sealed
  )
  on conflict on constraint push_devices_pkey do update
  set label = excluded.label, sealed = excluded.sealed, failures = 0, waits_until = null
  where push_devices.user_id = excluded.user_id and push_devices.sealed is not null;
  if not found then
    perform private.refuse('id', 'INVALID');
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.add_push_device(endpoint text, p256dh text, auth text, label text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  session constant uuid := nullif(
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id', ''
  );
  wrong constant text := private.wrong_in_subscription(endpoint, p256dh, auth);
  device uuid;
begin
  if wrong is not null then
    perform private.refuse(wrong, 'INVALID');
  end if;
  perform private.lock_quota('push devices', me);
  -- A caller with its keys uses this browser now; the endpoint isn't enough. The row is deleted, with everything it
  -- says about the former user.
  delete from private.push_devices
  where push_devices.endpoint = add_push_device.endpoint and push_devices.user_id <> me
    and push_devices.p256dh = add_push_device.p256dh and push_devices.auth = add_push_device.auth;
  delete from private.push_devices
  where push_devices.user_id = me and push_devices.endpoint <> add_push_device.endpoint
    and not private.is_signed_in(push_devices.session_id);
  perform private.check_limit('push_devices', (
    select 1 + count(*) from private.push_devices
    where push_devices.user_id = me and push_devices.endpoint is distinct from add_push_device.endpoint
  ));
  insert into private.push_devices (user_id, endpoint, p256dh, auth, label, session_id)
  values (
    me, add_push_device.endpoint, add_push_device.p256dh, add_push_device.auth,
    coalesce(nullif(left(private.entered_text(add_push_device.label), 100), ''), 'A device'), session
  )
  on conflict on constraint push_devices_endpoint_key do update
  set
    p256dh = excluded.p256dh, auth = excluded.auth, label = excluded.label,
    session_id = excluded.session_id, failures = 0, waits_until = null
  where push_devices.user_id = excluded.user_id
  returning push_devices.id into device;
  if device is null then
    perform private.refuse('endpoint', 'INVALID');
  end if;
  return device;
end;
$function$;

CREATE OR REPLACE FUNCTION private.add_webhook(id uuid, host text, sealed text, household_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  zone text := private.my_time_zone();
begin
  if add_webhook.household_id is not null then
    perform private.begin_household(add_webhook.household_id, 'keeper');
    zone := private.household_zone(add_webhook.household_id);
  else
    perform private.lock_quota('webhooks', me);
  end if;
  if add_webhook.id is null or (char_length(host) between 1 and 260) is not true
    or (char_length(sealed) between 1 and 4000) is not true then
    perform private.refuse('address', 'INVALID');
  end if;
  perform private.check_limit('webhooks', (
    select 1 + count(*) from private.webhooks hooks
    where hooks.household_id is not distinct from add_webhook.household_id and hooks.id <> add_webhook.id
      and (hooks.household_id is not null or hooks.user_id = me)
  ));
  insert into private.webhooks as hooks (id, user_id, household_id, made_by, host, sealed, told_until)
  select
    add_webhook.id, me, add_webhook.household_id,
    (
      select people.id from public.household_people people
      where people.household_id = add_webhook.household_id and people.account_id = me and people.left_on is null
    ),
    add_webhook.host, add_webhook.sealed, (now() at time zone zone)::date
  on conflict on constraint webhooks_pkey do update
  set host = excluded.host, sealed = excluded.sealed, failing_since = null, failure = null, given_up = 0,
    given_up_at = null
  where hooks.household_id is not distinct from excluded.household_id and private.is_my_webhook(hooks);
  if not found then
    perform private.refuse('id', 'INVALID');
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.address_key(address text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select hashtextextended(address, 0);
$function$;

CREATE OR REPLACE FUNCTION private.answer_claim(id uuid, is_mine boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  word constant text := case when is_mine then 'mine' else 'left' end;
  claim private.import_claims;
  ids uuid[];
begin
  select claims.* into claim from private.import_claims claims
  where claims.id = answer_claim.id and claims.person_id = any (array(select private.my_people()));
  if claim.id is null then
    perform private.fail('CLAIM_NOT_FOUND');
  end if;
  perform private.begin_household(claim.household_id, 'helper');
  select claims.* into claim from private.import_claims claims where claims.id = answer_claim.id for update;
  if claim.answer is not null then
    if claim.answer = word then
      return;
    end if;
    perform private.fail('CLAIM_NOT_FOUND');
  end if;
  ids := array(
    select tasks.id from public.tasks join private.task_people named on named.task_id = tasks.id
    where named.person_id = claim.stand_in and tasks.household_id = claim.household_id
    order by tasks.id
  );
  perform private.send_no_tasks(true);
  insert into public.task_events (task_id, kind, details)
  select
    tasks.id, 'claimed',
    jsonb_build_object(
      'isMine', is_mine, 'deeds', counted.deeds, 'people', jsonb_build_array(claim.by_person)
    )
  from public.tasks
  cross join lateral (
    select (
      select count(*) from public.task_completions rows
      where rows.task_id = tasks.id and rows.people @> array[claim.stand_in]
    ) + (
      select count(*) from public.task_catch_ups rows
      where rows.task_id = tasks.id and rows.people @> array[claim.stand_in]
    ) as deeds
  ) as counted
  where tasks.id = any (ids)
  order by tasks.id;
  if is_mine then
    insert into private.task_people (task_id, person_id, name)
    select named.task_id, people.id, people.name
    from unnest(ids) as named (task_id), public.household_people people
    where people.id = claim.person_id
    on conflict do nothing;
    update public.task_completions rows
    set
      people = case
        when claim.person_id = any (rows.people) then array_remove(rows.people, claim.stand_in)
        else array_replace(rows.people, claim.stand_in, claim.person_id)
      end,
      said_by = case when rows.said_by = claim.stand_in then claim.person_id else rows.said_by end
    where rows.task_id = any (ids) and (rows.people || rows.said_by) @> array[claim.stand_in];
    update public.task_catch_ups rows
    set
      people = case
        when claim.person_id = any (rows.people) then array_remove(rows.people, claim.stand_in)
        else array_replace(rows.people, claim.stand_in, claim.person_id)
      end,
      said_by = case when rows.said_by = claim.stand_in then claim.person_id else rows.said_by end
    where rows.task_id = any (ids) and (rows.people || rows.said_by) @> array[claim.stand_in];
    update public.task_day_notes rows set person_id = claim.person_id
    where rows.task_id = any (ids) and rows.person_id = claim.stand_in;
    delete from public.household_people people where people.id = claim.stand_in;
  end if;
  update public.tasks set revision = revision + 1 where tasks.id = any (ids);
  perform private.send_no_tasks(false);
  update private.import_claims claims
  set answer = word, answered_at = now()
  -- The same stand-in has the deeds of each import of this keeper.
  where claims.stand_in = claim.stand_in and claims.answer is null;
  perform private.send_household(claim.household_id, ids);
end;
$function$;

CREATE OR REPLACE FUNCTION private.answer_deed(task_id uuid, untaken jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.answer(task_id) || jsonb_strip_nulls(jsonb_build_object('untaken', nullif(untaken, '[]')));
$function$;

CREATE OR REPLACE FUNCTION private.begin_change(task_id uuid, as_editor boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.begin_deed(begin_change.task_id);
  perform from public.tasks where tasks.id = begin_change.task_id for no key update;
  -- The share may have ended in the meantime.
  perform private.begin_deed(begin_change.task_id);
  perform private.act_in_share(begin_change.task_id);
  if as_editor and not private.may_edit(begin_change.task_id) then
    perform private.fail('NOT_ALLOWED');
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.begin_closing(account uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.closings (account_id) select users.id from auth.users where users.id = account
  on conflict do nothing;
  delete from auth.sessions where user_id = account;
  delete from public.morning_mails where user_id = account;
  delete from private.push_settings where user_id = account;
end;
$function$;

CREATE OR REPLACE FUNCTION private.begin_contacts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- For writes by shares, record_shares has locked them.
  if auth.uid() is not null and pg_trigger_depth() = 1 then
    perform private.lock_quota('contacts', auth.uid());
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.begin_deed(task_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  door constant jsonb := nullif(current_setting('rota.door', true), '');
  person uuid;
begin
  perform set_config('rota.sent_task', '', true);
  select me.id into person
  from private.my_tasks mine
  left join public.household_people me
    on me.household_id = mine.household_id and me.account_id = auth.uid() and me.left_on is null
  where mine.id = begin_deed.task_id and mine.is_active;
  if not found or door ->> 'task' <> begin_deed.task_id::text then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  return person;
end;
$function$;

CREATE OR REPLACE FUNCTION private.begin_household(household uuid, least_role text, is_deleted boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  belongs boolean;
  may boolean;
begin
  for attempt in 1..2 loop
    -- One query: somebody removed between two would be told that the household exists, but not for them.
    select
      coalesce(household = any (array(select private.my_households('helper', is_deleted))), false),
      household = any (array(select private.my_households(least_role, is_deleted)))
    into belongs, may;
    if not belongs then
      perform private.fail('HOUSEHOLD_NOT_FOUND');
    elsif not may then
      perform private.fail('NOT_ALLOWED');
    end if;
    if attempt = 1 then
      perform from public.tasks where tasks.household_id = household order by tasks.id for no key update;
      perform from public.households where households.id = household for update;
    end if;
  end loop;
  perform private.count_use('household_changes_per_day', household || auth.uid()::text);
end;
$function$;

CREATE OR REPLACE FUNCTION private.begin_import(import_id uuid, household jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  import private.imports;
  target uuid := (household ->> 'householdId')::uuid;
  is_new boolean;
begin
  if octet_length(household::text) > 500000 then
    raise exception using errcode = 'PT413', message = 'PAYLOAD_TOO_LARGE';
  elsif import_id is null or jsonb_typeof(household) is distinct from 'object' then
    perform private.refuse('household', 'INVALID');
  end if;
  perform private.lock_quota('tasks', me);
  select imports.* into import from private.imports where imports.person_id = me and imports.id = import_id;
  if found then
    return (import.household ->> 'id')::uuid;
  end if;
  if target is null then
    target := private.imported_id('household ' || coalesce(household ->> 'source', import_id::text));
    is_new := target <> all (array(select private.my_households('keeper')));
    -- It was here, and was deleted or left.
    if is_new and exists (select from public.households where households.id = target) then
      target := gen_random_uuid();
    end if;
  elsif target <> all (array(select private.my_households('keeper'))) then
    perform private.fail('HOUSEHOLD_NOT_FOUND');
  else
    is_new := false;
  end if;
  if private.is_time_zone(household ->> 'timeZone') is false then
    perform private.refuse('timeZone', 'UNKNOWN_TIME_ZONE');
  elsif not coalesce(private.is_language(household ->> 'language'), true) then
    perform private.refuse('language', 'INVALID');
  end if;
  if exists (
    select from jsonb_array_elements(coalesce(household -> 'absences', '[]')) as absent
    where (
      (absent ->> 'from')::date <= coalesce((absent ->> 'to')::date, '9999-12-31')
      and (absent ->> 'enteredOn')::date is not null
      and (coalesce(absent ->> 'endedOn', '0001-01-01')::date, (absent ->> 'isForPast')::boolean) is not null
    ) is not true
  ) then
    perform private.refuse('absences', 'INVALID');
  elsif exists (
    select from jsonb_array_elements(coalesce(household -> 'houseAbsences', '[]')) as absent
    where (
      (absent ->> 'from')::date <= (absent ->> 'to')::date
      and coalesce((absent ->> 'endedOn')::date >= (absent ->> 'from')::date, true)
    ) is not true
  ) then
    perform private.refuse('houseAbsences', 'INVALID');
  elsif exists (
    select from jsonb_array_elements(coalesce(household -> 'zones', '[]')) as zone
    where ((zone ->> 'countsFrom')::timestamptz is not null and (zone ->> 'firstDay')::date is not null) is not true
  ) then
    perform private.refuse('zones', 'INVALID');
  end if;
  perform private.drop_import(me);
  insert into private.imports (person_id, id, household)
  values (me, import_id, household - array['householdId', 'source'] || jsonb_build_object(
    'id', target,
    'isNew', is_new,
    'name', private.checked_name(household ->> 'name'),
    'people', private.people_of_file(target, is_new, household -> 'people')
  ));
  return target;
exception
  when data_exception then
    perform private.refuse('household', 'INVALID');
end;
$function$;

CREATE OR REPLACE FUNCTION private.begin_invited_account(address text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  begun uuid;
begin
  if exists (
    select from auth.users
    where users.email = address and (users.email_confirmed_at is not null or private.is_let_in(users.id))
  ) then
    perform private.fail('ACCOUNT_EXISTS');
  elsif not private.is_invited(address) then
    perform private.fail('LINK_NOT_VALID');
  end if;
  perform private.count_use('password_guesses', 'invited ' || address);
  select users.id into begun from auth.users
  where users.email = address and users.deleted_at is null and not users.is_sso_user;
  return begun;
end;
$function$;

CREATE OR REPLACE FUNCTION private.begin_moving_in(house jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  target constant uuid := (house ->> 'id')::uuid;
  is_new constant boolean := (house ->> 'isNew')::boolean;
begin
  if not is_new then
    perform private.begin_household(target, 'keeper');
  else
    perform private.lock_quota('households', me);
    insert into public.households (id, name, language) values (target, house ->> 'name', house ->> 'language')
    on conflict do nothing;
    if not found then
      perform private.fail('IMPORT_NOT_FOUND');
    end if;
    insert into public.household_people (id, household_id, account_id, name, role, face, joined_at)
    select
      private.imported_id('me', target), target, me, coalesce(mine.value ->> 'name', profiles.display_name), 'keeper',
      coalesce((mine.value ->> 'face')::integer, 0),
      now() + coalesce((mine.value ->> 'place')::integer, 0) * interval '1 microsecond'
    from public.profiles
    left join jsonb_each(house -> 'people') as mine
      on (mine.value ->> 'person')::uuid = private.imported_id('me', target)
    where profiles.id = me
    limit 1;
    insert into public.household_zones (household_id, counts_from, first_day, time_zone)
    select target, zones."countsFrom", zones."firstDay", zones."timeZone"
    from jsonb_to_recordset(coalesce(house -> 'zones', '[]'))
      as zones ("countsFrom" timestamptz, "firstDay" date, "timeZone" text)
    where private.is_time_zone(zones."timeZone")
    order by zones."countsFrom"
    limit 100
    on conflict do nothing;
    insert into public.household_zones (household_id, time_zone)
    select target, coalesce(house ->> 'timeZone', private.my_time_zone())
    where not exists (
      select from public.household_zones zones
      where zones.household_id = target and zones.counts_from = '-infinity'
    );
  end if;
  insert into public.household_people (id, household_id, name, face, role, joined_at)
  select distinct on (person)
    (brought.value ->> 'person')::uuid as person, target, brought.value ->> 'name',
    (brought.value ->> 'face')::smallint, brought.value ->> 'role',
    now() + (brought.value ->> 'place')::integer * interval '1 microsecond'
  from jsonb_each(house -> 'people') as brought
  where (brought.value ->> 'isNew')::boolean
  order by person, (brought.value ->> 'place')::integer
  on conflict do nothing;
  insert into public.household_people (id, household_id, name, face, role, left_on)
  select distinct on (doer)
    (brought.value ->> 'doer')::uuid as doer, target, brought.value ->> 'standIn', people.face, 'helper',
    private.household_today(target)
  from jsonb_each(house -> 'people') as brought
  join public.household_people people on people.id = (brought.value ->> 'person')::uuid
  where brought.value ->> 'doer' <> brought.value ->> 'person'
    and exists (
      select
      from private.staged_tasks staged
      where staged.person_id = me and (
        exists (
          select from public.task_completions rows
          where rows.task_id = staged.task_id
            and (rows.people || rows.said_by) @> array[(brought.value ->> 'doer')::uuid]
        ) or exists (
          select from public.task_catch_ups rows
          where rows.task_id = staged.task_id
            and (rows.people || rows.said_by) @> array[(brought.value ->> 'doer')::uuid]
        ) or exists (
          select from public.task_day_notes rows
          where rows.task_id = staged.task_id and rows.person_id = (brought.value ->> 'doer')::uuid
        )
      )
    )
  order by doer
  on conflict do nothing;
  perform private.check_household_limits(target);
end;
$function$;

CREATE OR REPLACE FUNCTION private.begin_reading(name text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  for place in 1..3 loop
    if pg_try_advisory_xact_lock(hashtextextended(format('%s:%s:%s', name, auth.uid(), place), 0)) then
      return;
    end if;
  end loop;
  perform private.fail('TOO_MANY_ATTEMPTS', '1');
end;
$function$;

CREATE OR REPLACE FUNCTION private.begin_turns(task_id uuid, days date[])
 RETURNS date[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := private.household_today((
    select tasks.household_id from public.tasks where tasks.id = begin_turns.task_id
  ));
  task public.tasks;
  asked constant date[] := array(select distinct day from unnest(days) as day order by day);
  last_done date;
begin
  perform private.begin_change(begin_turns.task_id);
  if private.my_person(begin_turns.task_id) is null then
    perform private.fail('NOT_ALLOWED');
  elsif coalesce(cardinality(asked), 0) not between 1 and 31
    or not (array_position(asked, null) is null and asked[cardinality(asked)] <= today + 366) then
    perform private.refuse('days', 'INVALID');
  elsif asked[1] < today then
    perform private.refuse('days', 'TURN_IS_OVER');
  elsif exists (
    select from unnest(asked) as day
    left join public.task_put_offs moved on moved.task_id = begin_turns.task_id and moved.due_date = day
    where private.others_on(begin_turns.task_id, private.one_day(coalesce(moved.new_date, day))) is not null
  ) then
    perform private.refuse('days', 'TURN_IS_DONE');
  end if;
  perform private.count_use('changes_per_day', begin_turns.task_id || auth.uid()::text);
  select tasks.* into task from public.tasks where tasks.id = begin_turns.task_id;
  if coalesce(task.after_done, task.waits_for) is null or asked[1] < task.schedule_from then
    return asked;
  end if;
  last_done := greatest(private.last_settled_day(task.id), task.schedule_from - 1, '0001-01-01');
  if cardinality(asked) > 1 then
    perform private.refuse('days', 'INVALID');
  elsif asked[1] <= last_done then
    perform private.refuse('days', 'TURN_IS_DONE');
  end if;
  return array[coalesce(
    (
      select max(turn.day)
      from (
        select swaps.day from public.turn_swaps swaps where swaps.task_id = task.id
        union all
        select offers.day from public.turn_offers offers where offers.task_id = task.id
      ) as turn
      where turn.day > last_done
    ),
    asked[1]
  )];
end;
$function$;

CREATE OR REPLACE FUNCTION private.block_sender(sender uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  address constant text := private.begin_decision(array(
    select tasks.id from public.tasks
    where tasks.user_id = sender and tasks.id in (select private.tasks_shared_with_me())
  ));
begin
  -- Only somebody who has shared something can be blocked, so that ids can't be guessed.
  if sender = me or not exists (
    select from private.task_shares shares
    where shares.owner_id = sender and shares.contact_email = address
    union all
    select from public.sharing_consents consents
    where consents.recipient_id = me and consents.sender_id = sender
    union all
    select from public.left_tasks
    where left_tasks.person_id = me and left_tasks.owner_id = sender
  ) then
    perform private.fail('INVITATION_NOT_FOUND');
  end if;
  perform private.decide(sender, false);
  update private.task_shares shares
  set recipient_id = null
  where shares.recipient_id = me and shares.owner_id = sender;
  perform private.send_list_changed(array[me]);
end;
$function$;

CREATE OR REPLACE FUNCTION private.bring_readings(task public.tasks, readings jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into private.readings (task_id, read_at, name, number, grown)
  select task.id, at, task.waits_for, number, grown
  from jsonb_to_recordset(coalesce(nullif(readings, 'null'), '[]'))
    as told (at timestamptz, number numeric, grown numeric)
  where task.waits_for is not null and at between '1970-01-01' and now() + interval '10 minutes'
  on conflict do nothing;
exception
  when data_exception or integrity_constraint_violation then perform private.refuse('readings', 'INVALID');
end;
$function$;

CREATE OR REPLACE FUNCTION private.brought_event(happened jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  event record;
begin
  if happened is null or happened = 'null' then
    return null;
  end if;
  select * into event from jsonb_to_record(happened)
    as event (name text, day date, at timestamptz, number numeric, via text, "viaName" text);
  if (
    char_length(private.entered_text(event.name)) between 1 and 100
    and event.day between date '0001-01-01' and private.latest_today() + 366
    and event.at between '1970-01-01' and now() + interval '10 minutes'
    and coalesce(event.number, 0) between 0 and 1e12
    and coalesce(event.via, 'token') = 'token'
    and coalesce(char_length(event."viaName"), 1) between 1 and 100
  ) is not true then
    perform private.refuse('happened', 'INVALID');
  end if;
  return jsonb_strip_nulls(to_jsonb(event) || jsonb_build_object('at', private.iso(event.at)));
end;
$function$;

CREATE OR REPLACE FUNCTION private.brought_people(ids jsonb, people jsonb, as_whom text DEFAULT 'doer'::text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  brought uuid[];
begin
  if jsonb_typeof(ids) = 'array' and people is not null then
    brought := array(
      select (people -> listed.id ->> as_whom)::uuid
      from jsonb_array_elements_text(ids) with ordinality as listed (id, place)
      group by 1
      order by min(listed.place)
    );
    if array_position(brought, null) is not null then
      perform private.refuse('by', 'INVALID');
    end if;
  end if;
  return brought;
end;
$function$;

CREATE OR REPLACE FUNCTION private.by_me(person jsonb)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select auth.uid() where person -> 'me' = 'true';
$function$;

CREATE OR REPLACE FUNCTION private.by_name(person jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select
    case
      when char_length(name) > 100 then left(name, 99) || '…'
      else name
    end
  from nullif(private.entered_text(person ->> 'name'), '') as name
  where person -> 'me' is distinct from 'true';
$function$;

CREATE OR REPLACE FUNCTION private.call_function(name text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  project_url constant text := (
    select decrypted_secret from vault.decrypted_secrets secrets where secrets.name = 'rota_project_url'
  );
  secret_key constant text := (
    select decrypted_secret from vault.decrypted_secrets secrets where secrets.name = 'rota_secret_key'
  );
begin
  if project_url is not null and secret_key is not null then
    perform net.http_post(
      url := project_url || '/functions/v1/' || call_function.name,
      headers := jsonb_build_object('Content-Type', 'application/json', 'apikey', secret_key),
      body := '{}'::jsonb,
      timeout_milliseconds := 150000
    )
    from generate_series(1, private.runs_of(call_function.name));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.can_reach(task uuid, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    not exists (select from public.left_tasks where left_tasks.person_id = person and left_tasks.task_id = task)
    and not exists (
      select
      from public.tasks
      where tasks.id = task and person in (select private.household_accounts(tasks.household_id))
    );
$function$;

CREATE OR REPLACE FUNCTION private.canonical_address(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select lowered
  from lower(private.trimmed(address) collate "C") as lowered
  where
    length(lowered) <= 254
    and lowered ~ '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@' 
 '([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$';
$function$;

CREATE OR REPLACE FUNCTION private.catch_up(id uuid, task_id uuid, days jsonb, status text, people uuid[] DEFAULT NULL::uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked constant datemultirange := private.days_of_runs(days);
  said_by constant uuid := private.my_person(catch_up.task_id);
  done_by constant uuid[] := coalesce(people, case when said_by is not null then array[said_by] end);
  settled datemultirange;
  moved datemultirange;
  undone datemultirange;
  open datemultirange;
  task jsonb;
begin
  perform private.begin_change(catch_up.task_id);
  if status not in ('done', 'skipped') then
    perform private.refuse('status', 'INVALID');
  elsif not asked <@ private.doable_days(catch_up.task_id) then
    perform private.refuse('days', 'INVALID');
  end if;
  if done_by is not null then
    perform private.check_people(catch_up.task_id, done_by, said_by);
  end if;
  settled := private.settled_since(catch_up.task_id, '-infinity');
  moved := (
    select coalesce(range_agg(daterange(put_offs.due_date, put_offs.due_date, '[]')), '{}')
    from public.task_put_offs put_offs
    where put_offs.task_id = catch_up.task_id and put_offs.due_date <@ asked
      and private.place_of(put_offs.task_id, put_offs.due_date) <> put_offs.due_date
  ) - settled;
  undone := (
    select coalesce(range_agg(events.days), '{}')
    from public.task_events events
    where private.last_seen() < now() and events.task_id = catch_up.task_id and events.kind = 'undone'
      and events.days && asked and events.happened_at > private.last_seen()
      and events.details ->> 'by' = auth.uid()::text
  ) * asked - settled - moved;
  open := asked - settled - moved - undone;
  if not isempty(open) then
    insert into public.task_catch_ups (id, task_id, days, status, user_id, people, said_by)
    values (
      catch_up.id, catch_up.task_id, open, catch_up.status, auth.uid(), done_by, said_by
    )
    on conflict do nothing;
    perform private.count_use('changes_per_day', catch_up.task_id || auth.uid()::text);
  end if;
  return private.answer_deed(
    catch_up.task_id,
    coalesce(private.others_on(catch_up.task_id, asked, status, auth.uid(), done_by), '[]')
    || coalesce(private.said_since(catch_up.task_id, '{put_off}', moved, '-infinity'), '[]')
    || coalesce(private.said_since(catch_up.task_id, '{undone}', undone, about => auth.uid()), '[]')
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_calendar_feed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- A person has at most 1,000 tasks, and a category at most 50 characters.
  if array_ndims(new.categories) > 1 or cardinality(new.categories) > 1000
    or pg_column_size(new.categories) > 262144 then
    perform private.refuse('categories', 'INVALID');
  elsif array_ndims(new.household_ids) > 1 or cardinality(new.household_ids) > 100 then
    perform private.refuse('householdIds', 'INVALID');
  end if;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_caller()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
begin
  if me is not null and not (
    exists (select from auth.users where id = me) and private.is_in_session()
    and not exists (select from private.closings where account_id = me)
  ) then
    perform private.fail('UNAUTHENTICATED');
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_completions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_somebody constant boolean := auth.uid() is not null or current_setting('rota.door', true) <> '';
  changed record;
  task public.tasks;
begin
  for changed in
    select
      rows.task_id, count(*) as changes,
      range_agg(daterange(rows.completed_date, rows.completed_date, '[]')) as days,
      min(case
        when rows.status <> 'done' then 0
        when rows.via is null then 366
        else (private.door_rules(rows.via)).days_ahead
      end) as days_ahead
    from changed_rows as rows group by rows.task_id order by rows.task_id
  loop
    select tasks.* into task from public.tasks where tasks.id = changed.task_id for no key update;
    if task.is_active then
      -- Nobody is signed in when an account is removed, with its completions.
      if is_somebody and not exists (
        select from private.my_tasks mine where mine.id = changed.task_id and mine.is_active
      ) then
        perform private.fail('TASK_NOT_FOUND');
      end if;
      if tg_op = 'INSERT' then
        perform private.check_people(changed.task_id, rows.people, rows.said_by)
        from changed_rows as rows
        where is_somebody and rows.task_id = changed.task_id
          and (rows.people is not null or rows.said_by is not null);
        -- May be done early, but where one is open at a time, which has no later due date.
        if not changed.days <@ private.doable_days(
          changed.task_id,
          case when coalesce(task.after_done, task.waits_for) is null then changed.days_ahead else 0 end
        ) then
          perform private.refuse('date', 'INVALID');
        end if;
        perform case rows.status
          when 'done'
          then private.check_done_when(rows.completed_date, rows.time_zone, rows.done_on, rows.done_at)
          else private.refuse('doneOn', 'INVALID')
        end
        from changed_rows as rows
        where rows.task_id = changed.task_id and rows.done_on is not null;
        -- Another call held the lock on the task: it caught up on the day, or put it off.
        if exists (
          select from public.task_catch_ups catch_ups
          where catch_ups.task_id = changed.task_id and catch_ups.days && changed.days
        ) or exists (
          select from public.task_put_offs moved
          where moved.task_id = changed.task_id and moved.due_date <@ changed.days
            and private.place_of(moved.task_id, moved.due_date) <> moved.due_date
        ) then
          perform private.fail('ALREADY_DONE');
        end if;
      end if;
      perform private.count_use('changes_per_day', changed.task_id || auth.uid()::text, changed.changes);
    elsif tg_op = 'INSERT' and task.deleted_at is not null then
      perform private.fail('TASK_NOT_FOUND');
    end if;
  end loop;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_edit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.schedule_from is distinct from old.schedule_from and new.schedule_from is not null then
    if new.schedule_from < old.schedule_from
      or new.schedule_from not between private.earliest_today() and private.latest_today() then
      perform private.refuse('scheduleFrom', 'INVALID');
    end if;
    perform private.check_limit('schedules', (select 1 + count(*) from public.task_schedules where task_id = new.id));
  end if;
  -- A task that leaves a household keeps its absences.
  if new.paused <> old.paused and new.household_id is not distinct from old.household_id then
    perform private.check_limit('pauses', (select count(*) from unnest(new.paused)));
  end if;
  if new.is_active then
    perform private.count_use('changes_per_day', new.id || auth.uid()::text);
    if new.household_id is distinct from old.household_id
      or private.entered_bytes(new) > private.entered_bytes(old)
      or not old.is_active then
      perform private.check_room(new.household_id, new.user_id);
    end if;
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_household()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and auth.uid() is not null and old.household_id is not null
    and old.household_id <> all (array(select private.my_households('keeper'))) then
    perform private.fail('NOT_ALLOWED');
  end if;
  if new.household_id is null then
    return new;
  end if;
  -- Serialises the move with removals from the household and its deletion; an outsider takes no lock.
  perform from public.households
  where households.id = new.household_id
    and (auth.uid() is null or households.id = any (array(select private.my_households('member'))))
  for share;
  -- Nobody is signed in when an administrator writes.
  if auth.uid() is not null and new.household_id <> all (array(select private.my_households('member'))) then
    perform private.refuse('householdId', 'INVALID');
  end if;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_old_blocks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_limit('old_blocks', (
    select count(*) from private.settled_days days
    where days.task_id = new.task_id and days.block < private.first_recent_block()
  ));
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_people(task_id uuid, people uuid[], said_by uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present bigint;
  gone bigint;
begin
  select count(*) filter (where persons.left_on is null), count(persons.left_on) into present, gone
  from public.tasks
  join public.household_people persons on persons.household_id = tasks.household_id
  where tasks.id = check_people.task_id and persons.id = any (people);
  if coalesce(array_ndims(people), 0) > 1
    or said_by is distinct from private.my_person(task_id)
    or (said_by is null and private.door('household') is null)
    or cardinality(people) is distinct from present then
    perform private.refuse('people', case when said_by is not null and gone > 0 then 'PERSON_LEFT' else 'INVALID' end);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  issues jsonb := '[]';
begin
  new.full_name := coalesce(private.trimmed(new.full_name), '');
  if char_length(new.full_name) > 100 then
    issues := issues || private.issue('fullName', 'NAME_TOO_LONG');
  end if;
  if tg_op = 'UPDATE'
    and new.time_zone is distinct from old.time_zone
    and private.is_time_zone(new.time_zone) is not true then
    issues := issues || private.issue('timeZone', 'UNKNOWN_TIME_ZONE');
  end if;
  if not private.is_date_style(new.date_style) then
    issues := issues || private.issue('dateStyle', 'INVALID');
  end if;
  if not private.is_language(new.language) then
    issues := issues || private.issue('language', 'INVALID');
  end if;
  if issues <> '[]' then
    perform private.fail('VALIDATION_FAILED', issues);
  end if;
  new.display_name := coalesce(
    nullif(new.full_name, ''),
    (select nullif(split_part(users.email, '@', 1), '') from auth.users where users.id = new.id),
    'Someone'
  );
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_put_offs(task public.tasks)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from public.task_put_offs moved
    where moved.task_id = task.id
      and (task.schedule_from is null or moved.new_date >= private.earliest_today())
      and not private.one_day(moved.new_date) <@ private.settled_since(task.id, moved.new_date)
      -- The schedule of the earlier of the two days says whether it moves.
      and not private.is_one_at_a_time_on(task.id, least(moved.due_date, moved.new_date))
      and (
        least(moved.due_date, moved.new_date) < task.schedule_from
        or private.is_planned_on(task.id, moved.due_date)
      )
      and private.is_due_on(task.id, moved.new_date)
  ) then
    perform private.refuse('repeatValue', 'PUT_OFF_IS_DUE');
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_room(household uuid, person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  count bigint;
  bytes bigint;
begin
  perform private.lock_quota('tasks', coalesce(household, person));
  -- Each half uses its index; one of them finds nothing.
  select count(*), sum(private.entered_bytes(tasks)) into count, bytes
  from (
    select tasks.* from public.tasks where tasks.household_id = household and tasks.is_active
    union all
    select tasks.* from public.tasks
    where household is null and tasks.household_id is null and tasks.user_id = person and tasks.is_active
  ) as tasks;
  perform private.check_limit('active_tasks', count), private.check_limit('entered_kilobytes', (bytes + 999) / 1000);
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_task()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    if new.is_active <> old.is_active then
      new.deleted_at := case when new.is_active then null else now() end;
    end if;
    -- A deleted task can only be brought back, within 30 days.
    if not old.is_active
      and (not new.is_active or old.deleted_at < now() - interval '30 days') then
      perform private.fail('TASK_NOT_FOUND');
    end if;
    new.revision := old.revision + 1;
    new.updated_at := clock_timestamp();
  end if;
  return private.checked_task(new);
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_task_quota()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  whose record;
begin
  for whose in
    select distinct added.household_id, case when added.household_id is null then added.user_id end as user_id
    from added where added.is_active order by 1, 2
  loop
    perform private.check_room(whose.household_id, whose.user_id);
  end loop;
  -- Counted per person, so that nobody uses up a household's room by adding and deleting.
  if auth.uid() is not null then
    perform private.lock_quota('tasks_added', auth.uid());
    perform private.check_limit('tasks_added', (select count(*) from added) + (
      select count(*) from public.task_events events
      where events.user_id = auth.uid() and events.kind = 'created'
        and coalesce(events.arrived_at, events.happened_at) > now() - interval '30 days'
    ));
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.checked_task(task public.tasks)
 RETURNS public.tasks
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first_day constant date := '0001-01-01';
  last_day constant date := '9999-12-31';
  fields constant private.task_fields[] := array(select fields from private.task_fields as fields);
  columns jsonb;
  -- these would be flattened below
  nested constant text[] := array_remove(array[
    case when array_ndims(task.season) > 1 then 'season' end,
    case when array_ndims(task.checklist) > 1 then 'checklist' end,
    case when array_ndims(task.roster) > 1 then 'roster' end
  ], null);
  issues jsonb;
begin
  if task.repeat_value is distinct from 'custom' then
    task.custom_rrule := null;
    task.custom_rrule_text := null;
    task.after_done := null;
    task.waits_for := null;
    task.waits_amount := null;
  end if;
  columns := to_jsonb(task);
  -- Empty texts become null.
  task := jsonb_populate_record(task, (
    select jsonb_object_agg(column_name, nullif(private.entered_text(columns ->> column_name), ''))
    from unnest(fields) where max_length is not null
  ));
  if task.waits_for is null then
    task.waits_amount := null;
  end if;
  if coalesce(task.after_done, task.waits_for) is not null then
    task.custom_rrule := null;
  end if;
  task.missed_policy := coalesce(task.missed_policy, 'keep');
  task.roster := coalesce(task.roster, '{}');
  task.turn_length := coalesce(task.turn_length, 'each');
  task.checklist := array(
    select private.entered_text(line) from unnest(task.checklist) with ordinality as lines (line, place)
    where private.entered_text(line) <> '' order by place
  );
  -- All months mean no season.
  task.season := (
    select case when count(*) between 1 and 11 then array_agg(month order by month) end
    from (select distinct unnest(task.season) as month) as months
  );

  columns := to_jsonb(task);
  select jsonb_agg(private.issue(broken.path, broken.code) order by entered.position, broken.number)
  into issues
  from (
    select field as path, too_long as code, 0 as number
    from unnest(fields) where char_length(columns ->> column_name) > max_length
    union all
    select field, 'INVALID', 0
    from unnest(fields) where choices is not null and (columns ->> column_name = any (choices)) is not true
    union all
    select unnest(nested), 'INVALID', 0
    union all
    select path, code, row_number() over ()
    from (
      values
        ('title', 'TITLE_REQUIRED', task.title is null),
        ('title', 'TITLE_TOO_SHORT', char_length(task.title) = 1),
        ('category', 'CATEGORY_REQUIRED', task.category is null),
        ('startDate', 'START_DATE_REQUIRED', task.start_date is null),
        ('startDate', 'INVALID', task.start_date not between first_day and last_day),
        ('endDate', 'INVALID', task.end_date not between first_day and last_day),
        ('endDate', 'END_BEFORE_START', task.end_date < task.start_date),
        ('afterDone', 'INVALID', task.after_done !~ '^P[1-9][0-9]{0,2}[DWM]$'),
        ('waitsAmount', 'INVALID', task.waits_amount not between 1 and 1000000),
        ('season', 'INVALID', not task.season <@ array[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]::smallint[]),
        ('paused', 'INVALID', not task.paused <@ datemultirange(daterange(first_day, last_day, '[]'))),
        ('checklist', 'CHECKLIST_TOO_LONG', cardinality(task.checklist) > 20),
        (
          'checklist', 'CHECKLIST_LINE_TOO_LONG',
          exists (select from unnest(task.checklist) as line where char_length(line) > 100)
        ),
        (
          'checklist', 'CHECKLIST_LINE_TWICE',
          cardinality(task.checklist) > (select count(distinct line) from unnest(task.checklist) as line)
        ),
        ('isShared', 'INVALID', task.is_shared is null),
        ('effort', 'INVALID', task.effort not between 1 and 5)
    ) as rules (path, code, is_broken)
    where is_broken
  ) as broken
  left join unnest(fields) as entered on entered.field = broken.path;
  if issues is not null then
    perform private.fail('VALIDATION_FAILED', issues);
  end if;
  return task;
end;
$function$;

CREATE OR REPLACE FUNCTION private.claim_invitation(token text, address text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  canonical constant text := private.canonical_address(address);
  open constant public.household_invitations := private.household_invitation(token);
begin
  if open.id is null then
    perform private.fail('INVITATION_NOT_FOUND');
  end if;
  update public.household_invitations claimed
  set typed_address = canonical
  where claimed.id = open.id and canonical is not null and coalesce(claimed.typed_address, canonical) = canonical;
  if not found then
    perform private.refuse('address', 'INVALID');
  elsif open.typed_address is null then
    perform private.count_use('accounts_let_in_per_day', (
      select people.account_id::text from public.household_people people where people.id = open.made_by
    ));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.claim_mails(kind text, keys text[], recipients text[])
 RETURNS uuid[]
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array_agg(private.claim_message(claim_mails.kind, given.key, given.recipient) order by given.place)
  from unnest(keys, recipients) with ordinality as given (key, recipient, place);
$function$;

CREATE OR REPLACE FUNCTION private.claim_message(kind text, key text, recipient text DEFAULT NULL::text, device uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claimed uuid;
begin
  if device is not null then
    -- Serialised per device, so that no two claims take the last one of a day.
    perform from private.push_devices devices
    where devices.id = claim_message.device and private.is_signed_in(devices.session_id)
    for no key update;
    if not found or (
      select count(*) from private.outbox
      where outbox.device_id = claim_message.device and outbox.kind = claim_message.kind
        and outbox.claimed_at > now() - interval '1 day'
    ) >= private.limit_of(claim_message.kind || '_pushes_per_day') then
      return null;
    end if;
  elsif exists (
    select from private.mail_refusals refusals
    where refusals.address = claim_message.recipient and refusals.kind = claim_message.kind
  ) then
    return null;
  end if;
  insert into private.outbox (recipient, device_id, kind, key)
  values (claim_message.recipient, claim_message.device, claim_message.kind, claim_message.key)
  on conflict do nothing
  returning id into claimed;
  return claimed;
end;
$function$;

CREATE OR REPLACE FUNCTION private.claim_pushes(instant timestamp with time zone DEFAULT now(), most integer DEFAULT 20)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  settings private.push_settings;
  due jsonb := '[]';
  push jsonb;
  looked integer := 0;
begin
  perform private.spread_news(instant);
  for settings in
    select wanting.* from private.push_settings as wanting
    where wanting.next_at <= instant
    order by wanting.next_at
    limit 1000
    for update skip locked
  loop
    delete from private.push_devices
    where push_devices.id in (
      select devices.id from private.push_devices as devices
      where devices.user_id = settings.user_id and (
        not private.is_signed_in(devices.session_id)
        or devices.failures > 0 and coalesce(devices.used_at, devices.created_at) < now() - interval '60 days'
      )
      for update skip locked
    );
    push := private.due_push(settings.user_id, instant);
    update private.push_settings as told
    set next_at = case
      when push is not null then instant + private.lease()
      else private.next_look(settings, instant)
    end
    where told.user_id = settings.user_id;
    due := due || coalesce(push, '[]');
    looked := looked + 1;
    exit when jsonb_array_length(due) >= most;
  end loop;
  return jsonb_build_object('due', due, 'hasMore', looked = 1000 or jsonb_array_length(due) >= most);
end;
$function$;

CREATE OR REPLACE FUNCTION private.claim_webhooks(instant timestamp with time zone DEFAULT now(), most integer DEFAULT 20, webhook uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  hook private.webhooks;
  message private.outbox;
  said jsonb;
  messages jsonb;
  due jsonb := '[]';
  zone text;
  today date;
  lost integer;
  looked integer := 0;
begin
  for hook in
    select hooks.* from private.webhooks hooks
    where hooks.id = coalesce(claim_webhooks.webhook, hooks.id)
      and (hooks.leased_until is null or hooks.leased_until <= instant)
      and (
        hooks.next_at <= instant or hooks.id in (
          select outbox.webhook_id from private.outbox
          where outbox.webhook_id is not null and outbox.finished_at is null
            and (outbox.waits_until is null or outbox.waits_until <= instant)
        )
      )
    order by hooks.leased_until nulls first, hooks.id
    limit most
    for no key update skip locked
  loop
    looked := looked + 1;
    messages := '[]';
    zone := case
      when hook.household_id is not null then private.household_zone(hook.household_id, instant)
      else (select profiles.time_zone from public.profiles where profiles.id = hook.user_id)
    end;
    today := (instant at time zone zone)::date;
    if today > hook.told_until then
      insert into private.outbox (webhook_id, kind, key, claimed_at) values (hook.id, 'due', today::text, instant)
      on conflict do nothing;
    end if;
    update private.outbox set finished_at = now(), error = 'given up'
    where outbox.webhook_id = hook.id and outbox.finished_at is null
      and outbox.claimed_at < instant - interval '1 day';
    get diagnostics lost = row_count;
    for message in select * from private.messages_for(hook, instant, 50) loop
      said := case
        when exists (
          select from public.households
          where households.id = hook.household_id and households.deleted_at is not null
        ) then null
        else private.webhook_message(hook, message)
      end;
      if said is null then
        update private.outbox set finished_at = now() where outbox.id = message.id;
      end if;
      messages := messages || coalesce(said, '[]');
    end loop;
    update private.webhooks hooks
    set
      given_up = hooks.given_up + lost,
      given_up_at = case when lost > 0 then now() else hooks.given_up_at end,
      told_until = greatest(hooks.told_until, today),
      next_at = private.first_at(today + 1, zone),
      leased_until = case when messages <> '[]' then instant + private.lease() end
    where hooks.id = hook.id;
    if messages <> '[]' then
      due := due || jsonb_build_object(
        'id', hook.id, 'sealed', hook.sealed, 'person', hook.user_id, 'household', hook.household_id,
        'timeZone', zone, 'messages', messages
      );
    end if;
  end loop;
  return jsonb_build_object('due', due, 'hasMore', looked = most);
end;
$function$;

CREATE OR REPLACE FUNCTION private.claims_json(household uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_agg(
      jsonb_build_object(
        'id', claims.id, 'by', coalesce(people.name, 'Somebody'), 'deeds', claims.deeds, 'since', claims.since
      )
      order by claims.imported_at, claims.id
    )
    from private.import_claims claims
    left join public.household_people people on people.id = claims.by_person
    where claims.household_id = household and claims.answer is null
      and claims.person_id = any (array(select private.my_people()))
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.close_piece(account uuid, most_tasks integer DEFAULT 5, most_deeds integer DEFAULT 1000)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from private.closings where closings.account_id = account for update;
  -- Somebody else has closed it.
  if not found then
    return true;
  end if;
  perform private.take_turn();
  delete from public.tasks where tasks.id in (
    select own.id from public.tasks as own
    where own.user_id = account and own.household_id is null
      -- In a household that is deleted with the account.
      or own.household_id = any (array(
        select people.household_id from public.household_people as people
        where people.account_id = account and people.left_on is null and not exists (
          select from private.household_accounts(people.household_id) as others where others <> account
        )
      ))
    limit most_tasks
  );
  if found then
    return false;
  end if;
  update public.task_completions set user_id = null where (task_id, completed_date) in (
    select done.task_id, done.completed_date from public.task_completions as done
    where done.user_id = account order by done.task_id, done.completed_date limit most_deeds for update
  );
  if found then
    return false;
  end if;
  update public.task_events
  set
    user_id = nullif(user_id, account),
    details = case when details ->> 'by' = account::text then jsonb_set(details, '{by}', 'null') else details end
  where (task_id, id) in (
    (select events.task_id, events.id from public.task_events as events where events.user_id = account limit most_deeds)
    union all
    (
      select events.task_id, events.id from public.task_events as events
      where events.details ->> 'by' = account::text limit most_deeds
    )
  );
  return not found;
end;
$function$;

CREATE OR REPLACE FUNCTION private.concerned_by(news private.news)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if news.kind = 'invitation' then
    return query
    select settings.user_id
    from private.invitation_mails as wanted
    join private.push_settings as settings
      on settings.user_id = private.account_of(wanted.address, wanted.sender_id) and settings.invitations
    where wanted.id = news.invitation_id;
  elsif news.kind = 'offer' then
    return query
    select settings.user_id
    from public.tasks
    join public.household_people as people on people.household_id = tasks.household_id and people.left_on is null
    join private.push_settings as settings on settings.user_id = people.account_id and settings.offers
    where tasks.id = news.task_id;
  else
    return query
    select settings.user_id
    from unnest(private.participants(news.task_id)) as person (id)
    join private.push_settings as settings on settings.user_id = person.id
    where settings.done
      or exists (
        select from private.watched_tasks as watched
        where watched.user_id = settings.user_id and watched.task_id = news.task_id
      );
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.correct_completion(task_id uuid, completed_date date, people uuid[] DEFAULT NULL::uuid[], done_on date DEFAULT NULL::date, done_at time without time zone DEFAULT NULL::time without time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stored public.task_completions;
  corrected public.task_completions;
  me uuid;
  place constant date := private.settled_place(correct_completion.task_id, correct_completion.completed_date);
  said jsonb;
begin
  perform private.begin_deed(correct_completion.task_id);
  -- Locked before its task, as everywhere.
  select completions.* into stored from public.task_completions completions
  where completions.task_id = correct_completion.task_id
    and completions.completed_date = place
  for update;
  perform private.begin_change(correct_completion.task_id);
  said := private.said_since(
    correct_completion.task_id, '{corrected,undone,done,skipped}', private.one_day(place)
  );
  if said is not null then
    perform private.fail('CHANGED_SINCE', said -> 0);
  elsif stored.status is distinct from 'done' then
    perform private.refuse('date', 'NOT_DONE');
  elsif not private.may_undo(
    stored.task_id, stored.user_id, stored.people, stored.via, stored.completed_at
  ) then
    perform private.fail('COMPLETION_NOT_YOURS');
  end if;
  corrected := stored;
  if done_on is not null then
    perform private.check_done_when(stored.completed_date, stored.time_zone, done_on, done_at);
    corrected.done_on := done_on;
    corrected.done_at := date_trunc('minute', done_at);
    if done_at is null and done_on = (stored.completed_at at time zone stored.time_zone)::date then
      corrected.done_on := null;
    end if;
  elsif done_at is not null then
    perform private.refuse('doneAt', 'INVALID');
  end if;
  if people is not null then
    me := private.my_person(correct_completion.task_id);
    perform private.check_people(correct_completion.task_id, people, me);
    -- Their order doesn't matter.
    if stored.people is null or not (people <@ stored.people and people @> stored.people) then
      corrected.people := people;
      corrected.said_by := me;
      corrected.user_id := auth.uid();
      corrected.by_name := null;
      corrected.via := private.door('kind');
      corrected.via_name := private.door('name');
    end if;
  end if;
  if corrected is distinct from stored then
    update public.task_completions completions
    set
      people = corrected.people, said_by = corrected.said_by, user_id = corrected.user_id,
      by_name = corrected.by_name, via = corrected.via, via_name = corrected.via_name,
      done_on = corrected.done_on, done_at = corrected.done_at
    where completions.task_id = correct_completion.task_id
      and completions.completed_date = place;
    perform private.append_event(
      stored.task_id, 'corrected', private.one_day(stored.completed_date),
      -- The former people and time, and the new ones.
      jsonb_build_object('by', stored.user_id)
      || jsonb_strip_nulls(jsonb_build_object(
        'people', stored.people, 'saidBy', stored.said_by, 'name', stored.by_name,
        'before', private.done_when_json(stored),
        'after', private.done_when_json(corrected) || case
          when corrected.people is distinct from stored.people
          then jsonb_build_object('people', corrected.people) else '{}'
        end
      ))
    );
    perform private.raise_revision(stored.task_id);
  end if;
  perform private.count_use('changes_per_day', stored.task_id || auth.uid()::text);
  return private.answer(stored.task_id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.count_calendar_read(token_hash text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  feed public.calendar_feeds;
  retry_after text;
begin
  select feeds.* into feed from public.calendar_feeds feeds
  where feeds.token_hash = decode(count_calendar_read.token_hash, 'hex');
  if not found then
    return null;
  end if;
  perform private.count_use('calendar_reads_per_hour', count_calendar_read.token_hash);
  return jsonb_build_object(
    'personId', feed.person_id, 'onlyMine', feed.only_mine, 'categories', feed.categories,
    'householdIds', feed.household_ids, 'onlyMyTurns', feed.only_my_turns,
    'withoutDaily', feed.without_daily
  );
exception
  when sqlstate 'PT429' then
    get stacked diagnostics retry_after = pg_exception_detail;
    return jsonb_build_object('retryAfter', retry_after::integer);
end;
$function$;

CREATE OR REPLACE FUNCTION private.count_closing_attempt()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Auth puts it into every token; tokens without one share a count.
  session constant text := nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id';
begin
  if exists (
    select from public.household_people me
    where me.account_id = auth.uid() and me.left_on is null and me.role = 'keeper'
      and me.household_id in (select private.my_households('keeper'))
      and not private.has_other_keeper(me.household_id, me.id)
      and exists (
        select from private.household_accounts(me.household_id) as others where others <> auth.uid()
      )
  ) then
    perform private.fail('LAST_KEEPER');
  end if;
  perform private.count_use('password_guesses', concat_ws(' ', auth.uid(), session));
end;
$function$;

CREATE OR REPLACE FUNCTION private.count_use(limit_name text, of_what text, more bigint DEFAULT 1)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- not private.door, as every tick comes here
  token constant text := nullif(current_setting('rota.door', true), '')::jsonb ->> 'token';
  limited private.limits;
  used private.uses;
begin
  if of_what is null then
    return;
  end if;
  select limits.* into limited from private.limits where limits.name = count_use.limit_name;
  insert into private.uses as former (limit_name, key, since, uses)
  values (count_use.limit_name, md5(concat(of_what, token))::uuid, now(), more)
  on conflict on constraint uses_pkey do update
  set
    since = case when former.since > now() - limited.period then former.since else now() end,
    uses = more + case when former.since > now() - limited.period then former.uses else 0 end
  returning former.* into used;
  if used.uses > limited.most and limited.code = 'TOO_MANY_ATTEMPTS' then
    perform private.fail(limited.code, to_jsonb(ceil(extract(epoch from used.since + limited.period - now()))));
  elsif used.uses > limited.most then
    perform private.exceed(limited.code);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.create_display(household_id uuid, id uuid, name text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  token constant text := private.new_token();
  replaced uuid;
begin
  perform private.begin_household(create_display.household_id, 'keeper');
  if create_display.id is null then
    perform private.refuse('id', 'INVALID');
  end if;
  perform private.check_limit('displays', (
    select 1 + count(*) from public.household_displays displays
    where displays.household_id = create_display.household_id and displays.id <> create_display.id
  ));
  select displays.channel into replaced from public.household_displays displays
  where displays.id = create_display.id and displays.household_id = create_display.household_id;
  insert into public.household_displays as display (id, household_id, name, token_hash)
  values (
    create_display.id, create_display.household_id, private.checked_name(create_display.name),
    sha256(convert_to(token, 'UTF8'))
  )
  on conflict on constraint household_displays_pkey do update
  set name = excluded.name, token_hash = excluded.token_hash, channel = excluded.channel
  where display.household_id = excluded.household_id;
  if not found then
    perform private.refuse('id', 'INVALID');
  end if;
  -- Displays at the former address read again and find it invalid.
  perform realtime.send('{}', 'changed', 'display:' || replaced, true) where replaced is not null;
  return token;
end;
$function$;

CREATE OR REPLACE FUNCTION private.create_household(id uuid, name text, others text[] DEFAULT '{}'::text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  entered constant text := private.checked_name(name);
begin
  perform private.lock_quota('households', me);
  if create_household.id = any (array(select private.my_households())) then
    return;
  elsif create_household.id is null
    or exists (select from public.households where households.id = create_household.id) then
    perform private.refuse('id', 'INVALID');
  end if;
  insert into public.households (id, name) values (create_household.id, entered);
  insert into public.household_people (id, household_id, account_id, name, role)
  select gen_random_uuid(), create_household.id, me, profiles.display_name, 'keeper'
  from public.profiles where profiles.id = me;
  insert into public.household_zones (household_id, time_zone) values (create_household.id, private.my_time_zone());
  insert into public.household_people (id, household_id, name, face, role, joined_at)
  select
    gen_random_uuid(), create_household.id, private.checked_name(other.name), other.place % 10, 'member',
    now() + other.place * interval '1 microsecond'
  from unnest(others) with ordinality as other (name, place);
  perform private.check_household_limits(create_household.id);
  perform private.send_list_changed(array[me]);
end;
$function$;

CREATE OR REPLACE FUNCTION private.create_token(id uuid, name text, scope text, household_id uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  token constant text := 'rota_' || private.new_token();
begin
  if create_token.household_id is not null then
    perform private.begin_household(create_token.household_id, 'keeper');
  else
    perform private.lock_quota('tokens', auth.uid());
  end if;
  if create_token.id is null then
    perform private.refuse('id', 'INVALID');
  elsif coalesce(create_token.scope, '') not in ('read', 'tick', 'write')
    or (create_token.scope = 'write' and create_token.household_id is not null) then
    perform private.refuse('scope', 'INVALID');
  end if;
  perform private.check_limit('tokens', (
    select 1 + count(*) from public.access_tokens tokens
    where tokens.id <> create_token.id and case
      when create_token.household_id is null then tokens.household_id is null and tokens.made_by = auth.uid()
      else tokens.household_id = create_token.household_id
    end
  ));
  insert into public.access_tokens as stored (id, made_by, household_id, name, scope, token_hash)
  values (
    create_token.id, auth.uid(), create_token.household_id, private.checked_name(create_token.name),
    create_token.scope, sha256(convert_to(token, 'UTF8'))
  )
  on conflict on constraint access_tokens_pkey do update
  set name = excluded.name, scope = excluded.scope, token_hash = excluded.token_hash
  where stored.made_by = excluded.made_by and stored.household_id is not distinct from excluded.household_id;
  if not found then
    perform private.refuse('id', 'INVALID');
  end if;
  return token;
end;
$function$;

CREATE OR REPLACE FUNCTION private.day_after(task_id uuid, day date, answer jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place date;
  found jsonb;
begin
  if not private.is_participant(task_id) then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  place := private.settled_place(day_after.task_id, day_after.day);
  select deeds.deed into found
  from private.deeds_on(array[day_after.task_id], daterange(place, place, '[]')) as deeds;
  return jsonb_build_object(
    'task', jsonb_build_object('id', day_after.task_id, 'title', answer -> 'title'),
    'day', place,
    'dueDay', coalesce(
      (
        select moved.due_date from public.task_put_offs moved
        where moved.task_id = day_after.task_id and moved.new_date = place
      ),
      place
    ),
    'status', coalesce(found ->> 'status', 'open'),
    'deed', found,
    'note', (
      select notes.note from public.task_day_notes notes
      where notes.task_id = day_after.task_id and notes.day = day_after.day
    ),
    'untaken', case when answer ? 'untaken' and found is not null then jsonb_build_array(found) else '[]' end
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.days_of_ranges(ranges jsonb)
 RETURNS datemultirange
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select
    coalesce(range_agg(daterange((run ->> 0)::date, (run ->> 1)::date, '[]')), '{}')
  from jsonb_array_elements(coalesce(ranges, '[]')) as run;
$function$;

CREATE OR REPLACE FUNCTION private.decide(sender uuid, is_accepted boolean)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.sharing_consents (recipient_id, sender_id, is_accepted, sender_name)
  select auth.uid(), profiles.id, decide.is_accepted, profiles.display_name
  from public.profiles
  where profiles.id = sender
  on conflict (recipient_id, sender_id) do update
    set
      is_accepted = excluded.is_accepted,
      sender_name = excluded.sender_name;
$function$;

CREATE OR REPLACE FUNCTION private.deed_event(task_id uuid, day date)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET plan_cache_mode TO 'force_generic_plan'
 SET search_path TO ''
AS $function$
begin
  return (
    select events.id
    from public.task_events as events
    where
      events.task_id = deed_event.task_id
      and (
        events.kind in ('created', 'imported')
        or events.kind in ('done', 'skipped') and events.days @> deed_event.day
      )
    order by events.id desc
    limit 1
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.deed_json(days datemultirange, status text, done_by uuid, people uuid[], at timestamp with time zone, time_zone text, via text DEFAULT NULL::text, via_name text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select
    jsonb_strip_nulls(
      jsonb_build_object(
        'days',
        private.runs(days),
        'status',
        status,
        'completedBy',
        done_by,
        'people',
        people,
        'completedAt',
        private.iso(at),
        'timeZone',
        time_zone,
        'via',
        via,
        'viaName',
        via_name
      )
    );
$function$;

CREATE OR REPLACE FUNCTION private.deed_people(task public.tasks, people uuid[], done_by uuid, by_name text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', doer.id, 'name', doer.name) order by doer.name, doer.id), '[]')
    from
      (
        select named.id, coalesce(known.name, present.name, 'Somebody') as name
        from
          unnest(people) as named (id)
          left join private.task_people as known on known.task_id = task.id and known.person_id = named.id
          left join public.household_people as present on present.id = named.id
        union all
        select coalesce(person.id, profiles.id), coalesce(person.name, former.name, profiles.display_name)
        from
          public.profiles
          left join public.household_people as person
            on person.household_id = task.household_id and person.account_id = profiles.id
          left join public.former_names as former on former.task_id = task.id and former.person_id = profiles.id
        where people is null and by_name is null and profiles.id = done_by
        union all
        select null, by_name
        where people is null and by_name is not null
      ) as doer
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.deeds_on(ids uuid[], days daterange)
 RETURNS TABLE(day date, task_id uuid, deed jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET plan_cache_mode TO 'force_generic_plan'
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  mine constant uuid[] := array(select private.tasks_of_mine(ids));
begin
  return query select
    done.day,
    tasks.id,
    jsonb_build_object(
      'id',
      tasks.id || '/' || private.deed_event(tasks.id, done.day),
      'task',
      jsonb_build_object('id', tasks.id, 'title', tasks.title),
      'day',
      done.day,
      'status',
      done.status,
      'people',
      private.deed_people(tasks, done.people, done.user_id, done.by_name),
      'door',
      case
        when done.via is not null then jsonb_build_object('kind', done.via, 'name', done.via_name)
      end,
      'at',
      private.iso(done.at),
      'doneOn',
      done.done_on,
      'doneAt',
      left(done.done_at::text, 5)
    )
  from
    (
      select
        completions.task_id,
        completions.completed_date as day,
        completions.status,
        completions.user_id,
        completions.people,
        completions.by_name,
        completions.completed_at as at,
        completions.via,
        completions.via_name,
        completions.done_on,
        completions.done_at
      from public.task_completions as completions
      where
        completions.task_id = any (mine)
        -- not <@, for which an index is used only if the days are known when the plan is made
        and completions.completed_date >= lower(deeds_on.days)
        and completions.completed_date < upper(deeds_on.days)
      union all
      select
        catch_ups.task_id,
        one.day::date,
        catch_ups.status,
        catch_ups.user_id,
        catch_ups.people,
        catch_ups.by_name,
        catch_ups.recorded_at,
        null,
        null,
        null,
        null
      from
        public.task_catch_ups as catch_ups
        cross join unnest(catch_ups.days * datemultirange(deeds_on.days)) as run
        cross join generate_series(lower(run), upper(run) - 1, interval '1 day') as one (day)
      where catch_ups.task_id = any (mine) and catch_ups.days && deeds_on.days
    ) as done
    join public.tasks on tasks.id = done.task_id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.delete_household(household_id uuid, name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A repeated delete succeeds.
  if delete_household.household_id = any (array(select private.my_households('keeper', true))) then
    return;
  end if;
  perform private.begin_household(delete_household.household_id, 'keeper');
  if not exists (
    select from public.households
    where households.id = delete_household.household_id
      and households.name = private.entered_text(delete_household.name)
  ) then
    perform private.refuse('name', 'OTHER_NAME');
  end if;
  perform private.send_household(delete_household.household_id, array(
    select tasks.id from public.tasks
    where tasks.household_id = delete_household.household_id and tasks.is_active
  ));
  perform private.send_no_tasks(true);
  update public.tasks set is_active = false
  where tasks.household_id = delete_household.household_id and tasks.is_active;
  perform private.send_no_tasks(false);
  update public.households set deleted_at = now() where households.id = delete_household.household_id;
  delete from public.household_invitations open where open.household_id = delete_household.household_id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.doable_days(task_id uuid, days_ahead integer DEFAULT 0, with_put_offs boolean DEFAULT true)
 RETURNS datemultirange
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(range_agg(daterange(spans.first_day, spans.last_day, '[]')), '{}')
    from (
      select
        greatest(start_date, lag(valid_until) over (order by valid_until nulls last) + 1) as first_day,
        least(end_date, valid_until) as last_day
      from (
        select
          (former.schedule ->> 'startDate')::date as start_date,
          (former.schedule ->> 'endDate')::date as end_date, former.valid_until
        from public.task_schedules former where former.task_id = doable_days.task_id
        union all
        select tasks.start_date, tasks.end_date, null from public.tasks where tasks.id = doable_days.task_id
      ) as schedules
      union all
      select put_offs.new_date, put_offs.new_date
      from public.task_put_offs put_offs where with_put_offs and put_offs.task_id = doable_days.task_id
    ) as spans
    where spans.first_day <= coalesce(spans.last_day, 'infinity')
  -- like private.latest_today, without a call in each tick
  ) * datemultirange(daterange(null, (now() at time zone 'Pacific/Kiritimati')::date + days_ahead, '[]'));
end;
$function$;

CREATE OR REPLACE FUNCTION private.doers_json(persons uuid[], person uuid, former text, people jsonb, me uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when persons is null then private.person_json(person, former, people)
    when persons = array[me] then '{"me": true}'
    when persons <> '{}' then jsonb_build_object('name', private.names_of(persons, people))
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.done_for(person uuid, instant timestamp with time zone)
 RETURNS TABLE(kind text, key text, at timestamp with time zone, said jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    'done',
    completions.task_id || ' ' || completions.completed_date,
    completions.completed_at,
    jsonb_build_object(
      'task',
      completions.task_id,
      'day',
      completions.completed_date,
      'at',
      private.iso(completions.completed_at)
    )
  from
    (
      select distinct news.task_id, news.day
      from private.news
      where news.user_id = done_for.person and news.kind = 'done'
    ) as news
    join public.task_completions as completions
      on completions.task_id = news.task_id and completions.completed_date = news.day
    join public.tasks on tasks.id = completions.task_id and tasks.is_active
    join private.push_settings as settings on settings.user_id = done_for.person
  where
    completions.status = 'done'
    and completions.completed_at > instant - interval '1 hour'
    and completions.completed_at <= instant
    and completions.user_id is distinct from done_for.person
    and (
      settings.done
      or exists (
        select
        from private.watched_tasks as watched
        where watched.user_id = done_for.person and watched.task_id = completions.task_id
      )
    )
    -- Nor of one's own deeds that somebody else recorded.
    and not exists (
      select
      from public.household_people as doers
      where doers.account_id = done_for.person and doers.id = any (completions.people || completions.said_by)
    );
$function$;

CREATE OR REPLACE FUNCTION private.done_when_json(completion public.task_completions)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select
    jsonb_strip_nulls(jsonb_build_object('doneOn', completion.done_on, 'doneAt', left(completion.done_at::text, 5)));
$function$;

CREATE OR REPLACE FUNCTION private.door(key text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return nullif(current_setting('rota.door', true), '')::jsonb ->> key;
end;
$function$;

CREATE OR REPLACE FUNCTION private.door_rules(kind text, OUT days_ahead integer, OUT days_back integer, OUT takes_back text[], OUT undo_within interval, OUT waits boolean)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  select doors.days_ahead, doors.days_back, doors.takes_back, doors.undo_within, doors.waits
  into days_ahead, days_back, takes_back, undo_within, waits
  from
    (
      values
        ('app', 366, null::integer, null::text[], null::interval, true),
        ('mail', 366, null, null, null, false),
        ('push', 366, null, null, null, false),
        ('display', 7, null, '{display,label,token}', '24 hours', true),
        ('label', 7, 31, '{label}', '15 minutes', false),
        ('token', 366, null, '{display,label,token}', '24 hours', false)
    ) as doors (kind, days_ahead, days_back, takes_back, undo_within, waits)
  where doors.kind = coalesce(door_rules.kind, 'app');
end;
$function$;

CREATE OR REPLACE FUNCTION private.drop_import(person uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from public.tasks
  where tasks.id in (select staged.task_id from private.staged_tasks as staged where staged.person_id = person);
  delete from private.imports where imports.person_id = person;
$function$;

CREATE OR REPLACE FUNCTION private.due_day(task public.tasks, day date)
 RETURNS date
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last_day constant date := private.last_settled_day(task.id, day);
  since constant date := private.open_from(task, last_day);
  taken datemultirange;
  closed datemultirange;
  -- put-offs, from a due date to its new day
  moves jsonb;
  due date;
  moved_to date;
begin
  if since is null or day < task.schedule_from or last_day > day or day < private.happened_day(task, last_day) then
    return null;
  end if;
  select
    coalesce(
      range_agg(private.one_day(moved.due_date) + private.one_day(moved.new_date)) filter (where not moved.is_open),
      '{}'
    ),
    coalesce(jsonb_object_agg(moved.due_date, moved.new_date) filter (where moved.is_open), '{}')
  into taken, moves
  from (
    select
      put_offs.due_date, put_offs.new_date,
      not put_offs.to_former_schedule
      and private.is_one_at_a_time_on(task.id, least(put_offs.due_date, put_offs.new_date)) as is_open
    from public.task_put_offs put_offs where put_offs.task_id = task.id
  ) as moved
  -- Otherwise a schedule ended between the two days, and nothing moves.
  where not moved.is_open or not exists (
    select from public.task_schedules former
    where former.task_id = task.id
      and former.valid_until >= least(moved.due_date, moved.new_date) and former.valid_until < moved.due_date
  );
  if day <@ taken then
    return null;
  end if;
  -- Only a put-off can move an occurrence to a day before the last one.
  closed := private.paused_days(task) + taken + (
    private.settled_since(task.id, (
      select min(put_offs.new_date) from public.task_put_offs put_offs where put_offs.task_id = task.id
    )) - private.one_day(day)
  );
  due := private.open_day_from(task, taken, greatest(task.start_date, task.schedule_from, since));
  while due is not null loop
    if moves ? due::text then
      moved_to := moves ->> due::text;
      moves := moves - due::text;
      due := moved_to;
    elsif due <@ closed then
      due := private.open_day_from(task, closed, due + 1);
    else
      return due;
    end if;
  end loop;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.due_morning_mail(person uuid, instant timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    jsonb_build_object(
      'person',
      mails.user_id,
      'address',
      addresses.address,
      'timeZone',
      profiles.time_zone,
      'day',
      due.day,
      'onlyMyTurns',
      mails.only_my_turns
    )
  from
    public.morning_mails as mails
    join public.profiles on profiles.id = mails.user_id
    cross join lateral (select private.morning_due(instant, profiles.time_zone, mails.hour, mails.sent_until)) as due (
      day
    )
    cross join lateral (select private.confirmed_address(mails.user_id)) as addresses (address)
  where
    mails.user_id = due_morning_mail.person
    and mails.is_on
    and due.day is not null
    and addresses.address is not null
    and not exists (
      select
      from private.mail_refusals as refusals
      where refusals.address = addresses.address and refusals.kind = 'morning'
    )
    -- Claimed already.
    and not exists (
      select
      from private.outbox
      where
        outbox.device_id is null
        and outbox.recipient = addresses.address
        and outbox.kind = 'morning'
        and outbox.key = mails.user_id || to_char(due.day, ':YYYY-MM-DD')
    );
$function$;

CREATE OR REPLACE FUNCTION private.due_push(person uuid, instant timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with
    ready as materialized (select * from private.ready_push_devices(due_push.person, instant)),
    news as materialized (
      select told.*
      from
        (
          select *
          from private.done_for(due_push.person, instant)
          union all
          select *
          from private.invitations_for(due_push.person, instant)
          union all
          select *
          from private.offers_for(due_push.person, instant)
        ) as told
      where
        exists (select from ready)
        and exists (select from private.news as noted where noted.user_id = due_push.person)
    ),
    devices as (
      select
        ready.*,
        (
          select jsonb_object_agg(lists.kind, lists.list)
          from
            (
              select news.kind, jsonb_agg(news.said order by news.at, news.key) as list
              from news
              where
                news.at >= ready.created_at
                and not exists (
                  select
                  from private.outbox
                  where
                    outbox.device_id = ready.device_id
                    and outbox.recipient is null
                    and outbox.kind = news.kind
                    and outbox.key = news.key
                )
              group by news.kind
            ) as lists
        ) as told
      from ready
    )
  select
    jsonb_build_object(
      'person',
      due_push.person,
      'timeZone',
      min(devices.time_zone),
      'language',
      (select profiles.language from public.profiles where profiles.id = due_push.person),
      'dateStyle',
      (select profiles.date_style from public.profiles where profiles.id = due_push.person),
      'devices',
      jsonb_agg(
        jsonb_build_object(
          'id',
          devices.device_id,
          'endpoint',
          devices.endpoint,
          'p256dh',
          devices.p256dh,
          'auth',
          devices.auth,
          'sealed',
          devices.sealed,
          'day',
          devices.day,
          'onlyMyTurns',
          devices.only_my_turns,
          'done',
          coalesce(devices.told -> 'done', '[]'),
          'invitations',
          coalesce(devices.told -> 'invitation', '[]'),
          'offers',
          coalesce(devices.told -> 'offer', '[]')
        )
        order by devices.created_at, devices.device_id
      )
    )
  from devices
  where devices.day is not null or devices.told is not null
  having count(*) > 0;
$function$;

CREATE OR REPLACE FUNCTION private.end_absence(household_id uuid, id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := private.household_today(end_absence.household_id);
  absence public.household_absences;
begin
  perform private.begin_household(end_absence.household_id, 'helper');
  select absences.* into absence from public.household_absences absences
  where absences.id = end_absence.id and absences.household_id = end_absence.household_id;
  if absence.id is null then
    perform private.refuse('id', 'INVALID');
  end if;
  perform private.absence_changer(absence.household_id, absence.person_id);
  -- A past absence has ended by itself.
  update public.household_absences absences set ended_on = today
  where absences.id = absence.id and absences.ended_on is null and absences.to_day >= today;
  if found then
    perform private.send_household(absence.household_id);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.end_house_absence(household_id uuid, id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := private.household_today(end_house_absence.household_id);
  before datemultirange;
begin
  perform private.begin_household(end_house_absence.household_id, 'member');
  if not exists (
    select from public.house_absences absences
    where absences.id = end_house_absence.id and absences.household_id = end_house_absence.household_id
  ) then
    perform private.refuse('id', 'INVALID');
  end if;
  before := private.house_away_days(end_house_absence.household_id);
  update public.house_absences absences
  set
    ended_on = greatest(today, absences.from_day),
    ended_by = (
      select people.id from public.household_people people
      where people.household_id = absences.household_id
        and people.account_id = auth.uid() and people.left_on is null
    )
  where absences.id = end_house_absence.id and absences.ended_on is null and absences.to_day >= today;
  if found then
    perform private.finish_house_absence(end_house_absence.household_id, before);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.end_member_shares(household uuid, task_id uuid)
 RETURNS uuid[]
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with
    ended as (
      update private.task_shares as shares
      set recipient_id = null
      from public.tasks
      where
        tasks.id = shares.task_id
        and tasks.household_id = household
        and (end_member_shares.task_id is null or tasks.id = end_member_shares.task_id)
        and shares.recipient_id in (select private.household_accounts(household))
      returning shares.task_id
    )
  select array(select ended.task_id from ended);
$function$;

CREATE OR REPLACE FUNCTION private.end_token(id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.access_tokens as tokens
  where
    tokens.id = end_token.id
    and (
      (tokens.household_id is null and tokens.made_by = auth.uid())
      or tokens.household_id = any (array(select private.my_households('keeper')))
    );
$function$;

CREATE OR REPLACE FUNCTION private.enter_absence(household_id uuid, id uuid, person_id uuid, from_day date, to_day date DEFAULT NULL::date, for_past boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := private.household_today(enter_absence.household_id);
  last_day constant date := coalesce(to_day, '9999-12-31');
  -- An absence that hasn't begun isn't for the past.
  is_for_past constant boolean := coalesce(for_past, false) and from_day < today;
  me uuid;
begin
  perform private.begin_household(enter_absence.household_id, 'helper');
  me := private.absence_changer(enter_absence.household_id, enter_absence.person_id);
  if exists (
    select from public.household_absences absences
    where absences.id = enter_absence.id
      and (absences.household_id, absences.person_id, absences.from_day, absences.to_day)
        = (enter_absence.household_id, enter_absence.person_id, enter_absence.from_day, last_day)
  ) then
    return;
  elsif enter_absence.id is null
    or exists (select from public.household_absences absences where absences.id = enter_absence.id) then
    perform private.refuse('id', 'INVALID');
  elsif not private.is_day(from_day) then
    perform private.refuse('fromDay', 'INVALID');
  elsif not private.is_day(last_day) or last_day < from_day then
    perform private.refuse('toDay', 'ABSENCE_ENDS_BEFORE_START');
  elsif last_day < today and not is_for_past then
    perform private.refuse('toDay', 'ABSENCE_IS_OVER');
  end if;
  insert into public.household_absences (
    id, household_id, person_id, from_day, to_day, entered_on, for_past, entered_by
  )
  values (
    enter_absence.id, enter_absence.household_id, enter_absence.person_id, enter_absence.from_day, last_day,
    case when is_for_past then enter_absence.from_day else today end, is_for_past, me
  );
  perform private.check_limit('absences_of_person', (
    select count(*) from public.household_absences absences
    where absences.person_id = enter_absence.person_id and absences.entered_by is not null
  ));
  perform private.check_limit('absences_of_household', (
    select count(*) from public.household_absences absences
    where absences.household_id = enter_absence.household_id and absences.entered_by is not null
  ));
  perform private.send_household(enter_absence.household_id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.enter_house_absence(household_id uuid, id uuid, from_day date, to_day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := private.household_today(enter_house_absence.household_id);
  before datemultirange;
begin
  perform private.begin_household(enter_house_absence.household_id, 'member');
  if exists (
    select from public.house_absences absences
    where absences.id = enter_house_absence.id and absences.household_id = enter_house_absence.household_id
  ) then
    return;
  elsif enter_house_absence.id is null
    or exists (select from public.house_absences absences where absences.id = enter_house_absence.id) then
    perform private.refuse('id', 'INVALID');
  elsif not private.is_day(from_day) then
    perform private.refuse('fromDay', 'INVALID');
  elsif private.is_day(to_day) is not true or to_day < from_day then
    perform private.refuse('toDay', 'ABSENCE_ENDS_BEFORE_START');
  elsif to_day < today then
    perform private.refuse('toDay', 'ABSENCE_IS_OVER');
  end if;
  before := private.house_away_days(enter_house_absence.household_id);
  insert into public.house_absences (id, household_id, from_day, to_day, entered_by)
  select
    enter_house_absence.id, people.household_id, greatest(enter_house_absence.from_day, today),
    enter_house_absence.to_day, people.id
  from public.household_people people
  where people.household_id = enter_house_absence.household_id
    and people.account_id = auth.uid() and people.left_on is null;
  perform private.check_limit('house_absences', (
    select count(*) from public.house_absences absences
    where absences.household_id = enter_house_absence.household_id
  ));
  perform private.finish_house_absence(enter_house_absence.household_id, before);
end;
$function$;

CREATE OR REPLACE FUNCTION private.entered_bytes(task public.tasks)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select
    octet_length(
      concat(
        task.title,
        task.category,
        task.subtitle,
        task.custom_rrule,
        task.custom_rrule_text,
        task.waits_for,
        array_to_string(task.checklist, '')
      )
    ) + 40 * cardinality(task.roster);
$function$;

CREATE OR REPLACE FUNCTION private.entered_text(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select normalize(private.trimmed(value), nfc);
$function$;

CREATE OR REPLACE FUNCTION private.entries_on(task_id uuid, days daterange)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id',
          events.id,
          'kind',
          replace(events.kind, '_', '-'),
          'at',
          private.iso(events.happened_at),
          'people',
          private.event_people(events, tasks),
          'door',
          private.event_door(events),
          'days',
          private.runs(events.days),
          'from',
          events.details -> 'from'
        )
        order by events.id
      ),
      '[]'
    )
  from
    public.tasks
    join public.task_events as events on events.task_id = tasks.id
  where
    tasks.id in (select private.tasks_of_mine(array[entries_on.task_id]))
    and (
      events.kind in (
        'created',
        'imported',
        'schedule_changed',
        'schedule_undone',
        'started_earlier',
        'put_off',
        'turn_taken',
        'turn_given'
      )
      or events.id = (
        select max(latest.id)
        from public.task_events as latest
        where latest.task_id = entries_on.task_id and latest.kind = 'happened'
      )
      or events.kind in ('done', 'skipped', 'corrected', 'paused')
      and (
        events.days && entries_on.days
        or events.days @> (
          select max(rows.completed_date) from public.task_completions as rows where rows.task_id = entries_on.task_id
        )
        or events.days @> (
          select max(upper(rows.days) - 1) from public.task_catch_ups as rows where rows.task_id = entries_on.task_id
        )
      )
    );
$function$;

CREATE OR REPLACE FUNCTION private.event_door(event public.task_events)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select
    case
      when event.details ? 'via' then jsonb_build_object(
        'kind',
        event.details -> 'via',
        'name',
        event.details -> 'viaName'
      )
    end;
$function$;

CREATE OR REPLACE FUNCTION private.event_people(event public.task_events, task public.tasks)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    private.deed_people(
      task,
      case
        when event.kind in ('done', 'skipped') then private.ids_or_null(event.details -> 'people')
        when event.kind = 'corrected' then coalesce(
          private.ids_or_null(event.details #> '{after,people}'),
          private.ids_or_null(event.details -> 'people')
        )
        when event.person_id is not null then array[event.person_id]
      end,
      case
        when event.kind in ('done', 'skipped', 'corrected') then (event.details ->> 'by')::uuid
        else event.user_id
      end,
      null
    );
$function$;

CREATE OR REPLACE FUNCTION private.exceed(code text)
 RETURNS void
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.fail('LIMIT_REACHED', jsonb_build_array(private.issue('', code)));
$function$;

CREATE OR REPLACE FUNCTION private.export_rows(task_id uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select count(*) from public.task_completions rows where rows.task_id = export_rows.task_id)
    + (select count(*) from public.task_events rows where rows.task_id = export_rows.task_id)
    + (select count(*) from public.task_put_offs rows where rows.task_id = export_rows.task_id)
    + (select count(*) from public.task_checks rows where rows.task_id = export_rows.task_id)
    + 4 * (select count(*) from public.task_day_notes rows where rows.task_id = export_rows.task_id)
    -- Former schedules are also in events: their own, and the next one's.
    + 3 * (
      select coalesce(sum(pg_column_size(rows.schedule)), 0) / 150
      from public.task_schedules rows where rows.task_id = export_rows.task_id
    )
    -- As text, a range of days is four times as long.
    + 4 * (
      select coalesce(sum(pg_column_size(rows.days)), 0) / 150
      from public.task_catch_ups rows where rows.task_id = export_rows.task_id
    );
end;
$function$;

CREATE OR REPLACE FUNCTION private.exportable_tasks(ids uuid[])
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.task_json(array(select mine.id from private.my_tasks as mine where mine.id = any (ids)), true);
$function$;

CREATE OR REPLACE FUNCTION private.exported_account()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select
    jsonb_build_object(
      'fullName',
      profiles.full_name,
      'timeZone',
      profiles.time_zone,
      'dateStyle',
      profiles.date_style,
      'language',
      profiles.language,
      'contacts',
      array(
        select
          jsonb_build_object('address', contacts.contact_email, 'lastSharedAt', private.iso(contacts.last_shared_at))
        from public.shared_contacts as contacts
        order by contacts.contact_email
      ),
      'decisions',
      array(
        select
          jsonb_build_object(
            'sender',
            consents.sender_name,
            'decision',
            case
              when consents.is_accepted then 'accepted'
              else 'blocked'
            end
          )
        from public.sharing_consents as consents
        order by consents.sender_name, consents.sender_id
      ),
      'households',
      array(
        select
          jsonb_build_object(
            'name',
            household -> 'name',
            'role',
            household -> 'role',
            'people',
            array(select person - array['id', 'face'] from jsonb_array_elements(household -> 'people') as person),
            'absences',
            array(
              select absence - array['id', 'person'] || jsonb_build_object('name', people.name)
              from
                jsonb_array_elements(household -> 'absences') as absence
                left join public.household_people as people on people.id = (absence ->> 'person')::uuid
            )
          )
        from jsonb_array_elements(private.households()) as household
      ),
      'leftTasks',
      array(
        select
          jsonb_build_object(
            'title',
            left_tasks.title,
            'owner',
            left_tasks.owner_name,
            'at',
            private.iso(left_tasks.left_at)
          )
        from public.left_tasks
        order by left_tasks.left_at, left_tasks.task_id
      )
    )
  from public.profiles
  where profiles.id = auth.uid();
$function$;

CREATE OR REPLACE FUNCTION private.exported_task(task jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select
    (
      private.with_names(task, 'roster') - array[
        'ownerId',
        'householdId',
        'people',
        'revision',
        'rosterSince',
        'pausedDays',
        'completedDays',
        'skippedDays',
        'recentCompletions',
        'recentCatchUps',
        'recentChecks',
        'takingPart',
        'offers'
      ]
    ) || jsonb_build_object(
      'formerSchedules',
      array(
        select private.with_names(former, 'roster') - 'rosterSince'
        from jsonb_array_elements(task -> 'formerSchedules') with ordinality as former (former, place)
        order by place
      ),
      'swaps',
      array(
        select jsonb_build_array(swaps.day, coalesce(people.name, 'Somebody'))
        from
          public.turn_swaps as swaps
          left join public.household_people as people on people.id = swaps.person_id
        where swaps.task_id = tasks.id
        order by swaps.day
      ),
      'owner',
      private.person_json(tasks.user_id, null, task -> 'people'),
      'household',
      (select households.name from public.households where households.id = tasks.household_id),
      'deletedAt',
      private.iso(tasks.deleted_at),
      'pausedDays',
      array(
        select
          jsonb_build_array(
            date '1970-01-01' + (run ->> 0)::integer,
            date '1970-01-01' + (run ->> 0)::integer + (run ->> 1)::integer - 1
          )
        from jsonb_array_elements(task -> 'pausedDays') with ordinality as paused (run, place)
        order by place
      ),
      'sharedWith',
      array(
        select jsonb_build_object('address', shares.contact_email, 'standing', shares.status)
        from private.task_shares as shares
        where shares.task_id = tasks.id
        order by shares.contact_email
      ),
      'completions',
      array(
        select
          jsonb_build_object('by', person, 'status', status, 'timeZone', time_zone, 'days', days) || jsonb_strip_nulls(
            jsonb_build_object('via', via, 'viaName', via_name)
          )
        from
          (
            select
              private.doers_json(people, user_id, by_name, task -> 'people', me.id) as person,
              status,
              time_zone,
              via,
              via_name,
              jsonb_agg(
                jsonb_build_array(completed_date, private.iso(completed_at)) || case
                  when due_on is not null then jsonb_build_array(done_on, left(done_at::text, 5), due_on)
                  when done_at is not null then jsonb_build_array(done_on, left(done_at::text, 5))
                  when done_on is not null then jsonb_build_array(done_on)
                  else '[]'
                end
                order by completed_date
              ) as days
            from public.task_completions
            where task_id = tasks.id
            group by 1, 2, 3, 4, 5
          ) as groups
        order by status, person::text, time_zone, via, via_name
      ),
      'catchUps',
      array(
        select
          jsonb_build_object(
            'id',
            catch_ups.id,
            'by',
            private.doers_json(catch_ups.people, catch_ups.user_id, catch_ups.by_name, task -> 'people', me.id),
            'status',
            catch_ups.status,
            'days',
            private.ranges_json(catch_ups.days),
            'at',
            private.iso(catch_ups.recorded_at),
            'timeZone',
            catch_ups.time_zone
          )
        from public.task_catch_ups as catch_ups
        where catch_ups.task_id = tasks.id and not isempty(catch_ups.days)
        order by catch_ups.recorded_at, catch_ups.days
      ),
      'notes',
      array(
        select
          jsonb_build_object(
            'day',
            notes.day,
            'note',
            notes.note,
            'by',
            private.doers_json(
              case
                when notes.person_id is not null then array[notes.person_id]
              end,
              notes.user_id,
              notes.by_name,
              task -> 'people',
              me.id
            ),
            'at',
            private.iso(notes.written_at)
          )
        from public.task_day_notes as notes
        where notes.task_id = tasks.id
        order by notes.day
      ),
      'checks',
      array(
        select jsonb_build_object('day', checks.day, 'lines', jsonb_agg(checks.line order by checks.line))
        from public.task_checks as checks
        where checks.task_id = tasks.id
        group by checks.day
        order by checks.day
      ),
      'events',
      array(
        select
          jsonb_build_object(
            'at',
            private.iso(events.happened_at),
            -- null if it is the same
            'arrivedAt',
            private.iso(events.arrived_at),
            'timeZone',
            events.time_zone,
            'by',
            private.doers_json(
              case
                when events.person_id is not null then array[events.person_id]
              end,
              events.user_id,
              null,
              task -> 'people',
              me.id
            ),
            'kind',
            events.kind,
            'days',
            private.ranges_json(events.days),
            'details',
            case
              when events.details ? 'by' then jsonb_set(
                events.details - array['people', 'saidBy'],
                '{by}',
                coalesce(
                  private.doers_json(
                    case
                      when events.details ? 'people' then private.ids_in(events.details -> 'people')
                    end,
                    (private.ids_in(events.details -> 'by'))[1],
                    null,
                    task -> 'people',
                    me.id
                  ),
                  'null'
                )
              ) || case
                when events.details #> '{after,people}' is null then '{}'
                else jsonb_build_object(
                  'after',
                  (events.details -> 'after') - 'people' || jsonb_build_object(
                    'by',
                    private.doers_json(
                      private.ids_in(events.details #> '{after,people}'),
                      null,
                      null,
                      task -> 'people',
                      me.id
                    )
                  )
                )
              end
              else private.exported_details(events.details)
            end
          )
        from public.task_events as events
        where
          events.task_id = tasks.id
          and not (
            events.kind in ('done', 'skipped')
            and events.arrived_at is null
            and upper(events.days) - lower(events.days) = 1
            and exists (
              select
              from public.task_completions as completions
              where
                completions.task_id = events.task_id
                and completions.completed_date = lower(events.days)
                and completions.completed_at = events.happened_at
                and completions.status = events.kind
                and completions.via is not distinct from events.details ->> 'via'
                and case
                  when events.user_id is null then completions.user_id is null
                  and to_jsonb(completions.people) = events.details -> 'people'
                  else events.details ->> 'by' = events.user_id::text
                  and completions.user_id = events.user_id
                  and completions.people is not distinct from case
                    when events.details ? 'people' then array[events.person_id]
                  end
                end
            )
          )
        order by events.id
      )
    )
  from
    public.tasks,
    (select private.my_person((task ->> 'id')::uuid) as id offset 0) as me
  where tasks.id = (task ->> 'id')::uuid;
$function$;

CREATE OR REPLACE FUNCTION private.fail(code text, details jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  status constant text := case
    when code in ('VALIDATION_FAILED', 'LIMIT_REACHED', 'KEY_REUSED') then '422'
    when code = 'TOO_MANY_ATTEMPTS' then '429'
    when code = 'UNAUTHENTICATED' then '401'
    when code in ('NOT_ALLOWED', 'COMPLETION_NOT_YOURS') then '403'
    when code in (
      'LINK_NOT_VALID', 'TASK_NOT_FOUND', 'INVITATION_NOT_FOUND', 'HOUSEHOLD_NOT_FOUND', 'IMPORT_NOT_FOUND',
      'CLAIM_NOT_FOUND'
    ) then '404'
    when code in (
      'LAST_KEEPER', 'ALREADY_JOINED', 'ACCOUNT_EXISTS', 'UNDO_TOO_LATE', 'DUPLICATE_TASK', 'ALREADY_DONE', 'PUT_OFF',
      'CHANGED_SINCE', 'NOTE_CHANGED', 'IMPORT_IN_USE'
    ) then '409'
  end;
begin
  raise exception using
    errcode = 'PT' || coalesce(status, '500'),
    message = code,
    detail = coalesce(details::text, '');
end;
$function$;

CREATE OR REPLACE FUNCTION private.fill_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  door constant jsonb := nullif(current_setting('rota.door', true), '');
  household uuid;
begin
  -- Locked until the commit, so that numbers are unique and in the order of commits.
  select tasks.household_id into household from public.tasks where tasks.id = new.task_id for no key update;
  new.id := 1 + coalesce(
    (select max(events.id) from public.task_events events where events.task_id = new.task_id), 0
  );
  new.user_id := coalesce(
    new.user_id, (select profiles.id from public.profiles where profiles.id = auth.uid())
  );
  if household is not null then
    new.person_id := (
      select people.id from public.household_people people
      where people.household_id = household and people.account_id = new.user_id and people.left_on is null
    );
  end if;
  if door is not null then
    new.details := new.details || jsonb_strip_nulls(jsonb_build_object(
      'via', door -> 'kind', 'viaName', door -> 'name'
    ));
  end if;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.fill_house_absences()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' then
    new.paused := new.paused
      + private.paused_days(old) * datemultirange(daterange(null, private.household_today(old.household_id), '[]'));
  end if;
  new.household_since := private.household_today(new.household_id);
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.fill_household()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.user_id := coalesce(auth.uid(), new.user_id);
  -- The people of the roster don't belong to the new household: from today on the task has no turns.
  if old.roster <> '{}' and new.roster = old.roster then
    new.roster := '{}';
    new.turn_length := 'each';
    if new.schedule_from is not distinct from old.schedule_from then
      new.schedule_from := greatest(private.household_today(old.household_id), old.schedule_from);
    end if;
  end if;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.fill_let_in()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_let_in constant boolean := new.raw_user_meta_data ? 'let_in' and exists (
    select from public.household_invitations open
    where open.typed_address = private.canonical_address(new.email) and open.expires_at > now()
  );
begin
  new.raw_user_meta_data := new.raw_user_meta_data - '{let_in,sign_up_link}'::text[];
  if is_let_in then
    new.email_confirmed_at := null;
    perform set_config('rota.let_in', new.id::text, true);
  end if;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.fill_made_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  since constant timestamptz := (
    select coalesce(people.account_since, people.joined_at)
    from public.tasks
    join public.household_people people on people.household_id = tasks.household_id
    where tasks.id = new.task_id and people.account_id = auth.uid()
  );
begin
  if (to_jsonb(new) ->> tg_argv[0])::timestamptz < since then
    new := jsonb_populate_record(new, jsonb_build_object(tg_argv[0], since));
  end if;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.fill_next_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' or new.next_at = old.next_at then
    new.next_at := '-infinity';
  end if;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.fill_proven()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.recovery_sent_at > coalesce(new.confirmation_sent_at, '-infinity') then
    new.encrypted_password := null;
  end if;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.fill_roster()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.roster_since := clock_timestamp();
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.fill_share()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address constant text := private.canonical_address(new.contact_email);
begin
  -- The task, if it is the caller's, is locked before its shares, as everywhere.
  perform from public.tasks
  where tasks.id = new.task_id and tasks.user_id = new.owner_id
  for no key update;
  perform pg_advisory_xact_lock_shared(private.address_key(address));
  new.contact_email := address;
  -- A waiting share costs the same whether or not there is an account.
  new.recipient_id := private.recipient_of(address, new.owner_id, new.task_id);
  new.invited_at := private.first_invited(address, new.owner_id);
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.finish_house_absence(household uuid, before datemultirange)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  after constant datemultirange := private.house_away_days(household);
begin
  perform private.record_pauses(
    tasks.id, tasks.paused + before * span.days, tasks.paused + after * span.days, '{"away": true}'
  )
  from public.tasks
  cross join lateral (select datemultirange(daterange(tasks.household_since, null)) as days) as span
  where tasks.household_id = household
    and (tasks.is_active or tasks.deleted_at > now() - interval '30 days');
  perform private.send_no_tasks(true);
  update public.tasks set revision = tasks.revision + 1
  where tasks.household_id = household and tasks.is_active;
  perform private.send_no_tasks(false);
  perform private.send_household(household, array(
    select tasks.id from public.tasks where tasks.household_id = household and tasks.is_active
  ));
end;
$function$;

CREATE OR REPLACE FUNCTION private.finish_import(import_id uuid, with_shares boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  import private.imports;
  target uuid;
  room integer;
  staged_count integer;
  added_count integer;
begin
  perform private.lock_quota('tasks', me);
  select imports.* into import from private.imports
  where imports.person_id = me and imports.id = import_id;
  if not found then
    perform private.fail('IMPORT_NOT_FOUND');
  elsif import.outcome is not null then
    return import.outcome;
  end if;
  target := (import.household ->> 'id')::uuid;
  if target is not null then
    perform private.begin_moving_in(import.household);
  end if;

  -- Titles may have been taken, and limits used up, since the pieces came.
  select count(*) into staged_count from private.staged_tasks staged where staged.person_id = me;
  delete from public.tasks
  using private.staged_tasks staged
  where staged.person_id = me and tasks.id = staged.task_id
    and exists (
      select from public.tasks active
      where active.title = tasks.title and active.is_active
        and case when target is null then active.user_id = me and active.household_id is null
          else active.household_id = target
        end
    );
  room := private.limit_of('active_tasks') - (
    select count(*) from public.tasks
    where tasks.is_active
      and case when target is null then tasks.user_id = me and tasks.household_id is null
        else tasks.household_id = target
      end
  );
  delete from public.tasks
  where tasks.id in (
    select staged.task_id from private.staged_tasks staged
    where staged.person_id = me order by staged.place offset greatest(room, 0)
  );

  perform private.check_limit('shares_per_import', (
    select sum(cardinality(staged.addresses)) from private.staged_tasks staged
    where with_shares and staged.person_id = me
  ));

  -- While the tasks are staged, so that one event per task stands for the import, and one message per person is
  -- sent.
  insert into private.task_shares (task_id, owner_id, contact_email)
  select staged.task_id, me, address
  from private.staged_tasks staged, unnest(staged.addresses) as address
  where with_shares and staged.person_id = me
  order by staged.task_id, address;
  perform private.send_no_tasks(true);
  if target is not null then
    perform private.move_in(import);
  end if;
  update public.tasks
  set
    is_active = true,
    is_shared = with_shares is true and cardinality(staged.addresses) > 0,
    revision = tasks.revision + 1
  from private.staged_tasks staged
  where staged.person_id = me and tasks.id = staged.task_id;
  get diagnostics added_count = row_count;
  perform private.send_no_tasks(false);
  if added_count > 0 then
    insert into private.imported (person_id, bytes)
    values (me, import.bytes::bigint * added_count / greatest(import.tasks, added_count))
    on conflict (person_id) do update set bytes = imported.bytes + excluded.bytes;
    perform private.check_limit('imported_kilobytes', (
      select (imported.bytes + 999) / 1000 from private.imported where imported.person_id = me
    ));
    perform private.check_room(target, me);
    perform private.send_list_changed(array[me]);
  end if;
  if target is not null then
    perform private.finish_moving_in(import);
  end if;

  delete from private.staged_tasks staged where staged.person_id = me;
  delete from private.import_pieces pieces where pieces.person_id = me;
  update private.imports
  set
    outcome = jsonb_build_object('added', added_count, 'refused', staged_count - added_count),
    household = imports.household - array['people', 'absences', 'houseAbsences', 'zones']
  where imports.person_id = me
  returning * into import;
  return import.outcome;
end;
$function$;

CREATE OR REPLACE FUNCTION private.finish_messages(messages uuid[], error text DEFAULT NULL::text, failure text DEFAULT NULL::text, wait_seconds integer DEFAULT NULL::integer, instant timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  device constant uuid := (select outbox.device_id from private.outbox where outbox.id = any (messages) limit 1);
begin
  -- The device first, like a claim, to avoid deadlocks.
  perform from private.push_devices devices where devices.id = device for no key update;
  if failure = 'gone' then
    delete from private.push_devices devices where devices.id = device;
  elsif failure = 'unsent' then
    delete from private.outbox where outbox.id = any (messages);
  else
    update private.outbox set finished_at = now(), error = left(finish_messages.error, 500)
    where outbox.id = any (messages);
  end if;
  if failure = 'bounced' then
    insert into private.mail_refusals (address, kind, reason)
    select outbox.recipient, outbox.kind, 'bounced' from private.outbox where outbox.id = any (messages)
    on conflict do nothing;
  end if;
  if failure is null then
    update private.push_devices devices set used_at = now(), failures = 0, waits_until = null
    where devices.id = device;
  else
    -- Doubles each time, up to an hour; up to six if the push server says so.
    update private.push_devices devices
    set
      failures = least(devices.failures + 1, 1000),
      waits_until = instant + greatest(
        make_interval(mins => least(60, 2 ^ least(devices.failures, 6))::integer),
        make_interval(secs => least(coalesce(wait_seconds, 0), 21600))
      )
    where devices.id = device;
    update private.push_settings as settings set next_at = devices.waits_until
    from private.push_devices as devices
    where devices.id = device and settings.user_id = devices.user_id and settings.next_at > devices.waits_until;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.finish_morning_mails(results jsonb, instant timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  result record;
begin
  for result in
    select * from jsonb_to_recordset(results) as given (person uuid, day date, mail uuid, error text, failure text)
  loop
    if result.mail is not null then
      perform private.finish_messages(array[result.mail], result.error, result.failure);
    end if;
    if result.failure = 'unsent' then
      update public.morning_mails set next_at = instant + interval '1 minute' where user_id = result.person;
    else
      perform private.settle_day('morning', result.person, result.day);
    end if;
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION private.finish_moving_in(import private.imports)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  house constant jsonb := import.household;
  target constant uuid := (house ->> 'id')::uuid;
  me constant uuid := (
    select people.id from public.household_people people
    where people.household_id = target and people.account_id = import.person_id
  );
  added uuid[];
  brought uuid[];
begin
  perform private.record_pauses(tasks.id, tasks.paused, private.paused_days(tasks), '{"away": true}')
  from private.staged_tasks staged join public.tasks on tasks.id = staged.task_id
  where staged.person_id = import.person_id
  order by tasks.id;
  -- Of people who are new here: no past turn of the others changes.
  with entered as (
    insert into public.household_absences (
      id, household_id, person_id, from_day, to_day, entered_on, ended_on, for_past, entered_by
    )
    select
      private.imported_id(concat_ws(
        ' ', 'absent', listed.value ->> 'person', absent.entry, nullif(absent.nth, 1)
      ), target), target,
      (listed.value ->> 'person')::uuid, (absent.entry ->> 'from')::date,
      coalesce((absent.entry ->> 'to')::date, '9999-12-31'), (absent.entry ->> 'enteredOn')::date,
      (absent.entry ->> 'endedOn')::date, coalesce((absent.entry ->> 'isForPast')::boolean, false),
      case when (absent.entry ->> 'isLeaving')::boolean then null else me end
    -- Whoever comes back on the day on which they left may do so several times.
    from (
      select listed.entry, row_number() over (partition by listed.entry) as nth
      from jsonb_array_elements(coalesce(house -> 'absences', '[]')) as listed (entry)
    ) as absent
    join jsonb_each(house -> 'people') as listed
      on listed.key = absent.entry ->> 'person' and (listed.value ->> 'isNew')::boolean
    on conflict do nothing
    returning id
  )
  select array(select id from entered) into added;
  perform private.check_limit('absences_of_household', (
    select count(*) from public.household_absences absences where absences.household_id = target
  ));
  insert into private.import_claims (household_id, person_id, stand_in, by_person, deeds, since)
  select target, claimed.person, claimed.doer, me, count(*), min(rows.day)
  from (
    select distinct (listed.value ->> 'person')::uuid as person, (listed.value ->> 'doer')::uuid as doer
    from jsonb_each(house -> 'people') as listed
    where listed.value ->> 'doer' <> listed.value ->> 'person'
  ) as claimed
  join (
    select staged.task_id, done.people, done.completed_date as day
    from private.staged_tasks staged
    join public.task_completions done on done.task_id = staged.task_id
    where staged.person_id = import.person_id
    union all
    select staged.task_id, done.people, lower(done.days)
    from private.staged_tasks staged
    join public.task_catch_ups done on done.task_id = staged.task_id
    where staged.person_id = import.person_id
  ) as rows on claimed.doer = any (rows.people)
  group by claimed.person, claimed.doer;
  brought := array(
    select people.id from public.household_people people
    where people.household_id = target and people.joined_at >= now() and people.account_id is null
      and people.id in (
        select (listed.value ->> 'doer')::uuid from jsonb_each(house -> 'people') as listed
        where (listed.value ->> 'isNew')::boolean or listed.value ->> 'doer' <> listed.value ->> 'person'
      )
  );
  -- All of it was there already.
  if not (house ->> 'isNew')::boolean and brought = '{}' and not exists (
    select from private.staged_tasks staged where staged.person_id = import.person_id
  ) then
    return;
  end if;
  insert into private.household_imports (id, household_id, person_id, is_new, people, absences)
  values (import.id, target, me, (house ->> 'isNew')::boolean, brought, added);
  insert into private.moved_tasks (import_id, task_id, revision)
  select import.id, tasks.id, tasks.revision
  from private.staged_tasks staged join public.tasks on tasks.id = staged.task_id
  where staged.person_id = import.person_id;
  perform private.send_household(target);
end;
$function$;

CREATE OR REPLACE FUNCTION private.finish_webhook(id uuid, taken uuid[], failed uuid DEFAULT NULL::uuid, failure text DEFAULT NULL::text, wait_seconds integer DEFAULT NULL::integer, instant timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.webhooks hooks
  set
    leased_until = null,
    used_at = case when taken <> '{}' then now() else hooks.used_at end,
    failure = left(finish_webhook.failure, 20),
    failing_since = case
      when finish_webhook.failed is null then null
      when taken <> '{}' then now()
      else coalesce(hooks.failing_since, now())
    end
  where hooks.id = finish_webhook.id;
  update private.outbox set finished_at = now() where outbox.id = any (taken) and outbox.finished_at is null;
  update private.outbox
  set
    attempts = least(outbox.attempts + 1, 1000),
    waits_until = instant + greatest(
      make_interval(mins => least(60, 2 ^ least(outbox.attempts, 6))::integer),
      make_interval(secs => least(coalesce(wait_seconds, 0), 21600))
    )
  where outbox.id = finish_webhook.failed and outbox.webhook_id = finish_webhook.id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.first_at(clocks timestamp without time zone, time_zone text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  utc constant timestamptz := clocks at time zone 'UTC';
  -- as the clocks of the day before and of the day after would have it
  one constant timestamptz := utc
    - (private.local_time(utc - interval '1 day', time_zone) - (clocks - interval '1 day'));
  other constant timestamptz := utc
    - (private.local_time(utc + interval '1 day', time_zone) - (clocks + interval '1 day'));
begin
  return case
    when private.local_time(least(one, other), time_zone) < clocks
      and private.local_time(greatest(one, other), time_zone) = clocks
      then greatest(one, other)
    else least(one, other)
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.first_invited(address text, sender uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(min(task_shares.invited_at), now())
  from private.task_shares
  where task_shares.owner_id = sender and task_shares.contact_email = address;
$function$;

CREATE OR REPLACE FUNCTION private.first_recent_block()
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
RETURN (((((now() AT TIME ZONE 'UTC'::text))::date - '0001-01-01'::date) / 336) - 110);

CREATE OR REPLACE FUNCTION private.first_senders(person uuid, address text, most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Jumps from sender to sender in the index, however much each has shared.
  return query
    with recursive senders as (
      select first.invited_at, first.owner_id
      from (
        select shares.invited_at, shares.owner_id from private.task_shares shares
        where shares.contact_email = address and shares.recipient_id is null
        order by shares.invited_at, shares.owner_id limit 1
      ) as first
      union all
      select next.invited_at, next.owner_id
      from senders
      cross join lateral (
        select shares.invited_at, shares.owner_id from private.task_shares shares
        where shares.contact_email = address and shares.recipient_id is null
          and (shares.invited_at, shares.owner_id) > (senders.invited_at, senders.owner_id)
        order by shares.invited_at, shares.owner_id limit 1
      ) as next
    )
    select senders.owner_id from senders
    where exists (select private.waiting_tasks(person, address, senders.owner_id))
    limit most;
end;
$function$;

CREATE OR REPLACE FUNCTION private.follow_unsubscribe_link(address text, kind text, action text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- The morning mail is a setting of an account; other mails also go to addresses without one.
  owner constant uuid := case
    when kind = 'morning' then (
      select users.id from auth.users
      -- Uses the index that excludes single sign-on: among the others, an address is unique.
      where users.email = address and not users.is_sso_user and private.confirmed_address(users.id) is not null
    )
  end;
begin
  if kind = 'morning' and action in ('do', 'undo') then
    update public.morning_mails set is_on = action = 'undo' where user_id = owner;
  elsif action = 'do' then
    insert into private.mail_refusals (address, kind, reason)
    values (follow_unsubscribe_link.address, follow_unsubscribe_link.kind, 'unsubscribed')
    on conflict do nothing;
  elsif action = 'undo' then
    delete from private.mail_refusals refusals
    where refusals.address = follow_unsubscribe_link.address
      and refusals.kind = follow_unsubscribe_link.kind
      and refusals.reason = 'unsubscribed';
  end if;
  return jsonb_build_object(
    'address', address,
    'kind', kind,
    'isOn', case
      when kind = 'morning' then exists (
        select from public.morning_mails where user_id = owner and is_on
      )
      else not exists (
        select from private.mail_refusals refusals
        where refusals.address = follow_unsubscribe_link.address
          and refusals.kind = follow_unsubscribe_link.kind
      )
    end
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.forget_household_imports()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.household_imports where imported_at < now() - interval '1 day';
$function$;

CREATE OR REPLACE FUNCTION private.forget_households(most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone uuid;
begin
  select households.id into gone from public.households
  where households.deleted_at < now() - interval '30 days'
  order by households.deleted_at
  limit 1
  for update skip locked;
  if not found then
    return false;
  end if;
  delete from public.tasks
  where tasks.id in (select left_over.id from public.tasks as left_over where left_over.household_id = gone limit most);
  if not found then
    delete from public.households where households.id = gone;
  end if;
  return true;
end;
$function$;

CREATE OR REPLACE FUNCTION private.forget_old()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := (now() at time zone 'UTC')::date;
  most constant integer := 5000;
  deleted integer;
  total integer := 0;
begin
  if exists (select from private.forgotten where day >= today)
    or not pg_try_advisory_xact_lock(hashtextextended('rota: forget', 0)) then
    return;
  end if;
  delete from private.outbox where id in (
    select old.id from private.outbox as old
    where old.claimed_at < now() - case when old.kind = 'invitation' then interval '60 days' else interval '1 day' end
      and old.claimed_at < now() - interval '1 day' and (old.webhook_id is null or old.finished_at is not null)
    order by old.claimed_at
    limit most
  );
  get diagnostics deleted = row_count;
  total := total + deleted;
  delete from private.uses where (limit_name, key) in (
    select old.limit_name, old.key from private.uses as old where old.since < now() - interval '1 day' limit most
  );
  get diagnostics deleted = row_count;
  total := total + deleted;
  delete from private.invitation_mails
  where household_invitation_id is not null and wanted_at < now() - interval '60 days';
  delete from public.household_invitations where expires_at < now();
  delete from public.turn_offers where offered_at < now() - interval '60 days';
  delete from private.news where until < now();
  perform private.forget_old_imports(), private.forget_household_imports(), private.forget_told();
  if not private.forget_households(20) and total < most then
    delete from private.forgotten where day <> today;
    insert into private.forgotten (day) values (today) on conflict do nothing;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.forget_told()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.token_answers
  where answered_at < now() - interval '1 day';

  delete from private.told_tasks
  where revision is null and told_at < now() - interval '90 days';
$function$;

CREATE OR REPLACE FUNCTION private.former_people(household uuid, tasks jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select
    coalesce(
      jsonb_agg(
        jsonb_build_object('id', named.id, 'name', named.name, 'face', coalesce(people.face, 0))
        order by named.id
      ),
      '[]'
    )
  from
    (
      select distinct on (task_people.person_id) task_people.person_id as id, task_people.name
      from
        jsonb_array_elements(tasks) as task
        cross join jsonb_array_elements(task -> 'recentCompletions') as done
        cross join jsonb_array_elements_text(coalesce(done -> 'people', '[]')) as person (id)
        join private.task_people
          on task_people.task_id = (task ->> 'id')::uuid and task_people.person_id = person.id::uuid
      order by task_people.person_id
    ) as named
    left join public.household_people as people on people.id = named.id and people.household_id = household
  where people.id is null or people.left_on is not null;
$function$;

CREATE OR REPLACE FUNCTION private.go_on_closing()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  left_over uuid;
begin
  select closings.account_id into left_over from private.closings
  where closings.begun_at < now() - interval '1 minute'
  order by closings.begun_at
  limit 1
  for update skip locked;
  if not found then
    return null;
  end if;
  return jsonb_build_object('account', left_over, 'isReady', private.close_piece(left_over));
end;
$function$;

CREATE OR REPLACE FUNCTION private.grown_by(task public.tasks, number numeric, read_at timestamp with time zone, last_deed timestamp with time zone)
 RETURNS numeric
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  latest private.readings;
  grown numeric;
begin
  delete from private.readings kept where kept.task_id = task.id and kept.name <> task.waits_for;
  select kept.* into latest from private.readings kept
  where kept.task_id = task.id order by kept.read_at desc limit 1;
  if latest.read_at >= grown_by.read_at then
    return null;
  end if;
  grown := coalesce(latest.grown + greatest(grown_by.number - latest.number, 0), 0);
  delete from private.readings kept
  where kept.task_id = task.id and kept.read_at = latest.read_at
    and exists (
      select from private.readings earlier where earlier.task_id = task.id and earlier.read_at < latest.read_at
    )
    and not exists (
      select from public.task_completions completions
      where completions.task_id = task.id
        and completions.completed_at >= latest.read_at and completions.completed_at < grown_by.read_at
      union all
      select from public.task_catch_ups catch_ups
      where catch_ups.task_id = task.id
        and catch_ups.recorded_at >= latest.read_at and catch_ups.recorded_at < grown_by.read_at
    );
  insert into private.readings (task_id, read_at, name, number, grown)
  values (task.id, grown_by.read_at, task.waits_for, grown_by.number, grown);
  return grown - coalesce((
    select kept.grown from private.readings kept
    where kept.task_id = task.id and kept.read_at <= last_deed order by kept.read_at desc limit 1
  ), 0);
end;
$function$;

CREATE OR REPLACE FUNCTION private.hand_over(household uuid, account uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  heir public.household_people;
  handed constant uuid[] := array(
    select tasks.id from public.tasks
    where tasks.household_id = household and tasks.user_id = account order by tasks.id
  );
begin
  select people.* into heir from public.household_people people
  where people.household_id = household and people.left_on is null
    and people.account_id is not null and people.account_id <> account
  order by array_position(array['keeper', 'member', 'helper'], people.role), people.joined_at, people.id
  limit 1;
  if heir.id is null then
    return '{}';
  end if;
  update public.household_people people set role = 'keeper' where people.id = heir.id;
  -- For deeds from before the task came into the household, the account has its own name.
  insert into public.former_names (task_id, person_id, name)
  select tasks.id, profiles.id, profiles.display_name
  from public.tasks join public.profiles on profiles.id = tasks.user_id
  where tasks.id = any (handed)
  on conflict do nothing;
  perform private.pass_shares(handed, heir.account_id);
  perform private.send_no_tasks(true);
  -- The revision grows here: this is no edit, so nothing is checked, and deleted tasks stay deleted.
  update public.tasks set user_id = heir.account_id, revision = revision + 1
  where tasks.id = any (handed);
  perform private.send_no_tasks(false);
  return handed;
end;
$function$;

CREATE OR REPLACE FUNCTION private.happen(name text, at timestamp with time zone DEFAULT NULL::timestamp with time zone, number numeric DEFAULT NULL::numeric)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  said constant text := lower(private.entered_text(happen.name));
  moment constant timestamptz := coalesce(happen.at, now());
  -- later than any day that can be done
  far constant date := '9999-12-31';
  task public.tasks;
  place date;
  last_day date;
  last_deed timestamptz;
  grown numeric;
  due date;
  status text;
  answers jsonb := '[]';
begin
  if said is null or char_length(said) not between 1 and 100 then
    perform private.refuse('name', 'INVALID');
  elsif moment > now() + interval '10 minutes'
    or (moment at time zone 'UTC')::date < private.earliest_today() - 366 then
    perform private.refuse('at', 'INVALID');
  elsif not (happen.number between 0 and 1e12 and happen.number = round(happen.number, 3)) then
    perform private.refuse('number', 'INVALID');
  end if;
  -- Two at once wait for each other, so that the second finds the first one's.
  for task in
    select tasks.* from public.tasks
    where lower(tasks.waits_for) = said and tasks.id in (
      select mine.id from private.my_tasks mine
      where mine.is_active and (mine.may_edit or mine.household_id = any (array(select private.my_households())))
    )
    order by tasks.id
    for no key update
  loop
    place := (moment at time zone case
      when task.household_id is null then private.my_time_zone()
      else private.household_zone(task.household_id, moment)
    end)::date;
    last_day := private.last_settled_day(task.id);
    last_deed := private.settled_at(task.id, last_day);
    grown := case
      when task.waits_amount is not null and happen.number is not null
        then private.grown_by(task, happen.number, moment, last_deed)
    end;
    due := private.due_day(task, far);
    status := case
      when due is not null and (
        private.happened_day(task, last_day) is not null
        or private.open_from(task, last_day) <= greatest(place, last_day + 1)
      ) then 'open'
      when moment <= (task.happened ->> 'at')::timestamptz or place < last_day
        or place = last_day and moment <= last_deed
        or task.waits_amount is not null and happen.number is not null and grown is null then 'late'
      when task.waits_amount > coalesce(grown, 0) then 'waits'
      else 'due'
    end;
    if status = 'due' then
      task.happened := jsonb_strip_nulls(jsonb_build_object(
        'name', task.waits_for, 'day', greatest(place, last_day + 1), 'at', private.iso(moment),
        'number', happen.number, 'via', private.door('kind'), 'viaName', private.door('name')
      ));
      due := private.due_day(task, far);
      continue when due is null;
      perform private.append_event(
        task.id, 'happened', private.one_day((task.happened ->> 'day')::date),
        jsonb_strip_nulls(jsonb_build_object(
          'what', task.waits_for, 'number', happen.number, 'at', private.iso(moment)
        ))
      );
      update public.tasks set happened = task.happened, revision = revision + 1 where tasks.id = task.id;
      perform private.count_use('changes_per_day', task.id || auth.uid()::text);
    end if;
    answers := answers || jsonb_build_object(
      'task', jsonb_build_object('id', task.id, 'title', task.title), 'day', coalesce(due, place), 'status', status
    );
  end loop;
  return jsonb_build_object('tasks', answers);
end;
$function$;

CREATE OR REPLACE FUNCTION private.happened_day(task public.tasks, last_day date)
 RETURNS date
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when task.happened ->> 'name' = task.waits_for
      and (task.happened ->> 'day')::date > coalesce(last_day, '-infinity') then task.happened ->> 'day'
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.has_invited_enough(sender uuid, mailbox text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    (
      select count(*)
      from private.invitation_mails as invitations
      where invitations.sender_id = sender and invitations.handled_at > now() - interval '1 day'
    ) >= private.limit_of('invited_addresses_per_day')
    or (
      select count(*)
      from private.invitations_sent(mailbox) as sent
      where sent.sender = has_invited_enough.sender and sent.sent_at > now() - interval '1 day'
    ) >= private.limit_of('mails_to_mailbox_per_day');
$function$;

CREATE OR REPLACE FUNCTION private.has_other_keeper(household uuid, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    exists (
      select
      from public.household_people as people
      where
        people.household_id = household
        and people.id != person
        and people.left_on is null
        and people.account_id is not null
        and people.role = 'keeper'
    );
$function$;

CREATE OR REPLACE FUNCTION private.house_absences_json(household uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_agg(
      jsonb_build_object(
        'id', absences.id, 'from', lower(absences.days), 'to', upper(absences.days) - 1, 'by', absences.entered_by
      )
      order by absences.from_day, absences.id
    )
    from public.house_absences absences
    where absences.household_id = household and not isempty(absences.days)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.house_away_days(household uuid)
 RETURNS datemultirange
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(
    (select range_agg(absences.days) from public.house_absences absences where absences.household_id = household), '{}'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.household_invitation(token text)
 RETURNS public.household_invitations
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select open.*
  from
    public.household_invitations as open
    join public.households on households.id = open.household_id
    left join public.household_people as people on people.id = open.person_id
  where
    open.token_hash = sha256(convert_to(token, 'UTF8'))
    and open.expires_at > now()
    and households.deleted_at is null
    and people.account_id is null
    and people.left_on is null
    and (
      open.typed_address is null
      or auth.uid() is null
      or open.typed_address = (
        select private.canonical_address(users.email) from auth.users where users.id = auth.uid()
      )
    );
$function$;

CREATE OR REPLACE FUNCTION private.household_invitation_to(due private.invitation_mails)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    jsonb_build_object(
      'address',
      due.address,
      'language',
      private.language_of(due.address, due.sender_id),
      'senderName',
      profiles.display_name,
      'household',
      households.name,
      'role',
      open.role,
      'person',
      people.name
    )
  from
    public.household_invitations as open
    join public.households on households.id = open.household_id and households.deleted_at is null
    join public.household_people as sender
      on sender.household_id = households.id
      and sender.account_id = due.sender_id
      and sender.left_on is null
      and sender.role = 'keeper'
    join public.profiles on profiles.id = due.sender_id
    left join public.household_people as people on people.id = open.person_id
  where
    open.id = due.household_invitation_id
    and open.expires_at > now()
    and people.account_id is null
    and people.left_on is null
    and not exists (
      select
      from public.sharing_consents as consents
      where
        consents.recipient_id = private.account_of(due.address, due.sender_id)
        and consents.sender_id = due.sender_id
        and not consents.is_accepted
    );
$function$;

CREATE OR REPLACE FUNCTION private.household_today(household uuid)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    coalesce(
      (
        select greatest((now() at time zone zones.time_zone)::date, zones.first_day)
        from public.household_zones as zones
        where zones.household_id = household and zones.counts_from <= now()
        order by zones.counts_from desc
        limit 1
      ),
      (now() at time zone 'UTC')::date
    );
$function$;

CREATE OR REPLACE FUNCTION private.household_zone(household uuid, moment timestamp with time zone DEFAULT now())
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(
    (
      select zones.time_zone from public.household_zones zones
      where zones.household_id = household and zones.counts_from <= moment
      order by zones.counts_from desc
      limit 1
    ),
    'UTC'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.households()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', households.id,
          'name', households.name,
          'role', coalesce(me.role, 'helper'),
          'me', me.id,
          'people', (
            select jsonb_agg(
              jsonb_build_object(
                'id', people.id, 'name', people.name, 'face', people.face, 'role', people.role,
                'isJoined', people.account_id is not null
              )
              order by people.joined_at, people.id
            )
            from public.household_people people
            where people.household_id = households.id and people.left_on is null
          )
        ) || (
          select coalesce(jsonb_object_agg(more.key, more.value), '{}')
          from (
            values
              ('timeZone', to_jsonb(private.household_zone(households.id))),
              (
                'nextTimeZone',
                to_jsonb(nullif(
                  private.household_zone(households.id, 'infinity'), private.household_zone(households.id)
                ))
              ),
              ('language', to_jsonb(households.language)),
              ('houseAbsences', private.house_absences_json(households.id)),
              ('former', private.former_names_json(households.id)),
              ('absences', private.absences_json(households.id)),
              ('claims', private.claims_json(households.id)),
              ('imports', private.imports_json(households.id))
          ) as more (key, value)
          where more.value is not null
        )
        order by households.created_at, households.id
      ),
      '[]'
    )
    from private.my_households() as mine (id)
    join public.households on households.id = mine.id
    left join public.household_people me
      on me.household_id = mine.id and me.account_id = auth.uid() and me.left_on is null
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.ids_in(list jsonb)
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select
    array(
      select (id #>> '{}')::uuid
      from jsonb_path_query(list, 'strict $.**') with ordinality as listed (id, place)
      where jsonb_typeof(id) = 'string' and id #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      order by place
    );
$function$;

CREATE OR REPLACE FUNCTION private.ids_or_null(ids jsonb)
 RETURNS uuid[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select
    case
      when jsonb_typeof(ids) = 'array' then array(select jsonb_array_elements_text(ids)::uuid)
    end;
$function$;

CREATE OR REPLACE FUNCTION private.import_piece(import_id uuid, number integer, entries jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  import private.imports;
  piece private.import_pieces;
  entry jsonb;
  outcome text;
  issues jsonb;
  reason text;
  results jsonb[] := '{}';
begin
  -- Some clients send a list as a string of JSON.
  if jsonb_typeof(entries) = 'string' then
    entries := (entries #>> '{}')::jsonb;
  end if;
  if octet_length(entries::text) > 500000 then
    raise exception using errcode = 'PT413', message = 'PAYLOAD_TOO_LARGE';
  elsif jsonb_typeof(entries) is distinct from 'array' or jsonb_array_length(entries) > 100 then
    perform private.refuse('entries', 'INVALID');
  elsif import_id is null then
    perform private.refuse('importId', 'INVALID');
  end if;
  -- Serialises a person's imports.
  perform private.lock_quota('tasks', me);

  select imports.* into import from private.imports where imports.person_id = me;
  if import.id is distinct from import_id and import_piece.number = 0 then
    perform private.drop_import(me);
    insert into private.imports (person_id, id) values (me, import_id) returning * into import;
  end if;
  if import.id is distinct from import_id or import.outcome is not null then
    perform private.fail('IMPORT_NOT_FOUND');
  end if;
  select pieces.* into piece from private.import_pieces pieces
  where pieces.person_id = me and pieces.number = import_piece.number;
  if found and piece.digest = sha256(convert_to(entries::text, 'UTF8')) then
    return piece.results;
  elsif (
    import_piece.number < 1000
    and import_piece.number
      = (select count(*) from private.import_pieces pieces where pieces.person_id = me)
  ) is not true then
    perform private.refuse('number', 'INVALID');
  end if;
  update private.imports
  set
    bytes = imports.bytes + octet_length(entries::text),
    tasks = imports.tasks + (
      select count(*) from jsonb_array_elements(entries) as listed where listed ? 'fields'
    )
  where imports.person_id = me
  returning * into import;
  -- 10 MB of a file, which gets longer here by the spaces between its values.
  if import.bytes > 15000000 then
    raise exception using errcode = 'PT413', message = 'PAYLOAD_TOO_LARGE';
  elsif import.tasks > 2000 then
    perform private.refuse('entries', 'INVALID');
  end if;

  for entry in select value from jsonb_array_elements(entries) loop
    issues := '[]';
    outcome := 'refused';
    begin
      outcome := private.stage_entry(entry, import.household);
    exception
      when sqlstate 'PT422' then
        get stacked diagnostics reason = pg_exception_detail;
        issues := reason::jsonb;
      when unique_violation then
        get stacked diagnostics reason = constraint_name;
        issues := jsonb_build_array(
          case
            when reason = 'tasks_one_staged_title' then private.issue('title', 'DUPLICATE_TASK')
            else private.issue('', 'INVALID')
          end
        );
      when data_exception or integrity_constraint_violation then
        issues := jsonb_build_array(private.issue('', 'INVALID'));
    end;
    if outcome = 'refused' and not entry ? 'fields' then
      -- A task is imported with its whole past, or not at all.
      delete from public.tasks
      using private.staged_tasks staged
      where staged.task_id = private.imported_id(entry ->> 'source', (import.household ->> 'id')::uuid)
        and staged.person_id = me and tasks.id = staged.task_id;
    end if;
    results := results || jsonb_build_object('outcome', outcome, 'issues', issues);
  end loop;
  insert into private.import_pieces (person_id, number, digest, results)
  values (me, import_piece.number, sha256(convert_to(entries::text, 'UTF8')), to_jsonb(results));
  return to_jsonb(results);
end;
$function$;

CREATE OR REPLACE FUNCTION private.imported_id(source text, household uuid DEFAULT NULL::uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select encode(
    set_byte(
      set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128),
      8, (get_byte(hash, 8) & 63) | 128
    ),
    'hex'
  )::uuid
  from substring(sha256(convert_to(coalesce(household, auth.uid()) || ' ' || source, 'UTF8')) for 16) as hash
$function$;

CREATE OR REPLACE FUNCTION private.imports_json(household uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_agg(
      jsonb_build_object(
        'id', imports.id, 'at', private.iso(imports.imported_at), 'by', coalesce(people.name, 'Somebody'),
        'tasks', (select count(*) from private.moved_tasks moved where moved.import_id = imports.id)
      )
      order by imports.imported_at, imports.id
    )
    from private.household_imports imports
    left join public.household_people people on people.id = imports.person_id
    where imports.household_id = household and imports.imported_at > now() - interval '1 day'
      and household = any (array(select private.my_households('keeper')))
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.invitation_to(sender uuid, address text)
 RETURNS jsonb
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with
    waiting as materialized (
      select tasks.title
      from
        private.waiting_tasks(
          -- An address without an account has no decisions.
          coalesce(private.account_of(address, sender), gen_random_uuid()),
          address,
          sender
        ) as waiting (task_id)
        join public.tasks on tasks.id = waiting.task_id and tasks.is_active
    )
  select
    jsonb_build_object(
      'address',
      address,
      'language',
      private.language_of(address, sender),
      'senderName',
      profiles.display_name,
      'count',
      (select count(*) from waiting),
      'titles',
      (
        select jsonb_agg(first.title)
        from (select waiting.title from waiting order by waiting.title collate "C" limit 10) as first
      )
    )
  from public.profiles
  where profiles.id = sender and exists (select from waiting);
$function$;

CREATE OR REPLACE FUNCTION private.invitations_for(person uuid, instant timestamp with time zone)
 RETURNS TABLE(kind text, key text, at timestamp with time zone, said jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select 'invitation', keys.key, wanted.wanted_at, content.invitation || jsonb_build_object('key', keys.key)
  from
    (
      select distinct news.invitation_id
      from private.news
      where news.user_id = invitations_for.person and news.kind = 'invitation'
    ) as news
    join private.invitation_mails as wanted on wanted.id = news.invitation_id
    join private.push_settings as settings on settings.user_id = invitations_for.person and settings.invitations
    cross join lateral (select concat_ws(' ', wanted.sender_id, wanted.wanted_at)) as keys (key)
    cross join lateral (select private.invitation_to(wanted.sender_id, wanted.address)) as content (invitation)
  where
    private.account_of(wanted.address, wanted.sender_id) = invitations_for.person
    and wanted.wanted_at > instant - interval '1 day'
    and wanted.wanted_at <= instant
    and content.invitation is not null;
$function$;

CREATE OR REPLACE FUNCTION private.invitations_sent(mailbox text)
 RETURNS TABLE(sender uuid, sent_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- The key begins with the sender.
  select split_part(outbox.key, ' ', 1)::uuid, outbox.claimed_at
  from private.outbox
  where outbox.kind = 'invitation' and private.mailbox_of(outbox.recipient) = invitations_sent.mailbox;
$function$;

CREATE OR REPLACE FUNCTION private.invite_to_household_by_mail(household_id uuid, address text, role text, person_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  canonical constant text := private.canonical_address(address);
  invitation uuid;
begin
  if canonical is null then
    perform private.refuse('address', 'INVALID_EMAIL');
  end if;
  -- The link is made together with the mail.
  invitation := private.open_invitation(household_id, role, person_id, canonical, private.new_token());
  insert into private.invitation_mails (sender_id, address, household_invitation_id)
  select auth.uid(), canonical, invitation
  where not exists (
    select from private.invitation_mails mails where mails.household_invitation_id = invitation
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_date_style(style text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select style ~ '^(mdy|dmy|ymd)-(12|24)-(sun|mon|sat)$';
$function$;

CREATE OR REPLACE FUNCTION private.is_day(day date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(day between date '0001-01-01' and date '9999-12-31', false);
$function$;

CREATE OR REPLACE FUNCTION private.is_display_topic(topic text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select
    from
      public.household_displays as displays
      join public.households on households.id = displays.household_id
    where
      displays.channel = substring(topic from '^display:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid
      and households.deleted_at is null
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_due_on(task_id uuid, day date)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    private.is_planned_on(is_due_on.task_id, is_due_on.day)
    -- Unless its own occurrence was put off.
    and not exists (
      select
      from public.task_put_offs as moved
      where moved.task_id = is_due_on.task_id and moved.due_date = is_due_on.day
    );
$function$;

CREATE OR REPLACE FUNCTION private.is_in_session()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claims constant jsonb := nullif(current_setting('request.jwt.claims', true), '');
  session constant uuid := nullif(claims ->> 'session_id', '');
begin
  return session is null or exists (select from auth.sessions where id = session) and (
    claims ->> 'aal' is not distinct from 'aal2'
    or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified')
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_invited(address text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    exists (
      select
      from private.task_shares as shares
      where shares.contact_email = private.canonical_address(address) and shares.recipient_id is null
    )
    or exists (
      select
      from public.household_invitations as open
      where open.address = private.canonical_address(is_invited.address) and open.expires_at > now()
    );
$function$;

CREATE OR REPLACE FUNCTION private.is_language(tag text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select tag ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$';
$function$;

CREATE OR REPLACE FUNCTION private.is_let_in(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from private.let_in where let_in.account_id = account);
$function$;

CREATE OR REPLACE FUNCTION private.is_my_webhook(hook private.webhooks)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return case
    when hook.household_id is null then hook.user_id = auth.uid()
    else hook.household_id = any (array(select private.my_households('keeper')))
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_new_sender(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return not exists (
    select from auth.users where users.id = person and users.created_at < now() - interval '7 days'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_one_at_a_time_on(task_id uuid, day date)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(
    (
      select coalesce(former.schedule ->> 'afterDone', former.schedule ->> 'waitsFor') is not null
      from public.task_schedules former
      where former.task_id = is_one_at_a_time_on.task_id and former.valid_until >= is_one_at_a_time_on.day
      order by former.valid_until
      limit 1
    ),
    (
      select coalesce(tasks.after_done, tasks.waits_for) is not null
      from public.tasks where tasks.id = is_one_at_a_time_on.task_id
    )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_participant(task_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select private.tasks_of_mine(array[is_participant.task_id]));
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_planned_on(task_id uuid, day date)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    day between schedule.start_date and coalesce(schedule.end_date, 'infinity')
    and coalesce(extract(month from day) = any (schedule.season), true)
    and case schedule.repeat_value
      when 'daily' then true
      when 'weekly' then (day - schedule.start_date) % 7 = 0
      when 'monthly' then extract(day from day) = extract(day from schedule.start_date)
      when 'yearly' then to_char(day, 'MMDD') = to_char(schedule.start_date, 'MMDD')
      else schedule.custom_rrule ~ '^(RRULE:)?FREQ=WEEKLY;BYDAY=[A-Z,]+$'
      and schedule.custom_rrule ~ ('[=,]' || upper(left(to_char(day, 'DY'), 2)) || '(,|$)')
    end
  from private.with_fields(null, private.schedule_on(is_planned_on.task_id, day)) as schedule;
$function$;

CREATE OR REPLACE FUNCTION private.is_time_zone(name text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE STRICT
 SET search_path TO ''
AS $function$
begin
  if name ~ '^[A-Z][A-Za-z]+(/[A-Z][A-Za-z_-]+){1,2}$' then
    perform now() at time zone name;
    return true;
  end if;
  return name = 'UTC' or name ~ '^[A-Za-z]' and name not like 'posix%' and length(name) <= 64
    and exists (select from pg_catalog.pg_timezone_names as zones where zones.name = is_time_zone.name);
exception
  when invalid_parameter_value then
    return false;
end;
$function$;

CREATE OR REPLACE FUNCTION private.is_within(hour integer, from_hour integer, until_hour integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select
    coalesce(
      case
        when from_hour < until_hour then hour >= from_hour
        and hour < until_hour
        else hour >= from_hour
        or hour < until_hour
      end,
      false
    );
$function$;

CREATE OR REPLACE FUNCTION private.iso(instant timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
begin
  return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
end;
$function$;

CREATE OR REPLACE FUNCTION private.issue(path text, code text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('path', path, 'code', code);
$function$;

CREATE OR REPLACE FUNCTION private.join_household(token text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  open public.household_invitations := private.household_invitation(token);
  household constant uuid := open.household_id;
  unshared uuid[];
begin
  if me is null or open.id is null then
    perform private.fail('INVITATION_NOT_FOUND');
  end if;
  perform private.lock_quota('households', me);
  perform from public.tasks where tasks.household_id = household order by tasks.id for no key update;
  perform from public.households where households.id = household for update;
  -- Somebody may have accepted or revoked it in the meantime.
  open := private.household_invitation(token);
  if open.id is null then
    perform private.fail('INVITATION_NOT_FOUND');
  elsif household = any (array(select private.my_households())) then
    perform private.fail('ALREADY_JOINED');
  end if;
  delete from public.household_invitations where household_invitations.id = open.id;
  if open.person_id is not null then
    -- An account that was here as another person is no longer that person.
    update public.household_people people set account_id = null
    where people.household_id = household and people.account_id = me;
    update public.household_people people set account_id = me, account_since = now(), role = open.role
    where people.id = open.person_id;
  else
    insert into public.household_people (id, household_id, account_id, name, face, role)
    select
      gen_random_uuid(), household, me, profiles.display_name,
      (select count(*) % 10 from public.household_people people where people.household_id = household),
      open.role
    from public.profiles where profiles.id = me
    on conflict (account_id, household_id) do update
    set account_since = now(), left_on = null, let_go_at = null, role = excluded.role;
  end if;
  perform private.check_household_limits(household);
  perform private.send_no_tasks(true);
  unshared := private.end_member_shares(household, null);
  perform private.send_no_tasks(false);
  perform private.send_household(household, unshared);
  return household;
end;
$function$;

CREATE OR REPLACE FUNCTION private.keep_answer(token_id uuid, key text, answer jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.token_answers as answers
  set answer = keep_answer.answer
  where answers.token_id = keep_answer.token_id and answers.key = keep_answer.key;
$function$;

CREATE OR REPLACE FUNCTION private.keep_name(person public.household_people)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids constant uuid[] := array(
    select tasks.id from public.tasks where tasks.household_id = person.household_id order by tasks.id
  );
begin
  insert into private.task_people (task_id, person_id, name)
  select distinct events.task_id, person.id, person.name
  from public.task_events events
  where events.task_id = any (ids)
    and person.account_id::text in (events.user_id::text, events.details ->> 'by')
  on conflict do nothing;
  update public.task_completions completions set people = array[person.id], said_by = person.id
  where completions.task_id = any (ids) and completions.user_id = person.account_id
    and completions.people is null;
  update public.task_catch_ups catch_ups set people = array[person.id], said_by = person.id
  where catch_ups.task_id = any (ids) and catch_ups.user_id = person.account_id
    and catch_ups.people is null;
  update public.task_day_notes notes set person_id = person.id
  where notes.task_id = any (ids) and notes.user_id = person.account_id and notes.person_id is null;
  update public.task_events events
  set
    person_id = case when events.user_id = person.account_id then person.id else events.person_id end,
    details = case
      when events.details ->> 'by' = person.account_id::text
        and jsonb_typeof(events.details -> 'people') is distinct from 'array'
      then events.details || jsonb_build_object('people', array[person.id])
      else events.details
    end
  where events.task_id = any (ids)
    and person.account_id::text in (events.user_id::text, events.details ->> 'by');
end;
$function$;

CREATE OR REPLACE FUNCTION private.keeps(task_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    exists (
      select
      from public.tasks
      where tasks.id = keeps.task_id and tasks.household_id = any (array(select private.my_households('keeper')))
    );
$function$;

CREATE OR REPLACE FUNCTION private.kept_answer(token_id uuid, key text, asked bytea)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept private.token_answers;
begin
  delete from private.token_answers answers
  where answers.token_id = kept_answer.token_id and answers.key = kept_answer.key
    and answers.answered_at < now() - interval '1 day';
  insert into private.token_answers (token_id, key, asked)
  values (kept_answer.token_id, kept_answer.key, kept_answer.asked)
  on conflict do nothing;
  if found then
    return null;
  end if;
  select answers.* into kept from private.token_answers answers
  where answers.token_id = kept_answer.token_id and answers.key = kept_answer.key;
  if kept.asked <> kept_answer.asked then
    perform private.fail('KEY_REUSED');
  end if;
  return kept.answer;
end;
$function$;

CREATE OR REPLACE FUNCTION private.language_of(address text, sender uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select profiles.language
  from public.profiles
  where profiles.id in (sender, private.account_of(address, sender)) and profiles.language is not null
  order by profiles.id = sender
  limit 1;
$function$;

CREATE OR REPLACE FUNCTION private.last_seen()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  made_at constant timestamptz := private.made_at();
begin
  return case when made_at < now() then made_at + interval '10 seconds' else 'infinity' end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.lease()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select interval '5 minutes';
$function$;

CREATE OR REPLACE FUNCTION private.lease_morning_mails(instant timestamp with time zone, most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  mails record;
  due jsonb := '[]';
  mail jsonb;
  looked integer := 0;
begin
  for mails in
    select settings.user_id, settings.is_on, settings.hour, settings.sent_until, profiles.time_zone
    from public.morning_mails as settings
    join public.profiles on profiles.id = settings.user_id
    where settings.next_at <= instant
    order by settings.next_at
    limit 1000
    for update of settings skip locked
  loop
    mail := private.due_morning_mail(mails.user_id, instant);
    update public.morning_mails as settings
    set next_at = case
      when mail is not null then instant + private.lease()
      when mails.is_on then private.next_instant(instant, mails.time_zone, mails.hour, mails.sent_until)
      else 'infinity'
    end
    where settings.user_id = mails.user_id;
    due := due || coalesce(mail, '[]');
    looked := looked + 1;
    exit when jsonb_array_length(due) >= most;
  end loop;
  return jsonb_build_object('due', due, 'hasMore', looked = 1000 or jsonb_array_length(due) >= most);
end;
$function$;

CREATE OR REPLACE FUNCTION private.leave_task(task_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.is_participant(leave_task.task_id) then
    perform from public.tasks where tasks.id = leave_task.task_id for no key update;
    update private.task_shares shares
    set recipient_id = null
    where shares.task_id = leave_task.task_id and shares.recipient_id = auth.uid();
    if found then
      insert into public.left_tasks (person_id, task_id, owner_id, owner_name, title)
      select auth.uid(), tasks.id, profiles.id, profiles.display_name, tasks.title
      from public.tasks join public.profiles on profiles.id = tasks.user_id
      where tasks.id = leave_task.task_id;
      perform private.send_removal(leave_task.task_id, array[auth.uid()]);
      return;
    end if;
  end if;
  -- Called by the owner, somebody whose share has just ended, or somebody who has left already.
  if not exists (
    select from public.left_tasks
    where left_tasks.person_id = auth.uid()
      and left_tasks.task_id = leave_task.task_id
      and left_tasks.title is not null
  ) then
    perform private.fail(
      case when private.is_participant(leave_task.task_id) then 'NOT_ALLOWED' else 'TASK_NOT_FOUND' end
    );
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.limit_of(name text)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select limits.most from private.limits where limits.name = limit_of.name;
$function$;

CREATE OR REPLACE FUNCTION private.list_for_token(known text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return private.task_list(known) || jsonb_build_object(
    'digest', private.names_digest() || '.' || private.tasks_digest(), 'timeZone', private.my_time_zone(),
    'account', (
      select jsonb_build_object('id', profiles.id, 'name', profiles.display_name)
      from public.profiles where profiles.id = auth.uid()
    )
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.lock_quota(kind text, person uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select pg_advisory_xact_lock(hashtextextended(kind || ':' || person, 0));
$function$;

CREATE OR REPLACE FUNCTION private.mailbox_of(address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select regexp_replace(address, '\+[^@]*@', '@');
$function$;

CREATE OR REPLACE FUNCTION private.mark_day(task_id uuid, day date, status text, done_by uuid, people uuid[] DEFAULT NULL::uuid[], done_on date DEFAULT NULL::date, done_at time without time zone DEFAULT NULL::time without time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  doer constant uuid := coalesce(done_by, me);
  kind constant text := nullif(current_setting('rota.door', true), '')::jsonb ->> 'kind';
  rules record;
  -- the caller as the person who records it, unless somebody outside the household did it
  said_by uuid;
  said_people uuid[];
  -- today without a time means: when it was recorded
  is_now constant boolean := case
    when done_on is null then true
    else done_at is null and done_on = (now() at time zone private.my_time_zone())::date
  end;
  said_on constant date := case when not is_now then done_on end;
  said_at constant time := date_trunc('minute', done_at);
  place date;
  -- deeds on this day since this one was made
  said jsonb;
begin
  said_by := private.begin_deed(mark_day.task_id);
  if kind is not null then
    rules := private.door_rules(kind);
    if day < private.earliest_today() - rules.days_back then
      perform private.refuse('date', 'INVALID');
    elsif me is null and status = 'done' and coalesce(cardinality(people), 0) = 0 then
      perform private.refuse('people', 'INVALID');
    end if;
  end if;
  if day is null then
    perform private.refuse('date', 'INVALID');
  elsif done_at is not null and (done_on is null or done_at >= '24:00') then
    perform private.refuse('doneAt', 'INVALID');
  elsif array_ndims(people) > 1 or cardinality(people) > 50 then
    perform private.refuse('people', 'INVALID');
  elsif doer <> me then
    if not exists (
      select from public.tasks
      where tasks.id = mark_day.task_id and tasks.user_id = me and private.takes_part_openly(tasks.id, doer)
    ) then
      perform private.fail('NOT_ALLOWED');
    end if;
    said_by := null;
  end if;
  said_people := coalesce(people, case when said_by is not null then array[said_by] end);
  -- If two calls race, the second finds the catch-up, or reads the put-off again.
  for attempt in 1..9 loop
    place := mark_day.day;
    if exists (
      select from public.task_put_offs moved
      where moved.task_id = mark_day.task_id and moved.due_date = mark_day.day
    ) then
      place := private.place_of(mark_day.task_id, mark_day.day);
    end if;
    if place > mark_day.day and mark_day.status = 'skipped' and place > private.latest_today() then
      perform private.fail('PUT_OFF', private.said_since(
        mark_day.task_id, '{put_off}', private.one_day(mark_day.day), '-infinity'
      ) -> 0);
    end if;
    if private.made_at() < now() then
      said := private.said_since(mark_day.task_id, '{undone}', private.one_day(place), about => doer);
    end if;
    begin
      if said is null and not exists (
        select from public.task_catch_ups catch_ups
        where catch_ups.task_id = mark_day.task_id and catch_ups.days @> place
      ) then
        insert into public.task_completions (
          task_id, completed_date, user_id, status, people, said_by, done_on, done_at
        )
        values (mark_day.task_id, place, doer, mark_day.status, said_people, said_by, said_on, said_at)
        on conflict do nothing;
        if found then
          return coalesce(nullif(current_setting('rota.sent_task'), '')::jsonb, private.answer(mark_day.task_id));
        end if;
      end if;
      exit;
    exception
      when sqlstate 'PT409' then null;
    end;
  end loop;
  return private.answer_deed(mark_day.task_id, case
    when private.others_on(mark_day.task_id, private.one_day(place)) is null then said
    else private.others_on(
      mark_day.task_id, private.one_day(place), mark_day.status, doer, said_people, said_on, said_at
    )
  end);
end;
$function$;

CREATE OR REPLACE FUNCTION private.may_edit(task_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from private.my_tasks mine where mine.id = may_edit.task_id and mine.may_edit);
end;
$function$;

CREATE OR REPLACE FUNCTION private.may_undo(task_id uuid, done_by uuid, people uuid[], via text, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind constant text := private.door('kind');
  rules record;
begin
  if kind is not null then
    rules := private.door_rules(kind);
    if auth.uid() is null then
      return done_by is null and coalesce(via = any (rules.takes_back), false) and at > now() - rules.undo_within;
    elsif rules.takes_back is null then
      return coalesce(done_by = auth.uid(), false);
    end if;
  end if;
  return coalesce(done_by = auth.uid(), false)
    or private.may_edit(task_id)
    or coalesce(people && array(select private.my_people()), false);
end;
$function$;

CREATE OR REPLACE FUNCTION private.messages_for(hook private.webhooks, instant timestamp with time zone, most integer)
 RETURNS SETOF private.outbox
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select outbox.* from private.outbox
    join (
      select coalesce(pending.task_id, pending.id) as subject, min(pending.claimed_at) as since
      from private.outbox as pending
      where pending.webhook_id = hook.id and pending.finished_at is null
      group by subject
      having (max(pending.waits_until) > instant) is not true
    ) as ready on ready.subject = coalesce(outbox.task_id, outbox.id)
    where outbox.webhook_id = hook.id and outbox.finished_at is null
    order by ready.since, ready.subject, outbox.place
    limit most;
end;
$function$;

CREATE OR REPLACE FUNCTION private.move_in(import private.imports)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  house constant jsonb := import.household;
  target constant uuid := (house ->> 'id')::uuid;
  is_new constant boolean := (house ->> 'isNew')::boolean;
  away datemultirange := '{}';
begin
  if is_new then
    insert into public.house_absences (id, household_id, from_day, to_day, entered_by, ended_on)
    select
      private.imported_id('away ' || absent.place, target), target, (absent.entry ->> 'from')::date,
      (absent.entry ->> 'to')::date, private.imported_id('me', target), (absent.entry ->> 'endedOn')::date
    from jsonb_array_elements(coalesce(house -> 'houseAbsences', '[]')) with ordinality as absent (entry, place);
    perform private.check_limit('house_absences', (
      select count(*) from public.house_absences absences where absences.household_id = target
    ));
  else
    away := coalesce((
      select range_agg(daterange(absent."from", least(absent."to" + 1, absent."endedOn")))
      from jsonb_to_recordset(coalesce(house -> 'houseAbsences', '[]'))
        as absent ("from" date, "to" date, "endedOn" date)
      where absent."endedOn" is null or absent."endedOn" > absent."from"
    ), '{}');
  end if;
  update public.tasks
  set
    household_id = target, roster_since = coalesce(staged.roster_since, now()), revision = tasks.revision + 1,
    -- Somebody may have left since the file was read.
    roster = array(
      select turns.person
      from unnest(staged.roster) with ordinality as turns (person, place)
      join public.household_people people on people.id = turns.person and people.left_on is null
      order by turns.place
    )
  from private.staged_tasks staged
  where staged.person_id = import.person_id and tasks.id = staged.task_id;
  update public.tasks
  set
    household_since = case when is_new then staged.household_since else tasks.household_since end,
    paused = tasks.paused + away * datemultirange(daterange(staged.household_since, null)),
    revision = tasks.revision + 1
  from private.staged_tasks staged
  where staged.person_id = import.person_id and tasks.id = staged.task_id;
  -- Whoever has left may be on a roster, but not be put on one.
  update public.household_people people
  set left_on = coalesce((brought.value ->> 'leftOn')::date, private.household_today(target))
  from jsonb_each(house -> 'people') as brought
  where (brought.value ->> 'isNew')::boolean and (brought.value ->> 'hasLeft')::boolean
    and people.id = (brought.value ->> 'person')::uuid and people.left_on is null and people.account_id is null;
  insert into private.task_people (task_id, person_id, name)
  select named.task_id, people.id, people.name
  from (
    select rows.task_id, unnest(rows.people || rows.said_by) as id from public.task_completions rows
    union
    select rows.task_id, unnest(rows.people || rows.said_by) from public.task_catch_ups rows
    union
    select rows.task_id, rows.person_id from public.task_day_notes rows
    union
    select rows.task_id, rows.person_id from public.turn_swaps rows
  ) as named
  join private.staged_tasks staged on staged.task_id = named.task_id and staged.person_id = import.person_id
  join public.household_people people on people.id = named.id
  on conflict do nothing;
end;
$function$;

CREATE OR REPLACE FUNCTION private.moving_doers(task public.tasks, people uuid[], account uuid, former text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when people is not null then to_jsonb(people)
    when account is not null then jsonb_build_array(coalesce(
      (
        select persons.id::text from public.household_people persons
        where persons.household_id = task.household_id and persons.account_id = account
      ),
      'name ' || coalesce(
        (
          select former_names.name from public.former_names
          where former_names.task_id = task.id and former_names.person_id = account
        ),
        (select profiles.display_name from public.profiles where profiles.id = account)
      )
    ))
    when former is not null then jsonb_build_array('name ' || former)
    else '[]'
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.moving_household(household uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    jsonb_build_object(
      'id',
      households.id,
      'name',
      households.name,
      'language',
      households.language,
      'timeZone',
      private.household_zone(households.id, 'infinity'),
      'zones',
      array(
        select
          jsonb_build_object('countsFrom', zones.counts_from, 'firstDay', zones.first_day, 'timeZone', zones.time_zone)
        from public.household_zones as zones
        where zones.household_id = households.id
        order by zones.counts_from
      ),
      'people',
      array(
        select
          jsonb_strip_nulls(
            jsonb_build_object(
              'id',
              people.id,
              'name',
              people.name,
              'role',
              people.role,
              'face',
              people.face,
              'hasAccount',
              people.account_id is not null,
              'hasLeft',
              people.left_on is not null,
              'leftOn',
              people.left_on
            )
          )
        from public.household_people as people
        where people.household_id = households.id
        order by people.joined_at, people.id
      ),
      'absences',
      array(
        select
          jsonb_build_object(
            'person',
            absences.person_id,
            'from',
            absences.from_day,
            'to',
            nullif(absences.to_day, '9999-12-31'),
            'enteredOn',
            absences.entered_on,
            'endedOn',
            absences.ended_on,
            'isForPast',
            absences.for_past,
            'isLeaving',
            absences.entered_by is null
          )
        from
          public.household_absences as absences
          join public.household_people as people on people.id = absences.person_id
        where
          absences.household_id = households.id
          -- Who has left is absent by that.
          and not (absences.entered_by is null and absences.ended_on is null and people.left_on is not null)
        order by absences.from_day, absences.entered_at, absences.id
      ),
      'houseAbsences',
      array(
        select
          jsonb_build_object('from', absences.from_day, 'to', absences.to_day, 'endedOn', absences.ended_on)
        from public.house_absences as absences
        where absences.household_id = households.id
        order by absences.from_day, absences.entered_at, absences.id
      ),
      'displays',
      array(
        select displays.name
        from public.household_displays as displays
        where displays.household_id = households.id
        order by displays.name
      )
    )
  from public.households
  where
    households.id = moving_household.household
    and households.id = any (array(select private.my_households('keeper')));
$function$;

CREATE OR REPLACE FUNCTION private.moving_task(task public.tasks)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select
    jsonb_build_object(
      'source',
      task.id,
      'fields',
      (
        select
          to_jsonb(named) - array[
            'id',
            'ownerId',
            'revision',
            'createdAt',
            'updatedAt',
            'rosterSince',
            'happened',
            'roster',
            'isShared',
            'householdId'
          ]
        from private.named_tasks as named
        where named.id = task.id
      ),
      'roster',
      task.roster,
      'rosterSince',
      private.iso(task.roster_since),
      'householdSince',
      task.household_since,
      'pausedDays',
      private.ranges_json(task.paused),
      'happened',
      task.happened,
      'readings',
      array(
        select jsonb_build_object('at', private.iso(kept.read_at), 'number', kept.number, 'grown', kept.grown)
        from private.readings as kept
        where kept.task_id = task.id and kept.name = task.waits_for
        order by kept.read_at
      ),
      'formerSchedules',
      array(
        select
          former.schedule || jsonb_build_object(
            'validUntil',
            former.valid_until,
            'rosterSince',
            private.iso(former.roster_since)
          )
        from public.task_schedules as former
        where former.task_id = task.id
        order by former.valid_until
      ),
      'putOffs',
      private.put_offs_json(task.id),
      'swaps',
      array(
        select jsonb_build_object('day', swaps.day, 'person', swaps.person_id)
        from public.turn_swaps as swaps
        where swaps.task_id = task.id
        order by swaps.day
      ),
      'completions',
      array(
        select
          jsonb_strip_nulls(
            jsonb_build_object(
              'by',
              private.moving_doers(task, people, user_id, by_name),
              'saidBy',
              said_by,
              'status',
              status,
              'timeZone',
              time_zone,
              'via',
              via,
              'viaName',
              via_name
            )
          ) || jsonb_build_object('days', days)
        from
          (
            select
              people,
              case
                when people is null then user_id
              end as user_id,
              by_name,
              said_by,
              status,
              time_zone,
              via,
              via_name,
              jsonb_agg(
                jsonb_build_array(completed_date, private.iso(completed_at)) || case
                  when due_on is not null then jsonb_build_array(done_on, left(done_at::text, 5), due_on)
                  when done_at is not null then jsonb_build_array(done_on, left(done_at::text, 5))
                  when done_on is not null then jsonb_build_array(done_on)
                  else '[]'
                end
                order by completed_date
              ) as days
            from public.task_completions as completions
            where completions.task_id = task.id
            group by 1, 2, 3, 4, 5, 6, 7, 8
          ) as groups
        order by days -> 0 ->> 0
      ),
      'catchUps',
      array(
        select
          jsonb_strip_nulls(
            jsonb_build_object(
              'id',
              catch_ups.id,
              'by',
              private.moving_doers(task, catch_ups.people, catch_ups.user_id, catch_ups.by_name),
              'saidBy',
              catch_ups.said_by,
              'status',
              catch_ups.status,
              'days',
              private.ranges_json(catch_ups.days),
              'at',
              private.iso(catch_ups.recorded_at),
              'timeZone',
              catch_ups.time_zone
            )
          )
        from public.task_catch_ups as catch_ups
        where catch_ups.task_id = task.id and not isempty(catch_ups.days)
        order by catch_ups.recorded_at, catch_ups.days
      ),
      'notes',
      array(
        select
          jsonb_build_object(
            'day',
            notes.day,
            'note',
            notes.note,
            'by',
            private.moving_doers(
              task,
              case
                when notes.person_id is not null then array[notes.person_id]
              end,
              notes.user_id,
              notes.by_name
            ),
            'at',
            private.iso(notes.written_at)
          )
        from public.task_day_notes as notes
        where notes.task_id = task.id
        order by notes.day
      ),
      'checks',
      array(
        select jsonb_build_object('day', checks.day, 'lines', jsonb_agg(checks.line order by checks.line))
        from public.task_checks as checks
        where checks.task_id = task.id and checks.is_checked
        group by checks.day
        order by checks.day
      )
    );
$function$;

CREATE OR REPLACE FUNCTION private.moving_tasks(household uuid, ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  tasks constant jsonb[] := array(
    select private.moving_task(tasks) from public.tasks
    where tasks.id = any (ids) and tasks.household_id = household
      and household = any (array(select private.my_households('keeper')))
    order by tasks.id
  );
begin
  return jsonb_build_object('tasks', to_jsonb(tasks), 'people', array(
    select jsonb_build_object('id', named.id, 'name', named.name, 'hasLeft', true)
    from (
      select distinct 'name ' || name as id, name
      from unnest(tasks) as listed, jsonb_path_query(listed, '$.*[*].by[*]') as by,
        substring(by #>> '{}' from '^name (.*)$') as name
      where name is not null
      union all
      select people.person_id::text, min(people.name)
      from private.task_people people
      where people.task_id in (select (listed ->> 'source')::uuid from unnest(tasks) as listed) and not exists (
        select from public.household_people persons
        where persons.id = people.person_id and persons.household_id = household
      )
      group by 1
    ) as named
    order by named.id
  ));
end;
$function$;

CREATE OR REPLACE FUNCTION private.my_households(least_role text DEFAULT 'helper'::text, is_deleted boolean DEFAULT false)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select people.household_id
    from public.household_people people
    join public.households on households.id = people.household_id
    where people.account_id = auth.uid()
      and people.left_on is null
      and (households.deleted_at is not null) = is_deleted
      and case least_role
        when 'keeper' then people.role = 'keeper'
        when 'member' then people.role <> 'helper'
        else true
      end;
  -- A household's own door has a helper's rights.
  if current_setting('rota.door', true) <> '' and least_role = 'helper' and not is_deleted then
    return query
      select households.id from public.households
      where households.id = private.door('household')::uuid and households.deleted_at is null;
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.my_person(task_id uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select people.id
  from
    public.tasks
    join public.household_people as people on people.household_id = tasks.household_id
  where tasks.id = my_person.task_id and people.account_id = auth.uid() and people.left_on is null;
$function$;

CREATE OR REPLACE FUNCTION private.names_digest()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET plan_cache_mode TO 'force_generic_plan'
 SET search_path TO ''
AS $function$
declare
  -- Arrays, as a join was planned for more tasks than anybody has, by reading all profiles.
  ids uuid[];
  owners uuid[];
begin
  select array_agg(mine.id), array_agg(distinct mine.user_id) into ids, owners
  from private.my_tasks mine where mine.is_active;
  return (
    select md5(concat(
      jsonb_agg(
        jsonb_build_array(
          people.id, (select profiles.display_name from public.profiles where profiles.id = people.id)
        )
        order by people.id
      ),
      private.households(),
      (select generation.id from private.generation)
    ))
    from (
      select unnest(owners) as id
      union
      select shares.recipient_id from private.task_shares shares
      where shares.task_id = any (ids) and shares.status = 'taking_part' and shares.recipient_id is not null
    ) as people
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.names_of(persons uuid[], people jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select
    regexp_replace(string_agg(coalesce(people ->> id::text, 'Somebody'), ', ' order by place), ', ([^,]*)$', ' and \1')
  from unnest(persons) with ordinality as named (id, place);
$function$;

CREATE OR REPLACE FUNCTION private.new_token()
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select rtrim(translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/', '-_'), '=');
$function$;

CREATE OR REPLACE FUNCTION private.news_of(ids uuid[], since timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(latest.news order by latest.arrived, latest.task_id, latest.id), '[]')
  from
    (
      select
        events.task_id,
        events.id,
        coalesce(events.arrived_at, events.happened_at) as arrived,
        jsonb_build_object(
          'id',
          events.task_id || '/' || events.id,
          'task',
          jsonb_build_object('id', tasks.id, 'title', tasks.title),
          'day',
          upper(events.days) - 1,
          'count',
          (select sum(upper(run) - lower(run)) from unnest(events.days) as run),
          'to',
          case
            when events.kind = 'put_off' then coalesce(events.details ->> 'to', lower(events.days)::text)
          end,
          'status',
          replace(events.kind, '_', '-'),
          'people',
          private.event_people(events, tasks),
          'door',
          private.event_door(events),
          'at',
          private.iso(events.happened_at),
          'doneOn',
          coalesce(events.details #> '{after,doneOn}', events.details -> 'doneOn'),
          'doneAt',
          coalesce(events.details #> '{after,doneAt}', events.details -> 'doneAt')
        ) as news
      from
        public.task_events as events
        join public.tasks on tasks.id = events.task_id
      where
        events.task_id = any (array(select private.tasks_of_mine(ids)))
        and events.kind in ('done', 'skipped', 'undone', 'put_off', 'corrected')
        and events.days is not null
        and coalesce(events.arrived_at, events.happened_at) > since
      order by 3 desc
      limit 1000
    ) as latest;
$function$;

CREATE OR REPLACE FUNCTION private.next_instant(instant timestamp with time zone, time_zone text, hour integer, sent_until date)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  -- the latest day whose hour has come
  day constant date := (private.local_time(instant, time_zone) - make_interval(hours => hour))::date;
begin
  return case
    when hour is null then 'infinity'
    else private.first_at(greatest(day, sent_until) + 1 + make_interval(hours => hour), time_zone)
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.next_invitation()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due private.invitation_mails;
  content jsonb;
  mail uuid;
  token text;
begin
  -- Locked, so that no two workers take the last place of a day.
  perform pg_advisory_xact_lock(hashtextextended('rota: next invitation', 0));
  for attempt in 1..1000 loop
    select * into due from private.invitation_mails invitations
    where invitations.handled_at is null and invitations.due_at <= now()
    order by invitations.due_at
    limit 1
    for update skip locked;
    if not found then
      return null;
    end if;
    if private.waits(due) then
      -- All of that sender or to that mailbox at once, so that they hold up nobody else.
      update private.invitation_mails invitations set due_at = now() + interval '1 hour'
      where invitations.id in (
        select waiting.id from private.invitation_mails waiting
        where waiting.handled_at is null and waiting.due_at <= now()
          and (waiting.sender_id = due.sender_id or waiting.mailbox = due.mailbox)
          and private.waits(waiting)
        for update skip locked
      );
      continue;
    end if;
    -- A share taken back before its mail was sent counts as a first one when it is made again.
    delete from private.invitation_mails invitations
    where invitations.id = due.id
      and due.mail_id is null and due.asked_again_at is null
      and not exists (
        select from private.task_shares shares
        where shares.owner_id = due.sender_id and shares.contact_email = due.address
          and due.household_invitation_id is null
      )
      and not exists (
        select from public.household_invitations open where open.id = due.household_invitation_id
      );
    if found then
      continue;
    end if;
    content := case
      when due.household_invitation_id is not null then private.household_invitation_to(due)
      when due.wanted_at > now() - interval '30 days'
        then private.invitation_to(due.sender_id, due.address)
    end;
    token := private.token_for_mail(due);
    mail := case
      -- An invitation that was revoked at this moment has no token.
      when content is not null and (token is null) = (due.household_invitation_id is null)
        then private.claim_message(
          'invitation', concat_ws(' ', due.sender_id, due.wanted_at, due.household_invitation_id), due.address
        )
    end;
    update private.invitation_mails invitations
    set handled_at = now(), mail_id = coalesce(mail, due.mail_id)
    where invitations.id = due.id;
    if mail is not null then
      return content || jsonb_build_object('mail', mail, 'token', token);
    end if;
  end loop;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.next_look(settings private.push_settings, instant timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone constant text := (select profiles.time_zone from public.profiles where profiles.id = settings.user_id);
begin
  return least(
    private.next_instant(
      instant,
      zone,
      private.push_hour(settings.today_hour, settings.quiet_from, settings.quiet_until),
      settings.sent_until
    ),
    private.next_instant(instant, zone, settings.quiet_until, null),
    (
      select min(devices.waits_until) from private.push_devices as devices
      where devices.user_id = settings.user_id and devices.waits_until > instant
    ),
    instant + interval '1 day'
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.note_day(task_id uuid, day date, note text, based_on text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  entered constant text := coalesce(private.entered_text(note), '');
  stored text;
begin
  -- Locks the task, so that the second of two saves sees the first one's note.
  perform private.begin_change(note_day.task_id);
  if char_length(entered) > 500 then
    perform private.refuse('note', 'NOTE_TOO_LONG');
  elsif day is null or day > private.latest_today() or day < date '0001-01-01' then
    perform private.refuse('day', 'INVALID');
  end if;
  select notes.note into stored from public.task_day_notes notes
  where notes.task_id = note_day.task_id and notes.day = note_day.day;
  if coalesce(stored, '') not in (entered, coalesce(private.entered_text(based_on), '')) then
    perform private.fail('NOTE_CHANGED', private.said_since(
      note_day.task_id, '{noted}', private.one_day(note_day.day), '-infinity'
    ) -> 0);
  end if;
  if entered = '' then
    delete from public.task_day_notes notes
    where notes.task_id = note_day.task_id and notes.day = note_day.day;
  else
    insert into public.task_day_notes as notes (task_id, day, note, user_id)
    values (note_day.task_id, note_day.day, entered, auth.uid())
    on conflict on constraint task_day_notes_pkey do update
    set
      note = excluded.note, user_id = excluded.user_id, written_at = excluded.written_at,
      -- the writer's before, whose account is closed or who came with an import
      by_name = null, person_id = null
    where notes.note <> excluded.note;
  end if;
  perform private.count_use('changes_per_day', note_day.task_id || auth.uid()::text);
  return private.answer(note_day.task_id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.offer_turns(task_id uuid, days date[], to_person uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known_by constant date[] := private.begin_turns(offer_turns.task_id, days);
  me constant uuid := private.my_person(offer_turns.task_id);
  changed date[];
begin
  perform private.check_turns(offer_turns.task_id, known_by, to_person);
  -- Somebody who may edit the task could put themself on its roster anyway.
  if not private.may_edit(offer_turns.task_id) and exists (
    select from unnest(known_by) as day
    left join public.turn_swaps swaps on swaps.task_id = offer_turns.task_id and swaps.day = day.day
    where swaps.person_id is null and not private.schedule_on(offer_turns.task_id, day.day) -> 'roster' ? me::text
  ) then
    perform private.fail('NOT_ALLOWED');
  elsif to_person = me then
    perform private.refuse('person', 'INVALID');
  elsif exists (
    select from public.turn_swaps swaps
    where swaps.task_id = offer_turns.task_id and swaps.day = any (known_by) and swaps.person_id <> me
  ) then
    raise exception using errcode = 'PT409', message = 'TURN_TAKEN';
  elsif exists (
    -- The database doesn't know whose turn it is by the rule: the first offer wins, unless the day was taken since.
    select from public.turn_offers offers
    left join public.turn_swaps swaps on swaps.task_id = offers.task_id and swaps.day = offers.day
    where offers.task_id = offer_turns.task_id and offers.day = any (known_by) and offers.from_person <> me
      and swaps.person_id is distinct from me
  ) then
    perform private.refuse('days', 'TURN_OFFERED');
  end if;
  with offered as (
    insert into public.turn_offers as offers (task_id, day, from_person, to_person)
    select offer_turns.task_id, day, me, offer_turns.to_person from unnest(known_by) as day
    on conflict on constraint turn_offers_pkey do update
    set from_person = excluded.from_person, to_person = excluded.to_person, offered_at = now()
    where (offers.from_person, offers.to_person)
      is distinct from (excluded.from_person, excluded.to_person)
    returning offers.day
  )
  select array_agg(offered.day) into changed from offered;
  if changed is not null then
    perform private.finish_turns(offer_turns.task_id, changed, 'turn_offered', to_person);
  end if;
  return private.answer(offer_turns.task_id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.offers_for(person uuid, instant timestamp with time zone)
 RETURNS TABLE(kind text, key text, at timestamp with time zone, said jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    'offer',
    keys.key,
    offers.offered_at,
    jsonb_build_object(
      'key',
      keys.key,
      'task',
      offers.task_id,
      'day',
      offers.day,
      'title',
      tasks.title,
      'name',
      sender.name
    )
  from
    (
      select distinct news.task_id, news.day
      from private.news
      where news.user_id = offers_for.person and news.kind = 'offer'
    ) as news
    join public.turn_offers as offers on offers.task_id = news.task_id and offers.day = news.day
    join public.tasks on tasks.id = offers.task_id and tasks.is_active
    join public.household_people as sender on sender.id = offers.from_person
    join public.household_people as taker
      on taker.household_id = tasks.household_id
      and taker.account_id = offers_for.person
      and taker.left_on is null
      and taker.id != sender.id
      and taker.id = coalesce(offers.to_person, taker.id)
    join private.push_settings as settings on settings.user_id = offers_for.person and settings.offers
    left join public.task_put_offs as moved on moved.task_id = offers.task_id and moved.due_date = offers.day
    cross join lateral (select coalesce(moved.new_date, offers.day)) as due (day)
    cross join lateral (select concat_ws(' ', offers.task_id, offers.day, offers.offered_at)) as keys (key)
  where
    offers.offered_at > instant - interval '1 day'
    and offers.offered_at <= instant
    and not exists (
      select
      from public.task_completions as completions
      where completions.task_id = offers.task_id and completions.completed_date = due.day
    )
    and not exists (
      select
      from public.task_catch_ups as catch_ups
      where catch_ups.task_id = offers.task_id and catch_ups.days @> due.day
    )
    and not exists (
      select
      from public.household_absences as absences
      where
        absences.person_id = taker.id
        and offers.day between absences.from_day and absences.to_day
        and (absences.ended_on <= offers.day) is not true
    );
$function$;

CREATE OR REPLACE FUNCTION private.open_door(kind text, name text DEFAULT NULL::text, household uuid DEFAULT NULL::uuid, task uuid DEFAULT NULL::uuid, time_zone text DEFAULT NULL::text, token uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform set_config('rota.door', jsonb_strip_nulls(jsonb_build_object(
    'kind', kind, 'name', name, 'household', household, 'task', task, 'token', token
  ))::text, true);
  if not (private.door_rules(kind)).waits then
    perform set_config('request.headers', '', true);
  end if;
  if household is not null then
    perform set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true),
      set_config('rota.time_zone', case when private.is_time_zone(time_zone) then time_zone else '' end, true);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.open_from(task public.tasks, last_day date)
 RETURNS date
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return least(
    private.happened_day(task, last_day),
    case
      when task.after_done is null then null
      when last_day is null and task.waits_for is null then task.start_date
      else coalesce(last_day, greatest(task.start_date, task.schedule_from)) + task.after_done::interval
    end::date
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.open_invitation(household uuid, role text, person uuid, address text, token text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid;
  known_id uuid;
begin
  perform private.begin_household(household, 'keeper');
  select people.id into me from public.household_people people
  where people.household_id = household and people.account_id = auth.uid();
  if coalesce(open_invitation.role not in ('keeper', 'member', 'helper'), true) then
    perform private.refuse('role', 'INVALID');
  elsif person is not null and not exists (
    select from public.household_people people
    where people.id = person and people.household_id = household
      and people.account_id is null and people.left_on is null
  ) then
    perform private.refuse('personId', 'INVALID');
  end if;
  delete from public.household_invitations open
  where open.household_id = household
    -- A new invitation for the same person replaces the first.
    and (
      open.expires_at < now()
      or open.person_id = person and (open.address = open_invitation.address) is not true
    );
  update public.household_invitations open
  set role = open_invitation.role, person_id = person, made_by = me
  where open.household_id = household and open.address = open_invitation.address
  returning open.id into known_id;
  if known_id is not null then
    return known_id;
  end if;
  perform private.check_limit('people_of_household', (
    select 1 + count(*) from public.household_invitations open where open.household_id = household
  ));
  insert into public.household_invitations as made (
    id, household_id, person_id, role, made_by, address, token_hash
  )
  values (
    gen_random_uuid(), household, person, open_invitation.role, me, open_invitation.address,
    sha256(convert_to(token, 'UTF8'))
  )
  returning made.id into known_id;
  return known_id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.open_token(token_hash text, least_scope text, OUT id uuid, OUT person uuid, OUT household_id uuid, OUT name text, OUT time_zone text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  today constant date := (now() at time zone 'UTC')::date;
  token public.access_tokens;
begin
  select tokens.* into token from public.access_tokens tokens
  left join public.households on households.id = tokens.household_id
  where tokens.token_hash = decode(open_token.token_hash, 'hex') and households.deleted_at is null;
  if not found then
    perform private.fail('UNAUTHENTICATED');
  elsif array_position('{read,tick,write}', token.scope) < array_position('{read,tick,write}', least_scope) then
    perform private.fail('NOT_ALLOWED');
  end if;
  perform private.count_use('token_uses_per_minute', token.id::text);
  if least_scope <> 'read' then
    perform private.count_use('token_changes_per_day', token.id::text);
  end if;
  update public.access_tokens tokens set used_on = today
  where tokens.id = token.id and tokens.used_on is distinct from today;
  id := token.id;
  name := token.name;
  household_id := token.household_id;
  if token.household_id is null then
    person := token.made_by;
  else
    time_zone := private.household_zone(token.household_id);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.others_on(task_id uuid, asked datemultirange, status text DEFAULT NULL::text, done_by uuid DEFAULT NULL::uuid, people uuid[] DEFAULT NULL::uuid[], done_on date DEFAULT NULL::date, done_at time without time zone DEFAULT NULL::time without time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select
    jsonb_agg(
      private.deed_json(
        deed.days,
        deed.status,
        deed.user_id,
        deed.people,
        deed.at,
        deed.time_zone,
        deed.via,
        deed.via_name
      )
      order by deed.days
    )
  from
    (
      select
        range_agg(rows.days) * asked as days,
        rows.status,
        rows.user_id,
        rows.people,
        rows.time_zone,
        rows.via,
        rows.via_name,
        min(rows.at) as at
      from
        (
          select
            private.one_day(completions.completed_date) as days,
            completions.status,
            completions.user_id,
            completions.people,
            completions.time_zone,
            completions.completed_at as at,
            completions.done_on,
            completions.done_at,
            completions.via,
            completions.via_name
          from public.task_completions as completions
          where completions.task_id = others_on.task_id and completions.completed_date <@ asked
          union all
          select
            catch_ups.days,
            catch_ups.status,
            catch_ups.user_id,
            catch_ups.people,
            catch_ups.time_zone,
            catch_ups.recorded_at,
            null,
            null,
            null,
            null
          from public.task_catch_ups as catch_ups
          where catch_ups.task_id = others_on.task_id and catch_ups.days && asked
        ) as rows
      where
        (rows.status, rows.user_id, rows.people, rows.done_on, rows.done_at) is distinct from (
          others_on.status,
          others_on.done_by,
          others_on.people,
          others_on.done_on,
          others_on.done_at
        )
      group by rows.status, rows.user_id, rows.people, rows.time_zone, rows.via, rows.via_name
    ) as deed;
$function$;

CREATE OR REPLACE FUNCTION private.participants(task_id uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(select who.person from private.participations who where who.task_id = participants.task_id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.pass_shares(task_ids uuid[], sender uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock_shared(private.address_key(passed.address))
  from (
    select distinct shares.contact_email as address from private.task_shares shares
    where shares.task_id = any (task_ids) order by 1
  ) as passed;
  delete from private.task_shares shares
  where shares.task_id = any (task_ids) and shares.contact_email = private.confirmed_address(sender);
  -- Their deeds keep their names.
  insert into public.former_names (task_id, person_id, name)
  select shares.task_id, profiles.id, profiles.display_name
  from private.task_shares shares join public.profiles on profiles.id = shares.recipient_id
  where shares.task_id = any (task_ids) and shares.owner_id <> sender and shares.status = 'taking_part'
  on conflict do nothing;
  update private.task_shares shares
  set
    owner_id = sender,
    status = 'invited',
    recipient_id = private.recipient_of(shares.contact_email, sender, shares.task_id),
    invited_at = private.first_invited(shares.contact_email, sender)
  where shares.task_id = any (task_ids) and shares.owner_id <> sender;
end;
$function$;

CREATE OR REPLACE FUNCTION private.paused_days(task public.tasks)
 RETURNS datemultirange
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return task.paused
    + private.house_away_days(task.household_id) * datemultirange(daterange(task.household_since, null));
end;
$function$;

CREATE OR REPLACE FUNCTION private.people_of_file(household uuid, is_new boolean, file_people jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me constant uuid := (
    select people.id from public.household_people people
    where people.household_id = people_of_file.household and people.account_id = auth.uid()
  );
  listed record;
  known public.household_people;
  person uuid;
  people jsonb := jsonb_build_object();
begin
  if jsonb_typeof(file_people) is distinct from 'array' or jsonb_array_length(file_people) > 500 then
    perform private.refuse('people', 'INVALID');
  end if;
  for listed in
    select entry ->> 'id' as id, nullif(entry ->> 'is', '') as meant, entry, place
    from jsonb_array_elements(file_people) with ordinality as named (entry, place)
  loop
    if coalesce(char_length(listed.id), 0) not between 1 and 200 or people ? listed.id
      or coalesce(listed.entry ->> 'role' not in ('keeper', 'member', 'helper'), false)
      or coalesce((listed.entry ->> 'face')::integer not between 0 and 9, false) then
      perform private.refuse('people', 'INVALID');
    end if;
    person := case
      when listed.meant = 'me' then coalesce(me, private.imported_id('me', household))
      when listed.meant is not null then listed.meant::uuid
      else private.imported_id('person ' || listed.id, household)
    end;
    select persons.* into known from public.household_people persons
    where persons.id = person and persons.household_id = people_of_file.household;
    if listed.meant is not null and listed.meant <> 'me' and known.id is null then
      perform private.refuse('people', 'INVALID');
    end if;
    people := people || jsonb_build_object(listed.id, jsonb_build_object(
      'person', person,
      'doer', case
        when known.account_id <> auth.uid() then private.imported_id('for ' || person || ' by ' || me, household)
        else person
      end,
      'isNew', known.id is null,
      'place', listed.place,
      'name', private.checked_name(listed.entry ->> 'name'),
      'standIn', private.checked_name(coalesce(listed.entry ->> 'standIn', listed.entry ->> 'name')),
      'role', coalesce(listed.entry ->> 'role', 'member'),
      'face', coalesce((listed.entry ->> 'face')::integer, listed.place % 10),
      'hasLeft', coalesce((listed.entry ->> 'hasLeft')::boolean, false),
      'leftOn', (listed.entry ->> 'leftOn')::date
    ));
  end loop;
  return people;
end;
$function$;

CREATE OR REPLACE FUNCTION private.place_of(task_id uuid, day date)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(
    (
      select moved.new_date from public.task_put_offs moved
      where moved.task_id = place_of.task_id and moved.due_date = place_of.day
        -- An interval task may be done on any day.
        and (
          moved.to_former_schedule
          or not private.is_one_at_a_time_on(moved.task_id, least(moved.due_date, moved.new_date))
        )
        -- Unless another occurrence was put off to this day.
        and not exists (
          select from public.task_put_offs other
          where other.task_id = moved.task_id and other.new_date = moved.due_date
        )
    ),
    place_of.day
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.present_people(household uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select
    coalesce(
      jsonb_agg(
        jsonb_build_object('id', people.id, 'name', people.name, 'face', people.face)
        order by people.joined_at, people.id
      ),
      '[]'
    )
  from public.household_people as people
  where people.household_id = household and people.left_on is null;
$function$;

CREATE OR REPLACE FUNCTION private.push_hour(hour integer, quiet_from integer, quiet_until integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select
    case
      when private.is_within(hour, quiet_from, quiet_until) then quiet_until
      else hour
    end;
$function$;

CREATE OR REPLACE FUNCTION private.put_off(task_id uuid, due_date date, new_date date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first_day date;
  is_to_former boolean;
  place date;
  said jsonb;
begin
  perform private.begin_change(put_off.task_id);
  select least(tasks.start_date, min((former.schedule ->> 'startDate')::date)) into first_day
  from public.tasks left join public.task_schedules former on former.task_id = tasks.id
  where tasks.id = put_off.task_id
  group by tasks.id;
  select put_offs.new_date into place from public.task_put_offs put_offs
  where put_offs.task_id = put_off.task_id and put_offs.due_date = put_off.due_date;
  if not private.is_day(due_date) then
    perform private.refuse('dueDate', 'INVALID');
  elsif not private.is_day(new_date) then
    perform private.refuse('newDate', 'INVALID');
  elsif new_date < first_day and new_date <> due_date then
    perform private.refuse('newDate', 'BEFORE_START');
  elsif due_date < first_day and place is null then
    -- An occurrence that is put off may be moved and put back, even if its schedule has changed.
    perform private.refuse('dueDate', 'BEFORE_START');
  end if;
  place := coalesce(place, put_off.due_date);
  -- Repeating a put-off conflicts with nothing.
  if place <> new_date then
    said := private.said_since(put_off.task_id, '{put_off}', private.one_day(put_off.due_date));
    if said is null and private.is_one_at_a_time_on(put_off.task_id, put_off.due_date) then
      -- An interval task done on any day is no longer due on this one.
      said := private.said_since(put_off.task_id, '{done,skipped}', '{(,)}');
    end if;
    if said is not null then
      perform private.fail('CHANGED_SINCE', said -> 0);
    end if;
    -- An occurrence is settled or put off, never both.
    said := coalesce(
      private.others_on(put_off.task_id, private.one_day(place)),
      private.others_on(put_off.task_id, private.one_day(put_off.new_date))
    );
    if said is not null then
      perform private.fail('ALREADY_DONE', said -> 0);
    elsif private.is_due_on(put_off.task_id, put_off.new_date) then
      perform private.refuse('newDate', 'ALREADY_DUE');
    end if;
  end if;
  if exists (
    select from public.task_put_offs other
    where other.task_id = put_off.task_id
      and other.new_date = put_off.new_date and other.due_date <> put_off.due_date
  ) then
    perform private.refuse('newDate', 'ALREADY_DUE');
  end if;
  is_to_former := exists (
    select from public.task_schedules former
    where former.task_id = put_off.task_id
      and former.valid_until >= put_off.new_date and former.valid_until < put_off.due_date
  );
  -- The first occurrence of an interval task begins with its schedule.
  if is_to_former and private.is_one_at_a_time_on(put_off.task_id, put_off.due_date) then
    perform private.refuse('newDate', 'BEFORE_START');
  end if;
  -- Nor does one that waited go to a day before what happened.
  if exists (
    select from public.tasks
    where tasks.id = put_off.task_id and tasks.happened ->> 'name' = tasks.waits_for
      and (tasks.happened ->> 'day')::date <= put_off.due_date
      and (tasks.happened ->> 'day')::date > put_off.new_date
  ) then
    perform private.refuse('newDate', 'BEFORE_START');
  end if;
  -- Ticked lines move with it, with their times.
  delete from public.task_checks there
  using public.task_checks here
  where place <> put_off.new_date
    and there.task_id = put_off.task_id and there.day = put_off.new_date and not there.is_checked
    and here.task_id = there.task_id and here.day = place and here.line = there.line;
  update public.task_checks checks set day = put_off.new_date
  where checks.task_id = put_off.task_id
    and checks.day = place
    and not exists (
      select from public.task_checks there
      where there.task_id = put_off.task_id
        and there.day = put_off.new_date and there.line = checks.line
    );
  if due_date = new_date then
    delete from public.task_put_offs put_offs
    where put_offs.task_id = put_off.task_id and put_offs.due_date = put_off.due_date;
  else
    insert into public.task_put_offs as put_offs (task_id, due_date, new_date, to_former_schedule)
    values (put_off.task_id, put_off.due_date, put_off.new_date, is_to_former)
    on conflict on constraint task_put_offs_pkey do update
    set
      new_date = excluded.new_date, user_id = excluded.user_id,
      to_former_schedule = excluded.to_former_schedule
    where (put_offs.new_date, put_offs.to_former_schedule)
      <> (excluded.new_date, excluded.to_former_schedule);
  end if;
  perform private.check_limit('put_offs', (
    select count(*) from public.task_put_offs put_offs
    where put_offs.task_id = put_off.task_id and put_offs.user_id = auth.uid()
      and put_off.due_date <> put_off.new_date
  ));
  perform private.count_use('changes_per_day', put_off.task_id || auth.uid()::text);
  return private.answer(put_off.task_id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.queue_for_webhooks(household uuid, owner uuid, kind text, key text, task uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.outbox (webhook_id, kind, key, task_id, place)
  select
    hooks.id, queue_for_webhooks.kind, queue_for_webhooks.key, task,
    (select max(events.id) from public.task_events events where events.task_id = task)
  from private.webhooks hooks
  where case
    when household is null then hooks.household_id is null and hooks.user_id = owner
    else hooks.household_id = household
  end
  on conflict do nothing;
end;
$function$;

CREATE OR REPLACE FUNCTION private.raise_revision(task_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.tasks
  set revision = revision + 1
  where tasks.id = raise_revision.task_id and tasks.is_active;
$function$;

CREATE OR REPLACE FUNCTION private.ranges_json(days datemultirange)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_array(lower(run), upper(run) - 1) order by run), '[]')
  from unnest(days) as run;
$function$;

CREATE OR REPLACE FUNCTION private.read_deeds(first_day date, last_day date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (
    private.is_day(first_day) and private.is_day(last_day) and last_day - first_day between 0 and 365
  ) is not true then
    perform private.refuse('to', 'INVALID');
  end if;
  return (
    select jsonb_build_object(
      'deeds', coalesce(
        jsonb_agg(counted.deed order by counted.day, counted.task_id) filter (where counted.is_in), '[]'
      ),
      'next', min(counted.day) filter (where not counted.is_in)
    )
    from (
      select
        found.*,
        count(*) over (order by found.day) <= 5000 or found.day = min(found.day) over () as is_in
      from private.deeds_on(
        array(select mine.id from private.my_tasks mine where mine.is_active), daterange(first_day, last_day, '[]')
      ) as found
    ) as counted
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.read_display(token text, known text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  opened record;
  household public.households;
  people jsonb;
  -- needed for turns; left out for labels, as passers-by must not read who is away
  turns jsonb := '{}';
  ids uuid[];
  revisions text;
  digest text;
  tasks jsonb;
  left_out integer;
begin
  select * into opened from private.open_display(token, false);
  update public.household_displays displays set used_at = date_trunc('hour', now())
  where displays.id = opened.id and displays.used_at is distinct from date_trunc('hour', now());
  select households.* into household from public.households where households.id = opened.household_id;
  people := private.present_people(household.id);
  select
    array_agg(rows.id order by rows.id), string_agg(rows.id || ':' || rows.revision, ',' order by rows.id)
  into ids, revisions
  from public.tasks rows
  where rows.household_id = household.id and rows.is_active
    and (opened.task_id is null or rows.id = opened.task_id);
  if opened.task_id is null then
    turns := jsonb_build_object(
      'former', coalesce(private.former_names_json(household.id), '{}'),
      'absences', coalesce(private.absences_json(household.id, private.latest_today()), '[]')
    );
  end if;
  digest := md5(jsonb_build_array(
    opened.name, household.name, household.language, people, revisions, turns, (select id from private.generation)
  )::text);
  if digest = known then
    return jsonb_build_object('digest', digest);
  end if;
  if opened.task_id is null then
    ids := private.tasks_for_display(household.id);
  end if;
  -- The first tasks, up to 50 kB; a label's one in any case.
  select
    coalesce(jsonb_agg(sized.task order by sized.task ->> 'id') filter (where sized.fits), '[]'),
    count(*) filter (where not sized.fits)
  into tasks, left_out
  from (
    select shown.task, opened.task_id is not null
      or sum(octet_length(shown.task::text)) over (order by array_position(ids, shown.id)) <= 50000 as fits
    from (
      select (task ->> 'id')::uuid as id, private.shown_task(task) as task
      from private.task_json(ids, opened.task_id is not null) as task
      where not task ? 'cut'
    ) as shown
  ) as sized;
  return jsonb_build_object(
    'digest', digest,
    'id', opened.channel,
    'name', opened.name,
    'household', household.name,
    'language', household.language,
    'people', people,
    'formerPeople', private.former_people(household.id, tasks),
    'me', (
      select me.id from public.household_people me
      where me.household_id = household.id and me.account_id = auth.uid() and me.left_on is null
    ),
    'tasks', tasks
  ) || turns || case when left_out > 0 then jsonb_build_object('leftOut', left_out) else '{}' end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.read_household_invitation(token text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    jsonb_build_object(
      'household',
      households.name,
      'by',
      (select people.name from public.household_people as people where people.id = open.made_by),
      'role',
      open.role,
      'person',
      (select people.name from public.household_people as people where people.id = open.person_id),
      'isJoined',
      open.household_id = any (array(select private.my_households()))
    )
  from
    private.household_invitation(token) as open
    join public.households on households.id = open.household_id;
$function$;

CREATE OR REPLACE FUNCTION private.read_push(endpoint text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    jsonb_build_object(
      'todayHour',
      settings.today_hour,
      'invitations',
      coalesce(settings.invitations, false),
      'done',
      coalesce(settings.done, false),
      'onlyMyTurns',
      coalesce(settings.only_my_turns, false),
      'offers',
      coalesce(settings.offers, false),
      'quietFrom',
      settings.quiet_from,
      'quietUntil',
      settings.quiet_until,
      'watched',
      (
        select coalesce(jsonb_agg(watched.task_id order by watched.task_id), '[]')
        from private.watched_tasks as watched
        where watched.user_id = auth.uid()
      ),
      'devices',
      (
        select
          coalesce(
            jsonb_agg(
              jsonb_build_object(
                'id',
                devices.id,
                'label',
                devices.label,
                'addedAt',
                private.iso(devices.created_at),
                'isThis',
                coalesce(devices.endpoint = read_push.endpoint, false)
              )
              order by devices.created_at, devices.id
            ),
            '[]'
          )
        from private.push_devices as devices
        where devices.user_id = auth.uid() and private.is_signed_in(devices.session_id)
      )
    )
  from
    (select auth.uid() as id) as me
    left join private.push_settings as settings on settings.user_id = me.id;
$function$;

CREATE OR REPLACE FUNCTION private.read_record(first_day date, until_day date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with
    mine as materialized (select my_tasks.id, my_tasks.household_id from private.my_tasks where my_tasks.is_active),
    bounded as materialized (
      select mine.*, sum(counted.days) over (order by counted.days, mine.id) <= 150000 as is_in
      from
        mine
        cross join lateral (
          select coalesce(sum(bit_count(days.done)), 0) as days
          from private.settled_days as days
          where
            days.task_id = mine.id
            and days.block between (first_day - date '0001-01-01') / 336 and (until_day - 1 - date '0001-01-01') / 336
        ) as counted
    ),
    done as materialized (
      select
        bounded.id,
        completions.completed_date as day,
        case
          when completions.people is not null then completions.people
          when completions.by_name is not null
          or completions.user_id is null then '{}'
          else array[coalesce(person.id, completions.user_id)]
        end as doers,
        coalesce(completions.done_on, (completions.completed_at at time zone completions.time_zone)::date) - coalesce(
          completions.due_on,
          completions.completed_date
        ) as late
      from
        bounded
        join public.task_completions as completions on completions.task_id = bounded.id
        left join public.household_people as person
          on person.household_id = bounded.household_id and person.account_id = completions.user_id
      where
        bounded.is_in
        and completions.status = 'done'
        and completions.completed_date >= first_day
        and completions.completed_date < until_day
    ),
    caught_up as materialized (
      select
        bounded.id,
        case
          when catch_ups.people is not null then catch_ups.people
          when catch_ups.by_name is not null
          or catch_ups.user_id is null then '{}'
          else array[coalesce(person.id, catch_ups.user_id)]
        end as doers,
        (catch_ups.recorded_at at time zone catch_ups.time_zone)::date - first_day as recorded,
        array(
          select day::date
          from
            unnest(catch_ups.days * datemultirange(daterange(first_day, until_day))) as run
            cross join lateral generate_series(lower(run), upper(run) - 1, interval '1 day') as day
        ) as days
      from
        bounded
        join public.task_catch_ups as catch_ups on catch_ups.task_id = bounded.id
        left join public.household_people as person
          on person.household_id = bounded.household_id and person.account_id = catch_ups.user_id
      where bounded.is_in and catch_ups.status = 'done' and catch_ups.days && daterange(first_day, until_day)
    ),
    by_doers as (
      select days.id, jsonb_agg(jsonb_build_array(days.doers, days.bits) order by days.doers) as doers
      from
        (
          select done_days.id, done_days.doers, private.day_bits(array_agg(done_days.day), first_day) as bits
          from
            (
              select done.id, done.doers, done.day from done
              union all
              select caught_up.id, caught_up.doers, unnest(caught_up.days) from caught_up
            ) as done_days
          group by done_days.id, done_days.doers
        ) as days
      group by days.id
    ),
    lates as (
      select done.id, jsonb_agg(jsonb_build_array(done.day - first_day, done.late) order by done.day) as late
      from done
      where done.late > 0
      group by done.id
    ),
    recorded as (
      select
        caught_up.id,
        jsonb_agg(
          jsonb_build_array(caught_up.recorded, private.day_bits(caught_up.days, first_day))
          order by caught_up.recorded
        ) as days
      from caught_up
      group by caught_up.id
    ),
    swaps as (
      select
        bounded.id,
        jsonb_agg(jsonb_build_array(swap.day - first_day, swap.person_id) order by swap.day) as swaps
      from
        bounded
        cross join lateral (
          select swapped.day, swapped.person_id
          from public.turn_swaps as swapped
          where swapped.task_id = bounded.id and swapped.day >= first_day and swapped.day < until_day
          union
          (
            select swapped.day, swapped.person_id
            from public.turn_swaps as swapped
            where swapped.task_id = bounded.id and swapped.day < first_day
            order by swapped.day desc
            limit 1
          )
          union
          select swapped.day, swapped.person_id
          from
            public.task_put_offs as moved
            join public.turn_swaps as swapped on swapped.task_id = moved.task_id and swapped.day = moved.due_date
          where moved.task_id = bounded.id and moved.new_date >= first_day and moved.new_date < until_day
        ) as swap
      where bounded.is_in
      group by bounded.id
    )
  select
    jsonb_build_object(
      'tasks',
      coalesce(
        jsonb_object_agg(
          coalesce(by_doers.id, swaps.id),
          jsonb_build_object('doers', coalesce(by_doers.doers, '[]')) || jsonb_strip_nulls(
            jsonb_build_object('late', lates.late, 'caughtUp', recorded.days, 'swaps', swaps.swaps)
          )
        ),
        '{}'
      ),
      'leftOut',
      (select coalesce(jsonb_agg(bounded.id order by bounded.id), '[]') from bounded where not bounded.is_in)
    )
  from
    by_doers
    full join swaps on swaps.id = by_doers.id
    left join lates on lates.id = by_doers.id
    left join recorded on recorded.id = by_doers.id;
$function$;

CREATE OR REPLACE FUNCTION private.read_webhooks(household_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', hooks.id,
          'host', hooks.host,
          'by', (select people.name from public.household_people people where people.id = hooks.made_by),
          'createdAt', private.iso(hooks.created_at),
          'usedAt', private.iso(hooks.used_at),
          'failingSince', private.iso(hooks.failing_since),
          'failure', hooks.failure,
          'givenUp', hooks.given_up,
          'givenUpAt', private.iso(hooks.given_up_at),
          'waiting', (
            select count(*) from private.outbox
            where outbox.webhook_id = hooks.id and outbox.finished_at is null
          )
        )
        order by hooks.created_at, hooks.id
      ),
      '[]'
    )
    from private.webhooks hooks
    where hooks.household_id is not distinct from read_webhooks.household_id and private.is_my_webhook(hooks)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.ready_push_devices(person uuid, instant timestamp with time zone)
 RETURNS TABLE(device_id uuid, endpoint text, p256dh text, auth text, sealed text, time_zone text, created_at timestamp with time zone, only_my_turns boolean, day date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    devices.id,
    devices.endpoint,
    devices.p256dh,
    devices.auth,
    devices.sealed,
    profiles.time_zone,
    devices.created_at,
    settings.only_my_turns,
    case
      -- A device added later that day begins with the next.
      when (
        private.local_time(devices.created_at, profiles.time_zone) - make_interval(hours => hours.hour)
      )::date < due.day
      and not exists (
        select
        from private.outbox
        where
          outbox.device_id = devices.id
          and outbox.recipient is null
          and outbox.kind = 'today'
          and outbox.key = due.day::text
      ) then due.day
    end
  from
    private.push_settings as settings
    join private.push_devices as devices on devices.user_id = settings.user_id
    join public.profiles on profiles.id = settings.user_id
    cross join lateral (
      select private.push_hour(settings.today_hour, settings.quiet_from, settings.quiet_until)
    ) as hours (hour)
    cross join lateral (
      select private.morning_due(instant, profiles.time_zone, hours.hour, settings.sent_until)
    ) as due (day)
  where
    settings.user_id = ready_push_devices.person
    and (devices.waits_until is null or devices.waits_until <= instant)
    and private.is_signed_in(devices.session_id)
    and not private.is_within(
      extract(hour from private.local_time(instant, profiles.time_zone))::integer,
      settings.quiet_from,
      settings.quiet_until
    );
$function$;

CREATE OR REPLACE FUNCTION private.recipient_of(address text, sender uuid, task uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select consents.recipient_id
  from public.sharing_consents as consents
  where
    consents.recipient_id = private.account_of(address, sender)
    and consents.sender_id = sender
    and consents.is_accepted
    and private.can_reach(task, consents.recipient_id);
$function$;

CREATE OR REPLACE FUNCTION private.record_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone constant text := new.raw_user_meta_data ->> 'time_zone';
  language constant text := new.raw_user_meta_data ->> 'language';
begin
  insert into public.profiles (id, full_name, time_zone, language)
  values (
    new.id,
    left(private.trimmed(coalesce(new.raw_user_meta_data ->> 'full_name', '')), 100),
    case when private.is_time_zone(zone) then zone else 'UTC' end,
    case when private.is_language(language) then language end
  )
  on conflict (id) do nothing;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  addresses text[] := array[new.email];
  address text;
  own constant text := private.confirmed_address(new.id);
begin
  if tg_op = 'UPDATE' then
    addresses := addresses || old.email::text;
    if old.email is distinct from new.email then
      -- The shown name may come from the address.
      update public.profiles set full_name = full_name where id = new.id;
    end if;
  end if;
  -- In one order everywhere, to avoid deadlocks.
  for address in select distinct a from unnest(addresses) as a where a is not null order by a loop
    perform pg_advisory_xact_lock(private.address_key(address));
  end loop;
  update private.task_shares shares
  set recipient_id = null
  where shares.recipient_id = new.id and shares.contact_email is distinct from own;
  perform private.bind_waiting(new.id, own);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_closing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own uuid[];
  households uuid[];
begin
  perform private.take_turn();
  -- Nor may it join another household in the meantime.
  perform private.lock_quota('households', old.id);
  households := array(
    select people.household_id from public.household_people people where people.account_id = old.id
  );
  own := array(
    select tasks.id from public.tasks
    where tasks.user_id = old.id
      -- In a household that is deleted with the account.
      or tasks.household_id = any (households) and not exists (
        select from private.household_accounts(tasks.household_id) as others where others <> old.id
      )
  );
  perform from public.task_completions completions
  where completions.user_id = old.id or completions.task_id = any (own)
  order by completions.task_id, completions.completed_date
  for update;
  perform from public.tasks
  where tasks.user_id = old.id
    or tasks.household_id = any (households)
    or tasks.id in (
      select completions.task_id from public.task_completions completions
      where completions.user_id = old.id
      union all
      select catch_ups.task_id from public.task_catch_ups catch_ups where catch_ups.user_id = old.id
      union all
      select notes.task_id from public.task_day_notes notes where notes.user_id = old.id
      union all
      select shares.task_id from private.task_shares shares where shares.recipient_id = old.id
    )
  order by tasks.id
  for update;
  perform private.leave_households(old.id);
  update public.task_events set details = jsonb_set(details, '{by}', 'null')
  where details ->> 'by' = old.id::text;
  return old;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_completions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    update private.task_shares shares set status = 'taking_part'
    from (select distinct rows.task_id, rows.user_id from changed_rows as rows) as acted
    where shares.task_id = acted.task_id and shares.recipient_id = acted.user_id
      and shares.status <> 'taking_part';
    if found then
      delete from public.former_names
      using (select distinct rows.task_id, rows.user_id from changed_rows as rows) as acted
      where former_names.task_id = acted.task_id and former_names.person_id = acted.user_id;
    end if;
    -- check_completions has locked these tasks.
    if exists (
      select from changed_rows as rows join public.tasks on tasks.id = rows.task_id
      where coalesce(tasks.after_done, tasks.waits_for) is not null and tasks.is_active
    ) then
      update public.task_completions as stored set due_on = private.due_day(tasks, rows.completed_date)
      from changed_rows as rows join public.tasks on tasks.id = rows.task_id
      where coalesce(tasks.after_done, tasks.waits_for) is not null and tasks.is_active
        and stored.task_id = rows.task_id and stored.completed_date = rows.completed_date;
    end if;
  end if;
  -- Like append_event, for all of them at once.
  insert into public.task_events (task_id, kind, days, details, time_zone)
  select
    rows.task_id,
    case when tg_op = 'DELETE' then 'undone' else rows.status end,
    range_agg(daterange(rows.completed_date, rows.completed_date, '[]')),
    jsonb_build_object('by', rows.user_id, 'status', rows.status)
    || jsonb_strip_nulls(jsonb_build_object(
      'people', rows.people, 'saidBy', rows.said_by,
      'doneOn', case when tg_op = 'INSERT' then rows.done_on end,
      'doneAt', case when tg_op = 'INSERT' then left(rows.done_at::text, 5) end,
      -- Only the last of several days can have been due.
      'due', max(stored.due_on)
    )),
    case when tg_op = 'DELETE' then private.my_time_zone() else rows.time_zone end
  from changed_rows as rows
  join public.tasks on tasks.id = rows.task_id
  -- Undone completions have none left.
  left join public.task_completions as stored
    on stored.task_id = rows.task_id and stored.completed_date = rows.completed_date
  where tasks.is_active or tasks.deleted_at is not null
  group by
    rows.task_id, rows.status, rows.user_id, rows.people, rows.said_by, rows.done_on, rows.done_at,
    rows.time_zone
  order by rows.task_id;
  if tg_op = 'INSERT' then
    insert into private.settled_days as stored (task_id, block, done, skipped)
    select
      changed.task_id, changed.block,
      coalesce(bit_or(changed.bits) filter (where changed.status = 'done'), 0::bit(336)),
      coalesce(bit_or(changed.bits) filter (where changed.status = 'skipped'), 0::bit(336))
    from (
      select
        rows.task_id, rows.status, (rows.completed_date - date '0001-01-01') / 336 as block,
        set_bit(0::bit(336), (rows.completed_date - date '0001-01-01') % 336, 1) as bits
      from changed_rows as rows
    ) as changed
    group by changed.task_id, changed.block
    on conflict (task_id, block) do update
    set done = stored.done | excluded.done, skipped = stored.skipped | excluded.skipped;
    insert into private.news (kind, task_id, day, until)
    select 'done', rows.task_id, rows.completed_date, now() + interval '1 hour'
    from changed_rows as rows
    where rows.status = 'done' and rows.completed_at > now() - interval '1 hour';
  else
    update private.settled_days as stored
    set done = stored.done & ~ undone.bits, skipped = stored.skipped & ~ undone.bits
    from (
      select
        rows.task_id, (rows.completed_date - date '0001-01-01') / 336 as block,
        bit_or(set_bit(0::bit(336), (rows.completed_date - date '0001-01-01') % 336, 1)) as bits
      from changed_rows as rows
      group by 1, 2
    ) as undone
    where stored.task_id = undone.task_id and stored.block = undone.block;
    delete from private.settled_days as stored
    using changed_rows as rows
    where stored.task_id = rows.task_id and stored.block = (rows.completed_date - date '0001-01-01') / 336
      and stored.done | stored.skipped = 0::bit(336);
  end if;
  -- check_completions has locked these tasks.
  update public.tasks set revision = revision + 1
  where tasks.id in (select rows.task_id from changed_rows as rows) and tasks.is_active;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_day_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  what constant public.task_day_notes := coalesce(new, old);
begin
  -- Not when the writer's account is removed.
  if new.note is distinct from old.note then
    perform private.append_event(
      what.task_id, 'noted', private.one_day(what.day), jsonb_build_object('note', new.note)
    );
  end if;
  perform private.raise_revision(what.task_id);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_ended_share()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- null when the account itself is removed
  person constant uuid := (select profiles.id from public.profiles where profiles.id = old.recipient_id);
  -- A recipient who joined the task's household does not leave.
  stays constant boolean := old.recipient_id = any (array(
    select private.household_accounts(tasks.household_id) from public.tasks where tasks.id = old.task_id
  ));
begin
  -- Neither row exists any more when the account or the task is being removed.
  insert into public.former_names (task_id, person_id, name)
  select tasks.id, profiles.id, profiles.display_name
  from public.tasks, public.profiles
  where tasks.id = old.task_id and profiles.id = person
  on conflict do nothing;
  if stays is not true then
    perform private.append_event(old.task_id, 'left', null, jsonb_build_object('by', person));
  end if;
  -- Removing the share raises it anyway. For a closed account, its deeds have just lost their name, which raised it.
  if tg_op = 'UPDATE' and (
    person is not null
    or not exists (
      select from public.tasks where tasks.id = old.task_id and tasks.xmin = pg_current_xact_id()::xid
    )
  ) then
    perform private.raise_revision(old.task_id);
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_ended_tokens()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.access_tokens tokens
  where tokens.household_id = new.household_id and tokens.made_by in (old.account_id, new.account_id);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_household()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Without the households' names: people with a share may belong to neither, and members of one not to the other.
  perform private.append_event(new.id, 'moved');
  perform private.queue_for_webhooks(old.household_id, old.user_id, 'left', new.id || ' ' || now(), new.id);
  if new.user_id <> old.user_id then
    insert into public.former_names (task_id, person_id, name)
    select new.id, profiles.id, profiles.display_name
    from public.profiles where profiles.id = old.user_id
    on conflict do nothing;
    perform private.pass_shares(array[new.id], new.user_id);
  end if;
  -- Undoing an earlier change of turns would bring back people of the former household.
  delete from private.past_changes
  where past_changes.task_id = new.id and past_changes.schedule ->> 'roster' <> '[]';
  perform private.end_member_shares(new.household_id, new.id);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_invitation_news()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.news (kind, invitation_id, until) values ('invitation', new.id, now() + interval '1 day');
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_keepership()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.household_invitations open where open.made_by = new.id;
  delete from private.webhooks hooks where hooks.made_by = new.id;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_language()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update auth.users
  set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('language', new.language)
  where users.id = new.id;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_let_in()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if current_setting('rota.let_in', true) = new.id::text then
    insert into private.let_in (account_id) values (new.id);
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_nameless()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.raise_revision(nameless.task_id)
  from (
    select distinct stored.task_id
    from before join public.task_completions stored using (task_id, completed_date)
    where stored.user_id is null and before.user_id is not null
    order by stored.task_id
  ) as nameless;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_new_tasks()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.append_event(
    tasks.id, 'created', null,
    private.schedule_json(tasks) || jsonb_build_object('title', tasks.title, 'from', tasks.schedule_from)
  )
  from public.tasks where tasks.id in (select added.id from added);
  perform private.record_pauses(tasks.id, '{}', private.paused_days(tasks), '{"away": true}')
  from public.tasks where tasks.id in (select added.id from added where added.household_id is not null);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_new_zone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.morning_mails set next_at = '-infinity' where user_id = new.id;
  update private.push_settings set next_at = '-infinity' where user_id = new.id;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_offer_news()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.news (kind, task_id, day, until)
  values ('offer', new.task_id, new.day, now() + interval '1 day');
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_pauses(task_id uuid, before datemultirange, after datemultirange, details jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not isempty(after - before) then
    perform private.append_event(task_id, 'paused', after - before, details);
  end if;
  if not isempty(before - after) then
    perform private.append_event(task_id, 'resumed', before - after, details);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_proven()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.sharing_consents where recipient_id = new.id;
  delete from private.let_in where account_id = new.id;
  if found and new.encrypted_password is not null then
    return null;
  end if;
  delete from auth.sessions where user_id = new.id;
  delete from public.calendar_feeds where person_id = new.id;
  delete from public.access_tokens where made_by = new.id;
  delete from private.push_devices where user_id = new.id;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_put_off()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  what constant public.task_put_offs := coalesce(new, old);
begin
  -- Null when it was put back to its due date.
  perform private.append_event(
    what.task_id, 'put_off', private.one_day(what.due_date), jsonb_build_object('to', new.new_date)
  );
  perform private.raise_revision(what.task_id);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_schedule(before public.tasks, after public.tasks)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.append_event(
    after.id, 'schedule_changed', null,
    jsonb_build_object(
      'before', private.schedule_json(before), 'after', private.schedule_json(after), 'from', after.schedule_from
    )
  );
  delete from private.past_changes where past_changes.task_id = after.id;
  if after.schedule_from is null then
    with former as (
      delete from public.task_schedules where task_schedules.task_id = after.id returning task_schedules.*
    ),
    unbound as (
      update public.task_put_offs set to_former_schedule = false
      where task_put_offs.task_id = after.id and to_former_schedule
      returning task_put_offs.*
    )
    insert into private.past_changes (task_id, schedule, roster_since, former_schedules, put_offs)
    values (
      after.id, private.schedule_json(before) || jsonb_build_object('scheduleFrom', before.schedule_from),
      before.roster_since, to_jsonb(array(select former from former)), to_jsonb(array(select unbound from unbound))
    );
  elsif before.schedule_from is distinct from after.schedule_from then
    insert into public.task_schedules (task_id, valid_until, schedule, roster_since)
    values (
      after.id, after.schedule_from - 1, private.schedule_json(before),
      case when before.roster != '{}' then before.roster_since end
    );
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_shares()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Restored tasks may have several owners: locked in one order everywhere.
  perform private.lock_quota('contacts', owners.id)
  from (select distinct added.owner_id as id from added order by 1) as owners;
  insert into public.shared_contacts (owner_id, contact_email)
  select distinct added.owner_id, added.contact_email from added
  order by added.owner_id, added.contact_email
  on conflict (owner_id, contact_email) do update set last_shared_at = now();
  insert into private.invitation_mails (sender_id, address)
  select distinct added.owner_id, added.contact_email from added
  order by added.owner_id, added.contact_email
  on conflict do nothing;

  -- Without the addresses, which only the owner may see.
  perform private.append_event(shared.task_id, 'shared'), private.raise_revision(shared.task_id)
  from (select distinct added.task_id from added order by added.task_id) as shared;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_task()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The end of an import: a single event stands for the task's past.
  if not old.is_active and old.deleted_at is null then
    perform private.append_event(new.id, 'imported', null, private.imported_json(new));
    return null;
  end if;
  if new.title <> old.title then
    perform private.append_event(
      new.id, 'renamed', null, jsonb_build_object('before', old.title, 'after', new.title)
    );
  end if;
  if private.schedule_json(new) <> private.schedule_json(old)
    or new.schedule_from is distinct from old.schedule_from then
    perform private.record_schedule(old, new);
    perform private.check_put_offs(new);
  end if;
  if new.checklist <> old.checklist then
    perform private.append_event(
      new.id, 'checklist_changed', null,
      jsonb_build_object('before', old.checklist, 'after', new.checklist)
    );
  end if;
  if new.paused <> old.paused or new.household_id is distinct from old.household_id then
    perform private.record_pauses(
      new.id, private.paused_days(old), private.paused_days(new),
      case when new.household_id is distinct from old.household_id then '{"away": true}' else '{}'::jsonb end
    );
  end if;
  if new.is_active <> old.is_active then
    perform private.append_event(new.id, case when new.is_active then 'restored' else 'deleted' end);
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.record_webhook_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.outbox (webhook_id, kind, key, task_id, place)
  select hooks.id, 'event', added.task_id || ' ' || added.id, added.task_id, added.id
  from added
  join public.tasks on tasks.id = added.task_id
  join private.webhooks hooks on hooks.household_id = tasks.household_id
    or (tasks.household_id is null and hooks.household_id is null and hooks.user_id = tasks.user_id)
  on conflict do nothing;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.refuse(path text, code text)
 RETURNS void
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.fail('VALIDATION_FAILED', jsonb_build_array(private.issue(path, code)));
$function$;

CREATE OR REPLACE FUNCTION private.remove_push_device(id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.push_devices as devices
  where devices.id = remove_push_device.id and devices.user_id = auth.uid();
$function$;

CREATE OR REPLACE FUNCTION private.remove_webhook(id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.webhooks hooks where hooks.id = remove_webhook.id and private.is_my_webhook(hooks);
end;
$function$;

CREATE OR REPLACE FUNCTION private.renew_calendar(without_daily boolean DEFAULT false)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  token constant text := private.new_token();
begin
  insert into public.calendar_feeds (person_id, token_hash, without_daily)
  values (auth.uid(), sha256(convert_to(token, 'UTF8')), coalesce(renew_calendar.without_daily, false))
  on conflict (person_id) do update
    set token_hash = excluded.token_hash, created_at = now();
  return token;
end;
$function$;

CREATE OR REPLACE FUNCTION private.restore_household(household_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone_at timestamptz;
  restored uuid[];
begin
  if restore_household.household_id = any (array(select private.my_households('keeper'))) then
    return;
  end if;
  perform private.begin_household(restore_household.household_id, 'keeper', true);
  select households.deleted_at into gone_at from public.households
  where households.id = restore_household.household_id;
  if gone_at < now() - interval '30 days' then
    perform private.fail('HOUSEHOLD_NOT_FOUND');
  end if;
  update public.households set deleted_at = null where households.id = restore_household.household_id;
  perform private.send_no_tasks(true);
  -- Not as edits, which would be counted again: these tasks were counted when they were deleted.
  update public.tasks set is_active = true, deleted_at = null, revision = tasks.revision + 1
  where tasks.household_id = restore_household.household_id
    and not tasks.is_active and tasks.deleted_at = gone_at;
  restored := array(
    select tasks.id from public.tasks
    where tasks.household_id = restore_household.household_id and tasks.is_active
  );
  perform private.restore_shares(restored);
  perform private.send_no_tasks(false);
  perform private.check_household_limits(restore_household.household_id);
  perform private.send_household(restore_household.household_id, restored);
end;
$function$;

CREATE OR REPLACE FUNCTION private.restore_shares(task_ids uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with
    ended as (
      delete from private.ended_shares
      using public.tasks
      where
        ended_shares.task_id = any (task_ids)
        and tasks.id = ended_shares.task_id
        and tasks.is_active
        and tasks.is_shared
        and private.may_edit(tasks.id)
      returning tasks.id, tasks.user_id, ended_shares.contact_email
    )
  insert into private.task_shares (task_id, owner_id, contact_email)
  select ended.id, ended.user_id, ended.contact_email
  from ended
  -- Somebody it was shared with may have become its owner.
  where ended.contact_email is distinct from (select users.email from auth.users where users.id = ended.user_id)
  order by ended.id, ended.contact_email
  on conflict do nothing;
$function$;

CREATE OR REPLACE FUNCTION private.retry_invitation(mail uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.invitation_mails
  set
    handled_at = null,
    due_at = now() + interval '5 minutes' + (now() - wanted_at)
  where mail_id = mail;
$function$;

CREATE OR REPLACE FUNCTION private.return_turns(task_id uuid, days date[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known_by constant date[] := private.begin_turns(return_turns.task_id, days);
  returned record;
begin
  if exists (
    select from public.turn_swaps swaps
    where swaps.task_id = return_turns.task_id and swaps.day = any (known_by)
      and swaps.person_id <> private.my_person(return_turns.task_id)
  ) and not private.keeps(return_turns.task_id) then
    perform private.fail('NOT_ALLOWED');
  end if;
  for returned in
    with gone as (
      delete from public.turn_swaps swaps
      where swaps.task_id = return_turns.task_id and swaps.day = any (known_by)
      returning swaps.person_id, swaps.day
    )
    select gone.person_id, array_agg(gone.day) as days from gone group by gone.person_id
  loop
    -- An offer ends with the turn.
    delete from public.turn_offers offers
    where offers.task_id = return_turns.task_id and offers.day = any (returned.days)
      and offers.from_person = returned.person_id;
    perform private.finish_turns(
      return_turns.task_id, returned.days, 'turn_returned', returned.person_id
    );
  end loop;
  return private.answer(return_turns.task_id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.run_for_token(operation text, input jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  task constant uuid := input ->> 'task';
  day constant date := input ->> 'day';
  done timestamp;
  days daterange;
  told jsonb;
begin
  case operation
    when 'list' then return private.list_for_token(input ->> 'known');
    when 'task' then
      return private.list_for_token(null) - 'tasks' || jsonb_build_object('task', public.read_task(task), 'recent', (
        select coalesce(jsonb_agg(found.deed order by found.day), '[]')
        from private.deeds_on(
          array[task], daterange(private.earliest_today() - 31, private.latest_today() + 366)
        ) as found
      ));
    when 'days' then
      days := daterange((input ->> 'from')::date, (input ->> 'to')::date, '[]');
      return private.list_for_token(null) - 'tasks' || jsonb_build_object(
        'task', public.read_task(task),
        'entries', private.entries_on(task, days),
        'deeds', (
          select coalesce(jsonb_agg(found.deed order by found.day), '[]')
          from private.deeds_on(array[task], days) as found
        )
      );
    when 'record' then return private.read_deeds((input ->> 'from')::date, (input ->> 'to')::date);
    when 'changes' then
      told := private.tell_changes((input ->> 'since')::bigint, (input ->> 'sinceAt')::timestamptz);
      return private.list_for_token(null) - 'tasks' || told || jsonb_build_object(
        'at', private.iso(now()),
        'tasks', (
          select coalesce(jsonb_agg(changed order by changed ->> 'id'), '[]')
          from private.visible_tasks(private.ids_or_null(told -> 'tasks')) as changed
        ),
        -- A change of a few seconds before the last answer may have been committed after it.
        'deeds', case
          when (told -> 'isWhole')::boolean then '[]'
          else private.news_of(
            private.ids_or_null(told -> 'tasks'), (input ->> 'sinceAt')::timestamptz - interval '1 minute'
          )
        end
      );
    when 'add' then
      return jsonb_build_object('task', public.create_task((input ->> 'id')::uuid, input -> 'fields'));
    when 'done' then
      done := (input ->> 'at')::timestamptz at time zone private.my_time_zone();
      told := public.complete_task(
        task, day, people => private.ids_or_null(input -> 'people'), done_on => done::date, done_at => done::time
      );
    when 'undo' then told := public.undo_completion(task, day);
    when 'skip' then told := public.skip_occurrence(task, day);
    when 'put-off' then told := public.put_off(task, day, (input ->> 'to')::date);
    when 'event' then
      return private.happen(
        input ->> 'name', (input ->> 'at')::timestamptz, (input ->> 'number')::numeric
      );
    when 'note' then told := public.note_day(task, day, input ->> 'text', input ->> 'replaces');
    else perform private.fail('NOT_ALLOWED');
  end case;
  return private.day_after(task, day, told);
end;
$function$;

CREATE OR REPLACE FUNCTION private.runs_of(name text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return least(25, 1 + (
    select count(*) from (
      select from public.morning_mails where runs_of.name = 'send-mails' and next_at <= now()
      union all
      select from private.push_settings where runs_of.name = 'send-pushes' and next_at <= now()
      union all
      select from private.webhooks where runs_of.name = 'send-webhooks' and next_at <= now()
      limit 2000
    ) as due
  ) / 80);
end;
$function$;

CREATE OR REPLACE FUNCTION private.said_since(task_id uuid, kinds text[], days datemultirange, since timestamp with time zone DEFAULT private.last_seen(), about uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_agg(deed.said order by deed.at desc)
  from
    (
      select
        max(events.happened_at) as at,
        private.deed_json(
          range_agg(events.days) * said_since.days,
          events.kind,
          events.user_id,
          case
            when events.person_id is not null then array[events.person_id]
          end,
          max(events.happened_at),
          events.time_zone,
          events.details ->> 'via',
          events.details ->> 'viaName'
        ) as said
      from public.task_events as events
      where
        since < now()
        and events.task_id = said_since.task_id
        and events.kind = any (kinds)
        and events.days && said_since.days
        and events.happened_at > since
        and (about is null or events.details ->> 'by' = about::text)
      group by
        events.kind,
        events.user_id,
        events.person_id,
        events.time_zone,
        events.details ->> 'via',
        events.details ->> 'viaName'
    ) as deed;
$function$;

CREATE OR REPLACE FUNCTION private.save_person(household_id uuid, id uuid, name text, face integer, role text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  entered constant text := private.checked_name(name);
  before public.household_people;
  changed uuid[] := '{}';
begin
  perform private.begin_household(save_person.household_id, 'helper');
  select people.* into before from public.household_people people where people.id = save_person.id;
  if before.household_id <> save_person.household_id or before.left_on is not null then
    -- Ids are random, so the id of somebody elsewhere is no accident.
    perform private.refuse('id', 'INVALID');
  elsif save_person.household_id <> all (array(select private.my_households('keeper')))
    -- Everybody may change their own name and face.
    and (before.account_id is distinct from auth.uid() or before.role is distinct from save_person.role)
  then
    perform private.fail('NOT_ALLOWED');
  elsif save_person.id is null then
    perform private.refuse('id', 'INVALID');
  elsif coalesce(save_person.role not in ('keeper', 'member', 'helper'), true) then
    perform private.refuse('role', 'INVALID');
  elsif coalesce(save_person.face not between 0 and 9, true) then
    perform private.refuse('face', 'INVALID');
  elsif before.role = 'keeper' and before.account_id is not null and save_person.role <> 'keeper'
    and not private.has_other_keeper(before.household_id, before.id) then
    perform private.fail('LAST_KEEPER');
  end if;
  insert into public.household_people (id, household_id, name, face, role)
  values (save_person.id, save_person.household_id, entered, save_person.face, save_person.role)
  on conflict on constraint household_people_pkey do update
  set name = excluded.name, face = excluded.face, role = excluded.role;
  perform private.check_household_limits(save_person.household_id);
  if before.name <> entered then
    -- Includes tasks moved out of the household: everyone in them sees who did what.
    changed := array(
      select tasks.id
      from private.task_people join public.tasks on tasks.id = task_people.task_id
      where task_people.person_id = save_person.id and tasks.is_active
      order by tasks.id
    );
    update private.task_people set name = entered where task_people.person_id = save_person.id;
    perform private.send_no_tasks(true);
    update public.tasks set revision = revision + 1 where tasks.id = any (changed);
    perform private.send_no_tasks(false);
  end if;
  -- A helper is responsible for no task: sharing with people outside is for those who may change it.
  if before.account_id is not null and save_person.role = 'helper' and before.role <> 'helper' then
    changed := changed || private.hand_over(before.household_id, before.account_id);
  end if;
  perform private.send_household(save_person.household_id, changed);
end;
$function$;

CREATE OR REPLACE FUNCTION private.send(people uuid[], event text, payload jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select realtime.send(payload, event, 'user:' || person, true) from unnest(people) as person;
$function$;

CREATE OR REPLACE FUNCTION private.send_household(household uuid, task_ids uuid[] DEFAULT '{}'::uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    private.send_list_changed(
      array(
        select private.household_accounts(household)
        union
        select tasks.user_id from public.tasks where tasks.id = any (task_ids)
        union
        select people.account_id
        from
          public.tasks
          join public.household_people as people on people.household_id = tasks.household_id
        where tasks.id = any (task_ids) and people.left_on is null and people.account_id is not null
        union
        select
          coalesce(shares.recipient_id, private.account_of(shares.contact_email, shares.owner_id), gen_random_uuid())
        from
          (
            select distinct task_shares.recipient_id, task_shares.contact_email, task_shares.owner_id
            from private.task_shares
            where task_shares.task_id = any (task_ids)
          ) as shares
      )
    );
$function$;

CREATE OR REPLACE FUNCTION private.send_invitations_changed(sender uuid, addresses text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    private.send_list_changed(
      array(
        select coalesce(account.id, gen_random_uuid())
        from
          unnest(addresses) as address
          left join lateral (
            select accounts.id
            from private.account_of(address, sender) as accounts (id)
            where
              not exists (
                select
                from public.sharing_consents as consents
                where consents.recipient_id = accounts.id and consents.sender_id = sender and not consents.is_accepted
              )
          ) as account
            on true
      )
    );
$function$;

CREATE OR REPLACE FUNCTION private.send_list_changed(people uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.send(people, 'list_changed', '{}');
$function$;

CREATE OR REPLACE FUNCTION private.send_moved_task()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.send_removal(new.id, array(
    select account from private.household_accounts(old.household_id) as account
    where account <> all (private.participants(new.id))
  ));
  if new.user_id <> old.user_id then
    -- Recipients now have to accept the person who is responsible for it.
    perform private.send_list_changed(array(
      select coalesce(
        shares.recipient_id, private.account_of(shares.contact_email, shares.owner_id), gen_random_uuid()
      )
      from private.task_shares shares where shares.task_id = new.id
    ));
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.send_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  people uuid[];
begin
  with named as (
    select tasks.id from public.tasks where tasks.user_id = new.id and tasks.is_active
    union
    select shares.task_id from private.task_shares shares
    where shares.recipient_id = new.id and shares.status = 'taking_part'
  ),
  invited as (
    select distinct shares.contact_email from private.task_shares shares
    where shares.owner_id = new.id and shares.recipient_id is null
  )
  select array(
    select new.id
    union
    select unnest(private.participants(named.id)) from named
    union
    -- A random id for an address without an account, so that the cost doesn't reveal that.
    select coalesce(private.account_of(invited.contact_email, new.id), gen_random_uuid()) from invited
  )
  into people;
  perform private.send_list_changed(people);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.send_no_tasks(is_on boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select
    set_config(
      'rota.quiet',
      case
        when is_on then 'on'
        else 'off'
      end,
      true
    );
$function$;

CREATE OR REPLACE FUNCTION private.send_removal(task_id uuid, people uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.send(people, 'task_removed', jsonb_build_object('taskId', task_id));
$function$;

CREATE OR REPLACE FUNCTION private.send_removed_shares()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.send_removal(ended.task_id, ended.people)
  from (
    select removed.task_id, array_agg(removed.recipient_id) as people
    from removed
    where removed.recipient_id is not null
    group by removed.task_id order by removed.task_id
  ) as ended;
  -- One message per address, not one for each task, when an account is closed.
  perform private.send_invitations_changed(invited.owner_id, invited.addresses)
  from (
    select removed.owner_id, array_agg(distinct removed.contact_email) as addresses
    from removed join public.tasks on tasks.id = removed.task_id
    where removed.recipient_id is null group by removed.owner_id
  ) as invited;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.send_task()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  task jsonb;
begin
  if not new.is_active then
    -- Its shares have ended and told their recipients.
    perform private.send_removal(new.id, private.participants(new.id));
    return null;
  end if;
  select made into task from private.task_json(array[new.id]) as made;
  perform set_config('rota.sent_task', task::text, true);
  -- A person removed at this moment gets it before, or never.
  perform from public.households where households.id = new.household_id for share;
  perform realtime.send(jsonb_build_object('task', task), 'task', 'user:' || who.person, true)
  from private.participations who where who.task_id = new.id;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION private.send_to_displays(household uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select realtime.send('{}', 'changed', 'display:' || displays.channel, true)
  from public.household_displays as displays
  where displays.household_id = household;
$function$;

CREATE OR REPLACE FUNCTION private.set_household_language(household_id uuid, language text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.begin_household(set_household_language.household_id, 'keeper');
  if not private.is_language(set_household_language.language) then
    perform private.refuse('language', 'INVALID');
  end if;
  update public.households set language = set_household_language.language
  where households.id = set_household_language.household_id;
  perform private.send_household(set_household_language.household_id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.set_household_zone(household_id uuid, time_zone text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone constant text := private.household_zone(set_household_zone.household_id);
  today constant date := private.household_today(set_household_zone.household_id);
begin
  perform private.begin_household(set_household_zone.household_id, 'keeper');
  if private.is_time_zone(set_household_zone.time_zone) is not true then
    perform private.refuse('timeZone', 'UNKNOWN_TIME_ZONE');
  end if;
  delete from public.household_zones zones
  where zones.household_id = set_household_zone.household_id and zones.counts_from > now();
  if set_household_zone.time_zone <> zone then
    insert into public.household_zones (household_id, counts_from, first_day, time_zone, set_by)
    select
      people.household_id, (today + 1)::timestamp at time zone zone, today, set_household_zone.time_zone, people.id
    from public.household_people people
    where people.household_id = set_household_zone.household_id
      and people.account_id = auth.uid() and people.left_on is null;
  end if;
  perform private.send_household(set_household_zone.household_id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.set_push(today_hour integer, invitations boolean, done boolean, quiet_from integer, quiet_until integer, only_my_turns boolean DEFAULT false, offers boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if today_hour not between 0 and 23 then
    perform private.refuse('todayHour', 'INVALID');
  elsif invitations is null or done is null or only_my_turns is null or offers is null then
    perform private.refuse('', 'INVALID');
  elsif (quiet_from is null) <> (quiet_until is null) or quiet_from = quiet_until
    or quiet_from not between 0 and 23 or quiet_until not between 0 and 23 then
    perform private.refuse('quietFrom', 'INVALID');
  end if;
  insert into private.push_settings (
    user_id, today_hour, invitations, done, quiet_from, quiet_until, only_my_turns, offers, sent_until
  )
  select
    profiles.id, set_push.today_hour, set_push.invitations, set_push.done,
    set_push.quiet_from, set_push.quiet_until, set_push.only_my_turns, set_push.offers,
    -- Begins with the next such hour. make_interval takes null as no hours.
    case when set_push.today_hour is not null then (
      private.local_time(now(), profiles.time_zone)
      - make_interval(hours => private.push_hour(set_push.today_hour, set_push.quiet_from, set_push.quiet_until))
    )::date end
  from public.profiles where profiles.id = auth.uid()
  on conflict (user_id) do update
  set
    today_hour = excluded.today_hour, invitations = excluded.invitations, done = excluded.done,
    quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until,
    only_my_turns = excluded.only_my_turns, offers = excluded.offers,
    sent_until = greatest(push_settings.sent_until, excluded.sent_until);
end;
$function$;

CREATE OR REPLACE FUNCTION private.set_settled(task_id uuid, days datemultirange, status text, is_settled boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first_day constant date := '0001-01-01';
  changed record;
begin
  for changed in
    select
      blocks.block,
      bit_or(
        ((~ 0::bit(336)) >> greatest(lower(run) - first_day - blocks.block * 336, 0))
        & ((~ 0::bit(336)) << greatest(blocks.block * 336 + 336 - (upper(run) - first_day), 0))
      ) as bits
    from unnest(days) as run
    cross join lateral generate_series(
      (lower(run) - first_day) / 336, (upper(run) - 1 - first_day) / 336
    ) as blocks (block)
    group by blocks.block
  loop
    if not is_settled then
      update private.settled_days as stored
      set done = stored.done & ~ changed.bits, skipped = stored.skipped & ~ changed.bits
      where stored.task_id = set_settled.task_id and stored.block = changed.block;
      delete from private.settled_days as stored
      where stored.task_id = set_settled.task_id and stored.block = changed.block
        and stored.done | stored.skipped = 0::bit(336);
    else
      insert into private.settled_days as stored (task_id, block, done, skipped)
      values (
        set_settled.task_id, changed.block,
        case when status = 'done' then changed.bits else 0::bit(336) end,
        case when status = 'skipped' then changed.bits else 0::bit(336) end
      )
      on conflict on constraint settled_days_pkey do update
      set done = stored.done | excluded.done, skipped = stored.skipped | excluded.skipped;
    end if;
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION private.settle_day(kind text, person uuid, day date)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.morning_mails
  set sent_until = day
  where kind = 'morning' and user_id = person and (sent_until is null or sent_until < day);
  update private.push_settings
  set sent_until = day
  where kind = 'today' and user_id = person and (sent_until is null or sent_until < day);
$function$;

CREATE OR REPLACE FUNCTION private.settled_at(task_id uuid, day date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    greatest(
      (
        select completions.completed_at
        from public.task_completions as completions
        where completions.task_id = settled_at.task_id and completions.completed_date = settled_at.day
      ),
      (
        select max(catch_ups.recorded_at)
        from public.task_catch_ups as catch_ups
        where catch_ups.task_id = settled_at.task_id and catch_ups.days @> settled_at.day
      )
    );
$function$;

CREATE OR REPLACE FUNCTION private.settled_since(task_id uuid, first_day date, status text DEFAULT NULL::text)
 RETURNS datemultirange
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(range_agg(deeds.days), '{}')
    from (
      select
        datemultirange(daterange(completions.completed_date, completions.completed_date, '[]')) as days,
        completions.status
      from public.task_completions completions
      where completions.task_id = settled_since.task_id and completions.completed_date >= first_day
      union all
      select catch_ups.days, catch_ups.status from public.task_catch_ups catch_ups
      where catch_ups.task_id = settled_since.task_id and upper(catch_ups.days) > first_day
    ) as deeds
    where settled_since.status is null or deeds.status = settled_since.status
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.shown_deed(answer jsonb, task_id uuid, day date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select
    jsonb_strip_nulls(
      jsonb_build_object(
        'day',
        private.settled_place(task_id, day),
        'untaken',
        (select jsonb_agg(deed - 'completedBy') from jsonb_array_elements(answer -> 'untaken') as deed)
      )
    );
$function$;

CREATE OR REPLACE FUNCTION private.shown_task(task jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select
    (
      select jsonb_object_agg(field.key, field.value)
      from jsonb_each(task) as field
      where
        field.value not in ('null', '[]')
        and (
          field.key in (
            select fields.field from private.task_fields as fields where decides_days and max_length is null
          )
          or field.key in (
            'id',
            'title',
            'category',
            'scheduleFrom',
            'rosterSince',
            'customRrule',
            'waitsFor',
            'happened',
            'missedPolicy',
            'formerSchedules',
            'putOffs',
            'pausedDays',
            'completedDays',
            'skippedDays',
            'swaps'
          )
        )
    ) || jsonb_build_object(
      'recentCompletions',
      (
        select
          coalesce(
            jsonb_agg(
              (
                select jsonb_object_agg(field.key, field.value)
                from jsonb_each(done) as field
                where field.key = any ('{date, status, completedAt, timeZone, people, via, viaName}'::text[])
              )
              order by done ->> 'date'
            ),
            '[]'
          )
        from jsonb_array_elements(task -> 'recentCompletions') as done
      )
    );
$function$;

CREATE OR REPLACE FUNCTION private.spread_news(instant timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('rota: news', 0)) then
    return;
  end if;
  with fresh as (
    delete from private.news
    where news.id in (select unread.id from private.news as unread where unread.user_id is null limit 2000)
    returning news.*
  ),
  given as (
    insert into private.news (user_id, kind, task_id, day, invitation_id, until)
    select distinct person, fresh.kind, fresh.task_id, fresh.day, fresh.invitation_id, fresh.until
    from fresh cross join lateral private.concerned_by(fresh) as person
    returning news.user_id
  )
  update private.push_settings as settings
  set next_at = instant
  where settings.user_id in (select given.user_id from given) and settings.next_at > instant;
  delete from private.news where news.until < now();
end;
$function$;

CREATE OR REPLACE FUNCTION private.stage_entry(entry jsonb, household jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  me constant uuid := auth.uid();
  source constant text := entry ->> 'source';
  target constant uuid := (household ->> 'id')::uuid;
  new_id constant uuid := private.imported_id(source, target);
  addresses text[];
  task public.tasks;
begin
  if coalesce(char_length(source), 0) not between 1 and 500 then
    perform private.refuse('source', 'INVALID');
  end if;
  if not entry ? 'fields' then
    select tasks.* into task
    from private.staged_tasks staged join public.tasks on tasks.id = staged.task_id
    where staged.task_id = new_id and staged.person_id = me;
    if not found then
      perform private.refuse('source', 'INVALID');
    end if;
    perform private.stage_history(task, entry, household);
    return 'added';
  end if;

  select tasks.* into task from public.tasks
  where tasks.id in (
      new_id, case when source ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then source::uuid end
    )
    and (
      target is null and (tasks.user_id = me or tasks.household_id = any (array(select private.my_households())))
      or tasks.household_id = target
    )
  order by tasks.deleted_at nulls first
  limit 1;
  if found then
    return case when task.deleted_at is null then 'there' else 'deleted' end;
  end if;
  perform private.check_limit('active_tasks', (
    select 1 + count(*) from public.tasks
    where tasks.user_id = me and tasks.deleted_at is null and tasks.household_id is null
      and (target is null or not tasks.is_active)
  ));
  -- Another keeper of the household may have brought the same file at this moment: the latest import has the task.
  delete from public.tasks
  using private.staged_tasks staged
  where target is not null and staged.task_id = new_id and staged.person_id <> me and tasks.id = staged.task_id;

  addresses := array(
    select distinct private.canonical_address(address)
    from jsonb_array_elements_text(coalesce(entry -> 'shareWith', '[]')) as address
    where private.canonical_address(address) <> coalesce(private.confirmed_address(me), '')
  );
  if cardinality(addresses) > 50 then
    perform private.refuse('shareWith', 'TOO_MANY_SHARES');
  end if;
  task := null;
  task.repeat_value := 'daily';
  task := private.with_fields(task, entry -> 'fields');
  task.id := new_id;
  task.user_id := me;
  task.is_shared := false;
  task.household_id := null;
  task.paused := private.days_of_ranges(entry -> 'pausedDays');
  task.happened := private.brought_event(entry -> 'happened');
  -- A household's absences are exported as pauses.
  perform private.check_limit(
    'pauses', (select count(*) from unnest(task.paused)) - private.limit_of('house_absences')
  );
  execute private.over_fields(
    'insert into public.tasks (id, user_id, is_active, paused, happened, %s)
     values (($1).id, ($1).user_id, false, ($1).paused, ($1).happened, %s) returning *'
  )
  into task using task;
  perform private.bring_readings(task, entry -> 'readings');
  if exists (
    select from public.tasks
    where tasks.title = task.title and tasks.is_active
      and case when target is null then tasks.user_id = me and tasks.household_id is null
        else tasks.household_id = target
      end
  ) then
    perform private.refuse('title', 'DUPLICATE_TASK');
  end if;
  insert into private.staged_tasks (
    task_id, person_id, place, addresses, roster, roster_since, household_since
  )
  values (
    new_id, me,
    (
      select 1 + coalesce(max(staged.place), 0)
      from private.staged_tasks staged where staged.person_id = me
    ),
    case when target is null then addresses else '{}' end,
    coalesce(private.brought_people(entry -> 'roster', household -> 'people', 'person'), '{}'),
    (entry ->> 'rosterSince')::timestamptz, (entry ->> 'householdSince')::date
  );
  perform private.stage_history(task, entry, household);
  return 'added';
end;
$function$;

CREATE OR REPLACE FUNCTION private.stage_history(task public.tasks, history jsonb, household jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  first_day constant date := '0001-01-01';
  last_day constant date := '9999-12-31';
  known_days constant daterange := daterange(first_day, private.latest_today(), '[]');
  -- Allows occurrences done early.
  done_days constant daterange := daterange(first_day, private.latest_today() + 366, '[]');
  -- Another machine's clock may be a little ahead.
  known_instants constant tstzrange := tstzrange('1970-01-01', now() + interval '10 minutes');
  known constant jsonb := household -> 'people';
begin
  -- One's own tasks have no turns.
  insert into public.task_schedules (task_id, valid_until, roster_since, schedule)
  select
    task.id, (former ->> 'validUntil')::date,
    case when known is not null then (former ->> 'rosterSince')::timestamptz end,
    private.checked_schedule(
      'formerSchedules',
      former - array['validUntil', 'rosterSince'] || jsonb_build_object('roster', to_jsonb(
        coalesce(private.brought_people(former -> 'roster', known, 'person'), '{}')
      ))
    )
  from jsonb_array_elements(coalesce(history -> 'formerSchedules', '[]')) as former;
  if exists (
    select from public.task_schedules former
    where former.task_id = task.id
      and (former.valid_until >= first_day and former.valid_until < task.schedule_from) is not true
  ) then
    perform private.refuse('formerSchedules', 'INVALID');
  end if;
  perform private.check_limit('schedules', (
    select count(*) from public.task_schedules former where former.task_id = task.id
  ));

  insert into public.task_put_offs (task_id, due_date, new_date, to_former_schedule)
  select
    task.id, put_off."dueDate", put_off."newDate", coalesce(put_off."toFormerSchedule", false)
  from jsonb_to_recordset(coalesce(history -> 'putOffs', '[]'))
    as put_off ("dueDate" date, "newDate" date, "toFormerSchedule" boolean);
  if exists (
    select from public.task_put_offs put_offs
    where put_offs.task_id = task.id
      and not (
        put_offs.due_date between first_day and last_day and put_offs.new_date between first_day and last_day
      )
  ) then
    perform private.refuse('putOffs', 'INVALID');
  end if;
  perform private.check_limit('put_offs', (
    select count(*) from public.task_put_offs put_offs where put_offs.task_id = task.id
  ));

  insert into public.turn_swaps (task_id, day, person_id)
  select task.id, swapped.day, (private.brought_people(jsonb_build_array(swapped.person), known, 'person'))[1]
  from jsonb_to_recordset(coalesce(history -> 'swaps', '[]')) as swapped (day date, person text)
  where known is not null;
  if exists (
    select from public.turn_swaps swaps
    where swaps.task_id = task.id and swaps.day not between first_day and last_day
  ) then
    perform private.refuse('swaps', 'INVALID');
  end if;

  insert into public.task_completions (
    task_id, completed_date, user_id, completed_at, time_zone, status, by_name, via, via_name, done_on, done_at, due_on,
    people, said_by
  )
  select
    task.id, (entry ->> 0)::date, private.by_me(done.by), (entry ->> 1)::timestamptz,
    coalesce(done."timeZone", private.my_time_zone()), done.status, private.by_name(done.by), done.via, done."viaName",
    (entry ->> 2)::date, (entry ->> 3)::time, (entry ->> 4)::date, who.doers, who.sayer
  from jsonb_to_recordset(coalesce(history -> 'completions', '[]'))
    as done (by jsonb, "saidBy" text, status text, "timeZone" text, via text, "viaName" text, days jsonb)
  cross join lateral (
    select
      private.brought_people(done.by, known) as doers,
      case when done."saidBy" is not null then
        (private.brought_people(jsonb_build_array(done."saidBy"), known))[1]
      end as sayer
  ) as who
  cross join lateral jsonb_array_elements(done.days) as entry;
  if exists (
    select from public.task_completions completions
    where completions.task_id = task.id
      and not (
        completions.completed_date <@ case completions.status when 'done' then done_days else known_days end
        and completions.completed_at <@ known_instants
        and coalesce(completions.done_on <@ known_days, true)
        and coalesce(completions.due_on, first_day) between first_day and last_day
      )
  ) then
    perform private.refuse('completions', 'INVALID');
  end if;

  insert into public.task_catch_ups as catch_ups (
    id, task_id, days, status, user_id, recorded_at, time_zone, by_name, people, said_by
  )
  select
    private.imported_id(caught_up.id, (household ->> 'id')::uuid), task.id,
    range_agg(private.days_of_ranges(caught_up.days)), caught_up.status,
    private.by_me(caught_up.by), caught_up.at, coalesce(caught_up."timeZone", private.my_time_zone()),
    private.by_name(caught_up.by), private.brought_people(caught_up.by, known),
    case when caught_up."saidBy" is not null then
      (private.brought_people(jsonb_build_array(caught_up."saidBy"), known))[1]
    end
  from jsonb_to_recordset(coalesce(history -> 'catchUps', '[]'))
    as caught_up (id text, days jsonb, status text, by jsonb, "saidBy" text, at timestamptz, "timeZone" text)
  group by
    caught_up.id, caught_up.status, caught_up.by, caught_up."saidBy", caught_up.at, caught_up."timeZone"
  on conflict on constraint task_catch_ups_pkey do update set days = catch_ups.days + excluded.days
  where catch_ups.task_id = excluded.task_id;
  if exists (
    select from public.task_catch_ups catch_ups
    where catch_ups.task_id = task.id
      and not (
        not isempty(catch_ups.days) and catch_ups.days <@ datemultirange(known_days)
        and catch_ups.recorded_at <@ known_instants
      )
  )
    -- No day is in two catch-ups, or in a catch-up and a completion.
    or (
      select coalesce(sum(upper(run) - lower(run)), 0)
      from public.task_catch_ups catch_ups, unnest(catch_ups.days) as run where catch_ups.task_id = task.id
    ) + (
      select count(*) from public.task_completions completions where completions.task_id = task.id
    ) <> (
      select coalesce(sum(upper(run) - lower(run)), 0)
      from unnest(private.settled_since(task.id, '-infinity')) as run
    ) then
    perform private.refuse('catchUps', 'INVALID');
  end if;

  -- An unknown time zone raises class 22. Each is tried by name, as reading all names is slow.
  perform now() at time zone named.time_zone
  from (
    select completions.time_zone
    from public.task_completions completions where completions.task_id = task.id
    union
    select catch_ups.time_zone
    from public.task_catch_ups catch_ups where catch_ups.task_id = task.id
  ) as named;

  insert into public.task_day_notes (task_id, day, note, user_id, written_at, by_name, person_id)
  select
    task.id, noted.day, private.entered_text(noted.note), private.by_me(noted.by), noted.at,
    private.by_name(noted.by), (private.brought_people(noted.by, known))[1]
  from jsonb_to_recordset(coalesce(history -> 'notes', '[]'))
    as noted (day date, note text, by jsonb, at timestamptz);
  if exists (
    select from public.task_day_notes notes
    where notes.task_id = task.id
      and not (
        notes.day <@ known_days and notes.written_at <@ known_instants
        and char_length(notes.note) between 1 and 500
      )
  ) then
    perform private.refuse('notes', 'INVALID');
  end if;

  insert into public.task_checks (task_id, day, line)
  select task.id, checked.day, private.entered_text(line)
  from jsonb_to_recordset(coalesce(history -> 'checks', '[]')) as checked (day date, lines jsonb)
  cross join lateral jsonb_array_elements_text(checked.lines) as line;
  if exists (
    select from public.task_checks checks
    where checks.task_id = task.id
      and not (checks.day <@ known_days and char_length(checks.line) between 1 and 100)
  ) then
    perform private.refuse('checks', 'INVALID');
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.start_earlier(task_id uuid, earlier jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  schedule jsonb;
  first_day date;
begin
  perform private.begin_change(start_earlier.task_id, true);
  schedule := private.checked_schedule('earlier', earlier);
  if schedule - 'endDate' = (
    select former.schedule - 'endDate'
    from public.task_schedules former where former.task_id = start_earlier.task_id
    order by former.valid_until limit 1
  ) then
    return;
  end if;
  first_day := lower(private.doable_days(start_earlier.task_id, null, false));
  if schedule -> 'endDate' <> 'null' or schedule -> 'roster' <> '[]' then
    perform private.refuse('earlier', 'INVALID');
  elsif ((schedule ->> 'startDate')::date < first_day and first_day <= private.latest_today()) is not true then
    perform private.refuse('startDate', 'NOT_EARLIER');
  elsif exists (
    -- The other schedule would now decide whether it moves.
    select from public.task_put_offs put_offs
    where put_offs.task_id = start_earlier.task_id
      and least(put_offs.due_date, put_offs.new_date) < first_day
      and greatest(put_offs.due_date, put_offs.new_date) >= first_day
  ) then
    perform private.refuse('startDate', 'PUT_OFF_BEFORE_START');
  end if;
  -- Schedules that ended before the first day.
  delete from public.task_schedules former
  where former.task_id = start_earlier.task_id and former.valid_until < first_day;
  insert into public.task_schedules (task_id, valid_until, schedule)
  values (start_earlier.task_id, first_day - 1, schedule);
  perform private.check_limit('schedules', (
    select count(*) from public.task_schedules former where former.task_id = start_earlier.task_id
  ));
  delete from private.past_changes where past_changes.task_id = start_earlier.task_id;
  perform private.append_event(
    start_earlier.task_id, 'started_earlier', null,
    jsonb_build_object('after', schedule || jsonb_build_object('endDate', first_day - 1), 'from', first_day)
  );
  update public.tasks set schedule_from = coalesce(schedule_from, first_day), revision = revision + 1
  where tasks.id = start_earlier.task_id;
  perform private.count_use('changes_per_day', start_earlier.task_id || auth.uid()::text);
end;
$function$;

CREATE OR REPLACE FUNCTION private.take_from_catch_ups(task_id uuid, days datemultirange)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.tasks where tasks.id = take_from_catch_ups.task_id for no key update;
  if exists (
    select from public.task_catch_ups catch_ups
    where catch_ups.task_id = take_from_catch_ups.task_id
      and catch_ups.days && take_from_catch_ups.days and catch_ups.recorded_at <= private.last_seen()
      and not private.may_undo(
        catch_ups.task_id, catch_ups.user_id, catch_ups.people, null, catch_ups.recorded_at
      )
  ) then
    perform private.fail('COMPLETION_NOT_YOURS');
  end if;
  update public.task_catch_ups catch_ups
  set days = catch_ups.days - take_from_catch_ups.days
  where catch_ups.task_id = take_from_catch_ups.task_id
    and catch_ups.days && take_from_catch_ups.days and catch_ups.recorded_at <= private.last_seen();
  perform private.count_use('changes_per_day', take_from_catch_ups.task_id || auth.uid()::text);
end;
$function$;

CREATE OR REPLACE FUNCTION private.take_turn()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select pg_advisory_xact_lock(hashtextextended('rota: many rows', 0));
$function$;

CREATE OR REPLACE FUNCTION private.take_turns(task_id uuid, days date[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known_by constant date[] := private.begin_turns(take_turns.task_id, days);
  me constant uuid := private.my_person(take_turns.task_id);
begin
  perform private.check_turns(take_turns.task_id, known_by, me);
  -- Unless its owner offers it.
  if exists (
    select from public.turn_swaps swaps
    where swaps.task_id = take_turns.task_id and swaps.day = any (known_by) and swaps.person_id <> me
      and not exists (
        select from public.turn_offers offers
        where offers.task_id = swaps.task_id and offers.day = swaps.day
          and offers.from_person = swaps.person_id and coalesce(offers.to_person, me) = me
      )
  ) then
    raise exception using errcode = 'PT409', message = 'TURN_TAKEN';
  end if;
  perform private.set_turns(take_turns.task_id, known_by, me, 'turn_taken');
  return private.answer(take_turns.task_id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.takes_part_openly(task_id uuid, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select
    exists (
      select
      from private.task_shares as shares
      where
        shares.task_id = takes_part_openly.task_id
        and shares.owner_id = auth.uid()
        and shares.recipient_id = person
        and shares.status = 'taking_part'
    );
$function$;

CREATE OR REPLACE FUNCTION private.task_json(ids uuid[], whole boolean DEFAULT false)
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET plan_cache_mode TO 'force_generic_plan'
 SET search_path TO ''
AS $function$
begin
  return query
    with measured as materialized (
      select
        tasks.id,
        coalesce(tasks.household_id, tasks.user_id) as whose,
        -- In a household's task, others write too, whoever is responsible for it.
        tasks.household_id is null and tasks.user_id = (select auth.uid()) as is_own,
        -- Estimates the size of the JSON in bytes, looking at each part only as far as the JSON does or until it is
        -- too long.
        (
          select sum(part.size)
          from (
            select octet_length(concat(
              tasks.subtitle, tasks.custom_rrule, tasks.custom_rrule_text, array_to_string(tasks.checklist, '')
            )) + 40 * cardinality(tasks.roster) + pg_column_size(tasks.paused) as size
            union all
            (
              select 30 + pg_column_size(former.schedule)
              from public.task_schedules former where former.task_id = tasks.id limit 200
            )
            union all
            (select 78 from public.task_put_offs moved where moved.task_id = tasks.id limit 520)
            union all
            (select 55 from public.turn_swaps swaps where swaps.task_id = tasks.id limit 500)
            union all
            (
              select 130 from public.turn_offers offers
              where offers.task_id = tasks.id and offers.day >= (now() at time zone 'UTC')::date - 8 limit 110
            )
            union all
            (select 112 from private.settled_days days where days.task_id = tasks.id limit 360)
            union all
            select 100 from private.task_shares shares where shares.task_id = tasks.id
            union all
            (
              select 44 + octet_length(former_names.name) from public.former_names
              where former_names.task_id = tasks.id limit 1000
            )
            union all
            (
              select 44 + octet_length(people.name) from private.task_people people
              where people.task_id = tasks.id limit 1000
            )
            union all
            (
              select 30 + octet_length(checks.line) from public.task_checks checks
              where cardinality(tasks.checklist) > 0 and checks.task_id = tasks.id and checks.is_checked
                and checks.line = any (tasks.checklist)
              order by checks.day desc limit 200
            )
            union all
            (
              select 200 + 40 * coalesce(cardinality(latest.people), 0) from public.task_completions latest
              where latest.task_id = tasks.id and latest.completed_at > now() - interval '48 hours' limit 100
            )
            union all
            (
              select 200 + 40 * coalesce(cardinality(ahead.people), 0) from public.task_completions ahead
              where ahead.task_id = tasks.id
                and ahead.completed_date > (now() at time zone 'UTC')::date + 1 limit 100
            )
            union all
            (
              select
                200 + 13 * (select count(*) from unnest(catch_ups.days))
                + 40 * coalesce(cardinality(catch_ups.people), 0)
              from public.task_catch_ups catch_ups
              where catch_ups.task_id = tasks.id and catch_ups.recorded_at > now() - interval '48 hours'
              order by catch_ups.recorded_at desc limit 20
            )
          ) as part
        ) as record
      from unnest(ids) as wanted (id)
      -- offset 0 keeps the planner to index lookups, one by one, however many rows it expects.
      cross join lateral (select rows.* from public.tasks rows where rows.id = wanted.id offset 0) as tasks
    ),
    extents as (
      select
        measured.id,
        not whole and (
          measured.record > 40000
          or not measured.is_own and sum(measured.record) over (
            partition by measured.whose order by measured.record, measured.id
          ) > 1500000
          or sum(measured.record) over (
            order by measured.is_own desc, measured.record, measured.id
          ) > 4000000
        ) as is_cut
      from measured
    ),
    absent as materialized (
      select array(
        select distinct absences.household_id from public.house_absences absences
        where absences.household_id in (select measured.whose from measured)
      ) as households
    )
    select (
      select to_jsonb(named) from private.named_tasks as named where named.id = tasks.id
    ) || case when extents.is_cut then
      jsonb_build_object('people', (
        select jsonb_build_object(profiles.id, profiles.display_name)
        from public.profiles where profiles.id = tasks.user_id
      )) || '{
        "cut": true, "subtitle": null, "checklist": [], "customRrule": null, "customRruleText": null, "roster": [],
        "takingPart": [], "formerSchedules": [], "putOffs": [], "pausedDays": [],
        "completedDays": [], "skippedDays": [], "recentChecks": [], "recentCompletions": [],
        "recentCatchUps": []
      }'::jsonb
    else jsonb_build_object(
      'people', (
        select jsonb_object_agg(named.id, named.name)
        from (
          select profiles.id, coalesce(former_names.name, profiles.display_name) as name
          from public.profiles
          left join public.former_names
            on former_names.task_id = tasks.id and former_names.person_id = profiles.id
          -- One array lets an index answer, however many people there are.
          where profiles.id = any (
            tasks.user_id || array(
              select shares.recipient_id from private.task_shares shares
              where shares.task_id = tasks.id and shares.status = 'taking_part'
              union all
              select former_names.person_id from public.former_names where former_names.task_id = tasks.id
            )
          )
          union all
          select people.person_id, people.name from private.task_people people where people.task_id = tasks.id
        ) as named
      ),
      'takingPart', (
        select coalesce(jsonb_agg(shares.recipient_id order by shares.recipient_id), '[]')
        from private.task_shares shares
        where shares.task_id = tasks.id and shares.status = 'taking_part'
      ),
      'formerSchedules', (
        select coalesce(
          jsonb_agg(
            former.schedule || jsonb_build_object('validUntil', former.valid_until)
              || jsonb_strip_nulls(jsonb_build_object('rosterSince', private.iso(former.roster_since)))
            order by former.valid_until
          ),
          '[]'
        )
        from public.task_schedules former
        where former.task_id = tasks.id
      ),
      'putOffs', case
        when exists (select from public.task_put_offs moved where moved.task_id = tasks.id)
        then private.put_offs_json(tasks.id) else '[]'
      end,
      'pausedDays', case
        -- Most tasks have no pauses, and most households no absences.
        when isempty(tasks.paused) and (tasks.household_id = any (absent.households)) is not true then '[]'
        else private.runs(private.paused_days(tasks))
      end,
      'completedDays', settled.done,
      'skippedDays', settled.skipped,
      'recentChecks', (
        select coalesce(jsonb_agg(jsonb_build_object('date', day, 'lines', lines) order by day), '[]')
        -- By the index from the latest day back, however many there are.
        from (
          select checks.day, jsonb_agg(checks.line order by checks.line) as lines
          from public.task_checks checks
          where checks.task_id = tasks.id and checks.is_checked and checks.line = any (tasks.checklist)
          group by checks.day
          order by checks.day desc
          limit 10
        ) as latest
      ),
      'recentCompletions', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'date', latest.completed_date,
              'status', latest.status,
              'completedBy', latest.user_id,
              'completedAt', private.iso(latest.completed_at),
              'timeZone', latest.time_zone
            ) || jsonb_strip_nulls(jsonb_build_object(
              'people', latest.people, 'saidBy', latest.said_by, 'via', latest.via, 'viaName', latest.via_name,
              'doneOn', latest.done_on, 'doneAt', left(latest.done_at::text, 5), 'dueOn', latest.due_on
            ))
            order by latest.completed_date
          ),
          '[]'
        )
        from (
          (
            select completions.* from public.task_completions completions
            where completions.task_id = tasks.id
              and completions.completed_at > now() - interval '48 hours'
            order by completions.completed_at desc
            limit 100
          )
          union
          (
            select completions.* from public.task_completions completions
            where completions.task_id = tasks.id
              and completions.completed_date >= (now() at time zone 'UTC')::date - 1
            order by completions.completed_date
            limit 100
          )
          union
          -- For a task due once, also its completion.
          (
            select completions.* from public.task_completions completions
            where completions.task_id = tasks.id and tasks.custom_rrule like '%COUNT=1'
            order by completions.completed_date desc
            limit 1
          )
        ) as latest
      ),
      'recentCatchUps', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'id', latest.id,
              'status', latest.status,
              'days', private.runs(latest.days),
              'completedBy', latest.user_id,
              'completedAt', private.iso(latest.recorded_at),
              'timeZone', latest.time_zone
            ) || jsonb_strip_nulls(jsonb_build_object('people', latest.people, 'saidBy', latest.said_by))
            order by latest.recorded_at, latest.id
          ),
          '[]'
        )
        from (
          select catch_ups.* from public.task_catch_ups catch_ups
          where catch_ups.task_id = tasks.id and not isempty(catch_ups.days)
            and catch_ups.recorded_at > now() - interval '48 hours'
          order by catch_ups.recorded_at desc
          limit 20
        ) as latest
      )
    ) || case
      -- Most tasks have neither swaps nor offers.
      when tasks.household_id is null then '{}'
      else (
        select coalesce(jsonb_object_agg(turns.key, turns.value), '{}')
        from (
          values ('swaps', private.swaps_json(tasks.id)),
            ('offers', private.offers_json(tasks.id))
        ) as turns (key, value)
        where turns.value is not null
      )
    end end
    from extents
    cross join absent
    cross join lateral (select rows.* from public.tasks rows where rows.id = extents.id offset 0) as tasks
    cross join lateral (
      select
        coalesce(
          jsonb_agg(
            jsonb_build_array(bits.first + 6 * bits.before_done, substr(bits.done, 1 + bits.before_done))
            order by bits.first
          ) filter (where bits.done <> ''),
          '[]'
        ) as done,
        coalesce(
          jsonb_agg(
            jsonb_build_array(
              bits.first + 6 * bits.before_skipped, substr(bits.skipped, 1 + bits.before_skipped)
            )
            order by bits.first
          ) filter (where bits.skipped <> ''),
          '[]'
        ) as skipped
      from (
        -- From about the first day that has a bit: four characters are 24 days.
        select
          blocks.*,
          (length(blocks.done) - length(ltrim(blocks.done, 'A'))) / 4 * 4 as before_done,
          (length(blocks.skipped) - length(ltrim(blocks.skipped, 'A'))) / 4 * 4 as before_skipped
        from (
          -- One pair per run of adjacent blocks. bit_send begins with the number of bits, in four bytes; encode
          -- breaks its lines.
          select
            min(runs.block) * 336 - (date '1970-01-01' - date '0001-01-01') as first,
            rtrim(translate(encode(
              string_agg(substring(bit_send(runs.done) from 5), '' order by runs.block), 'base64'
            ), E'\n', ''), 'A') as done,
            rtrim(translate(encode(
              string_agg(substring(bit_send(runs.skipped) from 5), '' order by runs.block), 'base64'
            ), E'\n', ''), 'A') as skipped
          from (
            select
              days.block, days.done, days.skipped,
              days.block - row_number() over (order by days.block) as gap
            from private.settled_days days
            where days.task_id = tasks.id and not extents.is_cut
          ) as runs
          group by runs.gap
        ) as blocks
      ) as bits
    ) as settled
    order by tasks.id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.task_list(known_digest text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    with names as materialized (select private.names_digest() as digest)
    select jsonb_build_object(
      'profile', (
        select jsonb_build_object(
          'fullName', profiles.full_name,
          'timeZone', profiles.time_zone,
          'dateStyle', profiles.date_style,
          'language', profiles.language
        ) || case
          when private.offers_morning_mail() then '{"offersMorningMail": true}' else '{}'::jsonb
        end
        from public.profiles
        where profiles.id = auth.uid()
      ),
      'invitations', private.invitations(),
      'names', names.digest
    ) || case
      when known_digest like names.digest || '.%' then '{}'
      else jsonb_build_object('households', private.households())
    end || case
      when known_digest is not null and known_digest = names.digest || '.' || private.tasks_digest() then '{}'
      -- An array, as jsonb_agg would copy each task twice.
      else jsonb_build_object('tasks', array(
        select task
        from private.visible_tasks(array(
          select tasks.id from public.tasks where tasks.is_active
        )) as task
        order by task ->> 'id'
      ))
    end
    from names
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.tasks_for_display(household uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select
    array_agg(
      tasks.id
      order by
        case
          when latest.day >= private.earliest_today() then 1
          else (private.latest_today() - coalesce(latest.day, tasks.start_date - 1))::numeric / case tasks.repeat_value
            when 'weekly' then 7
            when 'monthly' then 28
            when 'yearly' then 365
            else 1
          end
        end desc,
        tasks.id
    )
  from
    public.tasks
    cross join lateral (
      select max(completions.completed_date) as day
      from public.task_completions as completions
      where completions.task_id = tasks.id and completions.completed_date <= private.latest_today()
    ) as latest
  where
    tasks.household_id = household
    and tasks.is_active
    and (
      tasks.start_date <= private.latest_today() + 7
      or exists (select from public.task_schedules as former where former.task_id = tasks.id)
      or exists (select from public.task_put_offs as moved where moved.task_id = tasks.id)
    );
$function$;

CREATE OR REPLACE FUNCTION private.tell_changes(since bigint, since_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  token constant uuid := private.door('token');
  number bigint;
  is_whole boolean;
begin
  select tokens.told + 1 into number from public.access_tokens tokens where tokens.id = token for update;
  if number is null then
    perform private.fail('UNAUTHENTICATED');
  end if;
  insert into private.told_tasks as former (token_id, task_id, revision, told)
  select token, tasks.id, tasks.revision, number
  from private.my_tasks mine join public.tasks on tasks.id = mine.id
  where mine.is_active
  on conflict on constraint told_tasks_pkey do update
  set revision = excluded.revision, told = excluded.told, told_at = now()
  where former.revision is distinct from excluded.revision;
  update private.told_tasks told_before set revision = null, told = number, told_at = now()
  where told_before.token_id = token and told_before.revision is not null
    and told_before.task_id not in (select mine.id from private.my_tasks mine where mine.is_active);
  update public.access_tokens tokens set told = number where tokens.id = token;
  is_whole := coalesce(since >= number or since_at < now() - interval '90 days', true);
  return (
    select jsonb_build_object(
      'told', number,
      'isWhole', is_whole,
      'tasks', coalesce(jsonb_agg(now_told.task_id) filter (where now_told.revision is not null), '[]'),
      'deleted', coalesce(
        jsonb_agg(now_told.task_id order by now_told.task_id) filter (where now_told.revision is null and not is_whole),
        '[]'
      )
    )
    from private.told_tasks as now_told
    where now_told.token_id = token and (is_whole or now_told.told > since)
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.test_webhook(id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  added uuid;
begin
  insert into private.outbox (webhook_id, kind, key)
  select hooks.id, 'test', gen_random_uuid()::text
  from private.webhooks hooks
  where hooks.id = test_webhook.id and private.is_my_webhook(hooks)
  returning outbox.id into added;
  if added is null then
    perform private.fail('NOT_ALLOWED');
  end if;
  perform private.count_use('webhook_tests_per_hour', test_webhook.id::text);
  return added;
end;
$function$;

CREATE OR REPLACE FUNCTION private.tick_on_display(token text, task_id uuid, day date, people uuid[], time_zone text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.open_door(via, name, household_id, opened.task_id, tick_on_display.time_zone)
  from private.open_display(token, true) as opened;
  return private.shown_deed(
    public.complete_task(tick_on_display.task_id, tick_on_display.day, people => tick_on_display.people),
    tick_on_display.task_id, tick_on_display.day
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.token_for_mail(due private.invitation_mails)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  token constant text := private.new_token();
begin
  update public.household_invitations open
  set
    token_hash = sha256(convert_to(token, 'UTF8')),
    typed_address = null,
    -- Retrying a mail doesn't count as a keeper's request.
    mailed_at = case when open.mailed_at >= due.wanted_at then open.mailed_at else now() end
  where open.id = due.household_invitation_id;
  return case when found then token end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.told_as(kind text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when kind in ('done', 'undone', 'skipped', 'corrected') then 'deed.' || kind
    when kind = 'put_off' then 'deed.put-off'
    when kind = 'happened' then 'task.due'
    when kind in ('created', 'imported', 'restored') then 'task.added'
    when kind in ('deleted', 'moved') then 'task.' || kind
    when kind in (
      'renamed', 'schedule_changed', 'schedule_undone', 'started_earlier', 'checklist_changed', 'paused', 'resumed'
    ) then 'task.changed'
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION private.told_people(event public.task_events)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  people constant uuid[] := case
    when event.kind = 'put_off' then array_remove(array[event.person_id], null)
    else private.ids_in(coalesce(event.details #> '{after,people}', event.details -> 'people'))
  end;
begin
  if event.details ? 'people' or cardinality(people) > 0 then
    return coalesce((
      select jsonb_agg(jsonb_build_object('id', named.person_id, 'name', named.name) order by named.name)
      from private.task_people named
      where named.task_id = event.task_id and named.person_id = any (people)
    ), '[]');
  end if;
  return coalesce((
    select jsonb_build_array(jsonb_build_object('id', profiles.id, 'name', profiles.display_name))
    from public.profiles
    where profiles.id = coalesce((event.details ->> 'by')::uuid, event.user_id)
  ), '[]');
end;
$function$;

CREATE OR REPLACE FUNCTION private.trimmed(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select
    btrim(
      value,
      E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006' 
 '\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
    );
$function$;

CREATE OR REPLACE FUNCTION private.undo_catch_up(task_id uuid, catch_up_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  caught_up public.task_catch_ups;
begin
  perform private.begin_deed(undo_catch_up.task_id);
  select catch_ups.* into caught_up from public.task_catch_ups catch_ups
  where catch_ups.id = catch_up_id and catch_ups.task_id = undo_catch_up.task_id;
  perform private.take_from_catch_ups(undo_catch_up.task_id, coalesce(caught_up.days, '{}'));
  return private.answer_deed(undo_catch_up.task_id, private.others_on(undo_catch_up.task_id, (
    -- The days that it had when it was recorded.
    select range_agg(events.days) from public.task_events events
    where events.task_id = undo_catch_up.task_id and events.kind = caught_up.status
      and events.happened_at = caught_up.recorded_at and events.details ->> 'by' = caught_up.user_id::text
  )));
end;
$function$;

CREATE OR REPLACE FUNCTION private.undo_completion(task_id uuid, completed_date date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place date := undo_completion.completed_date;
  stored public.task_completions;
begin
  perform private.begin_deed(undo_completion.task_id);
  if exists (
    select from public.task_put_offs moved
    where moved.task_id = undo_completion.task_id and moved.due_date = undo_completion.completed_date
  ) then
    place := private.settled_place(undo_completion.task_id, undo_completion.completed_date);
  end if;
  -- Locked before its task, as everywhere.
  select completions.* into stored from public.task_completions completions
  where completions.task_id = undo_completion.task_id and completions.completed_date = place
    and completions.completed_at <= private.last_seen()
  for update;
  if not found then
    if not private.is_day(undo_completion.completed_date) then
      perform private.refuse('date', 'INVALID');
    end if;
    perform private.take_from_catch_ups(undo_completion.task_id, private.one_day(place));
    return private.answer_deed(
      undo_completion.task_id, private.others_on(undo_completion.task_id, private.one_day(place))
    );
  elsif (stored.user_id = auth.uid()) is not true and not private.may_undo(
    stored.task_id, stored.user_id, stored.people, stored.via, stored.completed_at
  ) then
    perform private.fail('COMPLETION_NOT_YOURS');
  end if;
  delete from public.task_completions completions
  where completions.task_id = undo_completion.task_id and completions.completed_date = place;
  return coalesce(nullif(current_setting('rota.sent_task'), '')::jsonb, private.answer(undo_completion.task_id));
end;
$function$;

CREATE OR REPLACE FUNCTION private.undo_import(id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  import private.household_imports;
  accounts uuid[];
begin
  select imports.* into import from private.household_imports imports
  where imports.id = undo_import.id and imports.household_id = any (array(select private.my_households('keeper')));
  if import.id is null then
    return;
  end if;
  perform private.begin_household(import.household_id, 'keeper');
  if import.imported_at < now() - interval '1 day' then
    perform private.fail('IMPORT_NOT_FOUND');
  elsif exists (
    select from private.moved_tasks moved
    left join public.tasks on tasks.id = moved.task_id
    where moved.import_id = import.id
      and (tasks.revision is distinct from moved.revision or not tasks.is_active)
  ) or exists (
    select from public.household_people people
    where people.id = any (import.people) and people.account_id is not null
  ) or exists (
    select from public.household_absences absences
    where absences.person_id = any (import.people) and absences.id <> all (import.absences)
      and absences.entered_by is not null
  ) or exists (
    select from public.tasks
    where tasks.household_id = import.household_id
      and not exists (
        select from private.moved_tasks moved where moved.import_id = import.id and moved.task_id = tasks.id
      )
      and (
        import.is_new
        or exists (
          select from private.task_people named
          where named.task_id = tasks.id and named.person_id = any (import.people)
        )
        or tasks.roster && import.people
      )
  ) or import.is_new and exists (
    select from public.household_people people
    where people.household_id = import.household_id and people.id <> import.person_id
      and people.id <> all (import.people)
  ) then
    perform private.fail('IMPORT_IN_USE');
  end if;
  accounts := array(select private.household_accounts(import.household_id));
  perform private.send_no_tasks(true);
  delete from public.tasks
  using private.moved_tasks moved
  where moved.import_id = import.id and tasks.id = moved.task_id;
  delete from public.household_absences absences where absences.id = any (import.absences);
  delete from private.import_claims claims
  where claims.household_id = import.household_id and claims.stand_in = any (import.people);
  delete from public.household_people people where people.id = any (import.people);
  if import.is_new then
    delete from public.households where households.id = import.household_id;
  end if;
  delete from private.household_imports imports where imports.id = import.id;
  delete from private.imports where imports.id = import.id and imports.outcome is not null;
  perform private.send_no_tasks(false);
  perform private.send_list_changed(accounts);
end;
$function$;

CREATE OR REPLACE FUNCTION private.undo_on_display(token text, task_id uuid, day date, time_zone text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.open_door(via, name, household_id, opened.task_id, undo_on_display.time_zone)
  from private.open_display(token, true) as opened;
  return private.shown_deed(
    public.undo_completion(undo_on_display.task_id, undo_on_display.day),
    undo_on_display.task_id, undo_on_display.day
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.undo_schedule_change(task_id uuid, event_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before private.past_changes;
  task public.tasks;
begin
  perform private.begin_change(undo_schedule_change.task_id, true);
  if exists (
    select from public.task_events events
    where events.task_id = undo_schedule_change.task_id
      and events.kind = 'schedule_undone'
      and events.details ->> 'event' = undo_schedule_change.event_id::text
  ) then
    return private.answer(undo_schedule_change.task_id);
  end if;
  select past_changes.* into before from private.past_changes
  where past_changes.task_id = undo_schedule_change.task_id
    and past_changes.changed_at > now() - interval '24 hours';
  if not found or event_id is distinct from (
    select max(events.id) from public.task_events events
    where events.task_id = undo_schedule_change.task_id and events.kind = 'schedule_changed'
  ) then
    raise exception using errcode = 'PT409', message = 'UNDO_TOO_LATE';
  end if;
  select tasks.* into task from public.tasks where tasks.id = undo_schedule_change.task_id;
  insert into public.task_schedules
  select former.* from jsonb_populate_recordset(null::public.task_schedules, before.former_schedules) as former;
  update public.task_put_offs put_offs set to_former_schedule = true
  from jsonb_populate_recordset(null::public.task_put_offs, before.put_offs) as bound
  where put_offs.task_id = task.id
    and put_offs.due_date = bound.due_date and put_offs.new_date = bound.new_date;
  delete from private.past_changes where past_changes.task_id = task.id;
  perform private.append_event(
    task.id, 'schedule_undone', null,
    jsonb_build_object(
      'before', private.schedule_json(task), 'after', before.schedule - 'scheduleFrom',
      'from', before.schedule -> 'scheduleFrom', 'event', event_id
    )
  );
  task.roster_since := coalesce(before.roster_since, task.roster_since);
  execute private.over_fields(
    'update public.tasks set (revision, roster_since, %s) = row (($1).revision + 1, ($1).roster_since, %s)
     where id = ($1).id'
  )
  using private.with_fields(task, before.schedule);
  perform private.check_put_offs(tasks) from public.tasks where tasks.id = task.id;
  perform private.count_use('changes_per_day', task.id || auth.uid()::text);
  perform private.check_room(task.household_id, task.user_id);
  return private.answer(task.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.visible_tasks(ids uuid[], whole boolean DEFAULT false)
 RETURNS SETOF jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.task_json(array(select private.tasks_of_mine(ids)), whole);
$function$;

CREATE OR REPLACE FUNCTION private.waiting_tasks(person uuid, address text, sender uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select shares.task_id
  from private.task_shares as shares
  where
    shares.contact_email = address
    and shares.owner_id = sender
    and shares.recipient_id is null
    and sender != person
    and not exists (
      select
      from public.sharing_consents as consents
      where consents.recipient_id = person and consents.sender_id = sender and not consents.is_accepted
    )
    and private.can_reach(shares.task_id, person);
$function$;

CREATE OR REPLACE FUNCTION private.waits(invitation private.invitation_mails)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  most constant integer := private.limit_of('new_senders_mails_to_mailbox_per_day');
  is_second boolean;
  sent integer;
  before integer := 0;
begin
  if private.has_invited_enough(invitation.sender_id, invitation.mailbox) then
    return true;
  elsif not private.is_new_sender(invitation.sender_id) then
    return false;
  end if;
  is_second := invitation.sender_id in (
    select sender from private.invitations_sent(invitation.mailbox)
  );
  select case
    when is_second then sum(latest.mails) else count(*) filter (where latest.is_first)
  end
  into sent
  from (
    select
      count(*) filter (where mails.sent_at > now() - interval '1 day') as mails,
      min(mails.sent_at) > now() - interval '1 day' as is_first
    from private.invitations_sent(invitation.mailbox) as mails
    where private.is_new_sender(mails.sender)
    group by mails.sender
  ) as latest;
  sent := coalesce(sent, 0);
  if not is_second then
    -- Invitations that wait for another reason hold up nobody.
    select count(*) into before
    from (
      select from private.invitation_mails others
      where others.mailbox = invitation.mailbox
        and others.handled_at is null
        and others.due_at <= now() + interval '1 hour'
        and (others.wanted_at, others.sender_id) < (invitation.wanted_at, invitation.sender_id)
        and others.sender_id <> invitation.sender_id
        and private.is_new_sender(others.sender_id)
        and not private.has_invited_enough(others.sender_id, others.mailbox)
        and others.sender_id not in (
          select sender from private.invitations_sent(invitation.mailbox)
        )
      group by others.sender_id
      limit most
    ) as earlier;
  end if;
  return sent + before >= most;
end;
$function$;

CREATE OR REPLACE FUNCTION private.want_mail_again(wanted_address text, household_invitation uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.invitation_mails as wanted (
    sender_id, address, household_invitation_id, asked_again_at
  )
  values (auth.uid(), wanted_address, household_invitation, now())
  on conflict (sender_id, address, household_invitation_id) do update
  set
    asked_again_at = now(),
    -- A mail that hasn't been sent yet counts as the one requested.
    wanted_at = case when wanted.handled_at is null then wanted.wanted_at else now() end,
    due_at = case when wanted.handled_at is null then wanted.due_at else now() end,
    handled_at = null
  where wanted.asked_again_at is null or wanted.asked_again_at < now() - interval '1 day';
  if not found then
    perform private.exceed('INVITED_AGAIN_TODAY');
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.webhook_message(hook private.webhooks, message private.outbox)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  task public.tasks;
  event public.task_events;
  brief jsonb;
  type text;
begin
  if message.task_id is null then
    return jsonb_build_object(
      'id', message.id, 'type', message.kind, 'at', private.iso(message.claimed_at),
      'data', case when message.kind = 'due' then jsonb_build_object('day', message.key) else '{}' end
    );
  end if;
  if message.kind = 'left' then
    return jsonb_build_object(
      'id', message.id, 'type', 'task.moved', 'at', private.iso(message.claimed_at), 'task', message.task_id,
      'data', jsonb_build_object('id', message.task_id, 'isHere', false)
    );
  end if;
  select tasks.* into task from public.tasks where tasks.id = message.task_id;
  select events.* into event from public.task_events events
  where events.task_id = message.task_id and events.id = split_part(message.key, ' ', 2)::bigint;
  type := private.told_as(event.kind);
  if type is null or task.household_id is distinct from hook.household_id
    or (hook.household_id is null and task.user_id <> hook.user_id) then
    return null;
  end if;
  brief := jsonb_build_object(
    'id', task.id, 'title', task.title, 'category', task.category,
    'household', (
      select jsonb_build_object('id', households.id, 'name', households.name)
      from public.households where households.id = task.household_id
    )
  );
  return jsonb_build_object(
    'id', message.id, 'type', type, 'at', private.iso(event.happened_at), 'task', task.id,
    'data', case
      when type = 'task.moved' then brief || '{"isHere": true}'
      when type = 'task.due' then brief || jsonb_build_object(
        'day', upper(event.days) - 1, 'what', event.details -> 'what', 'number', event.details -> 'number',
        'door', jsonb_build_object('kind', event.details -> 'via', 'name', event.details -> 'viaName')
      )
      when type not like 'deed.%' then brief
      else jsonb_build_object(
        'task', brief,
        'day', upper(event.days) - 1,
        'count', (select sum(upper(run) - lower(run)) from unnest(event.days) as run),
        -- put back, it is due on its own day again
        'to', case when event.kind = 'put_off' then coalesce(event.details ->> 'to', lower(event.days)::text) end,
        'status', substr(type, 6),
        'people', private.told_people(event),
        'door', case
          when event.details ? 'via'
          then jsonb_build_object('kind', event.details ->> 'via', 'name', event.details ->> 'viaName')
        end,
        'at', private.iso(event.happened_at)
      )
    end
  );
end;
$function$;

CREATE OR REPLACE FUNCTION private.wrong_in_subscription(endpoint text, p256dh text, auth text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select
    case
      when (
        char_length(endpoint) <= 1000
        and endpoint ~ '^https://[a-z0-9.-]+(:[0-9]{1,5})?/[!-~]+$'
      ) is not true then 'endpoint'
      when (p256dh ~ '^B[A-Za-z0-9_-]{86}$') is not true then 'p256dh'
      when (auth ~ '^[A-Za-z0-9_-]{22}$') is not true then 'auth'
    end;
$function$;

CREATE OR REPLACE FUNCTION public.add_push_channel(id uuid, label text, sealed text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.add_push_channel($1, $2, $3)$function$;

CREATE OR REPLACE FUNCTION public.add_webhook(id uuid, host text, sealed text, household_id uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.add_webhook($1, $2, $3, $4)$function$;

CREATE OR REPLACE FUNCTION public.answer_claim(id uuid, is_mine boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.answer_claim($1, $2)$function$;

CREATE OR REPLACE FUNCTION public.begin_closing(account uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.begin_closing($1)$function$;

CREATE OR REPLACE FUNCTION public.begin_import(import_id uuid, household jsonb)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.begin_import($1, $2)$function$;

CREATE OR REPLACE FUNCTION public.claim_invitation(token text, address text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.claim_invitation($1, $2)$function$;

CREATE OR REPLACE FUNCTION public.claim_mails(kind text, keys text[], recipients text[])
 RETURNS uuid[]
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.claim_mails($1, $2, $3)$function$;

CREATE OR REPLACE FUNCTION public.claim_morning_mails(instant timestamp with time zone DEFAULT now(), most integer DEFAULT 10)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  worker constant text := current_setting('role');
  leased constant jsonb := private.lease_morning_mails(instant, most);
  due jsonb := '[]';
  mail jsonb;
begin
  for mail in select jsonb_array_elements(leased -> 'due') loop
    begin
      perform private.act_for((mail ->> 'person')::uuid);
      due := due || (mail || jsonb_build_object('list', private.task_list()));
    exception
      when others then
        due := due || (mail || jsonb_build_object('list', null, 'error', sqlerrm));
    end;
    perform set_config('role', worker, true);
  end loop;
  return leased || jsonb_build_object('due', due);
end;
$function$;

CREATE OR REPLACE FUNCTION public.claim_pushes(instant timestamp with time zone DEFAULT now(), most integer DEFAULT 20)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.claim_pushes($1, $2)$function$;

CREATE OR REPLACE FUNCTION public.claim_webhooks(instant timestamp with time zone DEFAULT now(), most integer DEFAULT 20, webhook uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.claim_webhooks($1, $2, $3)$function$;

CREATE OR REPLACE FUNCTION public.close_piece(account uuid, most_tasks integer DEFAULT 5, most_deeds integer DEFAULT 1000)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.close_piece($1, $2, $3)$function$;

CREATE OR REPLACE FUNCTION public.complete_task(task_id uuid, completed_date date, done_by uuid DEFAULT NULL::uuid, people uuid[] DEFAULT NULL::uuid[], done_on date DEFAULT NULL::date, done_at time without time zone DEFAULT NULL::time without time zone)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.mark_day(task_id, completed_date, 'done', done_by, people, done_on, done_at);
$function$;

CREATE OR REPLACE FUNCTION public.count_done(task_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(counted.id, counted.days), '{}')
  from
    (
      select doers.id, sum(done.days) as days
      from
        (
          select completions.people, completions.user_id, 1 as days
          from public.task_completions as completions
          where completions.task_id = count_done.task_id and completions.status = 'done'
          union all
          select
            catch_ups.people,
            catch_ups.user_id,
            (select sum(upper(run) - lower(run)) from unnest(catch_ups.days) as run)
          from public.task_catch_ups as catch_ups
          where catch_ups.task_id = count_done.task_id and catch_ups.status = 'done'
        ) as done
        cross join unnest(coalesce(done.people, array[done.user_id])) as doers (id)
      where doers.id is not null
      group by doers.id
    ) as counted;
$function$;

CREATE OR REPLACE FUNCTION public.create_task(id uuid, fields jsonb, share_with text[] DEFAULT '{}'::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  defaults public.tasks;
  task public.tasks;
  existing public.tasks;
  is_new boolean;
begin
  perform private.begin_call();
  defaults.repeat_value := 'daily';
  defaults.is_shared := false;
  task := private.with_fields(defaults, fields);
  task.id := create_task.id;
  -- The second attempt is for a title whose task is deleted between the two statements.
  for attempt in 1..2 loop
    -- Waits for anybody who adds the same id or title at this moment.
    execute private.over_fields(
      'insert into public.tasks (id, %s) values (($1).id, %s) on conflict do nothing returning true'
    )
    into is_new using task;
    if is_new then
      if task.is_shared then
        perform private.set_shares(create_task.id, share_with);
      end if;
      exit;
    end if;

    select * into existing from public.tasks where tasks.id = create_task.id;
    if private.may_edit(existing.id) then
      if not existing.is_active then
        perform private.fail('TASK_NOT_FOUND');
      end if;
      exit;
    end if;
    if exists (
      select from public.tasks
      where tasks.is_active
        and tasks.title = private.entered_text(task.title)
        and case
          when task.household_id is null then tasks.household_id is null and tasks.user_id = auth.uid()
          else tasks.household_id = task.household_id
        end
    ) then
      perform private.fail('DUPLICATE_TASK');
    end if;
    if attempt = 2 then
      -- Somebody else's id. Ids are random, so this is no accident.
      perform private.refuse('id', 'INVALID');
    end if;
  end loop;
  return private.answer(create_task.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.create_token(id uuid, name text, scope text, household_id uuid DEFAULT NULL::uuid)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.create_token($1, $2, $3, $4)$function$;

CREATE OR REPLACE FUNCTION public.end_house_absence(household_id uuid, id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.end_house_absence($1, $2)$function$;

CREATE OR REPLACE FUNCTION public.end_token(id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.end_token($1)$function$;

CREATE OR REPLACE FUNCTION public.enter_house_absence(household_id uuid, id uuid, from_day date, to_day date)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.enter_house_absence($1, $2, $3, $4)$function$;

CREATE OR REPLACE FUNCTION public.export_tasks(after uuid DEFAULT NULL::uuid, household_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  most_rows constant integer := 20000;
  most_tasks constant integer := 200;
  ids uuid[];
begin
  perform private.begin_reading('export_tasks');
  if export_tasks.household_id is not null
    and export_tasks.household_id <> all (array(select private.my_households('keeper'))) then
    perform private.fail('HOUSEHOLD_NOT_FOUND');
  end if;
  ids := array(
    select id
    from (
      select id, sum(size) over (order by id) - size as rows_before
      from (
        select tasks.id, private.export_rows(tasks.id) as size
        from public.tasks
        where (export_tasks.after is null or tasks.id > export_tasks.after)
          and (export_tasks.household_id is null or tasks.household_id = export_tasks.household_id and tasks.is_active)
        order by tasks.id
        limit most_tasks
      ) as sized
    ) as counted
    where rows_before < most_rows
    order by id
  );
  return jsonb_build_object(
    'next', (
      select ids[cardinality(ids)]
      where exists (
        select from public.tasks
        where tasks.id > ids[cardinality(ids)]
          and (export_tasks.household_id is null or tasks.household_id = export_tasks.household_id and tasks.is_active)
      )
    )
  ) || case
    when export_tasks.household_id is null then jsonb_build_object('tasks', array(
      select private.exported_task(task) from private.exportable_tasks(ids) as task order by task ->> 'id'
    ))
    else private.moving_tasks(export_tasks.household_id, ids)
  end || case
    when export_tasks.after is not null then '{}'
    when export_tasks.household_id is null then jsonb_build_object('account', private.exported_account())
    else jsonb_build_object('household', private.moving_household(export_tasks.household_id))
  end;
end;
$function$;

CREATE OR REPLACE FUNCTION public.finish_morning_mails(results jsonb, instant timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.finish_morning_mails($1, $2)$function$;

CREATE OR REPLACE FUNCTION public.finish_webhook(id uuid, taken uuid[], failed uuid DEFAULT NULL::uuid, failure text DEFAULT NULL::text, wait_seconds integer DEFAULT NULL::integer, instant timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.finish_webhook($1, $2, $3, $4, $5, $6)$function$;

CREATE OR REPLACE FUNCTION public.follow_done_link(person uuid, task_id uuid, day date, action text, people uuid[] DEFAULT NULL::uuid[], via text DEFAULT 'mail'::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  task jsonb;
  place date;
begin
  perform private.open_door(via);
  perform private.act_for(person);
  if action = 'do' then
    task := public.complete_task(follow_done_link.task_id, follow_done_link.day, people => people);
  elsif action = 'undo' then
    task := public.undo_completion(follow_done_link.task_id, follow_done_link.day);
  else
    select visible into task from private.visible_tasks(array[follow_done_link.task_id]) as visible;
  end if;
  if task is null then
    perform private.fail('TASK_NOT_FOUND');
  end if;
  place := private.settled_place(follow_done_link.task_id, follow_done_link.day);
  return (
    select jsonb_build_object(
      'title', task ->> 'title',
      'name', profiles.display_name,
      'timeZone', profiles.time_zone,
      'day', follow_done_link.day,
      'place', place,
      'task', task,
      'household', (
        select household from jsonb_array_elements(private.households()) as household
        where household ->> 'id' = task ->> 'householdId'
      ),
      'done', (
        select jsonb_build_object(
          'status', found.status,
          'name', coalesce(private.names_of(found.people, task -> 'people'), task -> 'people' ->> found.user_id::text),
          'isYou', coalesce(found.user_id = person and coalesce(found.people = array[found.said_by], true), false),
          'mayUndo', private.may_undo(
            follow_done_link.task_id, found.user_id, found.people, found.via, found.at
          ),
          'at', private.iso(found.at),
          'timeZone', found.time_zone
        )
        from (
          select
            completions.status, completions.user_id, completions.completed_at, completions.time_zone,
            completions.people, completions.said_by, completions.via
          from public.task_completions completions
          where completions.task_id = follow_done_link.task_id and completions.completed_date = place
          union all
          select
            catch_ups.status, catch_ups.user_id, catch_ups.recorded_at, catch_ups.time_zone,
            catch_ups.people, catch_ups.said_by, null
          from public.task_catch_ups catch_ups
          where catch_ups.task_id = follow_done_link.task_id and catch_ups.days @> place
        ) as found (status, user_id, at, time_zone, people, said_by, via)
      )
    )
    from public.profiles
    where profiles.id = person
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.follow_put_off_link(person uuid, task_id uuid, day date, new_date date, action text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  -- This makes that person the caller.
  state constant jsonb := public.follow_done_link(person, task_id, day, 'look', via => 'push');
begin
  if action = 'do' and state ->> 'done' is null then
    perform public.put_off(follow_put_off_link.task_id, follow_put_off_link.day, follow_put_off_link.new_date);
  end if;
  return state || jsonb_build_object('putOffTo', (
    select task_put_offs.new_date from public.task_put_offs
    where task_put_offs.task_id = follow_put_off_link.task_id and task_put_offs.due_date = follow_put_off_link.day
  ));
end;
$function$;

CREATE OR REPLACE FUNCTION public.go_on_closing()
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.go_on_closing()$function$;

CREATE OR REPLACE FUNCTION public.is_let_in(account uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select private.is_let_in($1)$function$;

CREATE OR REPLACE FUNCTION public.list_tasks(known_digest text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform private.begin_reading('list_tasks');
  return private.task_list(known_digest);
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_tasks_for(person uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_for(person);
  return private.task_list();
end;
$function$;

CREATE OR REPLACE FUNCTION public.read_record(first_day date, until_day date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if (
    first_day between date '0001-01-01' and date '9999-12-31'
    and until_day > first_day and until_day <= first_day + 366
  ) is not true then
    perform private.refuse('until_day', 'INVALID');
  end if;
  perform private.begin_reading('read_record');
  return private.read_record(first_day, until_day);
end;
$function$;

CREATE OR REPLACE FUNCTION public.read_task(task_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select task from private.visible_tasks(array[read_task.task_id], true) as task;
$function$;

CREATE OR REPLACE FUNCTION public.read_webhooks(household_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$select private.read_webhooks($1)$function$;

CREATE OR REPLACE FUNCTION public.remove_webhook(id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.remove_webhook($1)$function$;

CREATE OR REPLACE FUNCTION public.renew_calendar(without_daily boolean DEFAULT false)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.renew_calendar($1)$function$;

CREATE OR REPLACE FUNCTION public.set_household_language(household_id uuid, language text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.set_household_language($1, $2)$function$;

CREATE OR REPLACE FUNCTION public.set_household_zone(household_id uuid, time_zone text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.set_household_zone($1, $2)$function$;

CREATE OR REPLACE FUNCTION public.set_morning_mail(is_on boolean, hour integer, only_my_turns boolean DEFAULT NULL::boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform set_config('rota.in_call', 'on', true);
  if is_on is null then
    perform private.refuse('isOn', 'INVALID');
  elsif hour is null or hour not between 0 and 23 then
    perform private.refuse('hour', 'INVALID');
  end if;
  insert into public.morning_mails as mails (is_on, hour, only_my_turns)
  values (set_morning_mail.is_on, set_morning_mail.hour, coalesce(set_morning_mail.only_my_turns, false))
  on conflict (user_id) do update set
    is_on = excluded.is_on,
    hour = excluded.hour,
    only_my_turns = coalesce(set_morning_mail.only_my_turns, mails.only_my_turns);
end;
$function$;

CREATE OR REPLACE FUNCTION public.skip_occurrence(task_id uuid, day date)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.mark_day(task_id, day, 'skipped', null);
$function$;

CREATE OR REPLACE FUNCTION public.test_webhook(id uuid)
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.test_webhook($1)$function$;

CREATE OR REPLACE FUNCTION public.tick_on_display(token text, task_id uuid, day date, people uuid[], time_zone text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.tick_on_display($1, $2, $3, $4, $5)$function$;

CREATE OR REPLACE FUNCTION public.undo_completion(task_id uuid, completed_date date)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.undo_completion($1, $2)$function$;

CREATE OR REPLACE FUNCTION public.undo_import(id uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.undo_import($1)$function$;

CREATE OR REPLACE FUNCTION public.undo_on_display(token text, task_id uuid, day date, time_zone text)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$select private.undo_on_display($1, $2, $3, $4)$function$;

CREATE OR REPLACE FUNCTION public.update_task(task_id uuid, fields jsonb, share_with text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before public.tasks;
  after public.tasks;
begin
  perform private.begin_call();
  -- Invalid fields are refused before access to the task is checked.
  perform private.with_fields(null, fields);
  -- Row lock, so that changes of different fields by two people or devices both last. Row level security allows it
  -- only to those who may edit the task.
  select * into before from public.tasks where tasks.id = task_id and is_active for no key update;
  if not found then
    perform private.refuse_task(task_id);
  end if;
  after := private.with_fields(before, fields);
  if after is distinct from before then
    begin
      execute private.over_fields('update public.tasks set (%s) = row (%s) where id = ($1).id') using after;
    exception
      when unique_violation then
        perform private.fail('DUPLICATE_TASK');
    end;
  end if;
  if share_with is not null and after.is_shared then
    perform private.set_shares(task_id, share_with);
  end if;
  return private.answer(task_id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.use_token(token_hash text, operation text, input jsonb, key text DEFAULT NULL::text, asked jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  worker constant text := current_setting('role');
  token record;
  answer jsonb;
begin
  token := private.open_token(token_hash, case
    when operation in ('list', 'task', 'days', 'record', 'changes') then 'read'
    when operation = 'add' then 'write'
    else 'tick'
  end);
  if key is not null then
    answer := private.kept_answer(token.id, key, sha256(convert_to(operation || coalesce(asked, input), 'UTF8')));
    if answer is not null then
      return answer || '{"replayed": true}';
    end if;
  end if;
  perform private.open_door('token', token.name, token.household_id, null, token.time_zone, token.id);
  if token.person is not null then
    perform private.act_for(token.person);
  else
    -- Nobody is signed in: row level security shows the household of the door.
    perform set_config('role', 'authenticated', true);
  end if;
  answer := private.run_for_token(operation, input);
  perform set_config('role', worker, true);
  if key is not null then
    perform private.keep_answer(token.id, key, answer);
  end if;
  return answer;
end;
$function$;

ALTER TABLE "private"."closings" ADD CONSTRAINT "closings_account_id_fkey" FOREIGN KEY (account_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."household_imports" ADD CONSTRAINT "household_imports_household_id_fkey" FOREIGN KEY (household_id) REFERENCES public.households(id) ON DELETE CASCADE;

ALTER TABLE "private"."import_claims" ADD CONSTRAINT "import_claims_household_id_fkey" FOREIGN KEY (household_id) REFERENCES public.households(id) ON DELETE CASCADE;

ALTER TABLE "private"."import_claims" ADD CONSTRAINT "import_claims_person_id_fkey" FOREIGN KEY (person_id) REFERENCES public.household_people(id) ON DELETE CASCADE;

ALTER TABLE "private"."let_in" ADD CONSTRAINT "let_in_account_id_fkey" FOREIGN KEY (account_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "private"."moved_tasks" ADD CONSTRAINT "moved_tasks_import_id_fkey" FOREIGN KEY (import_id) REFERENCES private.household_imports(id) ON DELETE CASCADE;

ALTER TABLE "private"."news" ADD CONSTRAINT "news_user_id_fkey" FOREIGN KEY (user_id) REFERENCES private.push_settings(user_id) ON DELETE CASCADE;

ALTER TABLE "private"."outbox" ADD CONSTRAINT "outbox_check" CHECK ((num_nonnulls(recipient, device_id, webhook_id) = 1)) NOT VALID;

ALTER TABLE "private"."push_devices" ADD CONSTRAINT "push_devices_sealed_check" CHECK (((char_length(sealed) >= 1) AND (char_length(sealed) <= 16000))) NOT VALID;

ALTER TABLE "private"."readings" ADD CONSTRAINT "readings_task_id_fkey" FOREIGN KEY (task_id) REFERENCES public.tasks(id) ON DELETE CASCADE;

ALTER TABLE "private"."staged_tasks" ADD CONSTRAINT "staged_tasks_roster_check" CHECK (((array_ndims(roster) = 1) AND (array_lower(roster, 1) = 1))) NOT VALID;

ALTER TABLE "private"."webhooks" ADD CONSTRAINT "webhooks_household_id_fkey" FOREIGN KEY (household_id) REFERENCES public.households(id) ON DELETE CASCADE;

ALTER TABLE "private"."webhooks" ADD CONSTRAINT "webhooks_made_by_fkey" FOREIGN KEY (made_by) REFERENCES public.household_people(id) ON DELETE CASCADE;

ALTER TABLE "private"."outbox" ADD CONSTRAINT "outbox_webhook_id_fkey" FOREIGN KEY (webhook_id) REFERENCES private.webhooks(id) ON DELETE CASCADE NOT VALID;

ALTER TABLE "private"."webhooks" ADD CONSTRAINT "webhooks_user_id_fkey" FOREIGN KEY (user_id) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "public"."access_tokens" ADD CONSTRAINT "access_tokens_household_id_fkey" FOREIGN KEY (household_id) REFERENCES public.households(id) ON DELETE CASCADE;

ALTER TABLE "public"."access_tokens" ADD CONSTRAINT "access_tokens_made_by_fkey" FOREIGN KEY (made_by) REFERENCES public.profiles(id) ON DELETE CASCADE;

ALTER TABLE "private"."token_answers" ADD CONSTRAINT "token_answers_token_id_fkey" FOREIGN KEY (token_id) REFERENCES public.access_tokens(id) ON DELETE CASCADE;

ALTER TABLE "private"."told_tasks" ADD CONSTRAINT "told_tasks_token_id_fkey" FOREIGN KEY (token_id) REFERENCES public.access_tokens(id) ON DELETE CASCADE;

ALTER TABLE "public"."house_absences" ADD CONSTRAINT "house_absences_household_id_fkey" FOREIGN KEY (household_id) REFERENCES public.households(id) ON DELETE CASCADE;

ALTER TABLE "public"."household_zones" ADD CONSTRAINT "household_zones_household_id_fkey" FOREIGN KEY (household_id) REFERENCES public.households(id) ON DELETE CASCADE;

ALTER TABLE "public"."task_completions" ADD CONSTRAINT "task_completions_via_check" CHECK ((via = ANY (ARRAY['mail'::text, 'push'::text, 'display'::text, 'label'::text, 'token'::text]))) NOT VALID;

ALTER TABLE "public"."task_completions" ADD CONSTRAINT "task_completions_via_name_check" CHECK (((char_length(via_name) >= 1) AND (char_length(via_name) <= 100))) NOT VALID;

ALTER TABLE "public"."task_events" ADD CONSTRAINT "task_events_kind_check" CHECK ((kind = ANY (ARRAY['created'::text, 'imported'::text, 'renamed'::text, 'schedule_changed'::text, 'schedule_undone'::text, 'started_earlier'::text, 'checklist_changed'::text, 'paused'::text, 'resumed'::text, 'moved'::text, 'shared'::text, 'left'::text, 'deleted'::text, 'restored'::text, 'done'::text, 'skipped'::text, 'undone'::text, 'corrected'::text, 'put_off'::text, 'happened'::text, 'noted'::text, 'turn_taken'::text, 'turn_given'::text, 'turn_returned'::text, 'turn_offered'::text, 'turn_offer_withdrawn'::text, 'claimed'::text]))) NOT VALID;

CREATE VIEW "private"."my_tasks" WITH (security_invoker=true) AS  SELECT id,
    user_id,
    household_id,
    is_active,
    (((household_id IS NULL) AND (user_id = ( SELECT auth.uid() AS uid))) OR (household_id = ANY (ARRAY( SELECT private.my_households('member'::text) AS my_households)))) AS may_edit
   FROM public.tasks
  WHERE (((((household_id IS NULL) AND (user_id = ( SELECT auth.uid() AS uid))) OR (household_id = ANY (ARRAY( SELECT private.my_households('helper'::text) AS my_households)))) AND (is_active OR (deleted_at IS NOT NULL))) OR (id = ANY (ARRAY( SELECT private.tasks_shared_with_me() AS tasks_shared_with_me))));

CREATE VIEW "private"."named_tasks" WITH (security_invoker=true) AS  SELECT id,
    user_id AS "ownerId",
    revision,
    to_char((created_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "createdAt",
    to_char((updated_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "updatedAt",
    to_char((roster_since AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "rosterSince",
    happened,
    title,
    category,
    subtitle,
    start_date AS "startDate",
    end_date AS "endDate",
    repeat_value AS "repeatValue",
    custom_rrule AS "customRrule",
    custom_rrule_text AS "customRruleText",
    after_done AS "afterDone",
    season,
    schedule_from AS "scheduleFrom",
    missed_policy AS "missedPolicy",
    checklist,
    is_shared AS "isShared",
    household_id AS "householdId",
    roster,
    turn_length AS "turnLength",
    effort,
    waits_for AS "waitsFor",
    waits_amount AS "waitsAmount"
   FROM public.tasks;

CREATE VIEW "private"."participations" WITH (security_invoker=true) AS  SELECT tasks.id AS task_id,
    tasks.user_id AS person
   FROM public.tasks
UNION
 SELECT tasks.id AS task_id,
    people.account_id AS person
   FROM (public.tasks
     JOIN public.household_people people ON ((people.household_id = tasks.household_id)))
  WHERE ((people.left_on IS NULL) AND (people.account_id IS NOT NULL))
UNION
 SELECT shares.task_id,
    COALESCE(shares.recipient_id, gen_random_uuid()) AS person
   FROM private.task_shares shares;

CREATE INDEX household_imports_by_household ON private.household_imports USING btree (household_id);

CREATE INDEX import_claims_by_household ON private.import_claims USING btree (household_id);

CREATE INDEX import_claims_by_person ON private.import_claims USING btree (person_id);

CREATE INDEX news_by_age ON private.news USING btree (until);

CREATE INDEX news_by_person ON private.news USING btree (user_id);

CREATE INDEX token_answers_by_age ON private.token_answers USING btree (answered_at);

CREATE INDEX told_tasks_gone ON private.told_tasks USING btree (told_at) WHERE (revision IS NULL);

CREATE INDEX webhooks_by_household ON private.webhooks USING btree (household_id);

CREATE INDEX webhooks_by_maker ON private.webhooks USING btree (made_by);

CREATE INDEX webhooks_by_next ON private.webhooks USING btree (next_at);

CREATE INDEX webhooks_by_person ON private.webhooks USING btree (user_id);

CREATE INDEX access_tokens_by_household ON public.access_tokens USING btree (household_id);

CREATE INDEX access_tokens_by_person ON public.access_tokens USING btree (made_by);

CREATE INDEX house_absences_by_household ON public.house_absences USING btree (household_id);

CREATE TRIGGER fill_let_in BEFORE INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.fill_let_in();

CREATE TRIGGER fill_proven BEFORE UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL))) EXECUTE FUNCTION private.fill_proven();

CREATE TRIGGER record_address_proven AFTER UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL))) EXECUTE FUNCTION private.record_proven();

CREATE TRIGGER record_let_in AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION private.record_let_in();

CREATE TRIGGER record_news AFTER INSERT OR UPDATE OF wanted_at ON private.invitation_mails FOR EACH ROW WHEN ((new.household_invitation_id IS NULL)) EXECUTE FUNCTION private.record_invitation_news();

CREATE TRIGGER fill_next_at BEFORE INSERT OR UPDATE ON private.push_settings FOR EACH ROW EXECUTE FUNCTION private.fill_next_at();

CREATE TRIGGER check_old_blocks AFTER INSERT ON private.settled_days FOR EACH ROW WHEN ((new.block < (((((now() AT TIME ZONE 'UTC'::text))::date - '0001-01-01'::date) / 336) - 110))) EXECUTE FUNCTION private.check_old_blocks();

CREATE TRIGGER send_displays AFTER INSERT OR UPDATE ON public.house_absences FOR EACH ROW EXECUTE FUNCTION private.send_displays();

CREATE TRIGGER record_ended_tokens AFTER UPDATE OF left_on, role ON public.household_people FOR EACH ROW WHEN (((new.left_on IS NOT NULL) OR (new.role <> 'keeper'::text))) EXECUTE FUNCTION private.record_ended_tokens();

CREATE TRIGGER fill_next_at BEFORE INSERT OR UPDATE ON public.morning_mails FOR EACH ROW EXECUTE FUNCTION private.fill_next_at();

CREATE TRIGGER record_language AFTER UPDATE OF language ON public.profiles FOR EACH ROW WHEN ((old.language IS DISTINCT FROM new.language)) EXECUTE FUNCTION private.record_language();

CREATE TRIGGER record_new_zone AFTER UPDATE ON public.profiles FOR EACH ROW WHEN ((old.time_zone IS DISTINCT FROM new.time_zone)) EXECUTE FUNCTION private.record_new_zone();

CREATE TRIGGER fill_made_at BEFORE INSERT ON public.task_catch_ups FOR EACH ROW WHEN (((new.recorded_at < now()) AND (private.made_at() < now()))) EXECUTE FUNCTION private.fill_made_at('recorded_at');

CREATE TRIGGER fill_made_at BEFORE INSERT ON public.task_checks FOR EACH ROW WHEN (((new.made_at < now()) AND (private.made_at() < now()))) EXECUTE FUNCTION private.fill_made_at('made_at');

CREATE TRIGGER fill_made_at BEFORE INSERT ON public.task_completions FOR EACH ROW WHEN (((new.completed_at < now()) AND (private.made_at() < now()))) EXECUTE FUNCTION private.fill_made_at('completed_at');

CREATE TRIGGER record_nameless AFTER UPDATE ON public.task_completions REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION private.record_nameless();

CREATE TRIGGER fill_made_at BEFORE INSERT ON public.task_day_notes FOR EACH ROW WHEN (((new.written_at < now()) AND (private.made_at() < now()))) EXECUTE FUNCTION private.fill_made_at('written_at');

CREATE TRIGGER fill_made_at BEFORE INSERT ON public.task_events FOR EACH ROW WHEN (((new.happened_at < now()) AND (private.made_at() < now()))) EXECUTE FUNCTION private.fill_made_at('happened_at');

CREATE TRIGGER record_webhook_messages AFTER INSERT ON public.task_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION private.record_webhook_messages();

CREATE TRIGGER fill_house_absences_of_new BEFORE INSERT ON public.tasks FOR EACH ROW WHEN ((new.household_id IS NOT NULL)) EXECUTE FUNCTION private.fill_house_absences();

CREATE TRIGGER fill_house_absences BEFORE UPDATE ON public.tasks FOR EACH ROW WHEN ((old.household_id IS DISTINCT FROM new.household_id)) EXECUTE FUNCTION private.fill_house_absences();

CREATE TRIGGER fill_roster BEFORE UPDATE ON public.tasks FOR EACH ROW WHEN ((((old.roster IS DISTINCT FROM new.roster) OR (old.turn_length IS DISTINCT FROM new.turn_length)) AND (old.roster_since = new.roster_since))) EXECUTE FUNCTION private.fill_roster();

CREATE TRIGGER record_news AFTER INSERT OR UPDATE ON public.turn_offers FOR EACH ROW EXECUTE FUNCTION private.record_offer_news();

CREATE POLICY "Internal only" ON "private"."closings" FOR ALL TO PUBLIC USING (false);

CREATE POLICY "Internal only" ON "private"."forgotten" FOR ALL TO PUBLIC USING (false);

CREATE POLICY "Internal only" ON "private"."generation" FOR ALL TO PUBLIC USING (false);

CREATE POLICY "Internal only" ON "private"."household_imports" FOR ALL TO PUBLIC USING (false);

CREATE POLICY "Internal only" ON "private"."import_claims" FOR ALL TO PUBLIC USING (false);

CREATE POLICY "Internal only" ON "private"."let_in" FOR ALL TO PUBLIC USING (false);

CREATE POLICY "Internal only" ON "private"."moved_tasks" FOR ALL TO PUBLIC USING (false);

CREATE POLICY "Internal only" ON "private"."news" FOR ALL TO PUBLIC USING (false);

CREATE POLICY "Internal only" ON "private"."readings" FOR ALL TO PUBLIC USING (false);

CREATE POLICY "Internal only" ON "private"."token_answers" FOR ALL TO PUBLIC USING (false);

CREATE POLICY "Internal only" ON "private"."told_tasks" FOR ALL TO PUBLIC USING (false);

CREATE POLICY "Internal only" ON "private"."webhooks" FOR ALL TO PUBLIC USING (false);

CREATE POLICY "People see their own tokens, and keepers those of their househo" ON "public"."access_tokens" FOR SELECT TO "authenticated" USING ((((household_id IS NULL) AND (made_by = ( SELECT auth.uid() AS uid))) OR (household_id = ANY (ARRAY( SELECT private.my_households('keeper'::text) AS my_households)))));

CREATE POLICY "People see when nobody of their households is there" ON "public"."house_absences" FOR SELECT TO "authenticated" USING ((household_id = ANY (ARRAY( SELECT private.my_households() AS my_households))));

CREATE POLICY "People see where their households are" ON "public"."household_zones" FOR SELECT TO "authenticated" USING ((household_id = ANY (ARRAY( SELECT private.my_households() AS my_households))));

CREATE POLICY "Participants undo their own completions, owners and members eve" ON "public"."task_completions" FOR DELETE TO "authenticated" USING (((EXISTS ( SELECT
   FROM public.tasks
  WHERE ((tasks.id = task_completions.task_id) AND tasks.is_active))) AND private.may_undo(task_id, user_id, people, via, completed_at)));

CREATE POLICY "People add tasks of their own and members those of their househ" ON "public"."tasks" FOR INSERT TO "authenticated" WITH CHECK (((user_id = ( SELECT auth.uid() AS uid)) AND (((household_id IS NULL) AND (user_id = ( SELECT auth.uid() AS uid))) OR (household_id = ANY (ARRAY( SELECT private.my_households('member'::text) AS my_households))))));

CREATE POLICY "People see their own tasks, their households' and those shared " ON "public"."tasks" FOR SELECT TO "authenticated" USING ((((((household_id IS NULL) AND (user_id = ( SELECT auth.uid() AS uid))) OR (household_id = ANY (ARRAY( SELECT private.my_households('helper'::text) AS my_households)))) AND (is_active OR (deleted_at IS NOT NULL))) OR (id = ANY (ARRAY( SELECT private.tasks_shared_with_me() AS tasks_shared_with_me)))));

CREATE POLICY "Displays hear that their household has changed" ON "realtime"."messages" FOR SELECT TO "anon" USING (((extension = 'broadcast'::text) AND private.is_display_topic(( SELECT realtime.topic() AS topic))));

REVOKE ALL ON FUNCTION "private"."add_push_channel"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_push_channel"(uuid, text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."add_webhook"(uuid, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."add_webhook"(uuid, text, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."answer_claim"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."answer_claim"(uuid, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."answer_deed"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."answer_deed"(uuid, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."begin_closing"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_closing"(uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."begin_deed"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_deed"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."begin_import"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_import"(uuid, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."begin_moving_in"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_moving_in"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."begin_reading"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."begin_reading"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."bring_readings"(public.tasks, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."bring_readings"(public.tasks, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."brought_event"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."brought_event"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."brought_people"(jsonb, jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."brought_people"(jsonb, jsonb, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_old_blocks"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_old_blocks"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_put_offs"(public.tasks) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."check_put_offs"(public.tasks) TO "postgres";

REVOKE ALL ON FUNCTION "private"."claim_invitation"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claim_invitation"(text, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."claim_mails"(text, text[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claim_mails"(text, text[], text[]) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."claim_pushes"(timestamp with time zone, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claim_pushes"(timestamp with time zone, integer) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."claim_webhooks"(timestamp with time zone, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claim_webhooks"(timestamp with time zone, integer, uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."claims_json"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."claims_json"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."close_piece"(uuid, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."close_piece"(uuid, integer, integer) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."concerned_by"(private.news) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."concerned_by"(private.news) TO "postgres";

REVOKE ALL ON FUNCTION "private"."create_token"(uuid, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."create_token"(uuid, text, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."day_after"(uuid, date, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."day_after"(uuid, date, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."deed_event"(uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."deed_event"(uuid, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."deed_json"(datemultirange, text, uuid, uuid[], timestamp with time zone, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."deed_json"(datemultirange, text, uuid, uuid[], timestamp with time zone, text, text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."deed_people"(public.tasks, uuid[], uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."deed_people"(public.tasks, uuid[], uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."deeds_on"(uuid[], daterange) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."deeds_on"(uuid[], daterange) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."done_for"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."done_for"(uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."door"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."door"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."door_rules"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."door_rules"(text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."due_morning_mail"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."due_morning_mail"(uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."due_push"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."due_push"(uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."earliest_today"() FROM "authenticated";

GRANT EXECUTE ON FUNCTION "private"."earliest_today"() TO "authenticated";

REVOKE ALL ON FUNCTION "private"."end_house_absence"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_house_absence"(uuid, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."end_token"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."end_token"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."enter_house_absence"(uuid, uuid, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."enter_house_absence"(uuid, uuid, date, date) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."entries_on"(uuid, daterange) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."entries_on"(uuid, daterange) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."event_door"(public.task_events) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."event_door"(public.task_events) TO "postgres";

REVOKE ALL ON FUNCTION "private"."event_people"(public.task_events, public.tasks) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."event_people"(public.task_events, public.tasks) TO "postgres";

REVOKE ALL ON FUNCTION "private"."export_rows"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."export_rows"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."fill_house_absences"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."fill_house_absences"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."fill_let_in"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."fill_let_in"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."fill_made_at"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."fill_made_at"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."fill_next_at"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."fill_next_at"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."fill_proven"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."fill_proven"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."fill_roster"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."fill_roster"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."finish_house_absence"(uuid, datemultirange) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."finish_house_absence"(uuid, datemultirange) TO "postgres";

REVOKE ALL ON FUNCTION "private"."finish_morning_mails"(jsonb, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."finish_morning_mails"(jsonb, timestamp with time zone) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."finish_moving_in"(private.imports) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."finish_moving_in"(private.imports) TO "postgres";

REVOKE ALL ON FUNCTION "private"."finish_webhook"(uuid, uuid[], uuid, text, integer, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."finish_webhook"(uuid, uuid[], uuid, text, integer, timestamp with time zone) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."first_at"(timestamp without time zone, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."first_at"(timestamp without time zone, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."first_recent_block"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."first_recent_block"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_household_imports"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_household_imports"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_households"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_households"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."forget_old"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_old"() TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."forget_told"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."forget_told"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."go_on_closing"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."go_on_closing"() TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."grown_by"(public.tasks, numeric, timestamp with time zone, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."grown_by"(public.tasks, numeric, timestamp with time zone, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."happen"(text, timestamp with time zone, numeric) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."happen"(text, timestamp with time zone, numeric) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."happened_day"(public.tasks, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."happened_day"(public.tasks, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."house_absences_json"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."house_absences_json"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."house_away_days"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."house_away_days"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."household_zone"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."household_zone"(uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ids_or_null"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ids_or_null"(jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."imported_id"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."imported_id"(text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."imports_json"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."imports_json"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."invitations_for"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."invitations_for"(uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_display_topic"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_display_topic"(text) TO "anon", "postgres";

REVOKE ALL ON FUNCTION "private"."is_in_session"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_in_session"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."is_language"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_language"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."is_let_in"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_let_in"(uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."is_my_webhook"(private.webhooks) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_my_webhook"(private.webhooks) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_new_sender"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_new_sender"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_one_at_a_time_on"(uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_one_at_a_time_on"(uuid, date) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."is_participant"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_participant"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_planned_on"(uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_planned_on"(uuid, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_time_zone"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_time_zone"(text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."iso"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."iso"(timestamp with time zone) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."keep_answer"(uuid, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."keep_answer"(uuid, text, jsonb) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."kept_answer"(uuid, text, bytea) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."kept_answer"(uuid, text, bytea) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."language_of"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."language_of"(text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."last_seen"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."last_seen"() TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."lease"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lease"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."lease_morning_mails"(timestamp with time zone, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."lease_morning_mails"(timestamp with time zone, integer) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."list_for_token"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."list_for_token"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."may_edit"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_edit"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."may_undo"(uuid, uuid, uuid[], text, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."may_undo"(uuid, uuid, uuid[], text, timestamp with time zone) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."messages_for"(private.webhooks, timestamp with time zone, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."messages_for"(private.webhooks, timestamp with time zone, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."move_in"(private.imports) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."move_in"(private.imports) TO "postgres";

REVOKE ALL ON FUNCTION "private"."moving_doers"(public.tasks, uuid[], uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."moving_doers"(public.tasks, uuid[], uuid, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."moving_household"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."moving_household"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."moving_task"(public.tasks) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."moving_task"(public.tasks) TO "postgres";

REVOKE ALL ON FUNCTION "private"."moving_tasks"(uuid, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."moving_tasks"(uuid, uuid[]) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."news_of"(uuid[], timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."news_of"(uuid[], timestamp with time zone) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."next_instant"(timestamp with time zone, text, integer, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."next_instant"(timestamp with time zone, text, integer, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."next_look"(private.push_settings, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."next_look"(private.push_settings, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."offers_for"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."offers_for"(uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_door"(text, text, uuid, uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_door"(text, text, uuid, uuid, text, uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."open_from"(public.tasks, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_from"(public.tasks, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."open_token"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."open_token"(text, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "private"."paused_days"(public.tasks) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."paused_days"(public.tasks) TO "postgres";

REVOKE ALL ON FUNCTION "private"."people_of_file"(uuid, boolean, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."people_of_file"(uuid, boolean, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."queue_for_webhooks"(uuid, uuid, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."queue_for_webhooks"(uuid, uuid, text, text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."read_deeds"(date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_deeds"(date, date) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."read_household_invitation"(text) FROM "anon";

GRANT EXECUTE ON FUNCTION "private"."read_household_invitation"(text) TO "anon";

REVOKE ALL ON FUNCTION "private"."read_webhooks"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."read_webhooks"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."ready_push_devices"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."ready_push_devices"(uuid, timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_ended_tokens"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_ended_tokens"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_invitation_news"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_invitation_news"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_language"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_language"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_let_in"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_let_in"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_new_zone"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_new_zone"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_offer_news"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_offer_news"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_pauses"(uuid, datemultirange, datemultirange, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_pauses"(uuid, datemultirange, datemultirange, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_proven"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_proven"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."record_webhook_messages"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."record_webhook_messages"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."remove_webhook"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."remove_webhook"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."renew_calendar"(boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."renew_calendar"(boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."run_for_token"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."run_for_token"(text, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."runs_of"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."runs_of"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."said_since"(uuid, text[], datemultirange, timestamp with time zone, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."said_since"(uuid, text[], datemultirange, timestamp with time zone, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."set_household_language"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_household_language"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."set_household_zone"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."set_household_zone"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."settled_at"(uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."settled_at"(uuid, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."shown_deed"(jsonb, uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."shown_deed"(jsonb, uuid, date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."spread_news"(timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."spread_news"(timestamp with time zone) TO "postgres";

REVOKE ALL ON FUNCTION "private"."stage_entry"(jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."stage_entry"(jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."stage_history"(public.tasks, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."stage_history"(public.tasks, jsonb, jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."task_list"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."task_list"(text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."tell_changes"(bigint, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tell_changes"(bigint, timestamp with time zone) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."test_webhook"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."test_webhook"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."tick_on_display"(text, uuid, date, uuid[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."tick_on_display"(text, uuid, date, uuid[], text) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."told_as"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."told_as"(text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."told_people"(public.task_events) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."told_people"(public.task_events) TO "postgres";

REVOKE ALL ON FUNCTION "private"."undo_completion"(uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undo_completion"(uuid, date) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."undo_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undo_import"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."undo_on_display"(text, uuid, date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."undo_on_display"(text, uuid, date, text) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "private"."want_mail_again"(text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."want_mail_again"(text, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."webhook_message"(private.webhooks, private.outbox) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."webhook_message"(private.webhooks, private.outbox) TO "postgres";

REVOKE ALL ON FUNCTION "public"."add_push_channel"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_push_channel"(uuid, text, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."add_webhook"(uuid, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_webhook"(uuid, text, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."answer_claim"(uuid, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."answer_claim"(uuid, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."begin_closing"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_closing"(uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."begin_import"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."begin_import"(uuid, jsonb) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."claim_invitation"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_invitation"(text, text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."claim_mails"(text, text[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_mails"(text, text[], text[]) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."claim_morning_mails"(timestamp with time zone, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_morning_mails"(timestamp with time zone, integer) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."claim_pushes"(timestamp with time zone, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_pushes"(timestamp with time zone, integer) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."claim_webhooks"(timestamp with time zone, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."claim_webhooks"(timestamp with time zone, integer, uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."close_piece"(uuid, integer, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."close_piece"(uuid, integer, integer) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."create_token"(uuid, text, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."create_token"(uuid, text, text, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."end_house_absence"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."end_house_absence"(uuid, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."end_token"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."end_token"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."enter_house_absence"(uuid, uuid, date, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."enter_house_absence"(uuid, uuid, date, date) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."export_tasks"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."export_tasks"(uuid, uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."finish_morning_mails"(jsonb, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."finish_morning_mails"(jsonb, timestamp with time zone) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."finish_webhook"(uuid, uuid[], uuid, text, integer, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."finish_webhook"(uuid, uuid[], uuid, text, integer, timestamp with time zone) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."follow_done_link"(uuid, uuid, date, text, uuid[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."follow_done_link"(uuid, uuid, date, text, uuid[], text) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."go_on_closing"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."go_on_closing"() TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."is_let_in"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."is_let_in"(uuid) TO "postgres", "service_role";

REVOKE ALL ON FUNCTION "public"."read_household_invitation"(text) FROM "anon";

GRANT EXECUTE ON FUNCTION "public"."read_household_invitation"(text) TO "anon";

REVOKE ALL ON FUNCTION "public"."read_webhooks"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."read_webhooks"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."remove_webhook"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."remove_webhook"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."renew_calendar"(boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."renew_calendar"(boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_household_language"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_household_language"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_household_zone"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_household_zone"(uuid, text) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."set_morning_mail"(boolean, integer, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."set_morning_mail"(boolean, integer, boolean) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."test_webhook"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."test_webhook"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."tick_on_display"(text, uuid, date, uuid[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."tick_on_display"(text, uuid, date, uuid[], text) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."undo_completion"(uuid, date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_completion"(uuid, date) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."undo_import"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_import"(uuid) TO "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."undo_on_display"(text, uuid, date, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."undo_on_display"(text, uuid, date, text) TO "anon", "authenticated", "postgres";

REVOKE ALL ON FUNCTION "public"."use_token"(text, text, jsonb, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."use_token"(text, text, jsonb, text, jsonb) TO "postgres", "service_role";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."closings" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."forgotten" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."generation" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."household_imports" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."import_claims" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."let_in" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."moved_tasks" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."news" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."readings" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."token_answers" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."told_tasks" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."webhooks" TO "postgres";

GRANT SELECT ("created_at") ON TABLE "public"."access_tokens" TO "authenticated";

GRANT SELECT ("household_id") ON TABLE "public"."access_tokens" TO "authenticated";

GRANT SELECT ("id") ON TABLE "public"."access_tokens" TO "authenticated";

GRANT SELECT ("made_by") ON TABLE "public"."access_tokens" TO "authenticated";

GRANT SELECT ("name") ON TABLE "public"."access_tokens" TO "authenticated";

GRANT SELECT ("scope") ON TABLE "public"."access_tokens" TO "authenticated";

GRANT SELECT ("used_on") ON TABLE "public"."access_tokens" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."access_tokens" TO "postgres";

REVOKE ALL ("without_daily") ON TABLE "public"."calendar_feeds" FROM "authenticated";

GRANT SELECT ("without_daily"), UPDATE ("without_daily") ON TABLE "public"."calendar_feeds" TO "authenticated";

GRANT SELECT ("ended_by") ON TABLE "public"."house_absences" TO "authenticated";

GRANT SELECT ("ended_on") ON TABLE "public"."house_absences" TO "authenticated";

GRANT SELECT ("entered_at") ON TABLE "public"."house_absences" TO "authenticated";

GRANT SELECT ("entered_by") ON TABLE "public"."house_absences" TO "authenticated";

GRANT SELECT ("from_day") ON TABLE "public"."house_absences" TO "authenticated";

GRANT SELECT ("household_id") ON TABLE "public"."house_absences" TO "authenticated";

GRANT SELECT ("id") ON TABLE "public"."house_absences" TO "authenticated";

GRANT SELECT ("to_day") ON TABLE "public"."house_absences" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."house_absences" TO "postgres";

GRANT SELECT ("counts_from") ON TABLE "public"."household_zones" TO "authenticated";

GRANT SELECT ("first_day") ON TABLE "public"."household_zones" TO "authenticated";

GRANT SELECT ("household_id") ON TABLE "public"."household_zones" TO "authenticated";

GRANT SELECT ("set_at") ON TABLE "public"."household_zones" TO "authenticated";

GRANT SELECT ("set_by") ON TABLE "public"."household_zones" TO "authenticated";

GRANT SELECT ("time_zone") ON TABLE "public"."household_zones" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "public"."household_zones" TO "postgres";

REVOKE ALL ("language") ON TABLE "public"."households" FROM "authenticated";

GRANT SELECT ("language") ON TABLE "public"."households" TO "authenticated";

REVOKE ALL ("only_my_turns") ON TABLE "public"."morning_mails" FROM "authenticated";

GRANT INSERT ("only_my_turns"), SELECT ("only_my_turns"), UPDATE ("only_my_turns") ON TABLE "public"."morning_mails" TO "authenticated";

REVOKE ALL ("language") ON TABLE "public"."profiles" FROM "authenticated";

GRANT SELECT ("language"), UPDATE ("language") ON TABLE "public"."profiles" TO "authenticated";

REVOKE ALL ("via_name") ON TABLE "public"."task_completions" FROM "authenticated";

GRANT SELECT ("via_name") ON TABLE "public"."task_completions" TO "authenticated";

REVOKE ALL ("happened") ON TABLE "public"."tasks" FROM "authenticated";

GRANT SELECT ("happened") ON TABLE "public"."tasks" TO "authenticated";

REVOKE ALL ("household_since") ON TABLE "public"."tasks" FROM "authenticated";

GRANT SELECT ("household_since") ON TABLE "public"."tasks" TO "authenticated";

REVOKE ALL ("roster_since") ON TABLE "public"."tasks" FROM "authenticated";

GRANT SELECT ("roster_since") ON TABLE "public"."tasks" TO "authenticated";

REVOKE ALL ("waits_amount") ON TABLE "public"."tasks" FROM "authenticated";

GRANT INSERT ("waits_amount"), SELECT ("waits_amount"), UPDATE ("waits_amount") ON TABLE "public"."tasks" TO "authenticated";

REVOKE ALL ("waits_for") ON TABLE "public"."tasks" FROM "authenticated";

GRANT INSERT ("waits_for"), SELECT ("waits_for"), UPDATE ("waits_for") ON TABLE "public"."tasks" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."my_tasks" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."named_tasks" TO "postgres";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "private"."participations" TO "postgres";

ALTER TABLE "private"."push_devices" ADD CONSTRAINT "push_devices_check" CHECK (
CASE
    WHEN (sealed IS NULL) THEN (private.wrong_in_subscription(endpoint, p256dh, auth) IS NULL)
    ELSE (num_nonnulls(endpoint, p256dh, auth) = 0)
END) NOT VALID;

ALTER TABLE "public"."households" ADD CONSTRAINT "households_language_check" CHECK (private.is_language(language)) NOT VALID;

ALTER TABLE "public"."profiles" ADD CONSTRAINT "profiles_language_check" CHECK (private.is_language(language)) NOT VALID;

drop policy "People receive what is sent to their own channel" on realtime.messages;

insert into private.limits select * from jsonb_populate_record(null::private.limits, '{"code": "TOO_MANY_ATTEMPTS", "most": 20, "name": "accounts_let_in_per_day", "period": "1 day"}');

insert into private.limits select * from jsonb_populate_record(null::private.limits, '{"code": "TOO_MANY_HOUSE_ABSENCES", "most": 200, "name": "house_absences", "period": null}');

insert into private.limits select * from jsonb_populate_record(null::private.limits, '{"code": "TOO_MANY_OLD_DAYS", "most": 100, "name": "old_blocks", "period": null}');

insert into private.limits select * from jsonb_populate_record(null::private.limits, '{"code": "TOO_MANY_TOKEN_CHANGES", "most": 2000, "name": "token_changes_per_day", "period": "1 day"}');

insert into private.limits select * from jsonb_populate_record(null::private.limits, '{"code": "TOO_MANY_ATTEMPTS", "most": 120, "name": "token_uses_per_minute", "period": "00:01:00"}');

insert into private.limits select * from jsonb_populate_record(null::private.limits, '{"code": "TOO_MANY_TOKENS", "most": 20, "name": "tokens", "period": null}');

insert into private.limits select * from jsonb_populate_record(null::private.limits, '{"code": "TOO_MANY_ATTEMPTS", "most": 20, "name": "webhook_tests_per_hour", "period": "01:00:00"}');

insert into private.limits select * from jsonb_populate_record(null::private.limits, '{"code": "TOO_MANY_WEBHOOKS", "most": 10, "name": "webhooks", "period": null}');

insert into private.task_fields ("position", field, json_type, max_length, too_long, decides_days, choices) select "position", field, json_type, max_length, too_long, decides_days, choices from jsonb_populate_record(null::private.task_fields, '{"field": "waitsAmount", "choices": null, "position": 20, "too_long": "INVALID", "json_type": "number", "max_length": null, "column_name": "waits_amount", "decides_days": true}');

insert into private.task_fields ("position", field, json_type, max_length, too_long, decides_days, choices) select "position", field, json_type, max_length, too_long, decides_days, choices from jsonb_populate_record(null::private.task_fields, '{"field": "waitsFor", "choices": null, "position": 19, "too_long": "INVALID", "json_type": "string", "max_length": 100, "column_name": "waits_for", "decides_days": true}');

create policy "People receive what is sent to their own channel" on realtime.messages for SELECT to authenticated using (((extension = 'broadcast'::text) AND (( SELECT realtime.topic() AS topic) = ('user:'::text || (( SELECT auth.uid() AS uid))::text)) AND (EXISTS ( SELECT
   FROM profiles
  WHERE (profiles.id = ( SELECT auth.uid() AS uid)))) AND ( SELECT private.is_in_session() AS is_in_session)));

-- From here on by hand: what data from before has to have.

-- A household's time zone was that of the keeper who has been there longest; from now on it is its own, whoever keeps it.
insert into public.household_zones (household_id, time_zone)
select
  households.id,
  coalesce(
    (
      select profiles.time_zone
      from
        public.household_people as people
        join public.profiles on profiles.id = people.account_id
      where people.household_id = households.id and people.role = 'keeper' and people.left_on is null
      order by people.joined_at, people.id
      limit 1
    ),
    'UTC'
  )
from public.households;

-- When the turns of a task, and of its former schedules, were entered, as its events tell it: at the latest
-- change before which it had other turns; a task that never had others, when it was made. Triggers rest meanwhile:
-- nobody has edited anything.
alter table public.tasks disable trigger user;
update public.tasks
set roster_since = coalesce(
  (
    select max(events.happened_at) from public.task_events events
    where events.task_id = tasks.id
      and events.kind in ('schedule_changed', 'schedule_undone')
      and (events.details -> 'before' -> 'roster', events.details -> 'before' -> 'turnLength')
        is distinct from (events.details -> 'after' -> 'roster', events.details -> 'after' -> 'turnLength')
  ),
  tasks.created_at
);
alter table public.tasks enable trigger user;
-- Some triggers fire while a backup is restored, too.
alter table public.tasks enable always trigger check_new_task;

-- A former schedule had its turns since the latest such change before the day after its last one.
update public.task_schedules former
set roster_since = coalesce(
  (
    select max(events.happened_at) from public.task_events events
    where events.task_id = former.task_id
      and events.kind in ('schedule_changed', 'schedule_undone')
      and events.details -> 'after' -> 'roster' = former.schedule -> 'roster'
      and (events.details -> 'before' -> 'roster', events.details -> 'before' -> 'turnLength')
        is distinct from (events.details -> 'after' -> 'roster', events.details -> 'after' -> 'turnLength')
      and (events.details ->> 'from')::date <= former.valid_until
  ),
  (select tasks.created_at from public.tasks where tasks.id = former.task_id)
)
where former.schedule -> 'roster' <> '[]';

-- Blocks of settled days that an undo had emptied cost as much as full ones in each list and message: from now on an
-- undo takes them away, and those that are there go once.
delete from private.settled_days where done | skipped = 0::bit(336);

-- Nothing has to be moved by hand. What happens by the schemas alone:
-- * public.morning_mails.next_at and private.push_settings.next_at come with the default -infinity, a constant, so no
--   table is rewritten: the first run after the upgrade looks at every row once, up to 1,000 a call, and moves it.
-- * private.news begins empty: what was done in the hour before the upgrade, and not told yet, isn't told. An invitation
--   or an offered turn that still waits is told only if it is noted here, so that none is missed:
insert into private.news (kind, invitation_id, until)
select 'invitation', id, wanted_at + interval '1 day' from private.invitation_mails
where household_invitation_id is null and wanted_at > now() - interval '1 day';
insert into private.news (kind, task_id, day, until)
select 'offer', task_id, day, offered_at + interval '1 day' from public.turn_offers
where offered_at > now() - interval '1 day';
-- * The index completions_by_instant goes (about 190 MB in a town of 20,000 households).

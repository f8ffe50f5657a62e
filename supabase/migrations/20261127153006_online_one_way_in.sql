-- pg-delta: transaction=false
-- Each statement is a transaction of its own, and can be repeated: people read and write meanwhile.
set statement_timeout = 0;

alter table "private"."outbox" validate constraint "outbox_check";

alter table "private"."push_devices" validate constraint "push_devices_sealed_check";

alter table "private"."staged_tasks" validate constraint "staged_tasks_roster_check";

alter table "private"."outbox" validate constraint "outbox_webhook_id_fkey";

alter table "public"."task_completions" validate constraint "task_completions_via_check";

alter table "public"."task_completions" validate constraint "task_completions_via_name_check";

alter table "public"."task_events" validate constraint "task_events_kind_check";

drop index concurrently if exists "private"."invitation_mails_by_wish_new";

create index concurrently "invitation_mails_by_wish_new" on private.invitation_mails USING btree (wanted_at) WHERE (household_invitation_id IS NOT NULL);

set lock_timeout = '500ms';

drop index if exists "private"."invitation_mails_by_wish";

alter index "private"."invitation_mails_by_wish_new" rename to "invitation_mails_by_wish";

set lock_timeout = 0;

drop index concurrently if exists "private"."invitation_mails_once_new";

create unique index concurrently "invitation_mails_once_new" on private.invitation_mails USING btree (sender_id, address, household_invitation_id) NULLS NOT DISTINCT;

set lock_timeout = '500ms';

alter table "private"."invitation_mails" drop constraint if exists "invitation_mails_once";

drop index if exists "private"."invitation_mails_once";

alter index "private"."invitation_mails_once_new" rename to "invitation_mails_once";

set lock_timeout = 0;

drop index concurrently if exists "private"."outbox_by_webhook";

create index concurrently "outbox_by_webhook" on private.outbox USING btree (webhook_id);

drop index concurrently if exists "private"."outbox_once_new";

create unique index concurrently "outbox_once_new" on private.outbox USING btree (device_id, recipient, kind, key, webhook_id) NULLS NOT DISTINCT;

set lock_timeout = '500ms';

alter table "private"."outbox" drop constraint if exists "outbox_once";

drop index if exists "private"."outbox_once";

alter index "private"."outbox_once_new" rename to "outbox_once";

set lock_timeout = 0;

drop index concurrently if exists "private"."outbox_waiting";

create index concurrently "outbox_waiting" on private.outbox USING btree (webhook_id) WHERE ((webhook_id IS NOT NULL) AND (finished_at IS NULL));

drop index concurrently if exists "private"."push_settings_by_next";

create index concurrently "push_settings_by_next" on private.push_settings USING btree (next_at);

drop index concurrently if exists "public"."households_deleted";

create index concurrently "households_deleted" on public.households USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

drop index concurrently if exists "public"."morning_mails_by_next";

create index concurrently "morning_mails_by_next" on public.morning_mails USING btree (next_at);

drop index concurrently if exists "public"."turn_offers_by_age";

create index concurrently "turn_offers_by_age" on public.turn_offers USING btree (offered_at);

alter table "private"."push_devices" validate constraint "push_devices_check";

alter table "public"."households" validate constraint "households_language_check";

alter table "public"."profiles" validate constraint "profiles_language_check";

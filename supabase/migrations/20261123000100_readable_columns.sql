-- What may be read is granted column by column: with a whole table come its system columns, and `xmax`
-- and `ctid` of a sender's own rows move with what the invited person decides, which locks them.
revoke select on
  public.profiles, public.tasks, public.task_completions, public.shared_contacts,
  public.task_schedules, public.task_put_offs, public.task_catch_ups, public.task_day_notes,
  public.task_checks, public.task_events
from authenticated;
grant select (id, full_name, time_zone, display_name) on public.profiles to authenticated;
grant select (
  id, user_id, category, title, subtitle, start_date, end_date, repeat_value, custom_rrule,
  custom_rrule_text, is_shared, schedule_from, after_done, season, paused, missed_policy, checklist,
  is_active, deleted_at, revision, created_at, updated_at
) on public.tasks to authenticated;
grant select (task_id, completed_date, user_id, completed_at, status, by_name)
  on public.task_completions to authenticated;
grant select (owner_id, contact_email, last_shared_at) on public.shared_contacts to authenticated;
grant select (
  task_id, valid_until, start_date, end_date, repeat_value, custom_rrule, custom_rrule_text,
  after_done, season
) on public.task_schedules to authenticated;
grant select (task_id, due_date, new_date) on public.task_put_offs to authenticated;
grant select (id, task_id, days, status, user_id, recorded_at, by_name)
  on public.task_catch_ups to authenticated;
grant select (task_id, day, note, user_id, written_at, by_name)
  on public.task_day_notes to authenticated;
grant select (task_id, day, line) on public.task_checks to authenticated;
grant select (id, task_id, happened_at, user_id, kind, days, details)
  on public.task_events to authenticated;

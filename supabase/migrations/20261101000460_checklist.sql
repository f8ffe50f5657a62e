-- The ticked lines of a checklist. They are known by their text: a line that is renamed begins unticked, and
-- one that was removed has its ticks again when it comes back.
create table public.task_checks (
  task_id uuid not null references public.tasks (id) on delete cascade,
  -- of the occurrence; where it was put off to
  day date not null,
  line text not null,
  primary key (task_id, day, line)
);

alter table public.task_checks enable row level security;
revoke all on public.task_checks from public, anon, authenticated, service_role;

create table public.tasks (
  -- the client may choose it, so that a retry after a lost answer is recognised
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  category text not null check (char_length(category) between 1 and 50),
  title text not null check (char_length(title) between 2 and 100),
  subtitle text check (char_length(subtitle) <= 5000),
  start_date date not null check (start_date between '0001-01-01' and '9999-12-31'),
  end_date date check (end_date between '0001-01-01' and '9999-12-31'),
  repeat_value text not null default 'daily'
    check (repeat_value in ('daily', 'weekly', 'monthly', 'yearly', 'custom')),
  custom_rrule text check (char_length(custom_rrule) <= 1000),
  custom_rrule_text text check (char_length(custom_rrule_text) <= 1000),
  is_shared boolean not null default false,
  is_active boolean not null default true,
  -- grows with every change that others can see; kept by triggers
  revision bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint tasks_dates_in_order check (end_date >= start_date),
  constraint tasks_rule_only_when_custom
    check (repeat_value = 'custom' or (custom_rrule is null and custom_rrule_text is null))
);

comment on table public.tasks is 'Recurring chores. A deleted one stays, inactive, and never comes back.';
comment on column public.tasks.subtitle is 'The notes, at most 5000 characters.';
comment on column public.tasks.custom_rrule is 'RFC 5545 rule, at most 1000 characters.';
comment on column public.tasks.custom_rrule_text is 'The rule in words, at most 1000 characters.';

-- Spec §5: no two active tasks of one person with the same title. A trigger stores it trimmed.
create unique index tasks_one_active_title on public.tasks (user_id, title) where is_active;
-- One person's tasks, page by page; also the foreign key's index.
create index tasks_by_owner on public.tasks (user_id, id);

create table public.task_completions (
  task_id uuid not null references public.tasks (id) on delete cascade,
  completed_date date not null,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  completed_at timestamptz not null default now(),
  -- an occurrence is done once, by one person; the included columns answer the list from the index
  primary key (task_id, completed_date) include (user_id, completed_at)
);
create index task_completions_by_person on public.task_completions (user_id, task_id);

create table public.task_shares (
  task_id uuid not null references public.tasks (id) on delete cascade,
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  contact_email text not null check (contact_email = private.canonical_address(contact_email)),
  -- the confirmed account of that address, if there is one; nobody may read it: an invitation must
  -- not tell whether an account exists
  recipient_id uuid references public.profiles (id) on delete set null,
  primary key (task_id, contact_email)
);
create index task_shares_by_owner on public.task_shares (owner_id);
create index task_shares_by_recipient on public.task_shares (recipient_id, task_id);
create index task_shares_by_address on public.task_shares (contact_email);

create table public.shared_contacts (
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  contact_email text not null check (contact_email = private.canonical_address(contact_email)),
  last_shared_at timestamptz not null default now(),
  primary key (owner_id, contact_email)
);

-- Text is stored trimmed, like the edge functions send it. Every broken rule is reported at once,
-- with the messages of spec §5. A deleted task is frozen.
create function private.check_task() returns trigger
language plpgsql set search_path = ''
as $$
declare
  issues jsonb := '[]';
  first_day constant date := '0001-01-01';
  last_day constant date := '9999-12-31';
begin
  if tg_op = 'UPDATE' then
    if not old.is_active then
      perform private.fail('TASK_NOT_FOUND');
    end if;
    new.revision := old.revision + 1;
    new.updated_at := now();
  end if;

  new.category := coalesce(private.trimmed(new.category), '');
  new.title := coalesce(private.trimmed(new.title), '');
  new.subtitle := nullif(private.trimmed(new.subtitle), '');
  if new.repeat_value is distinct from 'custom' then
    new.custom_rrule := null;
    new.custom_rrule_text := null;
  end if;

  if new.title = '' then
    issues := issues || private.issue('title', 'Title is required');
  elsif char_length(new.title) < 2 then
    issues := issues || private.issue('title', 'Title must be at least 2 characters');
  elsif char_length(new.title) > 100 then
    issues := issues || private.issue('title', 'Title must be less than 100 characters');
  end if;
  if new.category = '' then
    issues := issues || private.issue('category', 'Category is required');
  elsif char_length(new.category) > 50 then
    issues := issues || private.issue('category', 'Category must be less than 50 characters');
  end if;
  if char_length(new.subtitle) > 5000 then
    issues := issues || private.issue('subtitle', 'Notes must be at most 5000 characters');
  end if;
  if new.start_date is null then
    issues := issues || private.issue('startDate', 'Start date is required');
  elsif new.start_date not between first_day and last_day then
    issues := issues || private.issue('startDate', 'Invalid input');
  end if;
  if new.end_date not between first_day and last_day then
    issues := issues || private.issue('endDate', 'Invalid input');
  elsif new.end_date < new.start_date then
    issues := issues || private.issue('endDate', 'End date must be after start date');
  end if;
  if new.repeat_value is null
    or new.repeat_value not in ('daily', 'weekly', 'monthly', 'yearly', 'custom') then
    issues := issues || private.issue('repeatValue', 'Invalid input');
  end if;
  if char_length(new.custom_rrule) > 1000 then
    issues := issues || private.issue('customRrule', 'The rule is too long');
  end if;
  if char_length(new.custom_rrule_text) > 1000 then
    issues := issues || private.issue('customRruleText', 'The rule is too long');
  end if;
  if new.is_shared is null then
    issues := issues || private.issue('isShared', 'Invalid input');
  end if;
  if issues <> '[]' then
    perform private.fail('VALIDATION_FAILED', issues);
  end if;
  return new;
end;
$$;

-- Not on a change of the revision alone, which is how completions and shares count themselves.
create trigger check_task
  before insert or update of category, title, subtitle, start_date, end_date, repeat_value,
    custom_rrule, custom_rrule_text, is_shared, is_active
  on public.tasks
  for each row execute function private.check_task();

-- Every mail is a row before it is sent, and whoever inserts the row sends it. Two workers send at most
-- one; one that is killed in between has sent none, and the mail is lost.
create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  recipient text not null,
  -- what makes it one mail among those of its kind to this address, such as a day
  key text not null,
  claimed_at timestamptz not null default now(),
  finished_at timestamptz,
  -- the mail server's words; null when it took the mail
  error text,
  unique (kind, recipient, key)
);
create index outbox_by_age on private.outbox (claimed_at);
alter table private.outbox enable row level security;

-- Which addresses take no mails of a kind.
create table private.mail_refusals (
  address text not null,
  kind text not null,
  reason text not null check (reason in ('unsubscribed', 'bounced')),
  refused_at timestamptz not null default now(),
  primary key (address, kind)
);
alter table private.mail_refusals enable row level security;

create function private.claim_mail(kind text, recipient text, key text) returns uuid
language sql volatile security definer set search_path = ''
as $$
  insert into private.outbox (kind, recipient, key)
  select claim_mail.kind, claim_mail.recipient, claim_mail.key
  where not exists (
    select from private.mail_refusals refusals
    where refusals.address = claim_mail.recipient and refusals.kind = claim_mail.kind
  )
  on conflict do nothing
  returning id
$$;

create function private.finish_mail(id uuid, error text, failure text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if failure = 'unsent' then
    delete from private.outbox where outbox.id = finish_mail.id;
    return;
  end if;
  update private.outbox
  set finished_at = now(), error = left(finish_mail.error, 500)
  where outbox.id = finish_mail.id;
  if failure = 'bounced' then
    insert into private.mail_refusals (address, kind, reason)
    select outbox.recipient, outbox.kind, 'bounced'
    from private.outbox where outbox.id = finish_mail.id
    on conflict do nothing;
  end if;
end;
$$;

create function private.forget_old_mail() returns void
language sql volatile security definer set search_path = ''
as $$ delete from private.outbox where claimed_at < now() - interval '60 days' $$;

grant execute on function
  private.claim_mail(text, text, text),
  private.finish_mail(uuid, text, text),
  private.forget_old_mail()
to service_role;

-- The id of a mail that is the caller's to send; null when somebody has claimed it before, or when the
-- address takes no mails of this kind.
create function public.claim_mail(kind text, recipient text, key text) returns uuid
language sql volatile set search_path = ''
as $$ select private.claim_mail(kind, recipient, key) $$;

-- How it went. `error` null: the mail server took it. `failure` is 'unsent' when it has certainly not
-- been sent and may be claimed again, 'bounced' when the address is none, which is remembered.
create function public.finish_mail(id uuid, error text default null, failure text default null)
returns void
language sql volatile set search_path = ''
as $$ select private.finish_mail(id, error, failure) $$;

-- Claims are kept for 60 days.
create function public.forget_old_mail() returns void
language sql volatile set search_path = ''
as $$ select private.forget_old_mail() $$;

grant execute on function
  public.claim_mail(text, text, text),
  public.finish_mail(uuid, text, text),
  public.forget_old_mail()
to service_role;

-- Closes everything by default; error codes; the texts and days that people enter.

-- A trigger and its function do what their first word says, and nothing else:
--   begin_   takes the turn and the locks of a statement
--   check_   refuses, and counts what a quota bounds; tidies the row that it checks
--   fill_    sets the columns that only the database writes
--   record_  writes what a change leaves in other rows: events, shares that end, contacts, the revision
--   send_    sends; an import switches these off, and no others
-- PostgreSQL fires triggers of the same moment in the order of their names: these words are in it.

-- Functions are declared before the tables that they read.
set check_function_bodies = off;

-- Nothing is reachable through the API unless it is granted, column by column.
alter default privileges revoke execute on functions from public;

alter default privileges
in schema public
revoke all on tables from public, anon, authenticated, service_role;

alter default privileges
in schema public
revoke all on sequences from public, anon, authenticated, service_role;

alter default privileges
in schema public
revoke all on functions from public, anon, authenticated, service_role;

-- Helpers live in a schema that the API does not expose. Callers need its name to run the few that are granted to them.
create schema private;

revoke all on schema private from public;

grant usage on schema private to anon, authenticated, service_role;

-- Errors carry a code of src/domain/tasks/error-codes.ts as their message; the SQLSTATE 'PTnnn' makes the
-- REST API answer with the HTTP status nnn. The details are issues, [{path, code}], whose texts are in
-- src/domain/tasks/input-texts.ts, or what came first, {status, completedBy, completedAt, …}.
create function private.fail(code text, details jsonb default null)
returns void
language plpgsql
stable
as $$
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
$$;

create function private.issue(path text, code text)
returns jsonb
language sql
immutable
as $$
  select jsonb_build_object('path', path, 'code', code);
$$;

-- Refuses an input over one issue.
create function private.refuse(path text, code text)
returns void
language sql
stable
as $$
  select private.fail('VALIDATION_FAILED', jsonb_build_array(private.issue(path, code)));
$$;

-- Trims what JavaScript's trim() trims, so that the form, the edge functions and the database agree
-- on which titles are the same.
create function private.trimmed(value text)
returns text
language sql
immutable
strict
as $$
  select
    btrim(
      value,
      E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006' 
 '\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
    );
$$;

-- Text as it is stored: trimmed, and in one Unicode form, so that what looks the same is the same.
create function private.entered_text(value text)
returns text
language sql
immutable
strict
as $$
  select normalize(private.trimmed(value), nfc);
$$;

-- The one place where an e-mail address is brought to its canonical form: trimmed, lower-case,
-- ASCII only, nothing folded. Null when the text is no address that a mail could reach.
create function private.canonical_address(address text)
returns text
language sql
immutable
strict
as $$
  select lowered
  from lower(private.trimmed(address) collate "C") as lowered
  where
    length(lowered) <= 254
    and lowered ~ '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]{1,64}@' 
 '([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$';
$$;

-- An instant as ISO text in UTC with milliseconds, whatever time zone the caller's session has. In plpgsql, which keeps
-- its plan: in SQL, each statement that calls it would plan it again.
create function private.iso(instant timestamptz)
returns text
language plpgsql
immutable
strict
as $$
begin
  return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
end;
$$;

-- Whether a date is one that people enter: from 0001-01-01 to 9999-12-31. Null and infinity are none.
create function private.is_day(day date)
returns boolean
language sql
immutable
as $$
  select coalesce(day between date '0001-01-01' and date '9999-12-31', false);
$$;

-- The mailbox of an address, used only for quotas: many mail servers deliver `name+anything@` to `name@`.
create function private.mailbox_of(address text)
returns text
language sql
immutable
strict
as $$
  select regexp_replace(address, '\+[^@]*@', '@');
$$;

-- Identifies this data in one row; empty until a backup is restored. A restore writes a new id (cli/backup/rows.ts),
-- as restored data is other data whatever its revisions, so versions of data that a client may hold include this id.
create table private.generation (
  id uuid primary key
);

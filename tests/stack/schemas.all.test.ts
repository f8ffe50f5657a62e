import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { statementsBetween, withBoth } from "../../cli/migration.ts";
import { rootFolder } from "../../cli/project.ts";
import { applyMigrations, readMigrations, WITHOUT_TRANSACTION } from "../../stack/migrations.ts";
import { catalogOf } from "./catalog.ts";

/** A change of every kind of object in supabase/schemas. */
const CHANGES = `
  alter table public.tasks add column color text not null default 'red' check (char_length(color) < 9);
  comment on column public.tasks.color is 'A throw-away column.';
  grant select (color), update (color) on public.tasks to authenticated;
  revoke update (title) on public.tasks from authenticated;
  create table public.gadgets (
    id uuid primary key,
    number bigint generated always as identity,
    user_id uuid not null references auth.users on delete cascade,
    note text
  );
  alter table public.gadgets enable row level security;
  create index on public.gadgets (user_id) where note is not null;
  comment on table public.gadgets is 'A throw-away table.';
  grant select (id, note), insert (id, note) on public.gadgets to authenticated;
  create policy "One's own" on public.gadgets for select to authenticated
    using (user_id = (select auth.uid()));
  create function private.check_gadget() returns trigger
    language plpgsql security definer set search_path = '' as $$ begin return new; end $$;
  create trigger check_gadget before insert on public.gadgets
    for each row execute function private.check_gadget();
  create function public.list_gadgets(most integer default 5) returns setof uuid
    language sql stable set search_path = '' as $$ select id from public.gadgets limit most $$;
  comment on function public.list_gadgets is 'A throw-away function.';
  grant execute on function public.list_gadgets to authenticated;
  create or replace function private.limit_of(name text) returns integer
    language sql stable security definer set search_path = ''
    as $$ select limits.most from private.limits where limits.name = limit_of.name $$;
  drop function public.read_record(date, date);
  alter table public.task_day_notes drop column by_name;
  alter policy "Internal only" on private.limits using (1 = 2);
  create policy "Gadgets" on realtime.messages for select to authenticated using (extension = 'gadget');
  create trigger check_gadget after update on auth.users
    for each row execute function private.check_gadget();
  insert into private.limits (name, most) values ('gadgets', 5);
  update private.limits set most = most + 1 where name = 'tasks';
  delete from private.limits where name = 'displays';
  update private.task_fields set max_length = 7 where field = 'subtitle';
  alter table public.tasks add column place text;
  insert into private.task_fields (position, field) values (99, 'place');
  do $$
  begin
    execute 'create or replace view private.named_tasks with (security_invoker = true) as'
      || replace(pg_get_viewdef('private.named_tasks'::regclass), ' FROM ', ', place from ');
  end;
  $$;
  alter role anon set lock_timeout = '5s';
  alter role authenticated reset lock_timeout;
  create index tasks_by_color on public.tasks (color);
  create unique index tasks_by_place on public.tasks (user_id, place) where place is not null;
  alter table public.tasks alter column place set not null;
  alter table public.task_day_notes add constraint notes_of_profiles
    foreign key (user_id) references public.profiles on delete cascade;
  alter table public.task_day_notes add column mark uuid not null default gen_random_uuid();
  alter table private.uses alter column uses type integer;
  alter table public.calendar_feeds add constraint feeds_once unique (person_id, without_daily);`;

/** What of these holds up a running project. */
const WARNINGS = [
  /"place" of "public"."tasks" has no default and may not be null/,
  /feeds_once builds an index, and nobody reads or writes "public"."calendar_feeds" meanwhile/,
  /"public"."tasks_by_place" is there only after the second file/,
  /public.task_day_notes is rewritten, .* by: .*gen_random_uuid/,
  /private.uses is rewritten, .* by: .*integer/,
  /drops or rewrites data/,
];

test(
  "supabase/schemas declares what the migrations make, and a made migration brings data to what it declares next",
  () =>
    withBoth(async (current, declared) => {
      const before = await catalogOf(declared);
      // A run that ended before it noted such a file begins it again.
      const repeated = readMigrations(rootFolder)
        .filter(({ sql }) => sql.startsWith(WITHOUT_TRANSACTION))
        .map((migration) => ({ ...migration, version: `2998${migration.version}` }));
      await applyMigrations(current, repeated);
      expect(Object.keys(before.functions ?? {}).length).toBeGreaterThan(100);
      expect(
        await catalogOf(current),
        'supabase/schemas and the migrations differ: "npm run migration NAME" writes what is missing',
      ).toEqual(before);
      expect(await statementsBetween(current, declared)).toEqual({
        ...{ sql: "", online: "", warnings: [] },
      });

      await declared.query(`set role postgres; ${CHANGES} reset role`);
      const [user, task] = [randomUUID(), randomUUID()];
      await current.query("insert into auth.users (id, email) values ($1, 'ann@example.com')", [
        user,
      ]);
      await current.query(
        `insert into public.tasks (id, user_id, category, title, repeat_value, start_date)
       values ($1, $2, 'Home', 'Bins', 'daily', '2026-01-01')`,
        [task, user],
      );
      const { sql, online, warnings } = await statementsBetween(current, declared);
      expect(warnings).toEqual(WARNINGS.map((text) => expect.stringMatching(text)));
      await current.query("set role postgres");
      const gadgets = (n: number, text: string) => [
        { version: `2999010100000${n}`, name: "gadgets", sql: text },
      ];
      await applyMigrations(current, gadgets(0, `${sql}update public.tasks set place = 'Hall';`));
      await applyMigrations(current, gadgets(1, online));
      await applyMigrations(current, gadgets(2, online));
      const after = await catalogOf(declared);
      expect(await catalogOf(current)).toEqual(after);
      expect(after).not.toEqual(before);
      const { rows } = await current.query("select title, color from public.tasks where id = $1", [
        task,
      ]);
      expect(rows).toEqual([{ title: "Bins", color: "red" }]);
    }),
  240_000,
);

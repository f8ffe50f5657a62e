import type pg from "pg";

/** Each query describes one kind of object of ours: its name, and everything declared about it. */
const QUERIES: Record<string, string> = {
  columns: `
    select attrelid::regclass || '.' || attname as name,
      concat_ws(' ', format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
        pg_get_expr(adbin, adrelid), attidentity, attgenerated) as declared
    from pg_attribute
    join pg_class on pg_class.oid = attrelid and relkind in ('r', 'v', 'S')
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace in OURS and attnum > 0 and not attisdropped`,
  constraints: `
    select conrelid::regclass || ' ' || conname as name, pg_get_constraintdef(oid) as declared
    from pg_constraint where connamespace in OURS`,
  indexes: `
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as declared
    from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace in OURS`,
  functions: `
    select oid::regprocedure::text as name, pg_get_functiondef(oid) as declared
    from pg_proc where pronamespace in OURS`,
  triggers: `
    select tgrelid::regclass || ' ' || tgname as name,
      concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled) as declared
    from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and pronamespace in OURS`,
  policies: `
    select schemaname || '.' || tablename || ' ' || policyname as name,
      concat_ws(' ', permissive, roles, cmd, qual, with_check) as declared
    from pg_policies where schemaname in ('public', 'private', 'realtime')`,
  tables: `
    select oid::regclass::text as name,
      concat_ws(' ', relkind, relrowsecurity, relforcerowsecurity, relreplident, relpersistence) as declared
    from pg_class where relnamespace in OURS and relkind in ('r', 'v', 'S')`,
  rights: `
    select name, string_agg(granted, ', ' order by granted) as declared
    from (
      select oid::regclass::text as name, acl::text as granted
      from pg_class, unnest(coalesce(relacl, acldefault('r', relowner))) as acl where relnamespace in OURS
      union all
      select attrelid::regclass || '.' || attname, acl::text
      from pg_attribute join pg_class on pg_class.oid = attrelid, unnest(attacl) as acl
      where relnamespace in OURS
      union all
      select oid::regprocedure::text, coalesce(acl::text, 'default')
      from pg_proc left join unnest(proacl) as acl on true where pronamespace in OURS
      union all
      select 'schema ' || nspname, acl::text from pg_namespace, unnest(nspacl) as acl
      where oid in OURS
      union all
      select concat_ws(' ', 'default', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype),
        acl::text
      from pg_default_acl, unnest(defaclacl) as acl
    ) as rights
    group by name`,
  comments: `
    select pg_describe_object(classoid, objoid, objsubid) as name, description as declared
    from pg_description
    where (classoid = 'pg_class'::regclass
        and objoid in (select oid from pg_class where relnamespace in OURS))
      or (classoid = 'pg_proc'::regclass
        and objoid in (select oid from pg_proc where pronamespace in OURS))`,
  settings: `
    select setrole::regrole || ' ' || setting as name, '' as declared
    from pg_db_role_setting, unnest(setconfig) as setting`,
  limits: "select name, most::text as declared from private.limits",
  fields: "select field as name, to_jsonb(task_fields)::text as declared from private.task_fields",
};

const OURS = "('public'::regnamespace, 'private'::regnamespace)";

/** Everything that migrations declare: for each kind of object, the declarations by name. */
export async function catalogOf(client: pg.ClientBase) {
  const catalog: Record<string, Record<string, string>> = {};
  for (const [kind, query] of Object.entries(QUERIES)) {
    const { rows } = await client.query<{ name: string; declared: string }>(
      `select * from (${query.replaceAll("OURS", OURS)}) as described order by name, declared`,
    );
    catalog[kind] = Object.fromEntries(rows.map(({ name, declared }) => [name, declared]));
  }
  return catalog;
}

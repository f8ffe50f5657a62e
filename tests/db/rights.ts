import type pg from "pg";

const query = `
  with roles (role) as (values ('anon'), ('authenticated'), ('service_role')),
  tables as (
    select oid,
      case when relnamespace = 'private'::regnamespace then 'private.' else '' end || relname as relname
    from pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and relkind in ('r', 'p', 'v', 'm', 'f')
  )
  select role, privilege || ' ' || relname || ' ('
    || string_agg(attname, ', ' order by attname) || ')' as held
  from roles, tables
    join pg_attribute on attrelid = oid and attnum > 0 and not attisdropped,
    unnest(array['select', 'insert', 'update']) as privilege
  where has_column_privilege(role, oid, attname, privilege)
  group by role, privilege, relname
  union all
  -- A grant for a whole table includes its system columns.
  select role, privilege || ' ' || relname
  from roles, tables, unnest(array['select', 'delete', 'truncate']) as privilege
  where has_table_privilege(role, oid, privilege)
  union all
  select role, case when pronamespace = 'private'::regnamespace then 'private.' else '' end
    || proname || '(' || replace(oidvectortypes(proargtypes), ', ', ',') || ')'
  from roles, pg_proc
  where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    and prorettype <> 'trigger'::regtype
    and has_function_privilege(role, pg_proc.oid, 'execute')
  order by 1`;

/**
 * Every right on our tables and functions, and whose it is. A call's name after a `+` is also that of the helper
 * behind it, with the same rights.
 */
export async function heldRights(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ role: string; held: string }>(query);
  const roles = new Map<string, string>();
  for (const { held, role } of rows) roles.set(held, `${roles.get(held) ?? `${held}:`} ${role}`);
  const rolesOf = (held: string) => roles.get(held)?.slice(held.length);
  const hasHelper = (held: string) => rolesOf(`private.${held}`) === rolesOf(held);
  return [...roles]
    .filter(([held]) => !(held.startsWith("private.") && hasHelper(held.slice("private.".length))))
    .map(([held, line]) => (hasHelper(held) ? `+ ${line}` : line))
    .sort();
}

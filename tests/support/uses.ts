import { sql, sqlValue } from "./sql.ts";

/** How often what has a limit was used in its latest period; `of` is whose and what it is, as `private.count_use` takes it. */
export const usesOf = (limit: string, of: string) =>
  sqlValue<number | undefined>(
    "select uses::int from private.uses where limit_name = $1 and key = md5($2)::uuid",
    [limit, of],
  );

/** Has it used so often, from so many periods ago on. */
export const setUses = (limit: string, of: string, uses: number, periodsAgo = 0) =>
  sql(
    `insert into private.uses (limit_name, key, since, uses)
     select name, md5($2)::uuid, now() - $4 * period, $3 from private.limits where name = $1
     on conflict (limit_name, key) do update set since = excluded.since, uses = excluded.uses`,
    [limit, of, uses, periodsAgo],
  );

import { sql, sqlValue } from "./sql.ts";

/** The uses in a limit's current period; `of` is the user and subject, as for `private.count_use`. */
export const usesOf = (limit: string, of: string) =>
  sqlValue<number | undefined>(
    "select uses::int from private.uses where limit_name = $1 and key = md5($2)::uuid",
    [limit, of],
  );

/** Sets the uses, beginning so many periods ago. */
export const setUses = (limit: string, of: string, uses: number, periodsAgo = 0) =>
  sql(
    `insert into private.uses (limit_name, key, since, uses)
     select name, md5($2)::uuid, now() - $4 * period, $3 from private.limits where name = $1
     on conflict (limit_name, key) do update set since = excluded.since, uses = excluded.uses`,
    [limit, of, uses, periodsAgo],
  );

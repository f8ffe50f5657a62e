import pg from "pg";

/** Checks of a restored backup that the database's triggers and foreign keys usually make. */

/** Columns whose instants may be in the future, but no further than ours are, and columns with no such limit. */
const [SOON, FAR] = [["expires_at", "waits_until", "counts_from", "until"], "8 days"];
const EVER = ["due_at", "banned_until"];

/** Columns that may be without a beginning. */
const FROM_EVER = ["counts_from", "first_day", "next_at"];

/** The largest accepted difference between two clocks. */
const SKEW = "1 day";

/** For each foreign key between these tables, a query for rows without their parent. */
const ORPHANS = `
  select format('%s without its %s', conrelid::regclass, confrelid::regclass) as what,
    format(
      'exists (select from %s as child where %s and not exists (select from %s as parent where %s))',
      conrelid::regclass, string_agg(format('child.%I is not null', own.attname), ' and '),
      confrelid::regclass, string_agg(format('parent.%I = child.%I', other.attname, own.attname), ' and ')
    ) as question
  from pg_constraint
    cross join unnest(conkey, confkey) as pairs (own_number, other_number)
    join pg_attribute own on own.attrelid = conrelid and own.attnum = own_number
    join pg_attribute other on other.attrelid = confrelid and other.attnum = other_number
  where contype = 'f' and conrelid = any ($1::regclass[]) and confrelid = any ($1::regclass[])
  group by pg_constraint.oid, conrelid, confrelid`;

/** For each instant and day of these tables, a query for impossible values. */
const TIMES = `
  select format('an impossible time in %s.%I', attrelid::regclass, attname) as what,
    format('exists (select from %s where %s (%s))', attrelid::regclass,
      case when attname = any ($7::text[]) then format('%I <> ''-infinity'' and ', attname) end, case
      when atttypid = 'date'::regtype then format('%1$I is not null and not private.is_day(%1$I)', attname)
      when attname = any ($5::text[]) then format('not isfinite(%I)', attname)
      else format(
        'not isfinite(%1$I) or %1$I > now() + %2$L::interval',
        attname, case when attname = any ($2::text[]) then $3 else $4 end
      )
    end) as question
  from pg_attribute
  where attrelid = any ($1::regclass[]) and attnum > 0 and not attisdropped
    and atttypid in ('timestamptz'::regtype, 'date'::regtype)`;

/** For each JSON column of these tables, a query for values of another kind than ours. */
const KINDS = `
  select format('what can''t be read in %s.%I', attrelid::regclass, attname) as what,
    format(
      'exists (select from %s where jsonb_typeof(%I) <> %L)',
      attrelid::regclass, attname, case when attname = any ($6::text[]) then 'array' else 'object' end
    ) as question
  from pg_attribute
  where attrelid = any ($1::regclass[]) and attnum > 0 and not attisdropped and atttypid = 'jsonb'::regtype`;

const LISTS = ["former_schedules", "put_offs", "results"];

const PEOPLE = `
  select 'an account without its person' as what,
    'exists (select from auth.users where not exists (select from public.profiles where profiles.id = users.id))'
      as question`;

/**
 * Looks for rows without their parent, impossible times, JSON of the wrong kind, and accounts without their
 * person.
 * @param tables with their schemas
 * @returns the first problem in words; undefined if there is none
 */
export async function findWrong(
  client: pg.Client,
  tables: readonly { name: string }[],
): Promise<string | undefined> {
  const names = tables.map(({ name }) => name);
  const { rows } = await client.query<{ what: string; question: string }>(
    [ORPHANS, TIMES, KINDS, PEOPLE].map((each) => `(${each})`).join(" union all "),
    [names, SOON, FAR, SKEW, EVER, LISTS, FROM_EVER],
  );
  const answers = rows.map(
    ({ what, question }) => `case when ${question} then ${pg.escapeLiteral(what)} end`,
  );
  const { rows: found } = await client.query<{ wrong: string | null }>(
    `select coalesce(${answers.join(", ")}) as wrong`,
  );
  return found[0]?.wrong ?? undefined;
}

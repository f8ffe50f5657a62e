import { expect, test } from "vitest";
import { addDays } from "../../src/domain/dates/calendar.ts";
import { rolledBack } from "../support/sql.ts";

/**
 * A clock driven over every DST step of 2026 and 2027 in all zones, for people who want their mail at each of
 * the 24 hours. One mail per person and day, as soon as their clocks show the hour or a later one.
 */

/** Minutes between two checks of the clock. Steps come at full half hours. */
const MINUTES = 30;

interface Tick {
  readonly zone: string;
  /** the day of the nearby step */
  readonly near: string;
  /** seconds since the epoch */
  readonly at: number;
  /** local time: 2026-03-29T03:00 */
  readonly clocks: string;
}

/** When a setting is looked at again for the sake of an hour of a day. */
interface Look {
  readonly zone: string;
  readonly near: string;
  /** local time */
  readonly wanted: string;
  readonly at: number;
}

interface Mail {
  readonly zone: string;
  readonly near: string;
  readonly hour: number;
  readonly at: number;
  readonly day: string;
}

/** Zones whose steps come at the same instants, by the same amounts, represent each other. */
const ticksSql = `
  create temporary table ticks on commit drop as
  with days as (
    select zone, day, offset_of_day, lag(offset_of_day) over (partition by zone order by day) as before
    from unnest($1::text[]) as zone,
      generate_series(timestamptz '2026-01-01Z', '2028-01-01Z', interval '1 day') as day,
      lateral (select (day at time zone zone) - (day at time zone 'UTC')) as clocks (offset_of_day)
  ),
  steps as (
    select zone, offset_of_day, (
      select min(at)
      from generate_series(day - interval '1 day', day, interval '${MINUTES} minutes') as at
      where (at at time zone zone) - (at at time zone 'UTC') <> before
    ) as near
    from days where offset_of_day <> before
    union all
    -- An ordinary day for every zone, with and without steps.
    select zone, offset_of_day, day from days where day = '2026-06-01Z'
  ),
  kinds as (
    select min(zone) as zone
    from (
      select zone, array_agg((near, offset_of_day)::text order by near) as signature
      from steps group by zone
    ) as signed
    group by signature
  )
  select zone, near, at, at at time zone zone as clocks
  from kinds join steps using (zone),
    generate_series(
      near - interval '25 hours', near + interval '30 hours', interval '${MINUTES} minutes'
    ) as at`;

/** Each tick is a person: asks the rule at each instant, and settles the day that it answers. */
const runSql = `
  create function pg_temp.run() returns table (zone text, near timestamptz, hour int, at timestamptz, day date)
  language plpgsql as $$
  declare
    tick record;
    settled date[] := array_fill(null::date, array[24]);
    last text;
    due date;
  begin
    for tick in select * from ticks order by zone, near, at loop
      if last is distinct from tick.zone || tick.near then
        last := tick.zone || tick.near;
        settled := array_fill(null::date, array[24]);
      end if;
      for place in 1..24 loop
        due := private.morning_due(tick.at, tick.zone, place - 1, settled[place]);
        if due is not null then
          settled[place] := due;
          zone := tick.zone; near := tick.near; hour := place - 1; at := tick.at; day := due;
          return next;
        end if;
      end loop;
    end loop;
  end $$`;

/** For each hour of the days that a clock shows. */
const looksSql = `
  select zone, near::text, to_char(wanted, 'YYYY-MM-DD"T"HH24:MI') as wanted,
    extract(epoch from private.first_at(wanted, zone))::float8 as at
  from (select zone, near, min(clocks)::date as first, max(clocks)::date as last from ticks group by 1, 2) as shown,
    generate_series(first + interval '1 day', last, interval '1 hour') as wanted`;

async function drive(): Promise<{ ticks: Tick[]; mails: Mail[]; looks: Look[] }> {
  return await rolledBack(async (client) => {
    await client.query(ticksSql, [Intl.supportedValuesOf("timeZone")]);
    await client.query(runSql);
    const ticks = await client.query<Tick>(
      `select zone, near::text, extract(epoch from at)::float8 as at,
         to_char(clocks, 'YYYY-MM-DD"T"HH24:MI') as clocks
       from ticks order by ticks.zone, ticks.near, ticks.at`,
    );
    const mails = await client.query<Mail>(
      `select zone, near::text, hour, extract(epoch from at)::float8 as at, day::text
       from pg_temp.run()`,
    );
    const looks = await client.query<Look>(looksSql);
    return { ticks: ticks.rows, mails: mails.rows, looks: looks.rows };
  });
}

function byStep<T extends { zone: string; near: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = `${row.zone} ${row.near}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

test("one mail a person and day, at the first instant at which clocks show the hour or a later one", async () => {
  const { ticks, mails, looks } = await drive();
  const mailsByStep = byStep(mails);
  const looksByStep = byStep(looks);
  let checked = 0;
  let skippedHours = 0;
  for (const [step, near] of byStep(ticks)) {
    const sent = mailsByStep.get(step) ?? [];
    const last = near.at(-1)?.clocks ?? "";
    // The day before has begun when the clock is started, the day of the step has not.
    const firstDay = addDays((near[0]?.clocks ?? "").slice(0, 10), 1);
    for (let day = firstDay; `${day}T23:59` < last; day = addDays(day, 1)) {
      for (let hour = 0; hour < 24; hour++) {
        const wanted = `${day}T${String(hour).padStart(2, "0")}:00`;
        const first = near.find(({ clocks }) => clocks >= wanted);
        if (first?.clocks !== wanted) skippedHours++;
        const ofDay = sent.filter((mail) => mail.hour === hour && mail.day === day);
        expect(
          ofDay.map(({ at }) => at),
          `${step}: ${wanted}`,
        ).toEqual([first?.at]);
        // Looked at then, or before it, by what clocks skip, and never later.
        const look = looksByStep.get(step)?.find((one) => one.wanted === wanted)?.at ?? Number.NaN;
        const early = (first?.at ?? Number.NaN) - look;
        expect(early, `${step}: ${wanted}`).toBeGreaterThanOrEqual(0);
        expect(early, `${step}: ${wanted}`).toBeLessThan(first?.clocks === wanted ? 1 : 7_201);
        checked++;
      }
    }
  }
  expect(checked).toBeGreaterThan(5_000);
  // There were hours skipped in spring.
  expect(skippedHours).toBeGreaterThan(20);
});

test("a mail that is six hours late is not sent, and a zone that nobody knows counts as UTC", async () => {
  await rolledBack(async (client) => {
    const due = async (instant: string, zone: string, settled: string | null = null) => {
      const { rows } = await client.query(
        "select private.morning_due($1, $2, 7, $3)::text as day",
        [instant, zone, settled],
      );
      return rows[0].day;
    };
    expect(await due("2026-11-22T06:59:59Z", "UTC")).toBeNull();
    expect(await due("2026-11-22T07:00:00Z", "UTC")).toBe("2026-11-22");
    expect(await due("2026-11-22T12:59:59Z", "UTC")).toBe("2026-11-22");
    expect(await due("2026-11-22T13:00:00Z", "UTC")).toBeNull();
    expect(await due("2026-11-22T07:00:00Z", "UTC", "2026-11-22")).toBeNull();
    expect(await due("2026-11-22T07:00:00Z", "UTC", "2026-11-21")).toBe("2026-11-22");
    expect(await due("2026-11-22T07:00:00Z", "Mars/Olympus")).toBe("2026-11-22");
    expect(await due("2026-11-21T22:00:00Z", "Asia/Tokyo")).toBe("2026-11-22");
  });
});

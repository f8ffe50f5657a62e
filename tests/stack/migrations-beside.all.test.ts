import pg from "pg";
import { expect, test } from "vitest";
import { statementsBetween, withBoth } from "../../cli/migration.ts";
import { applyMigrations } from "../../stack/migrations.ts";
import { databaseUrl } from "../../stack/services/postgres.ts";
import { catalogOf } from "./catalog.ts";

/** A made migration on a million rows that people read and write meanwhile: nobody waits for a lock for a second. */

const BEFORE = `
  create table public.boxes (id integer primary key);
  create table public.gadgets (
    id integer primary key, box integer not null, note text, place text, number integer not null default 0,
    constraint gadgets_once unique (box, number)
  );
  create index gadgets_by_note on public.gadgets (note);`;

const ROWS = `
  insert into public.boxes select generate_series(1, 1000);
  insert into public.gadgets (id, box, note, place, number)
  select n, 1 + n % 1000, md5(n::text), 'hall', n from generate_series(1, 1000000) as n;`;

const CHANGES = `
  alter table public.gadgets add column is_new boolean not null default true;
  alter table public.gadgets alter column place set not null;
  alter table public.gadgets add constraint gadgets_box_fkey foreign key (box) references public.boxes on delete cascade;
  alter table public.gadgets add constraint gadgets_note_check check (md5(md5(md5(note))) <> note);
  create index gadgets_by_place on public.gadgets (place, note);
  drop index public.gadgets_by_note;
  create index gadgets_by_note on public.gadgets (md5(note));
  alter table public.gadgets drop constraint gadgets_once;
  create unique index gadgets_once on public.gadgets (box, number) nulls not distinct;`;

const READS = "select note from public.gadgets where id = 1 + (random() * 999999)::integer";
const WRITES = `
  update public.gadgets set note = md5(note) where id = 1 + (random() * 999999)::integer`;

/** Somebody who does the same again and again, and waits for no lock longer than a second. */
async function goesOn(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  // The database stops first if the test fails.
  client.on("error", () => {});
  await client.connect();
  await client.query("set lock_timeout = '1s'");
  let [isOn, done] = [true, 0];
  const whole = (async () => {
    for (; isOn; done += 1) await client.query(statement);
  })();
  // Said when it is stopped.
  whole.catch(() => {});
  return {
    done: () => done,
    stop: async () => {
      isOn = false;
      await whole.finally(() => client.end());
    },
  };
}

test("a made migration holds nobody up on a million rows, even if it does not get its lock", () =>
  withBoth(async (current, declared) => {
    for (const database of [current, declared])
      await database.query(`set role postgres; ${BEFORE}`);
    await current.query(`${ROWS} analyze`);
    await declared.query(CHANGES);
    const { sql, online, warnings } = await statementsBetween(current, declared);
    expect(warnings).toEqual([]);
    const migrations = [
      { version: "29990101000000", name: "gadgets", sql },
      { version: "29990101000001", name: "online_gadgets", sql: online },
    ];

    const url = databaseUrl(current.port, "postgres");
    const people = [await goesOn(url, READS), await goesOn(url, WRITES)];
    const longReader = new pg.Client({ connectionString: url });
    await longReader.connect();
    await longReader.query("begin; select from public.gadgets limit 1");
    await expect(applyMigrations(current, migrations)).rejects.toThrow(/lock timeout/);
    await current.query("rollback");
    await longReader.end();

    const before = people.map(({ done }) => done());
    await applyMigrations(current, migrations);
    for (const [n, person] of people.entries()) {
      await person.stop();
      expect(person.done() - (before[n] ?? 0)).toBeGreaterThan(50);
    }
    expect(await catalogOf(current)).toEqual(await catalogOf(declared));
  }));

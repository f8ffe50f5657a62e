import type pg from "pg";
import { expect, test } from "vitest";
import { newFriends, newPerson, type Person, rpc, succeeded } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { householdOf, join, newHousehold } from "../support/households.ts";
import { addDevice, wish } from "../support/pushes.ts";
import { become, rolledBack, sql } from "../support/sql.ts";

/**
 * Whom the schedule looks at, and when: nobody before their moment, everybody whose setting was changed, and who
 * waits longest first. Looks are taken back, as they are at everybody.
 */

type Kind = "mail" | "push";
const TABLES = { mail: "public.morning_mails", push: "private.push_settings" };
const CLAIMS = { mail: "lease_morning_mails", push: "claim_pushes" };

/** The people who are told something at an instant, in the order of the looks. */
async function toldAt(client: pg.ClientBase, kind: Kind, instant: string): Promise<string[]> {
  const told: string[] = [];
  for (;;) {
    const { rows } = await client.query<{ page: { due: { person: string }[]; hasMore: boolean } }>(
      `select private.${CLAIMS[kind]}($1, 1000) as page`,
      [instant],
    );
    const [row] = rows;
    told.push(...(row?.page.due ?? []).map(({ person }) => person));
    if (!row?.page.hasMore) return told;
  }
}

async function nextLook(client: pg.ClientBase, kind: Kind, person: Person): Promise<string> {
  const { rows } = await client.query<{ at: string }>(
    `select left((next_at at time zone 'UTC')::text, 16) as at from ${TABLES[kind]} where user_id = $1`,
    [person.id],
  );
  return rows[0]?.at ?? "";
}

const asPerson = async (client: pg.ClientBase, person: Person, call: string) => {
  await client.query("savepoint call");
  await become(client, "authenticated", person.id);
  await client.query(call);
  await client.query("reset role");
};

/** Somebody who is told at 12 in UTC what is due, by mail and on a device, and has been until the end of 2032. */
async function subscriber(): Promise<Person> {
  const person = await newPerson("look");
  await addDevice(person);
  succeeded(await rpc(person, "set_morning_mail", { is_on: true, hour: 12 }));
  await wish(person, { today_hour: 12 });
  for (const table of Object.values(TABLES)) {
    await sql(`update ${table} set sent_until = '2032-12-31' where user_id = $1`, [person.id]);
  }
  return person;
}

const setHour = (client: pg.ClientBase, kind: Kind, person: Person, hour: number) =>
  asPerson(
    client,
    person,
    kind === "mail"
      ? `select public.set_morning_mail(true, ${hour})`
      : `select public.set_push(${hour}, false, false, null, null)`,
  );

const setZone = (client: pg.ClientBase, person: Person, zone: string) =>
  asPerson(
    client,
    person,
    `update public.profiles set time_zone = '${zone}' where id = '${person.id}'`,
  );

test.each(["mail", "push"] as const)(
  "a %s is looked at when its moment comes, and again when whatever moves it has changed",
  async (kind) => {
    const person = await subscriber();
    const movers: Record<string, (client: pg.ClientBase) => Promise<unknown>> = {
      "an earlier hour": (client) => setHour(client, kind, person, 7),
      "an eastern zone": (client) => setZone(client, person, "Europe/Helsinki"),
      "a day that isn't settled after all": (client) =>
        client.query(`update ${TABLES[kind]} set sent_until = '2032-12-30' where user_id = $1`, [
          person.id,
        ]),
    };
    for (const [name, move] of Object.entries(movers)) {
      await rolledBack(async (client) => {
        expect(await toldAt(client, kind, "2033-01-01T08:00:00Z"), name).not.toContain(person.id);
        expect(await nextLook(client, kind, person)).toBe("2033-01-01 12:00");
        // Another look before that asks nothing.
        expect(await toldAt(client, kind, "2033-01-01T11:59:59Z"), name).not.toContain(person.id);
        const later = "2033-01-01T11:59:59Z";
        await move(client);
        const expected = name.startsWith("a day") ? [] : [person.id];
        const told = await toldAt(client, kind, later);
        expect(
          told.filter((id) => id === person.id),
          name,
        ).toEqual(expected);
      });
    }
    await rolledBack(async (client) => {
      expect(await toldAt(client, kind, "2033-01-01T12:00:00Z")).toContain(person.id);
      // It is leased to whoever asked.
      expect(await toldAt(client, kind, "2033-01-01T12:04:59Z")).not.toContain(person.id);
      expect(await toldAt(client, kind, "2033-01-01T12:05:00Z")).toContain(person.id);
    });
  },
);

test("turned off, a morning mail isn't looked at; turned on, it is", async () => {
  const person = await subscriber();
  await rolledBack(async (client) => {
    await asPerson(client, person, "select public.set_morning_mail(false, 12)");
    expect(await toldAt(client, "mail", "2033-01-01T12:00:00Z")).not.toContain(person.id);
    expect(await nextLook(client, "mail", person)).toBe("infinity");
    await asPerson(client, person, "select public.set_morning_mail(true, 12)");
    expect(await toldAt(client, "mail", "2033-01-01T12:00:00Z")).toContain(person.id);
  });
});

test("a push waits for the end of quiet hours, and is looked at when they end earlier", async () => {
  const person = await subscriber();
  const quiet = (client: pg.ClientBase, until: number) =>
    asPerson(client, person, `select public.set_push(12, false, false, 10, ${until})`);
  await rolledBack(async (client) => {
    await quiet(client, 15);
    expect(await toldAt(client, "push", "2033-01-01T12:00:00Z")).not.toContain(person.id);
    expect(await nextLook(client, "push", person)).toBe("2033-01-01 15:00");
    await quiet(client, 11);
    expect(await toldAt(client, "push", "2033-01-01T12:00:00Z")).toContain(person.id);
  });
});

test("the clock's change moves the moment: Berlin's noon is an hour earlier in summer", async () => {
  const person = await subscriber();
  await sql("update public.profiles set time_zone = 'Europe/Berlin' where id = $1", [person.id]);
  for (const kind of ["mail", "push"] as const) {
    for (const [look, expected] of [
      // The days before and after the steps of 27 March and 30 October.
      ["2033-03-26T12:30:00Z", "2033-03-27 10:00"],
      ["2033-10-29T12:30:00Z", "2033-10-30 11:00"],
    ] as const) {
      await rolledBack(async (client) => {
        await client.query(`update ${TABLES[kind]} set sent_until = $2 where user_id = $1`, [
          person.id,
          look.slice(0, 10),
        ]);
        await toldAt(client, kind, look);
        expect(await nextLook(client, kind, person), kind).toBe(expected);
        expect(await toldAt(client, kind, `${expected.replace(" ", "T")}:00Z`)).toContain(
          person.id,
        );
      });
    }
  }
});

/** Until the end of the transaction there is no news but what comes now, and no other look takes it. */
async function withoutOtherNews(client: pg.ClientBase): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtextextended('rota: news', 0))");
  await client.query("delete from private.news where user_id is null");
}

test("a device that may be tried again, and a deed, an invitation or an offered turn, are looked at", async () => {
  const [alice, bob] = await Promise.all([newPerson("alice"), newPerson("bob")]);
  const household = await newHousehold(alice, "The flat");
  await join(alice, household, bob);
  const me = (await householdOf(alice, household)).me;
  const roster = [me, (await householdOf(bob, household)).me];
  const task = await addTask(alice, { household_id: household, roster, start_date: "2026-01-01" });
  await addDevice(bob);
  await wish(bob, { done: true, offers: true, invitations: true });
  const soon = () => new Date(Date.now() + 1_000).toISOString();
  const news = {
    deed: `select public.complete_task('${task.id}', (now() at time zone 'UTC')::date)`,
    offer: `select public.offer_turns('${task.id}', array[(now() at time zone 'UTC')::date])`,
  };
  for (const [name, call] of Object.entries(news)) {
    await rolledBack(async (client) => {
      await withoutOtherNews(client);
      expect(await toldAt(client, "push", soon()), name).not.toContain(bob.id);
      await asPerson(client, alice, call);
      expect(await toldAt(client, "push", soon()), name).toContain(bob.id);
    });
  }
  await rolledBack(async (client) => {
    await toldAt(client, "push", soon());
    const { rows } = await client.query(
      "insert into private.outbox (device_id, kind, key) select id, 'done', 'x' from private.push_devices where user_id = $1 returning id",
      [bob.id],
    );
    const at = new Date(Date.now() + 1_000);
    await client.query("select private.finish_messages(array[$1::uuid], 'no', 'unsent', 60, $2)", [
      rows[0]?.id,
      at,
    ]);
    const expected = new Date(at.getTime() + 60_000).toISOString().replace("T", " ").slice(0, 16);
    expect(await nextLook(client, "push", bob)).toBe(expected);
  });
});

test("an invitation is looked at", async () => {
  const [alice, bob] = await Promise.all([newPerson("alice"), newPerson("bob")]);
  await addDevice(bob);
  await wish(bob, { invitations: true });
  const soon = () => new Date(Date.now() + 1_000).toISOString();
  await rolledBack(async (client) => {
    await withoutOtherNews(client);
    await addTask(alice, { share_with: [bob.email] });
    expect(await toldAt(client, "push", soon())).toContain(bob.id);
  });
});

test("who waits longest comes first, whatever their ids", async () => {
  const people = await Promise.all([1, 2, 3, 4, 5].map(subscriber));
  for (const kind of ["mail", "push"] as const) {
    await rolledBack(async (client) => {
      const hours = [9, 7, 11, 8, 10];
      for (const [place, person] of people.entries()) {
        const hour = hours[place];
        await client.query(
          `update ${TABLES[kind]} set ${kind === "mail" ? "hour" : "today_hour"} = $2 where user_id = $1`,
          [person.id, hour],
        );
        await client.query(
          `update ${TABLES[kind]} set sent_until = '2032-12-31' where user_id = $1`,
          [person.id],
        );
      }
      await toldAt(client, kind, "2033-01-01T06:00:00Z");
      const told = await toldAt(client, kind, "2033-01-01T11:30:00Z");
      const byHour = [...people.keys()].sort((a, b) => (hours[a] ?? 0) - (hours[b] ?? 0));
      const ids = people.map(({ id }) => id);
      expect(told.filter((id) => ids.includes(id))).toEqual(byHour.map((place) => ids[place]));
    });
  }
});

test("of two workers at once, each gets other people", async () => {
  const people = await Promise.all([1, 2, 3, 4].map(subscriber));
  const ids = people.map(({ id }) => id);
  for (const kind of ["mail", "push"] as const) {
    const told = await rolledBack(async (client) => {
      const first = await toldAt(client, kind, "2033-01-01T12:00:00Z");
      const second = await rolledBack((other) => toldAt(other, kind, "2033-01-01T12:00:00Z"));
      return [first, second].map((list) => list.filter((id) => ids.includes(id)).length);
    });
    expect(told).toEqual([4, 0]);
  }
});

test("consent still decides about deeds: who takes part no more is told nothing", async () => {
  const [alice, bob] = await newFriends("alice", "bob");
  const task = await addTask(alice, { share_with: [bob.email], start_date: "2026-01-01" });
  await addDevice(bob);
  await wish(bob, { done: true });
  await rolledBack(async (client) => {
    const soon = new Date(Date.now() + 1_000).toISOString();
    await asPerson(
      client,
      alice,
      `select public.complete_task('${task.id}', (now() at time zone 'UTC')::date)`,
    );
    await client.query("delete from private.task_shares where task_id = $1", [task.id]);
    expect(await toldAt(client, "push", soon)).not.toContain(bob.id);
  });
});

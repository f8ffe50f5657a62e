import { createHash, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  type Answer,
  acceptEachOther,
  newPerson,
  refusalCode,
  rest,
  rpc,
  succeeded,
} from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import {
  chooseForCalendar,
  renewCalendar,
  revokeCalendar,
  rpcAsService,
} from "../support/calendar.ts";
import { inTransaction, sql } from "../support/sql.ts";
import { setUses, usesOf } from "../support/uses.ts";

/** Calendar addresses in the database, and its calls on behalf of people who aren't there. */

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

async function readCalendar(token: string): Promise<Record<string, unknown> | null> {
  return succeeded(await rpcAsService("count_calendar_read", { token_hash: hashOf(token) }));
}

describe("list_tasks_for", () => {
  test("answers what that person's own list_tasks answers, what is shared with them included", async () => {
    const [ann, bob] = await acceptEachOther(
      await Promise.all([newPerson("ann"), newPerson("bob")] as const),
    );
    await addTask(ann, { title: "Plants", share_with: [bob.email] });
    await addTask(ann, { title: "Not Bob's" });
    await addTask(bob, { title: "Bins" });
    for (const person of [ann, bob]) {
      const own = succeeded(await rpc(person, "list_tasks"));
      expect(succeeded(await rpcAsService("list_tasks_for", { person: person.id }))).toEqual(own);
    }
  });

  test("refuses for nobody's id and for a closed account", async () => {
    const refused = (answer: Answer) => [
      answer.status,
      (answer.body as { message: string }).message,
    ];
    const person = await newPerson();
    await sql("delete from auth.users where id = $1", [person.id]);
    for (const id of [randomUUID(), person.id]) {
      const answer = await rpcAsService("list_tasks_for", { person: id });
      expect(refused(answer)).toEqual([401, "UNAUTHENTICATED"]);
    }
  });
});

describe("a calendar address", () => {
  test("has 256 random bits, of which the hash alone is kept", async () => {
    const person = await newPerson();
    const token = await renewCalendar(person);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const [row] = await sql<{ hash: string; row: string }>(
      `select encode(token_hash, 'hex') as hash, feeds::text as row
       from public.calendar_feeds feeds where person_id = $1`,
      [person.id],
    );
    expect(row?.hash).toBe(hashOf(token));
    expect(row?.row).not.toContain(token);
  });

  test("answers its person and their choice", async () => {
    const person = await newPerson();
    const token = await renewCalendar(person);
    const turns = { only_my_turns: true, without_daily: true };
    const chosen = { only_mine: true, categories: ["Home"], ...turns };
    await chooseForCalendar(person, chosen);
    const choice = {
      ...{ personId: person.id, onlyMine: true, categories: ["Home"] },
      ...{ onlyMyTurns: true, withoutDaily: true },
    };
    expect(await readCalendar(token)).toEqual({ ...choice, householdIds: null });
    const householdIds = [randomUUID()];
    await chooseForCalendar(person, { household_ids: householdIds });
    expect(await readCalendar(token)).toEqual({ ...choice, householdIds });
  });

  test("stops with a new one, which keeps the choice, with its end and with its account", async () => {
    const person = await newPerson();
    const first = await renewCalendar(person);
    await chooseForCalendar(person, { only_mine: true });
    const second = await renewCalendar(person);
    expect(await readCalendar(first)).toBeNull();
    expect(await readCalendar(second)).toMatchObject({ personId: person.id, onlyMine: true });
    await revokeCalendar(person);
    await revokeCalendar(person);
    expect(await readCalendar(second)).toBeNull();

    const third = await renewCalendar(person);
    expect(await readCalendar(third)).toMatchObject({ onlyMine: false, withoutDaily: false });
    // What a first address begins with changes nothing of one that there is.
    const fourth = await renewCalendar(person, { without_daily: true });
    expect(await readCalendar(fourth)).toMatchObject({ withoutDaily: false });
    await revokeCalendar(person);
    const fifth = await renewCalendar(person, { without_daily: true });
    expect(await readCalendar(fifth)).toMatchObject({ withoutDaily: true });
    await sql("delete from auth.users where id = $1", [person.id]);
    expect(await readCalendar(fifth)).toBeNull();
  });

  test("takes no choice when there is none, and none that is too long", async () => {
    const person = await newPerson();
    const choose = (choice: object) =>
      rest(person, "PATCH", `calendar_feeds?person_id=eq.${person.id}`, choice);
    expect(await choose({ only_mine: true })).toMatchObject({ status: 403 });
    await renewCalendar(person);
    for (const categories of [Array(1_001).fill("x"), ["x".repeat(300_000)]]) {
      expect(refusalCode(await choose({ categories }))).toBe("VALIDATION_FAILED");
    }
    const household_ids = Array.from({ length: 101 }, randomUUID);
    expect(refusalCode(await choose({ household_ids }))).toBe("VALIDATION_FAILED");
  });

  test("can be read so often in an hour, and then again in the next", async () => {
    const person = await newPerson();
    const token = await renewCalendar(person);
    expect(await readCalendar(token)).toHaveProperty("personId");
    await setUses("calendar_reads_per_hour", hashOf(token), 119);
    expect(await readCalendar(token)).toHaveProperty("personId");
    const refusal = await readCalendar(token);
    expect(refusal).toEqual({ retryAfter: expect.any(Number) });
    expect(refusal?.retryAfter).toBeGreaterThan(0);
    expect(refusal?.retryAfter).toBeLessThanOrEqual(3_600);
    await setUses("calendar_reads_per_hour", hashOf(token), 121, 1);
    expect(await readCalendar(token)).toHaveProperty("personId");
    expect(await usesOf("calendar_reads_per_hour", hashOf(token))).toBe(1);
  });

  test("can be read so often by many at the same moment, too", async () => {
    const person = await newPerson();
    const token = await renewCalendar(person);
    await setUses("calendar_reads_per_hour", hashOf(token), 110);
    const answers = await Promise.all(Array.from({ length: 20 }, () => readCalendar(token)));
    const refused = answers.filter((answer) => answer && "retryAfter" in answer);
    expect([answers.length - refused.length, refused.length]).toEqual([10, 10]);
  });

  test("is counted for anyone who reads while somebody else is being counted", async () => {
    const person = await newPerson();
    const hash = hashOf(await renewCalendar(person));
    await setUses("calendar_reads_per_hour", hash, 119);
    let second: Promise<Answer> | undefined;
    await inTransaction(async (client) => {
      await client.query("select public.count_calendar_read($1)", [hash]);
      second = rpcAsService("count_calendar_read", { token_hash: hash });
      await expect
        .poll(() => sql("select from pg_locks where locktype = 'transactionid' and not granted"))
        .not.toEqual([]);
    });
    expect(succeeded(await (second as Promise<Answer>))).toHaveProperty("retryAfter");
  });
});

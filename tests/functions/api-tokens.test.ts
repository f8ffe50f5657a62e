import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { newPerson, type Person, rpc, succeeded } from "../support/actors.ts";
import { utcDay } from "../support/actors-tasks.ts";
import { askApi, newToken } from "../support/api.ts";
import { stackUnderTest } from "../support/environment.ts";
import { join, newHousehold, personId } from "../support/households.ts";
import { sql, sqlValue } from "../support/sql.ts";
import { type ApiFlat, addTask, newApiFlat } from "./api-flat.ts";

/** Who may what by a token, and how one ends: docs/design/api.md. */

let { alice, bob, helen, flat, carol, stranger, canary, today } = {} as ApiFlat;

beforeAll(async () => {
  ({ alice, bob, helen, flat, carol, stranger, canary, today } = await newApiFlat());
});

test("token × scope × operation × actor", async () => {
  const tokens: Record<string, string> = {
    "Alice's read": await newToken(alice, "read"),
    "Alice's tick": await newToken(alice, "tick"),
    "Alice's write": await newToken(alice, "write"),
    "Helen's write": await newToken(helen, "write"),
    "the flat's read": await newToken(alice, "read", flat),
    "the flat's tick": await newToken(alice, "tick", flat),
    "a stranger's write": await newToken(stranger, "write"),
    "another household's tick": await newToken(stranger, "tick", canary.household),
    "an access token": alice.token,
    "a made-up one": `rota_${"a".repeat(43)}`,
  };
  const own = await addTask(alice, { title: "Alice's own" });
  const rows: string[] = [];
  for (const [whose, token] of Object.entries(tokens)) {
    const day = { day: today };
    const common = await addTask(alice, { household_id: flat, repeat_value: "weekly" });
    const people = whose.startsWith("the flat") ? { people: [carol] } : {};
    const new_ = { title: `New ${whose}`, category: "Home", startDate: today };
    const requests: [string, string, object?][] = [
      ["reads own", `GET tasks/${own}`],
      ["reads common", `GET tasks/${common}`],
      ["reads canary", `GET tasks/${canary.task}`],
      ["asks common", `GET tasks/${common}/day?day=${today}`],
      ["asks canary", `GET tasks/${canary.task}/day?day=${today}`],
      ["counts canary", `GET tasks/${canary.task}/count?from=${today}&to=${today}`],
      ["today", "GET today"],
      ["changes", "GET changes"],
      ["record", `GET record?from=${today}&to=${today}`],
      ["note", `POST tasks/${common}/note`, { ...day, text: "seen" }],
      ["done", `POST tasks/${common}/done`, { ...day, ...people }],
      ["undo", `POST tasks/${common}/undo`, day],
      ["skip", `POST tasks/${common}/skip`, day],
      ["undo skip", `POST tasks/${common}/undo`, day],
      ["put off", `POST tasks/${common}/put-off`, { ...day, to: await utcDay(1) }],
      ["done own", `POST tasks/${own}/done`, day],
      ["undo own", `POST tasks/${own}/undo`, day],
      ["event", "POST events", { name: "Nobody waits for this" }],
      ["done canary", `POST tasks/${canary.task}/done`, { ...day, ...people }],
      ["undo canary", `POST tasks/${canary.task}/undo`, day],
      ["adds", "POST tasks", new_],
      ["adds to the flat", "POST tasks", { ...new_, title: `F ${whose}`, household: flat }],
    ];
    const results: string[] = [];
    for (const [what, request, body] of requests) {
      const answer = await askApi(token, request, body);
      results.push(`${what} ${answer.status}`);
      if (!whose.match(/stranger|another/))
        expect(JSON.stringify(answer.body), `${whose}: ${what}`).not.toMatch(/canary/i);
    }
    const statuses = [...new Set(results.map((result) => result.slice(-3)))].sort();
    const told = statuses.map((status) => {
      const those = results.filter((result) => result.endsWith(status));
      return `${status}: ${those.map((one) => one.slice(0, -4)).join(", ")}`;
    });
    rows.push(`${whose}\n  ${told.join("\n  ")}`);
  }
  expect(`\n${rows.join("\n")}\n`).toMatchInlineSnapshot(`
    "
    Alice's read
      200: reads own, reads common, asks common, today, changes, record
      403: note, done, undo, skip, undo skip, put off, done own, undo own, event, done canary, undo canary, adds, adds to the flat
      404: reads canary, asks canary, counts canary
    Alice's tick
      200: reads own, reads common, asks common, today, changes, record, note, done, undo, skip, undo skip, put off, done own, undo own, event
      403: adds, adds to the flat
      404: reads canary, asks canary, counts canary, done canary, undo canary
    Alice's write
      200: reads own, reads common, asks common, today, changes, record, note, done, undo, skip, undo skip, put off, done own, undo own, event
      201: adds, adds to the flat
      404: reads canary, asks canary, counts canary, done canary, undo canary
    Helen's write
      200: reads common, asks common, today, changes, record, note, done, undo, skip, undo skip, put off, event
      201: adds
      404: reads own, reads canary, asks canary, counts canary, done own, undo own, done canary, undo canary
      422: adds to the flat
    the flat's read
      200: reads common, asks common, today, changes, record
      403: note, done, undo, skip, undo skip, put off, done own, undo own, event, done canary, undo canary, adds, adds to the flat
      404: reads own, reads canary, asks canary, counts canary
    the flat's tick
      200: reads common, asks common, today, changes, record, note, done, undo, skip, undo skip, put off, event
      403: adds, adds to the flat
      404: reads own, reads canary, asks canary, counts canary, done own, undo own, done canary, undo canary
    a stranger's write
      200: reads canary, asks canary, counts canary, today, changes, record, event, done canary, undo canary
      201: adds
      404: reads own, reads common, asks common, note, done, undo, skip, undo skip, put off, done own, undo own
      422: adds to the flat
    another household's tick
      200: reads canary, asks canary, counts canary, today, changes, record, event, undo canary
      403: adds, adds to the flat
      404: reads own, reads common, asks common, note, done, undo, skip, undo skip, put off, done own, undo own
      422: done canary
    an access token
      401: reads own, reads common, reads canary, asks common, asks canary, counts canary, today, changes, record, note, done, undo, skip, undo skip, put off, done own, undo own, event, done canary, undo canary, adds, adds to the flat
    a made-up one
      401: reads own, reads common, reads canary, asks common, asks canary, counts canary, today, changes, record, note, done, undo, skip, undo skip, put off, done own, undo own, event, done canary, undo canary, adds, adds to the flat
    "
  `);
});

test("every way in which a token ends leaves one answer", async () => {
  const keeper = await newPerson("keeper", "Keeper");
  const id = await newHousehold(keeper, "Another", []);
  const other = await newPerson("other", "Other");
  await join(keeper, id, other, "keeper");
  const own = await newToken(other, "read");
  const tokenId = randomUUID();
  const household = await newToken(other, "read", id, { id: tokenId });
  const renewed = await newToken(other, "read", id, { id: tokenId });
  const isOpen = async (token: string | null) => {
    const { status, body } = await askApi<{ code?: string }>(token, "GET people");
    return status === 200 ? true : body.code;
  };
  expect(await Promise.all([own, household, renewed].map(isOpen))).toEqual([
    true,
    "UNAUTHENTICATED",
    true,
  ]);
  // Who is no longer keeper has seen the secret, and so has who leaves.
  const person = await personId(keeper, id, "Other");
  const demoted = { household_id: id, id: person, name: "Other", role: "member", face: 1 };
  succeeded(await rpc(keeper, "save_person", demoted));
  expect(await isOpen(renewed)).toBe("UNAUTHENTICATED");
  const mine = await newToken(keeper, "read", id);
  succeeded(await rpc(keeper, "remove_person", { household_id: id, id: person }));
  expect(await Promise.all([own, mine].map(isOpen))).toEqual([true, true]);
  succeeded(await rpc(keeper, "delete_household", { household_id: id, name: "Another" }));
  expect(await isOpen(mine)).toBe("UNAUTHENTICATED");
  await sql("insert into private.closings (account_id) values ($1)", [other.id]);
  expect(await isOpen(own)).toBe("UNAUTHENTICATED");
  await sql("delete from auth.users where id = $1", [other.id]);
  for (const token of [own, null, "", "rota_", other.token, `${own}x`]) {
    expect(await isOpen(token)).toBe("UNAUTHENTICATED");
  }
  const last = await newToken(keeper, "read", null, { id: tokenId });
  succeeded(await rpc(keeper, "end_token", { id: tokenId }));
  expect(await isOpen(last)).toBe("UNAUTHENTICATED");
});

test("helpers make no token for a household, nobody sees another's, and only a hash is stored", async () => {
  const asked = { id: randomUUID(), name: "Mine", scope: "read", household_id: flat };
  expect((await rpc(helen, "create_token", asked)).status).toBe(403);
  expect((await rpc(stranger, "create_token", asked)).status).toBe(404);
  expect((await rpc(alice, "create_token", { ...asked, scope: "write" })).status).toBe(422);
  const token = await newToken(alice, "read", flat, { name: "Seen by keepers" });
  const stored = await sqlValue<string>(
    "select string_agg(to_jsonb(tokens)::text, '') from public.access_tokens tokens",
  );
  expect(stored).not.toContain(token.slice(5));
  const { apiUrl, publishableKey } = stackUnderTest();
  const seenBy = async (person: Person) => {
    const headers = { apikey: publishableKey, Authorization: `Bearer ${person.token}` };
    const response = await fetch(`${apiUrl}/rest/v1/access_tokens?select=name`, { headers });
    return JSON.stringify(await response.json());
  };
  expect(await seenBy(alice)).toContain("Seen by keepers");
  for (const person of [bob, helen, stranger])
    expect(await seenBy(person)).not.toContain("Seen by keepers");
});

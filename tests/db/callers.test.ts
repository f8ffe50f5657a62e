import { createClient } from "@supabase/supabase-js";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { auth, callFunction, newPerson, type Person, rest, rpc } from "../support/actors.ts";
import { stackUnderTest } from "../support/environment.ts";
import { sql } from "../support/sql.ts";

/** Joins the person's own channel; resolves to the first status. */
async function join(person: Person): Promise<string> {
  const { apiUrl, publishableKey } = stackUnderTest();
  const client = createClient(apiUrl, publishableKey, {
    accessToken: async () => person.token,
    realtime: { transport: WebSocket as never },
  });
  await client.realtime.setAuth();
  const channel = client.channel(`user:${person.id}`, { config: { private: true } });
  const status = await new Promise<string>((resolve) => channel.subscribe(resolve));
  await client.removeAllChannels();
  return status;
}

test("the token of an account that was removed is nobody's, wherever it is sent", async () => {
  const alice = await newPerson("alice");
  const input = {
    id: crypto.randomUUID(),
    category: "Home",
    title: "Dishes",
    startDate: "2026-01-01",
  };
  expect(await join(alice)).toBe("SUBSCRIBED");
  await sql("delete from auth.users where id = $1", [alice.id]);

  const name = { full_name: "Nobody" };
  const refused = { status: 401, body: { message: "UNAUTHENTICATED" } };
  expect(await rest(alice, "GET", "profiles?select=id")).toMatchObject(refused);
  expect(await rest(alice, "PATCH", `profiles?id=eq.${alice.id}`, name)).toMatchObject(refused);
  expect(await rpc(alice, "list_tasks")).toMatchObject(refused);
  for (const [name, body] of [
    ["create-task", input],
    ["update-task", input],
    ["delete-task", { id: input.id }],
  ] as const) {
    expect(await callFunction(alice, name, body), name).toMatchObject({
      status: 401,
      body: { error: { code: "UNAUTHENTICATED" } },
    });
  }
  expect(await join(alice)).toBe("CHANNEL_ERROR");
  // Like Supabase's auth server.
  expect(await auth(alice, "GET", "user")).toMatchObject({
    status: 403,
    body: { error_code: "user_not_found" },
  });
});

import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterEach } from "vitest";
import { WebSocket } from "ws";
import type { Person } from "./actors.ts";
import { stackUnderTest } from "./environment.ts";

const clients: SupabaseClient[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.removeAllChannels()));
});

interface Received {
  event: string;
  payload: Record<string, unknown>;
}

/** Joins a private channel until the test ends; resolves when the join is answered. */
export async function listen(person: Pick<Person, "token">, topic: string) {
  const { apiUrl, publishableKey } = stackUnderTest();
  const client = createClient(apiUrl, publishableKey, {
    accessToken: async () => person.token,
    realtime: { transport: WebSocket as never },
  });
  clients.push(client);
  await client.realtime.setAuth();
  const received: Received[] = [];
  const status = await new Promise<string>((resolve) => {
    client
      .channel(topic, { config: { private: true } })
      .on("broadcast", { event: "*" }, ({ event, payload }) => received.push({ event, payload }))
      .subscribe(resolve);
  });
  return { status, received };
}

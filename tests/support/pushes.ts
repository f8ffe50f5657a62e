import type { SendContext } from "../../supabase/functions/_shared/scheduled.ts";
import { newPerson, type Person, rpc, succeeded } from "./actors.ts";
import { addTask } from "./actors-tasks.ts";
import { type Browser, decrypted, newBrowser, type PushStandIn } from "./push-stand-in.ts";
import { functionEnvironment, serviceCall } from "./service.ts";
import { sql } from "./sql.ts";

/** People with devices at a push server that the stack under test doesn't know, so that it ignores them. */

export const APP_URL = "https://rota.example";

export const variables = () => ({
  APP_URL,
  PUSH_HOSTS: "push.example",
  MAIL_LINK_SECRET: "a secret of these tests",
  // From supabase/functions/.env.
  VAPID_KEYS:
    "BIp1mKanUt27Q2wVSnF5m6JLdn5lEBrbEtUB41l73ht5C0qk5l7yg6jkUm0G2n3BXK6RcvD1bRqIHh7fE3s2jiI.c8AwJVzFRO6NNwWjErgJ0iFuSeSCjs8hlVe1eoF-ogY",
});

export const contextOf = (server: PushStandIn): SendContext => ({
  environment: { ...functionEnvironment(variables()), fetch: server.fetch },
  call: serviceCall(),
  appUrl: APP_URL,
});

export async function addDevice(person: Person): Promise<Browser & { readonly id: string }> {
  const browser = await newBrowser();
  const { endpoint, p256dh, auth } = browser;
  const answer = await rpc(person, "add_push_device", { endpoint, p256dh, auth, label: "Phone" });
  return { ...browser, id: succeeded<string>(answer) };
}

export interface Wishes {
  readonly today_hour: number | null;
  readonly invitations: boolean;
  readonly done: boolean;
  readonly only_my_turns: boolean;
  readonly offers: boolean;
  readonly quiet_from: number | null;
  readonly quiet_until: number | null;
}

export const NOTHING: Wishes = {
  today_hour: null,
  invitations: false,
  done: false,
  only_my_turns: false,
  offers: false,
  quiet_from: null,
  quiet_until: null,
};

export async function wish(person: Person, wishes: Partial<Wishes>): Promise<void> {
  succeeded(await rpc(person, "set_push", { ...NOTHING, ...wishes }));
}

/** Settles everything before that day. */
export const settle = (person: Person, day: string) =>
  sql("update private.push_settings set sent_until = $2 where user_id = $1", [person.id, day]);

/**
 * A person with a daily task and a device, who wants to know at 7 in UTC what is due, and gets nothing by the
 * real clock.
 */
export async function subscriber() {
  const person = await newPerson("push");
  const device = await addDevice(person);
  const task = await addTask(person);
  await wish(person, { today_hour: 7 });
  await settle(person, "2029-12-31");
  return { person, device, task };
}

export interface Shown {
  readonly web_push: number;
  readonly notification: {
    readonly title: string;
    readonly body: string;
    readonly tag: string;
    readonly navigate: string;
    readonly app_badge?: string;
    readonly lang: string;
    readonly data?: { readonly done: string; readonly "put-off"?: string };
  };
}

export const sentTo = ({ received }: PushStandIn, { endpoint }: Browser) =>
  received.filter(({ path }) => endpoint.endsWith(path));

/** The notifications sent to a device, in order. */
export const shownTo = (server: PushStandIn, browser: Browser): Promise<Shown["notification"][]> =>
  Promise.all(
    sentTo(server, browser).map(
      async ({ body }) => ((await decrypted(body, browser)) as Shown).notification,
    ),
  );

import { expect, test } from "@playwright/test";
import { sendPushes } from "../../supabase/functions/send-pushes/send.ts";
import { startAppHost } from "../support/app-host.ts";
import { firefoxPath, startFirefox } from "../support/firefox.ts";
import { newFriend, newSignedInPerson } from "../support/people.ts";
import { startPushService } from "../support/push-service.ts";
import { APP_URL, variables, wish } from "../support/pushes.ts";
import { functionEnvironment, serviceCall } from "../support/service.ts";
import { sql } from "../support/sql.ts";
import { addChore, complete } from "./chores.ts";

/** A push from end to end: from a tick through the sender, a push server and a real Firefox to the notification. */

/** Known to the stack, so that the browser may be added. */
const KNOWN = "https://updates.push.services.mozilla.com";
/** Unknown to the stack, so that its own sender ignores the device. */
const OTHER = "https://push.example";

// biome-ignore lint/suspicious/noSkippedTests: where there is no Firefox, as CONTRIBUTING.md says.
test.skip(firefoxPath() === null, "there is no Firefox here");

test("Firefox subscribes in the settings, decrypts a push and shows who did it", async () => {
  const person = await newSignedInPerson("Petra Person");
  const friend = await newFriend(person, "Fred Friend");
  const task = await addChore(person, { title: "Sweep", share_with: [friend.email] });
  const service = await startPushService(KNOWN);
  const host = await startAppHost();
  const firefox = await startFirefox({
    "dom.push.serverURL": service.url,
    "dom.push.testing.allowInsecureServerURL": true,
    "permissions.default.desktop-notification": 1,
    "dom.push.connection.enabled": true,
    // Its own windows, as there is no desktop in tests.
    "alerts.useSystemBackend": false,
    "app.update.enabled": false,
    "datareporting.policy.dataSubmissionEnabled": false,
  });
  try {
    await firefox.open(`${host.url}/settings/notifications`);
    const session = JSON.stringify(JSON.stringify(person.session));
    await firefox.evaluate(`localStorage.setItem("rota.session", ${session})`);
    await firefox.open(`${host.url}/settings/notifications`);
    await firefox.evaluate("navigator.serviceWorker.ready.then(() => true)");
    // Until it is stored, the settings say that it isn't.
    await firefox.open(`${host.url}/settings/notifications`);
    const toggle = `[...document.querySelectorAll("label")].find(({ textContent }) =>
      textContent === "Notify me on this device")`;
    await expect.poll(() => firefox.evaluate(`${toggle} !== undefined`)).toBe(true);
    await firefox.evaluate(`${toggle}.click()`);
    const devices = () =>
      sql<{ endpoint: string; label: string }>(
        "select endpoint, label from private.push_devices where user_id = $1",
        [person.id],
      );
    await expect
      .poll(async () => (await devices()).map(({ label }) => label))
      .toEqual(["Firefox on Linux"]);
    await sql(
      `update private.push_devices
       set endpoint = replace(endpoint, $2, $3), created_at = created_at - interval '1 minute'
       where user_id = $1`,
      [person.id, KNOWN, OTHER],
    );
    await wish(person, { done: true });
    await complete(friend, task);
    const environment = { ...functionEnvironment(variables()), fetch: service.fetchAs(OTHER) };
    await sendPushes(
      { environment, call: serviceCall(), appUrl: APP_URL },
      new Date(Date.now() + 1_000),
    );
    const shown = () =>
      firefox.evaluate(`navigator.serviceWorker.ready
        .then((registration) => registration.getNotifications())
        .then((all) => all.map(({ title, body }) => ({ title, body })))`);
    await expect.poll(shown).toEqual([{ title: "Sweep", body: "\u2068Fred Friend\u2069 did it" }]);
  } finally {
    await firefox.close();
    await host.stop();
    await service.close();
  }
});

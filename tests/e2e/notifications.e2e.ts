import { type BrowserContext, expect, type Page } from "@playwright/test";
import { taskFromJson } from "../../src/domain/tasks/task-json.ts";
import { todayMessages } from "../../supabase/functions/send-pushes/content.ts";
import { type Message, pushOf } from "../../supabase/functions/send-pushes/message.ts";
import { requireWholeBrowser } from "../support/browser.ts";
import { browserArgs } from "../support/browser-args.ts";
import { ZONE } from "../support/day.ts";
import { newFriend } from "../support/people.ts";
import { functionEnvironment } from "../support/service.ts";
import { sql } from "../support/sql.ts";
import { addChore, complete, day } from "./chores.ts";
import { section, signedInTest as test } from "./fixtures.ts";
import { isKept } from "./offline-steps.ts";
import { item, openTab } from "./steps.ts";

/** Pushes in a browser, delivered by its debugging protocol, as there is no push server. */

test.use({
  serviceWorkers: "allow",
  permissions: ["notifications"],
  launchOptions: { executablePath: requireWholeBrowser(), args: browserArgs },
});

/** Delivers pushes to the page's worker. */
async function pushTo(page: Page, context: BrowserContext) {
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [known] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (known) resolve(known.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  return (data: string) =>
    session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const { getNotifications } = await navigator.serviceWorker.ready.then((registration) => ({
      getNotifications: () => registration.getNotifications(),
    }));
    return (await getNotifications()).map((one) => ({
      title: one.title,
      body: one.body,
      actions: (one as unknown as { actions: { title: string }[] }).actions.map(
        ({ title }) => title,
      ),
    }));
  });

/** Presses a button of the shown notification, or the notification itself. */
async function press(context: BrowserContext, action: string): Promise<void> {
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async (pressed) => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, init: object) => Event;
      dispatchEvent(event: Event): void;
    };
    const [notification] = await scope.registration.getNotifications();
    const init = { notification, action: pressed };
    scope.dispatchEvent(new scope.NotificationEvent("notificationclick", init));
  }, action);
}

async function dueToday(
  person: { id: string },
  task: Parameters<typeof taskFromJson>[0],
): Promise<string> {
  const moment = { today: day(0), timeZone: ZONE, now: Date.now() };
  const environment = functionEnvironment();
  const [message] = await todayMessages(environment, [taskFromJson(task)], person.id, moment);
  return (await pushOf("http://elsewhere.example", message as Message)).payload;
}

test("shows what is due; its buttons need no session", async ({ page, context, person }) => {
  const bins = await addChore(person, { title: "Bins", end_date: day(0) });
  const plants = await addChore(person, { title: "Plants", end_date: day(0) });
  await openTab(page, "Today");
  await isKept(page);
  await expect(item(section(page, "Active"), "Bins")).toBeVisible();
  const push = await pushTo(page, context);
  await page.evaluate(() => localStorage.clear());
  // Otherwise the page would read its list again when it hears of the buttons' deeds.
  await page.reload();
  await expect(page.getByRole("button", { name: "Sign In", exact: true })).toBeVisible();

  await push(await dueToday(person, bins));
  await expect
    .poll(() => shown(page))
    .toEqual([{ title: "Bins", body: "Due today", actions: ["Done", "Tomorrow"] }]);
  await press(context, "done");
  await expect.poll(() => shown(page)).toEqual([]);
  const done = (id: string) =>
    sql("select completed_date, user_id from public.task_completions where task_id = $1", [id]);
  await expect.poll(() => done(bins.id)).toEqual([{ completed_date: day(0), user_id: person.id }]);

  await push(await dueToday(person, plants));
  await expect.poll(() => shown(page)).toHaveLength(1);
  await press(context, "put-off");
  const putOff = () =>
    sql("select due_date, new_date from public.task_put_offs where task_id = $1", [plants.id]);
  await expect.poll(putOff).toEqual([{ due_date: day(0), new_date: day(1) }]);
  await expect.poll(() => shown(page)).toEqual([]);
});

test("says who was first, whatever else a push says", async ({ page, context, person }) => {
  const friend = await newFriend(person, "Fred Friend");
  const task = await addChore(person, { title: "Sweep", share_with: [friend.email] });
  await openTab(page, "Today");
  await isKept(page);
  const push = await pushTo(page, context);
  await push(await dueToday(person, task));
  await expect.poll(() => shown(page)).toHaveLength(1);
  await complete(friend, task);
  await press(context, "done");
  await expect
    .poll(() => shown(page))
    .toEqual([{ title: "Sweep", body: "Fred Friend did it", actions: [] }]);
  await push("nothing of ours");
  await expect
    .poll(async () => (await shown(page)).map(({ title }) => title).sort())
    .toEqual(["Rota", "Sweep"]);
});

import { test as base, expect } from "@playwright/test";
import { LastingBrowser } from "../support/killed-browser.ts";
import { newSignedInPerson } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { addChore } from "./chores.ts";
import { section } from "./fixtures.ts";
import { openOffline, prepareDevice } from "./offline-device.ts";
import { expectStatus } from "./offline-steps.ts";
import { item } from "./steps.ts";

/** A device that is switched off while changes wait on it. */

// A killed browser leaves no trace to record.
base.use({ trace: "off" });

const test = base.extend<{ device: LastingBrowser }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  device: async ({}, use) => {
    const device = new LastingBrowser();
    await use(device);
    await device.remove();
  },
});

test("what waits survives that the browser is killed, twice, and arrives once", async ({
  device,
}) => {
  const person = await newSignedInPerson("Petra Person");
  for (const title of ["Sweep", "Dust"]) await addChore(person, { title });
  await prepareDevice(device, person);

  const first = await openOffline(await device.start());
  await first.getByRole("button", { name: "Mark Sweep as done" }).click();
  await expectStatus(first, "Offline: 1 unsynced change");
  await device.kill();

  const second = await openOffline(await device.start());
  await expectStatus(second, "Offline: 1 unsynced change");
  await expect(item(section(second, "Done"), "Sweep")).toContainText("Not synced yet");
  await second.getByRole("button", { name: "Mark Dust as done" }).click();
  await expectStatus(second, "Offline: 2 unsynced changes");
  await device.kill();

  const third = await openOffline(await device.start());
  await expectStatus(third, "Offline: 2 unsynced changes");
  await third.context().setOffline(false);
  await expectStatus(third, "");
  const events = await sql<{ title: string; waited: boolean }>(
    `select tasks.title, events.arrived_at is not null as waited
     from public.task_events events join public.tasks on tasks.id = events.task_id
     where tasks.user_id = $1 and events.kind = 'done' order by events.happened_at`,
    [person.id],
  );
  expect(events).toEqual([
    { title: "Sweep", waited: true },
    { title: "Dust", waited: true },
  ]);
});

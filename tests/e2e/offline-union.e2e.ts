import { test as base, expect, type Page, type Request } from "@playwright/test";
import { displayed } from "../support/day.ts";
import { LastingBrowser } from "../support/killed-browser.ts";
import { type Deed, OfflineModel } from "../support/offline-model.ts";
import { newFriend, newSignedInPerson, type SignedInPerson } from "../support/people.ts";
import { type Random, randomFrom } from "../support/random.ts";
import { sql } from "../support/sql.ts";
import { addChore, day } from "./chores.ts";
import { section } from "./fixtures.ts";
import { openOffline, prepareDevice } from "./offline-device.ts";
import { expectStatus, untaken } from "./offline-steps.ts";
import { item, openNewTask, save } from "./steps.ts";

/** Two devices without a network on the same tasks, switched off as they wait and as they send. */

base.use({ trace: "off" });

const test = base.extend<{ devices: readonly [LastingBrowser, LastingBrowser] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern.
  devices: async ({}, use) => {
    const devices = [new LastingBrowser(), new LastingBrowser()] as const;
    await use(devices);
    await Promise.all(devices.map((device) => device.remove()));
  },
});

const SHARED = ["Air", "Bake", "Cook", "Dust"];
/** Missed on three days. */
const MISSED = "Eat";
/** A request that sends a deed. */
const DEED = /(complete_task|undo_completion|catch_up|note_day|create-task)$/;
const share = Number(process.env.ROTA_RUNS ?? "0.1");
/** Few and short in the first tier, many and long in a long run. */
const HISTORIES = share < 0.1 ? 1 : share < 1 ? 3 : 10;
const DEEDS = share < 1 ? 6 : 100;
const firstSeed = Number(process.env.ROTA_SEED ?? (share < 1 ? 1 : Date.now() % 2 ** 31));

async function toggle(page: Page, title: string): Promise<Deed> {
  const tick = page.getByRole("button", { name: `Mark ${title} as done` });
  const undo = page.getByRole("button", { name: `Undo ${title}` });
  await expect(tick.or(undo)).toBeVisible();
  const kind = (await tick.isVisible()) ? "tick" : "undo";
  const from = Date.now();
  await (kind === "tick" ? tick : undo).click();
  await expect(kind === "tick" ? undo : tick).toBeVisible();
  await expect(item(page, title)).toContainText("Not synced yet");
  return { kind, title, from, to: Date.now() };
}

async function add(page: Page, title: string): Promise<Deed> {
  await openNewTask(page);
  await page.getByLabel("Add in one line").fill(`${title} daily @Home`);
  const from = Date.now();
  await save(page);
  await expect(item(section(page, "Active"), title)).toContainText("Not synced yet");
  return { kind: "add", title, from, to: Date.now() };
}

async function note(page: Page, title: string, text: string): Promise<Deed> {
  await page.getByRole("tab", { name: "Tasks" }).click();
  await item(page, title).getByRole("button", { name: "See History" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Note").fill(text);
  const from = Date.now();
  await dialog.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByTestId("announcer")).toHaveText("Note saved");
  const to = Date.now();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("tab", { name: "Today" }).click();
  return { kind: "note", title, from, to, text };
}

/** Ticks the second of the missed days, or catches up on all the others. */
async function dealWith(page: Page, what: "one" | "all"): Promise<Deed> {
  const missed = item(section(page, "Overdue"), MISSED);
  const from = Date.now();
  if (what === "one") {
    await page.getByRole("button", { name: /missed.*: days of Eat/ }).click();
    const which = `Mark ${MISSED} as done for ${displayed(day(-2))}`;
    await page.getByRole("button", { name: which }).click();
    await expect(missed.first()).toContainText("2 missed");
  } else {
    await page.getByRole("button", { name: `Catch up ${MISSED}` }).click();
    await expect(missed).toHaveCount(0);
  }
  return { kind: what, title: MISSED, from, to: Date.now() };
}

/** Mostly ticks and undos, sometimes a new task, at most one note per task, the missed days once. */
async function act(page: Page, name: string, random: Random): Promise<readonly Deed[]> {
  const deeds: Deed[] = [];
  const noted = new Set<string>();
  for (let number = 1; number <= DEEDS; number += 1) {
    const title = SHARED[random(SHARED.length)] ?? "";
    const choice = random(10);
    if (choice === 0) deeds.push(await add(page, `${name} ${number}`));
    else if (choice === 1 && !noted.has(title)) {
      noted.add(title);
      deeds.push(await note(page, title, `By ${name}`));
    } else if (choice === 2 && !noted.has("all")) {
      const what = random(3) > 0 && !noted.has("one") ? "one" : "all";
      noted.add(what);
      deeds.push(await dealWith(page, what));
    } else deeds.push(await toggle(page, title));
  }
  return deeds;
}

interface Stored {
  readonly title: string;
  readonly by: string;
  readonly kind: string;
  /** milliseconds between the deed and its arrival */
  readonly waited: number;
}

const storedEvents = (people: readonly SignedInPerson[]) =>
  sql<Stored>(
    `select tasks.title, events.user_id as by, events.kind,
       1000 * extract(epoch from events.arrived_at - events.happened_at)::float8 as waited
     from public.task_events events join public.tasks on tasks.id = events.task_id
     where tasks.user_id = any ($1) and events.arrived_at is not null
     order by events.arrived_at`,
    [people.map(({ id }) => id)],
  );

for (let seed = firstSeed; seed < firstSeed + HISTORIES; seed += 1) {
  test(
    `the union is exact, nothing is there twice, and each conflict is told once: ROTA_SEED=${seed} ROTA_RUNS=${share}`,
    { tag: "@first" },
    ({ devices }) => play(devices, seed),
  );
}

/** Lets it send so many, ends it just before or after the last one's answer, and opens it again. */
async function killedAsItSends(device: LastingBrowser, page: Page, count: number): Promise<Page> {
  let left = count;
  const isLast = (request: Request) => DEED.test(request.url()) && --left === 0;
  const last = page.waitForRequest(isLast);
  await page.context().setOffline(false);
  await last;
  await device.kill();
  const next = await openOffline(await device.start());
  await expectStatus(next, /^Offline: /);
  return next;
}

async function play(devices: readonly [LastingBrowser, LastingBrowser], seed: number) {
  const random = randomFrom(seed);
  const alice = await newSignedInPerson("Alice");
  const bob = await newFriend(alice, "Bob");
  const share_with = [bob.email];
  for (const title of SHARED) await addChore(alice, { title, share_with });
  await addChore(alice, { title: MISSED, start_date: day(-3), end_date: day(-1), share_with });
  const parties = [
    { person: alice, device: devices[0], deeds: [] as readonly Deed[] },
    { person: bob, device: devices[1], deeds: [] as readonly Deed[] },
  ];
  for (const party of parties) {
    await prepareDevice(party.device, party.person);
    const page = await openOffline(await party.device.start());
    party.deeds = await act(page, party.person.name, random);
    await expectStatus(page, `Offline: ${DEEDS} unsynced changes`);
    await party.device.kill();
  }
  const model = new OfflineModel();
  const times = new Map<string, readonly [from: number, to: number]>();
  for (const { person, device, deeds } of random(2) === 0 ? parties : parties.toReversed()) {
    let page = await openOffline(await device.start());
    await expectStatus(page, `Offline: ${DEEDS} unsynced changes`);
    const from = Date.now();
    for (let kills = random(3); kills > 0; kills -= 1) {
      page = await killedAsItSends(device, page, 1 + random(Math.floor(DEEDS / 6)));
    }
    await page.context().setOffline(false);
    await expectStatus(page, "");
    times.set(person.id, [from, Date.now()]);
    const told = model.arrive(person.id, deeds);
    await expect(untaken(page).getByRole("listitem")).toHaveCount(told);
    await page.reload();
    await expectStatus(page, "");
    await expect(untaken(page).getByRole("listitem")).toHaveCount(told);
  }
  const stored = await storedEvents([alice, bob]);
  expect(stored.map(({ title, by, kind }) => [title, by, kind])).toEqual(
    model.events.map(({ deed, by, kind }) => [deed.title, by, kind]),
  );
  for (const [index, { waited }] of stored.entries()) {
    const { by, deed } = model.events[index] as (typeof model.events)[number];
    const [from, to] = times.get(by) ?? [0, 0];
    expect(waited, deed.title).toBeGreaterThanOrEqual(from - deed.to);
    expect(waited, deed.title).toBeLessThanOrEqual(to - deed.from);
  }
  for (const { device } of parties) await device.kill();
}

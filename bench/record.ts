import type { Page } from "@playwright/test";
import { newHousehold } from "../tests/support/households.ts";
import { keepSession, newSignedInPerson, type SignedInPerson } from "../tests/support/people.ts";
import { inTransaction } from "../tests/support/sql.ts";
import type { Bench } from "./context.ts";
import { ms, percentile, table } from "./report.ts";

/** The Record tab of a household of eight, with 20 daily and 20 weekly tasks of ten years. */

const ROUNDS = Number(process.env.ROTA_BENCH_ROUNDS ?? 5);
const TASKS = 40;
const DAYS = 3650;

/** The keeper of that household. A tenth of the days is missed, a third of the others late. */
async function newLongHousehold(): Promise<SignedInPerson> {
  const keeper = await newSignedInPerson("Keeper");
  const household = await newHousehold(keeper, "The flat", [..."BCDEFGH"]);
  await inTransaction(async (client) => {
    await client.query("set local rota.quiet = 'on'");
    await client.query(
      `insert into public.tasks (user_id, household_id, category, title, start_date, repeat_value)
       select $1, $2, 'Home', 'Chore ' || n, now()::date - $4::int, case when n % 2 = 0 then 'daily' else 'weekly' end
       from generate_series(1, $3) as n`,
      [keeper.id, household, TASKS, DAYS],
    );
    await client.query(
      `insert into public.task_completions
         (task_id, completed_date, user_id, people, said_by, completed_at, time_zone)
       select tasks.id, day, $1, array[people.id], people.id,
         day + interval '12 hours' + case when n % 3 = 0 then interval '2 days' else '0' end, 'UTC'
       from public.tasks
       cross join lateral (
         select tasks.start_date + n as day, n
         from generate_series(0, $3 - 3, case tasks.repeat_value when 'daily' then 1 else 7 end) as n
       ) as days
       join (
         select *, row_number() over (order by id) - 1 as place
         from public.household_people where household_id = $2
       ) as people on people.place = abs(hashtext(tasks.id::text || day)) % 8
       where tasks.household_id = $2 and abs(hashtext(day::text || tasks.id)) % 10 > 0`,
      [keeper.id, household, DAYS],
    );
  });
  return keeper;
}

/** From a tap on the tab until its map says who did what and how late; also the bytes received for that. */
async function openRecord(page: Page) {
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  const answering = page.waitForResponse(/\/rpc\/read_record/);
  const begun = performance.now();
  await page.getByRole("tab", { name: "Record" }).click();
  await page.getByRole("grid").waitFor();
  const shown = performance.now() - begun;
  const answer = await answering;
  await page.locator("[data-date][aria-label*=' late']").first().waitFor();
  const usable = performance.now() - begun;
  const { responseBodySize: sent } = await answer.request().sizes();
  return { shown, usable, sent, read: (await answer.body()).length };
}

export const bench: Bench = {
  title: "The Record tab",
  async measure({ browser, appUrl, log }) {
    const keeper = await newLongHousehold();
    const visits: Awaited<ReturnType<typeof openRecord>>[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      log(`visit ${round} of ${ROUNDS}…`);
      const context = await browser.newContext({ baseURL: appUrl });
      const page = await context.newPage();
      await keepSession(page, keeper.session);
      const visit = await openRecord(page);
      // The first round warms the database up.
      if (round > 0) visits.push(visit);
      await context.close();
    }
    const median = (values: readonly number[]) => percentile(values, 0.5);
    const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;
    return table(
      ["measured", "median", "target"],
      [
        ["tap to the map", ms(median(visits.map(({ shown }) => shown))), ""],
        ["… to who did it, and how late", ms(median(visits.map(({ usable }) => usable))), "1.0 s"],
        ["the answer", kilobytes(median(visits.map(({ read }) => read))), "300 kB"],
        ["the answer, as sent", kilobytes(median(visits.map(({ sent }) => sent))), ""],
      ],
    );
  },
};

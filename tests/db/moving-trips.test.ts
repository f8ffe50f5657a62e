import fc from "fast-check";
import { expect, test } from "vitest";
import { fromDayNumber, toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { newPerson, rpc, signIn } from "../support/actors.ts";
import { askApi, newToken } from "../support/api.ts";
import { Tally } from "../support/dimensions.ts";
import { householdOf } from "../support/households.ts";
import { householdFile, moveIn, readFile, recordRows, shownTo, told } from "../support/moving.ts";
import { runs, seed } from "../support/runs.ts";
import { belongs, personOf } from "./household-model.ts";
import { start, stepsOf, take } from "./household-model-steps.ts";

/** Random households' own files, there and back: the household that is made of one says the same. */

const STEPS = 60;

/** What else a record knows, which the households' steps don't do; a refusal changes nothing. */
const ENRICHED = {
  note: (n: number) => ["note_day", { day: day(n), note: `<b>${n}</b>` }],
  skip: (n: number) => ["skip_occurrence", { day: day(n) }],
  putOff: (n: number) => ["put_off", { due_date: day(n), new_date: day(n + 40) }],
  pause: (n: number) => ["pause_task", { first_day: day(n), last_day: day(n + 3) }],
  season: (n: number) => ["update_task", { fields: { season: [1, 2 + (n % 9)] } }],
  weekly: () => ["update_task", { fields: { repeatValue: "weekly" } }],
  turns: (_: number, roster: readonly string[]) => ["update_task", { fields: { roster } }],
  waits: (n: number) => ["update_task", { fields: { repeatValue: "custom", waitsFor: event(n) } }],
  counts: (n: number) => ["update_task", { fields: { ...METER, waitsFor: event(n) } }],
} satisfies Record<string, (n: number, roster: readonly string[]) => [string, object]>;

const METER = { repeatValue: "custom", waitsAmount: 10, afterDone: "P999M" };
const event = (n: number) => `Washed ${n % 3}`;
const day = (n: number) => fromDayNumber(toDayNumber("2020-02-01") + n);

interface Happenings {
  readonly tasks: readonly { readonly status: string }[];
}

const enrichments = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...(Object.keys(ENRICHED) as (keyof typeof ENRICHED)[]),
      ...(["waits", "happens", "happens"] as const),
    ),
    task: fc.nat(5),
    n: fc.nat(30),
  }),
  { maxLength: 25 },
);

test(`a household that is made of another's file says the same (seed ${seed})`, async () => {
  let trips = 0;
  const enriched = new Tally([...Object.keys(ENRICHED), "happens", "reads"]);
  await fc.assert(
    fc.asyncProperty(stepsOf(STEPS), enrichments, async (steps, more) => {
      const model = await start();
      const story: string[] = [];
      for (const step of steps) {
        const what = await take(model, step);
        if (what) story.push(what);
      }
      for (const home of model.households) {
        const account = model.accounts.find((one) => !one.isClosed && belongs(home, one, "keeper"));
        const me = account && personOf(home, account);
        if (!me) continue;
        const keeper = await signIn(account.id, account.email);
        const here = model.tasks.filter((task) => task.household === home && task.isActive);
        const roster = home.people.filter(({ hasLeft }) => !hasLeft).map(({ id }) => id);
        const program = await newToken(keeper, "tick", home.id);
        const tell = async (n: number) => {
          const said = { name: event(n), number: 7.5 * n };
          const { body } = await askApi<Happenings>(program, "POST events", said);
          for (const { status } of body.tasks) {
            if (status === "due") enriched.note("happens");
            if (status === "waits") enriched.note("reads");
          }
          story.push(`${event(n)}: ${JSON.stringify(body)}`);
        };
        for (const { kind, task, n } of more) {
          if (kind === "happens") {
            await tell(n);
            continue;
          }
          const [name, parameters] = ENRICHED[kind](n, roster);
          const task_id = here[task % here.length]?.id;
          if (!task_id) continue;
          const { status } = await rpc(keeper, name, { task_id, ...parameters });
          if (status < 300) enriched.note(kind);
          if (kind === "counts") await tell(n);
          story.push(`${name} ${JSON.stringify(parameters)}: ${status}`);
        }
        const moving = await readFile(await householdFile(keeper, home.id));
        const eve = await newPerson("eve", "Eve");
        const matches = { [me.id]: "me" } as const;
        const { household, results } = await moveIn(eve, moving, { matches });
        const accounts = Object.fromEntries(
          home.people.flatMap(({ account: whose, name }) => (whose ? [[whose.id, name]] : [])),
        );
        const what = `the household after\n${story.join("\n")}`;
        expect(
          results.filter(({ outcome, issues }) => outcome !== "added" || issues.length > 0),
          what,
        ).toEqual([]);
        const again = await readFile(await householdFile(eve, household));
        expect(told(again), what).toEqual({ ...told(moving), displays: [] });
        const { people, former = {} } = await householdOf(keeper, home.id);
        const belonged = new Set([...people.map(({ id }) => id), ...Object.keys(former)]);
        const others = moving.people.flatMap(({ id, name }) => (belonged.has(id) ? [] : [name]));
        expect(await shownTo(eve, household, {}, others), what).toEqual(
          await shownTo(keeper, home.id, accounts, others),
        );
        expect(await recordRows(household), what).toEqual(await recordRows(home.id));
        trips += 1;
      }
    }),
    { numRuns: runs(150), seed, endOnFailure: true },
  );
  console.log(`${trips} households there and back, 0 differences`);
  expect(trips).toBeGreaterThan(0);
  enriched.expectAll("what else the record of households on the move knows", runs(150) > 10);
});

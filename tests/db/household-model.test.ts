import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { cachedTaskList } from "../../src/sync/task-list.ts";
import { type AppClient, closeApps, openApp } from "../support/app-client.ts";
import { eventually } from "../support/eventually.ts";
import { runs, seed } from "../support/runs.ts";
import type { Account } from "./household-model.ts";
import {
  done,
  type List,
  readLists,
  screenOf,
  start,
  stepsOf,
  take,
} from "./household-model-steps.ts";

/**
 * Four accounts, some more people and two households, and all their deeds in random order: after each step
 * everyone's list is what a model says.
 */

/** A run takes 0.3 s of processor time, so `npm test` plays eighteen, a third of the others' share. */
const RUNS = runs(2_000) > 200 ? runs(2_000) : Math.ceil(runs(2_000) * 0.3);
const STEPS = 40;

afterEach(closeApps);

test(`in any order, everyone's list is the model's (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(stepsOf(STEPS), async (steps) => {
      const model = await start();
      const story: string[] = [];
      for (const [number, step] of steps.entries()) {
        const told = await take(model, step);
        if (told) story.push(told);
        // A read takes three times as long as a step.
        if (number % 4 < 3) continue;
        const accounts = model.accounts.filter(({ isClosed }) => !isClosed);
        const lists = await readLists(accounts);
        for (const [n, account] of accounts.entries()) {
          const what = `${account.name}'s list after\n${story.join("\n")}`;
          expect(screenOf(lists[n] as List), what).toEqual(model.screen(account));
        }
      }
    }),
    { numRuns: RUNS, seed, endOnFailure: true },
  );
  done.expectAll("what was done in households", RUNS > 200);
});

/** Compares an open screen with a fresh read. */
async function expectFresh({ session }: AppClient, { id, name }: Account, story: string) {
  const [fresh] = await readLists([{ id }]);
  await eventually(() => {
    const { tasks, households } = cachedTaskList(session) ?? {};
    expect({ households, tasks }, `${name}'s screen after\n${story}`).toEqual({
      households: fresh?.households,
      tasks: fresh?.tasks,
    });
  });
}

test(`in any order, open screens come to show what a fresh read says (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(stepsOf(STEPS), async (steps) => {
      const model = await start();
      const clients = await Promise.all(
        model.accounts.map(({ name, email }) => openApp({ name, email, acceptsOthers: false })),
      );
      const story: string[] = [];
      for (const [number, step] of steps.entries()) {
        story.push(await take(model, step));
        if (number % 10 < 9) continue;
        for (const [n, account] of model.accounts.entries()) {
          const client = clients[n] as AppClient;
          if (account.isClosed) await client.close();
          else await expectFresh(client, account, story.join("\n"));
        }
      }
      await closeApps();
    }),
    { numRuns: runs(50), seed: seed + 1, endOnFailure: true },
  );
});

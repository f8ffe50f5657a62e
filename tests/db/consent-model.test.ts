import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { cachedTaskList } from "../../src/sync/task-list.ts";
import { rpc } from "../support/actors.ts";
import { type AppClient, closeApps, openApp } from "../support/app-client.ts";
import { eventually } from "../support/eventually.ts";
import { runs, seed } from "../support/runs.ts";
import type { ModelPerson } from "./consent-model.ts";
import { aimed, done, readScreen, start, stepsOf, take } from "./consent-model-steps.ts";

/**
 * Four people and six tasks, and all steps of sharing in random order: after each step everyone's list is what
 * a small model says, which records who accepted, blocked and left what.
 */

const RUNS = runs(20);
const STEPS = 60;
const LIVE_STEPS = 60;

afterEach(closeApps);

test(`in any order, everyone's list is the model's (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(stepsOf(STEPS), async (taken) => {
      const model = await start();
      for (const [n, any] of taken.entries()) {
        const step = aimed(model, any);
        await take(model, step);
        model.settle();
        const people = model.people.filter(({ isClosed }) => !isClosed);
        const screens = await Promise.all(people.map(readScreen));
        for (const [index, one] of people.entries()) {
          const what = `${one.name} after step ${n}, ${JSON.stringify(step)}`;
          expect(screens[index], what).toEqual(model.screen(one));
        }
      }
    }),
    { numRuns: RUNS, seed, endOnFailure: true },
  );
  done.expectAll("what was done in sharing", RUNS >= 20);
});

/** Compares an open screen with a fresh read. */
async function expectFresh({ session }: AppClient, { person, name }: ModelPerson) {
  const fresh = (await rpc(person, "list_tasks")).body as Record<string, unknown>;
  await eventually(() => {
    const { tasks, invitations, profile } = cachedTaskList(session) ?? {};
    expect({ tasks, invitations, profile }, name).toEqual({
      tasks: fresh.tasks,
      invitations: fresh.invitations,
      profile: fresh.profile,
    });
  });
}

test(`in any order, open screens come to show what a fresh read says (seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(stepsOf(LIVE_STEPS), async (taken) => {
      const model = await start();
      const clients = await Promise.all(
        model.people.map(({ name, email }) => openApp({ name, email, acceptsOthers: false })),
      );
      const tokens = model.people.map(({ person }) => person.token);
      for (const [n, any] of taken.entries()) {
        await take(model, aimed(model, any));
        model.settle();
        if (n % 10 < 9) continue;
        for (const [index, one] of model.people.entries()) {
          const { name, email, person } = one;
          if (one.isClosed || tokens[index] !== person.token) await clients[index]?.close();
          if (one.isClosed) continue;
          // Sessions from before the address was confirmed again have ended.
          if (tokens[index] !== person.token)
            clients[index] = await openApp({ name, email, acceptsOthers: false });
          tokens[index] = person.token;
          await expectFresh(clients[index] as AppClient, one);
        }
      }
      await closeApps();
    }),
    { numRuns: runs(10), seed: seed + 1, endOnFailure: true },
  );
});

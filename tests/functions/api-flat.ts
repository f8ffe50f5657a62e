import { randomUUID } from "node:crypto";
import { newPerson, type Person, succeeded } from "../support/actors.ts";
import { createTask, utcDay } from "../support/actors-tasks.ts";
import { join, newHousehold, personId } from "../support/households.ts";

/** Shared by tests of the API: a flat, and a household of which its people may learn nothing. */

export interface ApiFlat {
  readonly alice: Person;
  readonly bob: Person;
  readonly helen: Person;
  readonly flat: string;
  readonly carol: string;
  /** somebody of another household, in which everything is called a canary */
  readonly stranger: Person;
  readonly canary: { readonly household: string; readonly task: string };
  readonly today: string;
}

export const addTask = async (person: Person, fields: object) =>
  succeeded<{ id: string }>(
    await createTask(person, {
      ...{ category: "Home", title: `Task ${randomUUID().slice(0, 8)}` },
      ...{ start_date: await utcDay(-7), repeat_value: "daily", missed_policy: "latest" },
      ...fields,
    }),
  ).id;

/** Alice and Bob keep a flat with Helen, who helps, and Carol, who has no account. */
export async function newApiFlat(): Promise<ApiFlat> {
  const [alice, bob, helen, stranger] = await Promise.all([
    newPerson("alice", "Alice"),
    newPerson("bob", "Bob"),
    newPerson("helen", "Helen"),
    newPerson("canary", "Canary"),
  ]);
  const flat = await newHousehold(alice, "The flat", ["Carol"]);
  await join(alice, flat, bob);
  await join(alice, flat, helen, "helper");
  const household = await newHousehold(stranger, "Canary house", ["Canary Carl"]);
  return {
    ...{ alice, bob, helen, stranger, flat, today: await utcDay(0) },
    carol: await personId(alice, flat, "Carol"),
    canary: {
      household,
      task: await addTask(stranger, { title: "Canary", household_id: household }),
    },
  };
}

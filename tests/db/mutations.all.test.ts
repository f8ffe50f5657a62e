import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import {
  changedPolicy,
  loosenedPolicies,
  type Mutation,
  openGrants,
  removedGuards,
  weakenedPolicies,
} from "./mutations.ts";
import { isOutside, statements, valuesIn } from "./probes.ts";
import { type Actor, actors, newWorld, type World } from "./rights-world.ts";
import { type Outcome, probing } from "./try-probes.ts";

/**
 * Is every lock needed, and would the table of rights notice if one were missing? Each mutation takes one away, in a
 * transaction that is rolled back, and at least one statement must come out differently for somebody.
 */

type Outcomes = ReadonlyMap<Actor, readonly Outcome[]>;

let world: World;
let strict: Outcomes;
let byPolicyAlone: Outcomes;

const tryAll = (changes: readonly string[]): Promise<Outcomes> =>
  probing(world, changes, async (attempt) => {
    const outcomes = new Map<Actor, readonly Outcome[]>();
    for (const actor of actors) outcomes.set(actor, await attempt(actor, statements));
    return outcomes;
  });

beforeAll(async () => {
  world = await newWorld();
  strict = await tryAll([]);
  byPolicyAlone = await tryAll(openGrants);
});

/** The first outcome that differs, looked for among those first whose statement has `about` in it. */
function findDifference({ statements: changes, about }: Mutation, before: Outcomes) {
  const places = [...statements.keys()];
  const isAbout = (n: number) => statements[n]?.includes(about) ?? false;
  const inOrder = [places.filter(isAbout), places.filter((n) => !isAbout(n))];
  return probing(world, changes, async (attempt) => {
    for (const some of inOrder) {
      for (const actor of actors) {
        const after = await attempt(
          actor,
          some.map((n) => statements[n] as string),
        );
        const place = some.findIndex(
          (n, m) => !isDeepStrictEqual(after[m], before.get(actor)?.[n]),
        );
        if (place >= 0)
          return `${actor}: ${statements[some[place] ?? -1]} -> ${after[place]?.answer}`;
      }
    }
    return undefined;
  });
}

async function expectNoticed(mutation: Mutation, before: Outcomes) {
  const difference = await findDifference(mutation, before);
  expect(difference, `nothing notices: ${mutation.name}`).toBeDefined();
}

test("without a mutation everything comes out the same", async () => {
  expect(await tryAll([])).toEqual(strict);
  expect(await tryAll(openGrants)).toEqual(byPolicyAlone);
});

/** What is about the caller's own decisions on the owner is theirs, and a task of their household their household's. */
const isOwnBusiness = (actor: Actor, statement: string) =>
  /public\.(sharing_consents|left_tasks)\b/.test(statement) ||
  (["member", "neighbour"].includes(actor) && statement.includes("public.tasks set user_id"));

test("row level security alone keeps outsiders from every table", () => {
  const got = statements.flatMap((statement, n) =>
    actors
      .filter((actor) => valuesIn(statement).length > 0 && isOutside(actor, statement))
      .filter(
        (actor) =>
          !/^select (public|private|length)\b|realtime\./.test(statement) &&
          !isOwnBusiness(actor, statement),
      )
      .map((actor) => `${actor}: ${statement} -> ${byPolicyAlone.get(actor)?.[n]?.answer}`)
      .filter((text) => !/-> (42501|403|404|422|0 rows|1 row: 0)/.test(text)),
  );
  expect(got).toEqual([]);
});

describe("a loosened policy is noticed", async () => {
  test.each([...(await loosenedPolicies()), ...weakenedPolicies])("$name", (policy) => {
    const people = Object.values(world.people).map(({ id }) => id);
    return expectNoticed(changedPolicy(policy, people), byPolicyAlone);
  });
});

describe("a guard taken away is noticed", () => {
  test.each(removedGuards)("$name", (mutation) => expectNoticed(mutation, strict));
});

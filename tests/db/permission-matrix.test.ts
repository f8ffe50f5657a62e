import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, refusalCode } from "../support/actors.ts";
import { callOperations } from "./matrix-calls.ts";
import type { Operation } from "./matrix-operations.ts";
import { contacts, profiles, shares } from "./matrix-shares.ts";
import { completions, tasks } from "./matrix-tasks.ts";
import {
  type Actor,
  actors,
  type Cast,
  fingerprint,
  newCast,
  newWorld,
  type World,
  withoutTask,
} from "./matrix-world.ts";

/**
 * The permission matrix: every kind of caller, with a real token, tries every operation on every
 * table, call and edge function.
 */

let cast: Cast;
beforeAll(async () => {
  cast = await newCast();
});

const personOf = (actor: Actor, world: World) => (actor === "anonymous" ? null : world[actor]);

function outcome(answer: Answer): string {
  if (answer.status >= 400) return `${answer.status} ${refusalCode(answer)}`;
  return Array.isArray(answer.body) ? `${answer.body.length} rows` : "ok";
}

const isOutsider = (actor: Actor) => ["former", "stranger", "unconfirmed"].includes(actor);

function expectedFor(operation: Operation, actor: Actor): string {
  return isOutsider(actor)
    ? operation.expected.outsider
    : operation.expected[actor as keyof Operation["expected"]];
}

/** What the caller learns, apart from the ids that they sent themselves. */
const lesson = ({ status, body }: Answer, { taskId }: World) =>
  JSON.stringify({ status, body }).replaceAll(taskId, "<id>");

/** The world of the last cell, as long as nobody may have changed it. */
let untouched: World | undefined;

async function checkCell(operation: Operation, actor: Actor): Promise<void> {
  const world = untouched ?? (await newWorld(cast));
  untouched = undefined;
  const before = await fingerprint(world);
  const answer = await operation.call(personOf(actor, world), world);
  expect(outcome(answer)).toBe(expectedFor(operation, actor));

  const isUnchanged = (await fingerprint(world)) === before;
  if (isUnchanged) untouched = world;
  if (!isOutsider(actor) && actor !== "anonymous") return;
  if (!operation.changesItself) {
    expect(isUnchanged, "a blocked call changed something").toBe(true);
  }
  if (operation.isOwnBusiness) return;
  const elsewhere = withoutTask(world);
  const twin = await operation.call(personOf(actor, elsewhere), elsewhere);
  expect(lesson(answer, world), "an outsider can tell whether the task exists").toBe(
    lesson(twin, elsewhere),
  );
}

const matrix = {
  tasks,
  task_completions: completions,
  task_shares: shares,
  shared_contacts: contacts,
  profiles,
  calls: callOperations,
};

for (const [subject, operations] of Object.entries(matrix)) {
  for (const operation of operations) {
    describe(`${subject}: ${operation.name}`, () => {
      test.each(actors)("%s", (actor) => checkCell(operation, actor));
    });
  }
}

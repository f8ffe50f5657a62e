import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, refusalCode } from "../support/actors.ts";
import { calendarFeeds } from "./matrix-calendar.ts";
import { callOperations } from "./matrix-calls.ts";
import { consents, formerNames, leftTasks } from "./matrix-consent.ts";
import {
  type Actor,
  actors,
  type Fixtures,
  fingerprint,
  newFixtures,
  newPeople,
  type People,
  withoutTask,
} from "./matrix-fixtures.ts";
import { morningMails } from "./matrix-morning.ts";
import type { Operation } from "./matrix-operations.ts";
import { portability } from "./matrix-portability.ts";
import { pushes } from "./matrix-push.ts";
import {
  catchUps,
  checks,
  dayNotes,
  putOffs,
  recordCalls,
  taskEvents,
  taskSchedules,
} from "./matrix-record.ts";
import { contacts, profiles, shares } from "./matrix-shares.ts";
import { completions, tasks } from "./matrix-tasks.ts";

/**
 * The permission matrix: every kind of caller, with a real token, tries every operation on every
 * table, call and edge function.
 */

let people: People;
beforeAll(async () => {
  people = await newPeople();
});

const personOf = (actor: Actor, fixtures: Fixtures) =>
  actor === "anonymous" ? null : fixtures[actor];

function outcome(answer: Answer): string {
  if (answer.status >= 400) return `${answer.status} ${refusalCode(answer)}`;
  return Array.isArray(answer.body) ? `${answer.body.length} rows` : "ok";
}

const expectedFor = ({ expected }: Operation, actor: Actor) => expected[actor] ?? expected.outsider;

/** What the caller learns, apart from the ids that they sent themselves. */
const lesson = ({ status, body }: Answer, { taskId }: Fixtures) =>
  JSON.stringify({ status, body }).replaceAll(taskId, "<id>");

/** The fixtures of the last cell, as long as nobody may have changed them. */
let untouched: Fixtures | undefined;

async function checkCell(operation: Operation, actor: Actor): Promise<void> {
  const fixtures = untouched ?? (await newFixtures(people));
  untouched = undefined;
  const before = await fingerprint(fixtures);
  const answer = await operation.call(personOf(actor, fixtures), fixtures);
  expect(outcome(answer)).toBe(expectedFor(operation, actor));

  const isUnchanged = (await fingerprint(fixtures)) === before;
  if (isUnchanged) untouched = fixtures;
  if (actor !== "anonymous" && operation.expected[actor] !== undefined) return;
  if (!operation.changesItself) {
    expect(isUnchanged, "a blocked call changed something").toBe(true);
  }
  if (operation.isOwnBusiness) return;
  const elsewhere = withoutTask(fixtures);
  const otherAnswer = await operation.call(personOf(actor, elsewhere), elsewhere);
  expect(lesson(answer, fixtures), "an outsider can tell whether the task exists").toBe(
    lesson(otherAnswer, elsewhere),
  );
}

const matrix = {
  tasks,
  task_completions: completions,
  task_shares: shares,
  shared_contacts: contacts,
  profiles,
  sharing_consents: consents,
  left_tasks: leftTasks,
  former_names: formerNames,
  task_schedules: taskSchedules,
  task_put_offs: putOffs,
  task_day_notes: dayNotes,
  task_catch_ups: catchUps,
  task_checks: checks,
  task_events: taskEvents,
  morning_mails: morningMails,
  pushes,
  calendar_feeds: calendarFeeds,
  calls: callOperations,
  "calls of the record": recordCalls,
  "out and in": portability,
};

for (const [subject, operations] of Object.entries(matrix)) {
  for (const operation of operations) {
    describe(`${subject}: ${operation.name}`, () => {
      test.each(actors)("%s", (actor) => checkCell(operation, actor));
    });
  }
}

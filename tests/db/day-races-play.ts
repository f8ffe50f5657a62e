import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { fromDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { type Answer, acceptEachOther, newPerson, type Person, rpc } from "../support/actors.ts";
import { addTask } from "../support/actors-tasks.ts";
import { become, inTransaction, sql, sqlValue } from "../support/sql.ts";

/** Two people change the same occurrence at the same moment: it is settled or moved, never both. */

const today = Math.floor(Date.now() / 86_400_000);
const [DUE, NEW] = [fromDayNumber(today - 7), fromDayNumber(today + 2)];

/** Each call of the database, and what it needs. */
const CALLS = {
  done: ["complete_task", { completed_date: DUE }],
  skip: ["skip_occurrence", { day: DUE }],
  "catch up": ["catch_up", { days: [[today - 7, 1]], status: "done" }],
  "put off": ["put_off", { due_date: DUE, new_date: NEW }],
  pause: ["pause_task", { first_day: DUE, last_day: DUE, is_paused: true }],
  "change of schedule": [
    "update_task",
    { fields: { repeatValue: "daily", scheduleFrom: fromDayNumber(today) } },
  ],
  delete: ["delete_task", {}],
} as const;

export type Call = keyof typeof CALLS;
export const CALL_NAMES = Object.keys(CALLS) as Call[];

const SETTLES: readonly Call[] = ["done", "skip", "catch up"];

export async function twoPeople(): Promise<readonly [Person, Person]> {
  return acceptEachOther([await newPerson(), await newPerson()]);
}

const newTask = ([alice, bob]: readonly [Person, Person]) =>
  addTask(alice, {
    ...{ repeat_value: "weekly", start_date: fromDayNumber(today - 70), share_with: [bob.email] },
  });

const parametersOf = (call: Call, task_id: string) => {
  const [, parameters] = CALLS[call];
  return { task_id, ...(call === "catch up" && { id: randomUUID() }), ...parameters };
};

const send = (person: Person, call: Call, id: string) =>
  rpc(person, CALLS[call][0], parametersOf(call, id));

const literal = (value: unknown) =>
  `'${typeof value === "object" ? JSON.stringify(value) : String(value)}'`;

/** Only the owner can change the task; either person may be first. */
const by = (call: Call, people: readonly [Person, Person], other: 0 | 1) =>
  ["change of schedule", "delete", "pause"].includes(call) ? people[0] : people[other];

/** The second waits for the first, which has the task locked. */
export async function oneAfterTheOther(
  people: readonly [Person, Person],
  first: Call,
  second: Call,
) {
  const { id } = await newTask(people);
  let waiting: Promise<Answer> | undefined;
  await inTransaction(async (client) => {
    await become(client, "authenticated", by(first, people, 0).id);
    const given = Object.entries(parametersOf(first, id)).map(
      ([name, value]) => `${name} => ${literal(value)}`,
    );
    await client.query(`select from public.${CALLS[first][0]}(${given.join(", ")})`);
    waiting = send(by(second, people, 1), second, id);
    await expect
      .poll(() => sql("select from pg_locks where not granted and pid <> pg_backend_pid()"))
      .not.toEqual([]);
  });
  const answer = (await waiting) as Answer;
  await expectOneOfBoth(id, [first, second], [200, answer.status]);
}

/** Both at the same moment. */
export async function atOnce(people: readonly [Person, Person], one: Call, other: Call) {
  const { id } = await newTask(people);
  const answers = await Promise.all([
    send(by(one, people, 0), one, id),
    send(by(other, people, 1), other, id),
  ]);
  await expectOneOfBoth(
    id,
    [one, other],
    answers.map(({ status }) => status),
  );
}

async function expectOneOfBoth(id: string, calls: readonly Call[], statuses: readonly number[]) {
  const about = `${calls.join(" and ")}: ${statuses.join(", ")}`;
  const isSettled = (day: string) =>
    sqlValue<boolean>(
      `select exists (select from public.task_completions where task_id = $1 and completed_date = $2)
         or exists (select from public.task_catch_ups where task_id = $1 and days @> $2::date)`,
      [id, day],
    );
  const isMoved = await sqlValue<boolean>(
    "select exists (select from public.task_put_offs where task_id = $1)",
    [id],
  );
  expect((await isSettled(DUE)) && isMoved, `${about} is both`).toBe(false);
  const wasTaken = (call: Call) => (statuses[calls.indexOf(call)] ?? 500) < 300;
  const isAny = (await isSettled(DUE)) || (await isSettled(NEW)) || isMoved;
  const wanted = calls.filter((call) => SETTLES.includes(call) || call === "put off");
  expect(isAny, `${about} is neither`).toBe(wanted.some(wasTaken));
  // If it was put off in the meantime, a tick still settles it.
  if (calls.includes("put off") && calls.includes("done") && wasTaken("done")) {
    expect((await isSettled(DUE)) || (await isSettled(NEW)), about).toBe(true);
  }
  for (const status of statuses) expect(status, about).toBeLessThan(500);
}

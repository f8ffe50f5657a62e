import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { addDays } from "../../src/domain/dates/calendar.ts";
import type { Household } from "../../src/domain/households/household.ts";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import { FILE_FORMAT, readRotaFile } from "../../src/domain/portability/rota-file.ts";
import { type TaskJson, taskFromJson } from "../../src/domain/tasks/task-json.ts";
import { turnOn } from "../../src/domain/turns/turns.ts";
import { type Answer, type Person, refusalCode, rest, rpc, succeeded } from "../support/actors.ts";
import { inboxOf } from "../support/actors-inbox.ts";
import { addTask, createTask, listTasks, updateTask } from "../support/actors-tasks.ts";
import {
  householdOf,
  join,
  newDisplay,
  newFlat,
  newHousehold,
  personId,
} from "../support/households.ts";
import { runs } from "../support/runs.ts";
import { sql } from "../support/sql.ts";

/** Turns through the API: rosters, absences, swaps and offers, and their record. */

const TODAY = new Date().toISOString().slice(0, 10);
const ahead = (days: number) => addDays(TODAY, days);

const call = async <Body = TaskJson>(person: Person, name: string, parameters: object) =>
  succeeded<Body>(await rpc(person, name, { ...parameters }));

async function findTask(person: Person, id: string): Promise<TaskJson> {
  const found = (await listTasks(person)).find((task) => task.id === id);
  if (!found) throw new Error("is not in the list");
  return found;
}

function issueOf(answer: Answer): string {
  if (answer.status < 400) return "ok";
  const { details } = answer.body as { details?: string };
  if (!details?.startsWith("[")) return String(refusalCode(answer));
  const [issue] = JSON.parse(details) as { path: string; code: string }[];
  return `${issue?.path}: ${issue?.code}`;
}

/** Bins of a flat, in turns of Alice, Bob and Carol; Dave is a helper there. */
async function newBins(columns: object = {}) {
  const { ids, ...flat } = await newFlat({ dave: "helper" });
  const { Alice: aliceId, Bob: bobId, Carol: carolId, Dave: daveId } = ids;
  const task = await addTask(flat.alice, {
    ...{ title: `Bins ${randomUUID()}`, start_date: addDays(TODAY, -9) },
    ...{ household_id: flat.id, roster: [aliceId, bobId, carolId] },
    ...columns,
  });
  return { ...flat, aliceId, bobId, carolId, daveId, task, taskId: task.id };
}

const eventsOf = async (person: Person, taskId: string, kind: string) =>
  succeeded<{ days: string | null; details: Record<string, unknown>; person_id: string }[]>(
    await rest(
      person,
      "GET",
      `task_events?task_id=eq.${taskId}&kind=eq.${kind}&select=days,details,person_id&order=id`,
    ),
  );

/** The changes of a task's schedule, latest first. */
const eventIds = (taskId: string) =>
  sql<{ id: string }>(
    "select id from public.task_events where task_id = $1 and kind = 'schedule_changed' order by id desc",
    [taskId],
  );

/** The turns of the days from one on, as computed by a person's app. */
async function turnsFrom(person: Person, household: string, taskId: string, from: number) {
  const task = taskFromJson(await findTask(person, taskId), await householdOf(person, household));
  return [0, 1, 2, 3].map((days) => {
    const turn = turnOn(task, ahead(from + days), TODAY);
    return turn === null
      ? null
      : (task.household?.people.find(({ id }) => id === turn)?.name ?? turn);
  });
}

describe("a roster", () => {
  test("belongs to the schedule's version, and one event tells of a change", async () => {
    const { alice, id, taskId, aliceId, bobId, carolId } = await newBins();
    const before = await turnsFrom(alice, id, taskId, -4);
    const changes = { roster: [carolId, bobId], turn_length: "week", schedule_from: TODAY };
    const task = succeeded<TaskJson>(await updateTask(alice, taskId, changes));
    expect(task).toMatchObject({
      ...{ roster: [carolId, bobId], turnLength: "week" },
      formerSchedules: [
        { validUntil: ahead(-1), roster: [aliceId, bobId, carolId], turnLength: "each" },
      ],
    });
    expect(await turnsFrom(alice, id, taskId, -4)).toEqual(before);
    expect(await eventsOf(alice, taskId, "schedule_changed")).toMatchObject([
      {
        details: {
          before: { roster: [aliceId, bobId, carolId], turnLength: "each" },
          after: { roster: [carolId, bobId], turnLength: "week" },
          from: TODAY,
        },
      },
    ]);
  });

  test("keeps the instant at which its turns were entered, whatever else is edited", async () => {
    const { alice, taskId, bobId, carolId, task } = await newBins();
    const edited = async (columns: object) =>
      succeeded<TaskJson>(await updateTask(alice, taskId, columns));
    const since = Date.parse(task.rosterSince);
    expect(Math.abs(since - Date.parse(task.createdAt))).toBeLessThan(1_000);
    expect(await edited({ title: `Bin ${randomUUID()}` })).toMatchObject({
      rosterSince: task.rosterSince,
    });
    const other = await edited({ roster: [bobId, carolId], schedule_from: TODAY });
    expect(Date.parse(other.rosterSince)).toBeGreaterThan(since);
    expect(other.formerSchedules).toMatchObject([{ rosterSince: task.rosterSince }]);
    // A change of days keeps the turns.
    expect(await edited({ repeat_value: "weekly" })).toMatchObject({
      rosterSince: other.rosterSince,
    });
    const longer = await edited({ turn_length: "week" });
    expect(Date.parse(longer.rosterSince)).toBeGreaterThan(Date.parse(other.rosterSince));
    await edited({ roster: [bobId], schedule_from: null });
    const [{ id } = { id: 0 }] = await eventIds(taskId);
    const undone = await call(alice, "undo_schedule_change", { task_id: taskId, event_id: id });
    expect(undone).toMatchObject({
      rosterSince: longer.rosterSince,
      formerSchedules: other.formerSchedules,
    });
  });

  test("for the past too can be undone", async () => {
    const { alice, taskId, aliceId, bobId, carolId } = await newBins();
    await updateTask(alice, taskId, { roster: [bobId], schedule_from: null });
    const [{ id } = { id: 0 }] = await eventIds(taskId);
    const undone = await call(alice, "undo_schedule_change", { task_id: taskId, event_id: id });
    expect(undone.roster).toEqual([aliceId, bobId, carolId]);
  });

  test("has people of the household who are there, each once", async () => {
    const { alice, id, taskId, aliceId, bobId } = await newBins();
    const elsewhere = await newHousehold(alice, "Elsewhere", ["Dan"]);
    const dan = await personId(alice, elsewhere, "Dan");
    const roster = async (people: unknown) =>
      issueOf(await updateTask(alice, taskId, { roster: people }));
    expect(await roster([aliceId, dan])).toBe("roster: INVALID");
    expect(await roster([aliceId, aliceId])).toBe("roster: INVALID");
    expect(await roster([alice.id])).toBe("roster: INVALID");
    expect(await roster("everybody")).toBe("roster: INVALID");
    expect(await roster(Array.from({ length: 51 }, () => randomUUID()))).toBe(
      "roster: TOO_MANY_TURN_TAKERS",
    );
    expect(issueOf(await updateTask(alice, taskId, { turn_length: "year" }))).toBe(
      "turnLength: INVALID",
    );
    const own = { category: "Home", title: "My own", start_date: TODAY, roster: [aliceId] };
    expect(issueOf(await createTask(alice, own))).toBe("roster: INVALID");
    await call(alice, "remove_person", { household_id: id, id: bobId });
    // People who left may stay on it, in another order, but can't come back onto it.
    expect(await roster([bobId, aliceId])).toBe("ok");
    expect(await roster([aliceId])).toBe("ok");
    expect(await roster([bobId, aliceId])).toBe("roster: INVALID");
  });

  test("stays in the household when the task leaves it: from today on it is anybody's", async () => {
    const { alice, id, taskId, aliceId, bobId, carolId } = await newBins();
    const moved = succeeded<TaskJson>(await updateTask(alice, taskId, { household_id: null }));
    expect(moved).toMatchObject({ roster: [], scheduleFrom: TODAY });
    expect(moved.formerSchedules).toMatchObject([{ roster: [aliceId, bobId, carolId] }]);
    const back = succeeded<TaskJson>(
      await updateTask(alice, taskId, { household_id: id, roster: [carolId] }),
    );
    expect(back.roster).toEqual([carolId]);
  });
});

describe("an absence", () => {
  const enter = (person: Person, household: string, person_id: string, days: object) =>
    rpc(person, "enter_absence", { household_id: household, id: randomUUID(), person_id, ...days });

  test("passes the turns of whoever is away on, from today on, and tells everybody", async () => {
    const { alice, bob, id, taskId, bobId } = await newBins();
    const inbox = inboxOf(alice);
    await inbox();
    const past = await turnsFrom(alice, id, taskId, -4);
    expect(past).toContain("Bob");
    const days = { from_day: ahead(-9), to_day: ahead(30) };
    succeeded(await enter(bob, id, bobId, days));
    expect(await turnsFrom(alice, id, taskId, -4)).toEqual(past);
    const coming = await turnsFrom(alice, id, taskId, 0);
    expect(coming).not.toContain("Bob");
    expect(new Set(coming)).toEqual(new Set(["Alice", "Carol"]));
    expect((await inbox()).map(({ event }) => event)).toContain("list_changed");
    expect((await householdOf(alice, id)).absences).toMatchObject([
      { person: bobId, from: ahead(-9), to: ahead(30), enteredOn: TODAY, endedOn: null },
    ]);
  });

  test("for the past too counts from its first day", async () => {
    const { bob, id, taskId, bobId } = await newBins();
    const days = { from_day: ahead(-9), to_day: null, for_past: true };
    succeeded(await enter(bob, id, bobId, days));
    expect(await turnsFrom(bob, id, taskId, -9)).not.toContain("Bob");
    expect((await householdOf(bob, id)).absences).toMatchObject([
      { enteredOn: ahead(-9), to: null },
    ]);
    const [row] = await sql("select for_past, entered_by from public.household_absences");
    expect(row).toBeDefined();
  });

  test("ends today, once, and what was yesterday stays", async () => {
    const { alice, bob, id, taskId, bobId } = await newBins();
    const absence = { household_id: id, id: randomUUID() };
    const days = { from_day: ahead(-5), for_past: true };
    for (let times = 0; times < 2; times++) {
      succeeded(await rpc(bob, "enter_absence", { ...absence, person_id: bobId, ...days }));
    }
    const before = await turnsFrom(alice, id, taskId, -4);
    for (let times = 0; times < 2; times++) succeeded(await rpc(bob, "end_absence", absence));
    expect((await householdOf(alice, id)).absences).toMatchObject([{ endedOn: TODAY }]);
    expect(await turnsFrom(alice, id, taskId, -4)).toEqual(before);
    expect(await turnsFrom(alice, id, taskId, 0)).toContain("Bob");
  });

  test("ends early on its last day, too", async () => {
    const { bob, id, bobId } = await newBins();
    const absence = { household_id: id, id: randomUUID() };
    const days = { from_day: TODAY, to_day: TODAY };
    succeeded(await rpc(bob, "enter_absence", { ...absence, person_id: bobId, ...days }));
    succeeded(await rpc(bob, "end_absence", absence));
    expect((await householdOf(bob, id)).absences).toMatchObject([{ to: TODAY, endedOn: TODAY }]);
  });

  test("is refused where it says nothing, or of whom it can't be", async () => {
    const { alice, bob, id, aliceId, carolId } = await newBins();
    const tried = async (person: string, days: object) =>
      issueOf(await enter(alice, id, person, days));
    const over = { from_day: ahead(-5), to_day: ahead(-1) };
    expect(await tried(carolId, over)).toBe("toDay: ABSENCE_IS_OVER");
    expect(await tried(carolId, { ...over, for_past: true })).toBe("ok");
    const turned = { from_day: ahead(5), to_day: ahead(4) };
    expect(await tried(carolId, turned)).toBe("toDay: ABSENCE_ENDS_BEFORE_START");
    expect(await tried(carolId, { from_day: "infinity" })).toBe("fromDay: INVALID");
    expect(await tried(randomUUID(), { from_day: TODAY })).toBe("person: INVALID");
    expect(issueOf(await enter(bob, id, aliceId, { from_day: TODAY }))).toBe("NOT_ALLOWED");
    // A taken id can't be used for something else.
    const parameters = { household_id: id, id: randomUUID(), person_id: carolId };
    succeeded(await rpc(alice, "enter_absence", { ...parameters, from_day: TODAY }));
    const other = await rpc(alice, "enter_absence", { ...parameters, from_day: ahead(1) });
    expect(issueOf(other)).toBe("id: INVALID");
    const unknown = await rpc(alice, "end_absence", { household_id: id, id: randomUUID() });
    expect(issueOf(unknown)).toBe("id: INVALID");
  });

  test("is one of three hundred of a person's, and of a thousand of a household's", async () => {
    const { alice, id, aliceId, bobId, carolId } = await newBins();
    const add = (person: string, count: number) =>
      sql(
        `insert into public.household_absences
           (id, household_id, person_id, from_day, to_day, entered_on, entered_by)
         select gen_random_uuid(), $1, $2, current_date, current_date, current_date, $2
         from generate_series(1, $3::int)`,
        [id, person, count],
      );
    await add(aliceId, 299);
    succeeded(await enter(alice, id, aliceId, { from_day: TODAY }));
    expect(issueOf(await enter(alice, id, aliceId, { from_day: TODAY }))).toBe(
      ": TOO_MANY_ABSENCES",
    );
    await add(bobId, 700);
    expect(issueOf(await enter(alice, id, carolId, { from_day: TODAY }))).toBe(
      ": TOO_MANY_ABSENCES_OF_HOUSEHOLD",
    );
  });

  test("is what leaving is: what was their turn stays theirs, by their name, until they come back", async () => {
    const { alice, bob, id, taskId, bobId } = await newBins();
    await call(bob, "remove_person", { household_id: id, id: bobId });
    const household = await householdOf(alice, id);
    expect(household.former).toEqual({ [bobId]: "Bob" });
    expect(household.absences).toMatchObject([{ person: bobId, to: null, enteredOn: TODAY }]);
    expect(await turnsFrom(alice, id, taskId, -4)).toContain(bobId);
    expect(await turnsFrom(alice, id, taskId, 0)).not.toContain(bobId);
    const [absence] = household.absences ?? [];
    const ended = await rpc(alice, "end_absence", { household_id: id, id: absence?.id });
    expect(issueOf(ended)).toBe("person: INVALID");
    await join(alice, id, bob);
    const back = await householdOf(alice, id);
    expect(back.former).toBeUndefined();
    expect(back.absences).toMatchObject([{ person: bobId, endedOn: TODAY }]);
    expect(await turnsFrom(alice, id, taskId, 0)).toContain("Bob");
  });

  test("comes with the list alone when it is another one", async () => {
    const { alice, id, aliceId } = await newBins();
    type List = { names: string; households?: readonly Household[] };
    const list = (parameters: object) => call<List>(alice, "list_tasks", parameters);
    const { names } = await list({});
    expect(await list({ known_digest: `${names}.others` })).not.toHaveProperty("households");
    succeeded(await enter(alice, id, aliceId, { from_day: ahead(2) }));
    const { households } = await list({ known_digest: `${names}.others` });
    expect(households?.[0]?.absences).toHaveLength(1);
  });
});

describe("a turn", () => {
  test("is taken, offered or not, once for each day, and an event tells of it", async () => {
    const { alice, bob, taskId, bobId } = await newBins();
    const days = [ahead(2), ahead(1), ahead(2)];
    const task = await call(bob, "take_turns", { task_id: taskId, days });
    expect(task.swaps).toEqual([
      [ahead(1), bobId],
      [ahead(2), bobId],
    ]);
    const again = await call(bob, "take_turns", { task_id: taskId, days: [ahead(1), ahead(3)] });
    expect(again.swaps).toHaveLength(3);
    expect((await findTask(alice, taskId)).revision).toBe(again.revision);
    const same = await call(bob, "take_turns", { task_id: taskId, days: [ahead(1)] });
    expect(same.revision).toBe(again.revision);
    const byBob = { details: { people: [bobId] }, person_id: bobId };
    expect(await eventsOf(alice, taskId, "turn_taken")).toEqual([
      { ...byBob, days: `{[${ahead(1)},${ahead(3)})}` },
      { ...byBob, days: `{[${ahead(3)},${ahead(4)})}` },
    ]);
    expect((await findTask(alice, taskId)).people[bobId]).toBe("Bob");
  });

  test("that somebody has is another's only when they offer it to them", async () => {
    const { alice, bob, dave, taskId, aliceId, bobId, carolId } = await newBins();
    const turn = { task_id: taskId, days: [ahead(1)] };
    await call(alice, "take_turns", turn);
    expect(issueOf(await rpc(bob, "take_turns", turn))).toBe("TURN_TAKEN");
    const offered = await call(alice, "offer_turns", { ...turn, to_person: bobId });
    expect(offered.offers).toEqual([{ day: ahead(1), from: aliceId, to: bobId }]);
    expect(issueOf(await rpc(dave, "take_turns", turn))).toBe("TURN_TAKEN");
    const taken = await call(bob, "take_turns", turn);
    expect(taken.swaps).toEqual([[ahead(1), bobId]]);
    expect(taken).not.toHaveProperty("offers");
    // A keeper may give it to anybody, with or without an account.
    const given = await call(alice, "give_turns", { ...turn, person_id: carolId });
    expect(given.swaps).toEqual([[ahead(1), carolId]]);
    expect(issueOf(await rpc(bob, "return_turns", turn))).toBe("NOT_ALLOWED");
    const returned = await call(alice, "return_turns", turn);
    expect(returned).not.toHaveProperty("swaps");
    expect(issueOf(await rpc(alice, "return_turns", turn))).toBe("ok");
    const kinds = await sql<{ kind: string }>(
      "select kind from public.task_events where task_id = $1 and kind like 'turn%' order by id",
      [taskId],
    );
    expect(kinds.map(({ kind }) => kind)).toEqual([
      ...["turn_taken", "turn_offered", "turn_taken", "turn_given", "turn_returned"],
    ]);
  });

  test("is offered by nobody else once it is offered, or somebody has taken it", async () => {
    const { alice, bob, dave, taskId, aliceId } = await newBins();
    const turn = { task_id: taskId, days: [ahead(1)] };
    await call(alice, "offer_turns", turn);
    expect(issueOf(await rpc(bob, "offer_turns", turn))).toBe("days: TURN_OFFERED");
    expect(issueOf(await rpc(dave, "withdraw_offers", turn))).toBe("NOT_ALLOWED");
    const { offers } = await findTask(alice, taskId);
    expect(offers).toEqual([{ day: ahead(1), from: aliceId, to: null }]);
    // Only the person who took it may offer it.
    await call(bob, "take_turns", turn);
    for (const other of [alice, dave]) {
      expect(issueOf(await rpc(other, "offer_turns", turn))).toBe("TURN_TAKEN");
    }
    await call(bob, "offer_turns", turn);
  });

  test("is a helper's to offer where they take turns, or have taken or been given it", async () => {
    const { alice, dave, taskId, aliceId, daveId } = await newBins();
    const offer = async (...days: string[]) =>
      issueOf(await rpc(dave, "offer_turns", { task_id: taskId, days }));
    await call(dave, "take_turns", { task_id: taskId, days: [ahead(1)] });
    await call(alice, "give_turns", { task_id: taskId, days: [ahead(2)], person_id: daveId });
    await call(alice, "take_turns", { task_id: taskId, days: [ahead(4)] });
    expect(await offer(ahead(1), ahead(2))).toBe("ok");
    expect(await offer(ahead(3))).toBe("NOT_ALLOWED");
    expect(await offer(ahead(1), ahead(3))).toBe("NOT_ALLOWED");
    expect(await offer(ahead(4))).toBe("TURN_TAKEN");
    succeeded(await updateTask(alice, taskId, { roster: [aliceId, daveId] }));
    expect(await offer(ahead(3))).toBe("ok");
  });

  test("is offered to one or to all, and withdrawn by whoever offered it, or a keeper", async () => {
    const { alice, bob, taskId, aliceId, bobId } = await newBins();
    const turns = { task_id: taskId, days: [ahead(1), ahead(2)] };
    await call(bob, "offer_turns", turns);
    const one = await call(bob, "offer_turns", { ...turns, days: [ahead(2)], to_person: aliceId });
    expect(one.offers).toEqual([
      { day: ahead(1), from: bobId, to: null },
      { day: ahead(2), from: bobId, to: aliceId },
    ]);
    expect(issueOf(await rpc(bob, "offer_turns", { ...turns, to_person: bobId }))).toBe(
      "person: INVALID",
    );
    await call(alice, "withdraw_offers", { ...turns, days: [ahead(1)] });
    const none = await call(bob, "withdraw_offers", turns);
    expect(none).not.toHaveProperty("offers");
    expect(await eventsOf(bob, taskId, "turn_offer_withdrawn")).toHaveLength(2);
  });

  test("is one that is to come, of a day on which somebody takes turns", async () => {
    const { alice, taskId, carolId, id } = await newBins({ end_date: ahead(39) });
    const tried = async (days: unknown, name = "take_turns", more = {}) =>
      issueOf(await rpc(alice, name, { task_id: taskId, days, ...more }));
    expect(await tried([ahead(-1)])).toBe("days: TURN_IS_OVER");
    expect(await tried(["-infinity"])).toBe("days: TURN_IS_OVER");
    expect(await tried([ahead(367)])).toBe("days: INVALID");
    expect(await tried([])).toBe("days: INVALID");
    expect(await tried([null, ahead(1)])).toBe("days: INVALID");
    expect(await tried(Array.from({ length: 32 }, (_, n) => ahead(n)))).toBe("days: INVALID");
    await call(alice, "complete_task", { task_id: taskId, completed_date: ahead(4) });
    expect(await tried([ahead(3), ahead(4)])).toBe("days: TURN_IS_DONE");
    await call(alice, "put_off", { task_id: taskId, due_date: ahead(5), new_date: ahead(40) });
    await call(alice, "complete_task", { task_id: taskId, completed_date: ahead(40) });
    expect(await tried([ahead(5)])).toBe("days: TURN_IS_DONE");
    const away = { household_id: id, id: randomUUID(), person_id: carolId };
    await rpc(alice, "enter_absence", { ...away, from_day: ahead(10), to_day: ahead(12) });
    const give = (days: string[], person: string | null) =>
      tried(days, "give_turns", { person_id: person });
    expect(await give([ahead(9), ahead(10)], carolId)).toBe("person: AWAY_THEN");
    expect(await give([ahead(9), ahead(13)], carolId)).toBe("ok");
    expect(await give([ahead(9)], randomUUID())).toBe("person: INVALID");
    expect(await give([ahead(9)], null)).toBe("person: INVALID");
    await updateTask(alice, taskId, { roster: [] });
    expect(await tried([ahead(1)])).toBe("days: NO_TURNS");
    await call(alice, "delete_task", { task_id: taskId });
    expect(await tried([ahead(1)])).toBe("TASK_NOT_FOUND");
  });

  test("can be swapped on a hundred days ahead of a task", async () => {
    const { alice, taskId } = await newBins();
    const days = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => ahead(from + n));
    const take = (asked: string[]) => rpc(alice, "take_turns", { task_id: taskId, days: asked });
    for (const from of [0, 31, 62]) succeeded(await take(days(from, 31)));
    succeeded(await take(days(93, 7)));
    expect(issueOf(await take(days(100, 1)))).toBe(": TOO_MANY_TURNS");
    expect((await findTask(alice, taskId)).swaps).toHaveLength(100);
  });

  test("that is over comes with the list for more than a year, and stays in the record", async () => {
    const { alice, taskId, bobId } = await newBins();
    await sql(
      `insert into public.turn_swaps (task_id, day, person_id)
       select $1, (now() at time zone 'UTC')::date - days, $2 from generate_series(1, 501) as days`,
      [taskId, bobId],
    );
    const { swaps = [] } = await findTask(alice, taskId);
    expect([swaps.length, swaps[0], swaps.at(-1)]).toEqual([
      ...[500, [ahead(-500), bobId], [ahead(-1), bobId]],
    ]);
    const path = `turn_swaps?task_id=eq.${taskId}&select=day`;
    expect(succeeded(await rest(alice, "GET", path))).toHaveLength(501);
  });

  test("of an interval task is one, until it is done", async () => {
    const { alice, bob, taskId, bobId } = await newBins({
      ...{ repeat_value: "custom", after_done: "P3D" },
    });
    const turn = { task_id: taskId, days: [TODAY] };
    await call(bob, "take_turns", turn);
    const later = { task_id: taskId, days: [ahead(2)] };
    expect(issueOf(await rpc(alice, "take_turns", later))).toBe("TURN_TAKEN");
    expect(issueOf(await rpc(bob, "take_turns", { ...turn, days: [TODAY, ahead(1)] }))).toBe(
      "days: INVALID",
    );
    await call(alice, "complete_task", { task_id: taskId, completed_date: TODAY });
    expect(issueOf(await rpc(bob, "take_turns", turn))).toBe("days: TURN_IS_DONE");
    const task = await call(alice, "take_turns", later);
    expect(task.swaps?.map(([day]) => day)).toEqual([TODAY, ahead(2)]);
    expect(task.swaps?.[0]?.[1]).toBe(bobId);
  });

  test(`of ${runs(100)} that two take at once, one has it`, async () => {
    const { alice, bob, taskId } = await newBins();
    for (let round = 0; round < runs(100); round++) {
      const turn = { task_id: taskId, days: [ahead(round % 60)] };
      const answers = await Promise.all([alice, bob].map((who) => rpc(who, "take_turns", turn)));
      expect(answers.map(issueOf).sort()).toEqual(["TURN_TAKEN", "ok"]);
      await call(alice, "return_turns", turn);
    }
  });
});

test("a display knows whose turn it is, and a label not who is away", async () => {
  const { alice, id, taskId, aliceId, bobId, carolId } = await newBins();
  const away = { household_id: id, id: randomUUID(), person_id: carolId, from_day: TODAY };
  succeeded(await rpc(alice, "enter_absence", away));
  type Shown = { digest: string; absences?: unknown[]; tasks: TaskJson[] };
  const read = (token: string) => call<Shown>(alice, "read_display", { token });
  const token = await newDisplay(alice, id);
  const shown = await read(token);
  expect(shown.absences).toHaveLength(1);
  expect(shown.tasks).toMatchObject([{ roster: [aliceId, bobId, carolId], turnLength: "each" }]);
  succeeded(await rpc(alice, "end_absence", { household_id: id, id: away.id }));
  expect((await read(token)).digest).not.toBe(shown.digest);
  const labels = await call<Record<string, string>>(alice, "print_labels", { household_id: id });
  expect(await read(labels[taskId] ?? "")).not.toHaveProperty("absences");
});

test("a file has who takes turns, who swapped and who was away by name, and an import takes none", async () => {
  const { alice, bob, id, taskId, bobId, carolId } = await newBins();
  await updateTask(alice, taskId, { roster: [bobId, carolId], schedule_from: TODAY });
  await call(bob, "take_turns", { task_id: taskId, days: [ahead(1)] });
  const away = { household_id: id, id: randomUUID(), person_id: carolId, from_day: TODAY };
  succeeded(await rpc(alice, "enter_absence", away));
  interface File {
    account: { households: { absences: unknown }[] };
    tasks: { events: { kind: string; details: unknown }[] }[];
  }
  const file = await call<File>(alice, "export_tasks", {});
  expect(file.tasks).toMatchObject([
    {
      roster: ["Bob", "Carol"],
      turnLength: "each",
      formerSchedules: [{ roster: ["Alice", "Bob", "Carol"] }],
      swaps: [[ahead(1), "Bob"]],
    },
  ]);
  const details = (kind: string) =>
    file.tasks[0]?.events.find((event) => event.kind === kind)?.details;
  expect(details("turn_taken")).toEqual({ people: ["Bob"] });
  expect(details("schedule_changed")).toMatchObject({ after: { roster: ["Bob", "Carol"] } });
  expect(file.account.households[0]?.absences).toMatchObject([{ name: "Carol", from: TODAY }]);
  const whole = JSON.stringify({ ...FILE_FORMAT, tasks: file.tasks });
  const [entry] = readRotaFile(whole, US_ENGLISH).entries;
  expect(entry?.fields).toMatchObject({ startDate: addDays(TODAY, -9) });
  expect(entry?.fields).not.toHaveProperty("roster");
  expect(JSON.stringify(file)).not.toMatch(new RegExp(`${bobId}|${carolId}`));
});

describe("where today is another day than in UTC", () => {
  /** Moves a household to a zone that has another day now; resolves to its date. */
  const moveElsewhere = async (household: string) => {
    const [zone] = await sql<{ name: string; today: string }>(
      `select name, (now() at time zone name)::date as today
       from unnest(array['Pacific/Kiritimati', 'Pacific/Pago_Pago']) as name
       where (now() at time zone name)::date <> (now() at time zone 'UTC')::date`,
    );
    const { name, today } = zone as { name: string; today: string };
    const move = "update public.household_zones set time_zone = $2 where household_id = $1";
    await sql(move, [household, name]);
    return today;
  };

  test("who leaves, and who is back, does so on the household's day, wherever its keeper is", async () => {
    const { alice, id, bobId, carolId } = await newBins();
    const today = await moveElsewhere(id);
    const away = { household_id: id, id: randomUUID(), person_id: carolId, from_day: today };
    await call(alice, "enter_absence", { ...away, to_day: addDays(today, 9) });
    await call(alice, "end_absence", { household_id: id, id: away.id });
    await call(alice, "remove_person", { household_id: id, id: bobId });
    const { absences = [] } = await householdOf(alice, id);
    expect(absences.find(({ person }) => person === carolId)).toMatchObject({
      ...{ enteredOn: today, endedOn: today },
    });
    expect(absences.find(({ person }) => person === bobId)).toMatchObject({
      ...{ from: today, enteredOn: today },
    });
  });

  test("who is somewhere else takes no turn of a day that is over at home", async () => {
    const { bob, id, taskId } = await newBins();
    const today = await moveElsewhere(id);
    const take = async (day: string) =>
      issueOf(await rpc(bob, "take_turns", { task_id: taskId, days: [day] }));
    expect(await take(addDays(today, -1))).toBe("days: TURN_IS_OVER");
    expect(await take(today)).toBe("ok");
  });
});

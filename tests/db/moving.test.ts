import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Moving } from "../../src/domain/moving/moving-form.ts";
import { newPerson, type Person, rpc, succeeded } from "../support/actors.ts";
import { addTask, listTasks, updateTask, utcDay } from "../support/actors-tasks.ts";
import { householdOf, join, newDisplay, newFlat, newHousehold } from "../support/households.ts";
import { householdFile, moveIn, readFile, recordRows, shownTo, told } from "../support/moving.ts";
import { finishImport } from "../support/portability.ts";
import { sqlValue } from "../support/sql.ts";

/** A household's own file: out, in elsewhere, and out again. */

let alice: Person;
let bob: Person;
let flat: string;
let file: string;
let moving: Moving;

const dayNumber = (date: string) => Date.parse(date) / 86_400_000;

/** A flat in which everything has happened that a record knows. */
async function liveThere() {
  const lived = await newFlat({ dave: "member" });
  ({ alice, bob, id: flat } = lived);
  const { ids, dave } = lived;
  const call = async (person: Person, name: string, parameters: Record<string, unknown>) =>
    succeeded(await rpc(person, name, parameters));
  // Alice's own task, with deeds, that came into the household later.
  const plants = await addTask(alice, { title: "Plants", repeat_value: "weekly" });
  await call(alice, "complete_task", { task_id: plants.id, completed_date: plants.startDate });
  succeeded(await updateTask(alice, plants.id, { household_id: flat }));

  const roster = [ids.Alice, ids.Bob, ids.Carol, ids.Dave];
  const bins = await addTask(alice, {
    ...{ title: "Bins", household_id: flat, checklist: ["Black", "Blue"], effort: 2, roster },
    ...{ subtitle: "Left", season: [1, 2, 10, 11, 12], missed_policy: "latest" },
  });
  const on = (person: Person, name: string, parameters: object) =>
    call(person, name, { task_id: bins.id, ...parameters });
  await on(alice, "complete_task", { completed_date: "2020-01-02" });
  await on(alice, "complete_task", { completed_date: "2020-01-03", people: [ids.Carol] });
  await on(bob, "complete_task", { completed_date: "2020-01-04", people: [ids.Bob, ids.Carol] });
  await on(bob, "complete_task", { completed_date: "2020-01-05", people: [] });
  await on(bob, "skip_occurrence", { day: "2020-01-06" });
  await on(dave as Person, "complete_task", { completed_date: "2020-01-07" });
  const days = [[dayNumber("2020-02-01"), 20]];
  await on(bob, "catch_up", { id: randomUUID(), days, status: "done", people: [ids.Carol] });
  await on(bob, "check_line", { day: "2020-01-09", line: "Blue", is_checked: true });
  await on(bob, "put_off", { due_date: "2020-01-10", new_date: "2020-04-12" });
  await on(bob, "note_day", { day: "2020-01-03", note: "In the rain <b>&</b>" });
  await on(alice, "pause_task", { first_day: "2020-05-01", last_day: "2020-05-31" });
  await on(bob, "take_turns", { days: [await utcDay(1), await utcDay(2)] });
  await call(alice, "enter_house_absence", {
    ...{ household_id: flat, id: randomUUID() },
    ...{ from_day: await utcDay(5), to_day: await utcDay(9) },
  });
  await call(bob, "enter_absence", {
    ...{ household_id: flat, id: randomUUID(), person_id: ids.Bob },
    ...{ from_day: "2020-06-01", to_day: "2020-06-09", for_past: true },
  });
  const today = await utcDay(0);
  succeeded(await updateTask(alice, bins.id, { repeat_value: "weekly", schedule_from: today }));
  const token = await newDisplay(alice, flat);
  const dailies = await addTask(alice, { title: "Dishes", household_id: flat });
  await call(alice, "tick_on_display", {
    ...{ token, task_id: dailies.id, day: today, people: [ids.Carol], time_zone: "Asia/Tokyo" },
  });
  // Each time that he comes back, an absence ends on its first day.
  for (let back = 0; back < 3; back++) {
    await call(alice, "remove_person", { household_id: flat, id: ids.Dave });
    if (back < 2) await call(alice, "bring_back_person", { household_id: flat, id: ids.Dave });
  }
  await call(alice, "set_household_zone", { household_id: flat, time_zone: "Asia/Tokyo" });
}

beforeAll(async () => {
  await liveThere();
  file = await householdFile(alice, flat);
  moving = await readFile(file);
});

test("the file has no account's id, no address and no secret", async () => {
  for (const { id, email } of [alice, bob]) {
    expect(file).not.toContain(id);
    expect(file).not.toContain(email);
  }
  const hash = await sqlValue<string>(
    "select encode(token_hash, 'hex') from public.household_displays where household_id = $1",
    [flat],
  );
  expect(file).not.toContain(hash);
  expect(moving.displays).toEqual(["Kitchen tablet"]);
});

test("only a keeper has it, and nobody else learns that the household is there", async () => {
  const stranger = await newPerson();
  for (const person of [bob, stranger]) {
    expect(await rpc(person, "export_tasks", { household_id: flat })).toMatchObject({
      status: 404,
      body: { message: "HOUSEHOLD_NOT_FOUND" },
    });
  }
});

test("another household made of it says the same, in its file and in its list", async () => {
  const eve = await newPerson("eve", "Eve");
  const matches = { Alice: "me" } as const;
  const { household, results } = await moveIn(eve, moving, { matches });
  expect(results.map(({ outcome, issues }) => [outcome, issues])).toEqual(
    moving.tasks.map(() => ["added", []]),
  );
  const again = await readFile(await householdFile(eve, household));
  expect(told(again)).toEqual({ ...told(moving), displays: [] });
  expect(await shownTo(eve, household)).toEqual(await shownTo(alice, flat));
  expect(await recordRows(household)).toEqual(await recordRows(flat));

  // Once more: they are there.
  const twice = await moveIn(eve, moving, { matches });
  expect(twice.household).toBe(household);
  expect(twice.results.map(({ outcome }) => outcome)).toEqual(moving.tasks.map(() => "there"));
  expect(told(await readFile(await householdFile(eve, household)))).toEqual(told(again));
});

/** A household of Alice and Bob, both with accounts, into which Alice brings what the file says. */
async function bringIn() {
  const { alice: keeper, bob: other, id, ids } = await newFlat();
  const matches = {
    Alice: "me",
    Bob: { id: ids.Bob },
    Carol: { id: ids.Carol },
  } as const;
  const moved = await moveIn(keeper, moving, { into: id, matches });
  return { keeper, other, id, ids, ...moved };
}

const doers = (household: string, name: string) =>
  sqlValue<number>(
    `select count(*)::integer from public.task_completions done
       join public.tasks on tasks.id = done.task_id
       join public.household_people people on people.id = any (done.people)
     where tasks.household_id = $1 and people.name = $2`,
    [household, name],
  );

/** The account or the person who wrote the one note. */
const noteWriter = (household: string) =>
  sqlValue<string>(
    `select concat_ws(' ', notes.user_id, people.name, notes.by_name)
     from public.task_day_notes notes
     join public.tasks on tasks.id = notes.task_id
     left join public.household_people people on people.id = notes.person_id
     where tasks.household_id = $1 and notes.day = '2020-01-03'`,
    [household],
  );

test.each([
  [true, "Bob", "Bob (imported by Alice)"],
  [false, "Bob (imported by Alice)", "Bob"],
] as const)(
  "what it says of an account waits for that person's word (%s), and each task's record has it",
  async (is_mine, has, hasNot) => {
    const { keeper, other, id } = await bringIn();
    expect(await doers(id, "Bob")).toBe(0);
    expect(await doers(id, "Carol")).toBeGreaterThan(0);
    const [claim, ...more] = (await householdOf(other, id)).claims ?? [];
    expect([claim?.by, claim?.deeds, claim?.since, more]).toEqual(["Alice", 2, "2020-01-04", []]);
    expect((await householdOf(keeper, id)).claims).toBeUndefined();
    const answer = (person: Person, mine = is_mine) =>
      rpc(person, "answer_claim", { id: claim?.id, is_mine: mine });
    expect((await answer(keeper)).body).toMatchObject({ message: "CLAIM_NOT_FOUND" });
    succeeded(await answer(other));
    succeeded(await answer(other));
    expect((await answer(other, !is_mine)).body).toMatchObject({ message: "CLAIM_NOT_FOUND" });
    expect((await householdOf(other, id)).claims).toBeUndefined();
    expect([await doers(id, has), await doers(id, hasNot)]).toEqual([2, 0]);
    expect(await noteWriter(id)).toBe(has);
    const events = await sqlValue<unknown>(
      `select jsonb_agg(events.details -> 'isMine') from public.task_events events
         join public.tasks on tasks.id = events.task_id
       where tasks.household_id = $1 and events.kind = 'claimed' and (events.details ->> 'deeds')::integer > 0`,
      [id],
    );
    expect(events).toEqual([is_mine]);
  },
);

test("a keeper takes it back as a whole, with its people, while nothing was done in it", async () => {
  const { keeper, other, id, importId } = await bringIn();
  const before = await householdOf(keeper, id);
  expect(before.imports).toMatchObject([{ id: importId, by: "Alice", tasks: moving.tasks.length }]);
  expect((await householdOf(other, id)).imports).toBeUndefined();
  const undo = (person: Person) => rpc(person, "undo_import", { id: importId });
  // For somebody else it is not there.
  succeeded(await undo(other));
  expect((await listTasks(keeper)).length).toBe(moving.tasks.length);
  succeeded(await undo(keeper));
  succeeded(await undo(keeper));
  expect(await listTasks(keeper)).toEqual([]);
  const after = await householdOf(keeper, id);
  expect(after.people.map(({ name }) => name)).toEqual(["Alice", "Carol", "Bob"]);
  expect([after.former, after.imports]).toEqual([undefined, undefined]);

  const second = await moveIn(keeper, moving, { into: id });
  const [task] = await listTasks(keeper);
  const note = { task_id: task?.id, day: "2020-01-20", note: "Since then" };
  succeeded(await rpc(keeper, "note_day", note));
  expect((await rpc(keeper, "undo_import", { id: second.importId })).body).toMatchObject({
    message: "IMPORT_IN_USE",
  });
});

test("it can't be taken back once somebody has joined as one of the people it brought", async () => {
  const { alice: keeper, bob: other, id, ids } = await newFlat();
  const matches = { Alice: "me", Bob: { id: ids.Bob } } as const;
  const { importId } = await moveIn(keeper, moving, { into: id, matches });
  const known = Object.values(ids);
  const brought = (await householdOf(other, id)).people.filter((one) => !known.includes(one.id));
  expect(brought.map(({ name }) => name)).toEqual(["Carol"]);
  await join(keeper, id, await newPerson("dora", "Dora"), "member", brought[0]?.id);
  expect((await rpc(keeper, "undo_import", { id: importId })).body).toMatchObject({
    message: "IMPORT_IN_USE",
  });
});

test("two keepers bring the same file at once: each task comes once", async () => {
  const { alice: one, bob: other, id } = await newFlat({ bob: "keeper" });
  const first = await moveIn(one, moving, { into: id, isPreview: true });
  const second = await moveIn(other, moving, { into: id });
  expect(second.results.map(({ outcome }) => outcome)).toEqual(moving.tasks.map(() => "added"));
  const finished = await rpc(one, "finish_import", {
    import_id: first.importId,
    with_shares: false,
  });
  expect(finished.body).toMatchObject({ added: 0 });
  expect((await listTasks(one)).length).toBe(moving.tasks.length);
});

test("every answer lost once, after a tab that was closed: all of it is there once", async () => {
  const eve = await newPerson("eve", "Eve");
  const matches = { Alice: "me" } as const;
  await moveIn(eve, moving, { matches, isCut: true, isPreview: true });
  const { household, results } = await moveIn(eve, moving, { matches, isCut: true });
  expect(results.map(({ outcome }) => outcome)).toEqual(moving.tasks.map(() => "added"));
  const again = await readFile(await householdFile(eve, household));
  expect(told(again)).toEqual({ ...told(moving), displays: [] });
});

test("whoever leaves while an import is under way takes no turns", async () => {
  const { alice: keeper, id, ids } = await newFlat();
  const matches = { Alice: "me", Bob: { id: ids.Bob }, Carol: { id: ids.Carol } } as const;
  const { importId } = await moveIn(keeper, moving, { into: id, matches, isPreview: true });
  succeeded(await rpc(keeper, "remove_person", { household_id: id, id: ids.Bob }));
  succeeded(await finishImport(keeper, importId));
  const bins = (await listTasks(keeper)).find(({ title }) => title === "Bins");
  expect(bins?.roster.slice(0, 2)).toEqual([ids.Alice, ids.Carol]);
  expect(bins?.roster).not.toContain(ids.Bob);
});

test("a note that came with an import is its next writer's once changed", async () => {
  const { other, id } = await bringIn();
  const bins = (await listTasks(other)).find(({ title }) => title === "Bins");
  expect(await noteWriter(id)).toBe("Bob (imported by Alice)");
  const changed = { note: "Swept", based_on: "In the rain <b>&</b>" };
  succeeded(await rpc(other, "note_day", { task_id: bins?.id, day: "2020-01-03", ...changed }));
  expect(await noteWriter(id)).toBe(other.id);
});

test("nobody sees what is staged, and a broken file makes nothing", async () => {
  const eve = await newPerson("eve", "Eve");
  const { household } = await moveIn(eve, moving, { isPreview: true });
  expect(await listTasks(eve)).toEqual([]);
  const there = "select count(*)::integer from public.households where id = $1";
  expect(await sqlValue<number>(there, [household])).toBe(0);
  for (const broken of [
    { ...moving, people: [{ id: "x", name: "" }] },
    {
      ...moving,
      absences: [{ person: "x", from: "soon", to: null, enteredOn: "", endedOn: null }],
    },
    { ...moving, timeZone: "Mars/Olympus" },
  ]) {
    const refused = await moveIn(eve, broken).catch((error: unknown) => String(error));
    expect(refused).toMatch(/422|VALIDATION_FAILED/);
  }
});

test("into a household that is there, it comes by the keeper's word alone", async () => {
  const target = await newHousehold(bob, "Bob's", ["Carol"]);
  const stranger = await newPerson();
  const refused = await rpc(stranger, "begin_import", {
    import_id: randomUUID(),
    household: { householdId: target, name: "x", people: [] },
  });
  expect(refused).toMatchObject({ status: 404, body: { message: "HOUSEHOLD_NOT_FOUND" } });
});

import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { addDays } from "../../src/domain/dates/calendar.ts";
import { toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import type { Household } from "../../src/domain/households/household.ts";
import { type TaskJson, taskFromJson } from "../../src/domain/tasks/task-json.ts";
import { turnOn } from "../../src/domain/turns/turns.ts";
import { newPerson, type Person, refusalCode, rest, rpc, succeeded } from "../support/actors.ts";
import { inboxOf } from "../support/actors-inbox.ts";
import { addTask, listTasks, updateTask } from "../support/actors-tasks.ts";
import { householdOf, idsByName, join, newDisplay, newHousehold } from "../support/households.ts";
import { exportPages } from "../support/portability.ts";
import { sql, sqlValue } from "../support/sql.ts";

/** The days of a household: its absences, and its time zone. */

const TODAY = new Date().toISOString().slice(0, 10);
const ahead = (days: number) => addDays(TODAY, days);
const run = (from: string, to: string) => [
  toDayNumber(from),
  toDayNumber(to) - toDayNumber(from) + 1,
];

const call = async <Body = unknown>(person: Person, name: string, parameters: object) =>
  succeeded<Body>(await rpc(person, name, { ...parameters }));
const pausesOf = async (person: Person, id: string) =>
  (await listTasks(person)).find((task) => task.id === id)?.pausedDays;

let alice: Person;
let bob: Person;
let flat: string;
let bins: string;
beforeEach(async () => {
  [alice, bob] = await Promise.all([newPerson("alice", "Alice"), newPerson("bob", "Bob")]);
  flat = await newHousehold(alice);
  await join(alice, flat, bob);
  bins = (await add("Bins")).id;
});

const add = (title: string, household_id: string | null = flat) =>
  addTask(alice, { title, start_date: ahead(-20), household_id });
const leave = async (from_day: string, to_day: string, id: string = randomUUID(), who = bob) => {
  await call(who, "enter_house_absence", { household_id: flat, id, from_day, to_day });
  return id;
};
const comeBack = (id: string, who = alice) =>
  call(who, "end_house_absence", { household_id: flat, id });
/** Moves its entry some days back, as calls enter nothing for the past. */
async function backdate(id: string, days: number) {
  await sql("update public.house_absences set from_day = from_day - $2::int where id = $1", [
    id,
    days,
  ]);
  const since = "household_since = household_since - $2::int, revision = revision + 1";
  await sql(`update public.tasks set ${since} where household_id = $1`, [flat, days]);
}
const eventsOf = async (id: string) =>
  (
    await sql<{ kind: string; days: string; away: boolean | null }>(
      `select kind, days::text, (details -> 'away')::boolean as away from public.task_events
       where task_id = $1 and kind in ('paused', 'resumed') order by id`,
      [id],
    )
  ).map(({ kind, days, away }) => `${away ? "house " : ""}${kind} ${days}`);

describe("a household's absence", () => {
  test("pauses what is there and what comes, and ends no other pause", async () => {
    const lawn = await add("Lawn");
    const winter = { first_day: TODAY, last_day: ahead(90) };
    await call(alice, "pause_task", { task_id: lawn.id, ...winter });
    const away = await leave(TODAY, ahead(7));
    const added = await add("Added meanwhile");
    expect(await pausesOf(bob, bins)).toEqual([run(TODAY, ahead(7))]);
    expect(await pausesOf(bob, added.id)).toEqual([run(TODAY, ahead(7))]);
    expect(await householdOf(bob, flat)).toMatchObject({
      houseAbsences: [
        { id: away, from: TODAY, to: ahead(7), by: (await householdOf(bob, flat)).me },
      ],
    });

    await comeBack(away);
    for (const id of [bins, added.id]) expect(await pausesOf(bob, id)).toEqual([]);
    expect(await pausesOf(bob, lawn.id)).toEqual([run(TODAY, ahead(90))]);
    expect((await householdOf(bob, flat)).houseAbsences).toBeUndefined();
  });

  test("is known to whatever says when something is due", async () => {
    const token = await newDisplay(alice, flat);
    await leave(TODAY, ahead(7));
    const days = [run(TODAY, ahead(7))];
    const display = await rpc(null, "read_display", { token });
    expect(succeeded<{ tasks: TaskJson[] }>(display).tasks[0]?.pausedDays).toEqual(days);
    expect((await call<TaskJson>(bob, "read_task", { task_id: bins })).pausedDays).toEqual(days);
    const changed = await updateTask(alice, bins, { effort: 2 });
    expect(succeeded<TaskJson>(changed).pausedDays, "an answer").toEqual(days);
    const [page] = await exportPages(bob);
    expect(page?.tasks[0]).toMatchObject({ pausedDays: [[TODAY, ahead(7)]] });
    // Calendars, mails and pushes read the list.
  });

  test("is what an interval task moves on past, in the database too", async () => {
    const filter = await addTask(alice, {
      ...{ title: "Filter", household_id: flat, start_date: TODAY },
      ...{ repeat_value: "custom", after_done: "P1D" },
    });
    await leave(TODAY, ahead(1));
    const tick = { task_id: filter.id, completed_date: TODAY };
    const done = await call<TaskJson>(bob, "complete_task", tick);
    expect(done.recentCompletions.at(-1)).toMatchObject({ date: TODAY, dueOn: ahead(2) });
  });

  test("that has not begun ends in one go, and its tasks tell of both", async () => {
    const away = await leave(ahead(1), ahead(7));
    expect(await pausesOf(bob, bins)).toEqual([run(ahead(1), ahead(7))]);
    await comeBack(away);
    await comeBack(away);
    expect(await pausesOf(bob, bins)).toEqual([]);
    expect((await householdOf(bob, flat)).houseAbsences).toBeUndefined();
    const days = `{[${ahead(1)},${ahead(8)})}`;
    expect(await eventsOf(bins)).toEqual([`house paused ${days}`, `house resumed ${days}`]);
  });

  test("changes no day before it is entered, nor one before it is ended", async () => {
    const away = await leave(ahead(-5), ahead(5));
    expect(await pausesOf(bob, bins)).toEqual([run(TODAY, ahead(5))]);
    await backdate(away, 3);
    await comeBack(away);
    expect(await pausesOf(bob, bins)).toEqual([run(ahead(-3), ahead(-1))]);
    const over = { household_id: flat, id: randomUUID(), from_day: ahead(-5), to_day: ahead(-1) };
    expect(refusalCode(await rpc(bob, "enter_house_absence", over))).toBe("VALIDATION_FAILED");
  });

  test("stays with a task that leaves, and is none of one that comes", async () => {
    const [away, own] = [await leave(TODAY, ahead(5)), await add("Own", null)];
    await backdate(away, 3);
    const moved = async (id: string, household_id: string | null) =>
      succeeded<TaskJson>(await updateTask(alice, id, { household_id })).pausedDays;
    expect(await moved(bins, null)).toEqual([run(ahead(-3), TODAY)]);
    expect(await moved(own.id, flat)).toEqual([run(TODAY, ahead(5))]);
    await comeBack(away);
    expect(await pausesOf(alice, bins)).toEqual([run(ahead(-3), TODAY)]);
    expect(await pausesOf(alice, own.id)).toEqual([]);
  });

  test("counts once where two overlap, and is told so", async () => {
    const first = await leave(TODAY, ahead(5));
    const second = await leave(ahead(3), ahead(9));
    expect(await pausesOf(bob, bins)).toEqual([run(TODAY, ahead(9))]);
    await comeBack(first);
    expect(await pausesOf(bob, bins)).toEqual([run(ahead(3), ahead(9))]);
    await comeBack(second);
    expect(await eventsOf(bins)).toEqual([
      `house paused {[${TODAY},${ahead(6)})}`,
      `house paused {[${ahead(6)},${ahead(10)})}`,
      `house resumed {[${TODAY},${ahead(3)})}`,
      `house resumed {[${ahead(3)},${ahead(10)})}`,
    ]);
  });

  test("comes back with a deleted task, and goes with it", async () => {
    const away = await leave(TODAY, ahead(5));
    await call(alice, "delete_task", { task_id: bins });
    await comeBack(away);
    await leave(ahead(2), ahead(3));
    const restored = await call<TaskJson>(alice, "restore_task", { task_id: bins });
    expect(restored.pausedDays).toEqual([run(ahead(2), ahead(3))]);
    expect(await eventsOf(bins)).toHaveLength(3);
  });

  test("is told to everybody once, is a member's to enter, and sent again is the same", async () => {
    const helper = await newPerson("helper");
    await join(alice, flat, helper, "helper");
    const digest = async () => succeeded<{ tasks?: unknown }>(await rpc(alice, "list_tasks"));
    const before = (await listTasks(alice))[0]?.revision ?? 0;
    const inbox = inboxOf(alice);
    await inbox();
    const id = await leave(TODAY, ahead(5));
    await leave(TODAY, ahead(5), id);
    expect((await inbox()).map(({ event }) => event)).toEqual(["list_changed"]);
    expect((await listTasks(alice))[0]?.revision).toBe(before + 1);
    expect(await digest()).toHaveProperty("tasks");
    const code = async (who: Person, name: string, more: object) =>
      refusalCode(await rpc(who, name, { household_id: flat, id, ...more }));
    const days = { from_day: TODAY, to_day: ahead(5) };
    expect(await code(helper, "enter_house_absence", days)).toBe("NOT_ALLOWED");
    expect(await code(helper, "end_house_absence", {})).toBe("NOT_ALLOWED");
    const stranger = await newPerson("stranger");
    expect(await code(stranger, "enter_house_absence", days)).toBe("HOUSEHOLD_NOT_FOUND");
    expect(await code(stranger, "end_house_absence", {})).toBe("HOUSEHOLD_NOT_FOUND");
    const elsewhere = await newHousehold(stranger, "Elsewhere");
    const theirs = { household_id: elsewhere, ...days };
    expect(await code(stranger, "enter_house_absence", theirs)).toBe("VALIDATION_FAILED");
    expect(await code(stranger, "end_house_absence", { household_id: elsewhere })).toBe(
      "VALIDATION_FAILED",
    );
    expect(await pausesOf(alice, bins)).toEqual([run(TODAY, ahead(5))]);
  });
});

/** Their dates always differ: they are 25 hours apart. */
const [EAST, WEST] = ["Pacific/Kiritimati", "Pacific/Niue"] as const;
const dayIn = (zone: string) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(new Date());
const moveTo = async (person: Person, time_zone: string) =>
  succeeded(await rest(person, "PATCH", `profiles?id=eq.${person.id}`, { time_zone }));
const todayIn = (household: string) =>
  sqlValue<string>("select private.household_today($1)::text", [household]);

describe("a household's time zone", () => {
  let home: string;
  beforeEach(async () => {
    await moveTo(alice, EAST);
    home = await newHousehold(alice, "Home", ["Carol"]);
  });

  test("is its founder's, and stays where they go: no turn of the past changes", async () => {
    await join(alice, home, bob);
    const ids = await idsByName(alice, home);
    const roster = ["Alice", "Carol", "Bob"].map((name) => String(ids[name]));
    const start_date = addDays(dayIn(EAST), -9);
    const { id } = await addTask(alice, { start_date, household_id: home, roster });
    const past = async () => {
      const household: Household = await householdOf(alice, home);
      const task = (await listTasks(alice)).find((one) => one.id === id) as TaskJson;
      return Array.from({ length: 9 }, (_, day) =>
        turnOn(taskFromJson(task, household), addDays(start_date, day), dayIn(EAST)),
      );
    };
    const before = await past();
    await moveTo(alice, WEST);
    await call(alice, "remove_person", { household_id: home, id: ids.Carol });
    expect(await past()).toEqual(before);
    expect(await todayIn(home)).toBe(dayIn(EAST));
  });

  test("is changed by a keeper from its next midnight on, until when it can be changed again", async () => {
    await join(alice, home, bob);
    const set = (who: Person, time_zone: string) =>
      rpc(who, "set_household_zone", { household_id: home, time_zone });
    succeeded(await set(alice, "Europe/Berlin"));
    succeeded(await set(alice, WEST));
    expect(await householdOf(bob, home)).toMatchObject({ timeZone: EAST, nextTimeZone: WEST });
    expect(await todayIn(home)).toBe(dayIn(EAST));
    const rows = await sql<{ at: string; zone: string }>(
      `select (counts_from at time zone $2)::text as at, time_zone as zone from public.household_zones
       where household_id = $1 order by counts_from`,
      [home, EAST],
    );
    expect(rows).toEqual([
      { at: "-infinity", zone: EAST },
      { at: `${addDays(dayIn(EAST), 1)} 00:00:00`, zone: WEST },
    ]);
    succeeded(await set(alice, EAST));
    expect(await householdOf(bob, home)).not.toHaveProperty("nextTimeZone");
    expect(refusalCode(await set(bob, WEST))).toBe("NOT_ALLOWED");
    expect(refusalCode(await set(await newPerson(), WEST))).toBe("HOUSEHOLD_NOT_FOUND");
    expect(refusalCode(await set(alice, "Mars/Olympus"))).toBe("VALIDATION_FAILED");
  });

  test("brings no day back: the next zone begins with the same day or a later one, whichever it is", async () => {
    const changes = [
      ...[
        [EAST, WEST],
        [WEST, EAST],
        [EAST, "Europe/Berlin"],
      ],
      ...[
        [WEST, "Asia/Kolkata"],
        ["America/New_York", EAST],
      ],
    ] as const;
    for (const [from, time_zone] of changes) {
      await moveTo(alice, from);
      const id = await newHousehold(alice, from);
      await call(alice, "set_household_zone", { household_id: id, time_zone });
      const before = await todayIn(id);
      // Imitates the midnight.
      await sql(
        "update public.household_zones set counts_from = now() where household_id = $1 and counts_from > now()",
        [id],
      );
      const after = await todayIn(id);
      expect(after >= before, `${from} to ${time_zone}`).toBe(true);
    }
  });
});

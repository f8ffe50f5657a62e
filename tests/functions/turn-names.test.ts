import { expect, test } from "vitest";
import { toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { factsFromJson } from "../../src/domain/figures/facts.ts";
import { turnsAsOf } from "../../src/domain/figures/figure-turns.ts";
import { type DisplayJson, displayTasks } from "../../src/domain/households/display.ts";
import type { Task } from "../../src/domain/tasks/task.ts";
import { type TaskJson, taskFromJson } from "../../src/domain/tasks/task-json.ts";
import { withRecordedSwaps } from "../../src/domain/turns/recorded-swaps.ts";
import { personOfTurn, turnOf } from "../../src/domain/turns/turn-words.ts";
import { newPerson, type Person, rest, rpc, succeeded } from "../support/actors.ts";
import { createTask, listTasks } from "../support/actors-tasks.ts";
import { calendarEntries, renewCalendar } from "../support/calendar.ts";
import { day, ZONE } from "../support/day.ts";
import { householdOf, join, newDisplay, newHousehold } from "../support/households.ts";
import { sql } from "../support/sql.ts";

/** Today, the history, the figures, a tablet and a calendar give the same name for the same day. */

const DAYS = Array.from({ length: 56 }, (_, at) => day(at - 40));

const call = async <Body>(person: Person, name: string, parameters: object) =>
  succeeded<Body>(await rpc(person, name, { ...parameters }));

/** The name that each gives for each day, for a reader who takes no turns. */
async function namesOf(reader: Person, household: string, displayToken: string, id: string) {
  const json = (await listTasks(reader)).find((task) => task.id === id) as TaskJson;
  const task = taskFromJson(json, await householdOf(reader, household));
  const rows = succeeded<{ day: string; person_id: string }[]>(
    await rest(reader, "GET", `turn_swaps?task_id=eq.${id}&select=day,person_id`),
  );
  const swaps = rows.map((row) => ({ day: row.day, person: row.person_id }));
  const [first = "", last = ""] = [DAYS[0], DAYS.at(-1)];
  const record = { first_day: first, until_day: last };
  const facts = factsFromJson(await call<unknown>(reader, "read_record", record), first);
  const shown = await call<DisplayJson>(reader, "read_display", { token: displayToken });
  const onDisplay = displayTasks(shown).find((one) => one.id === id) as Task;
  const entries = await calendarEntries(await renewCalendar(reader));
  expect(onDisplay.rosterSince).toBe(task.rosterSince);
  const said = (one: Task) => DAYS.map((date) => turnOf(one, date, day(0))?.name);
  return {
    today: said(task),
    history: said(withRecordedSwaps(task, swaps)),
    tablet: said(onDisplay),
    figures: DAYS.map((date) => {
      const person = turnsAsOf(toDayNumber(day(0)), facts).on(task, toDayNumber(date));
      return person === null ? undefined : personOfTurn(task, person).name;
    }),
    calendar: DAYS.map((date) => {
      const entry = entries.find((one) => one.startsWith(`${date} ${task.title}`));
      return entry && (/\((.+)\)$/.exec(entry)?.[1] ?? "");
    }),
  };
}

test("everything that names whose turn it is names the same person", async () => {
  const [alice, dan, reader] = (await Promise.all(
    ["Alice", "Dan", "Reader"].map((name) => newPerson(name.toLowerCase(), name)),
  )) as [Person, Person, Person];
  // In the household's zone, it may be another day.
  await sql("update public.profiles set time_zone = $2 where id = $1", [
    alice.id,
    "Pacific/Kiritimati",
  ]);
  await sql("update public.profiles set time_zone = $2 where id = $1", [reader.id, ZONE]);
  const household = await newHousehold(alice, "The flat", ["Bob", "Carol"]);
  await join(alice, household, dan);
  await join(alice, household, reader);
  const { people } = await householdOf(alice, household);
  const ids = Object.fromEntries(people.map(({ id, name }) => [name, id]));
  const roster = ["Alice", "Bob", "Carol", "Dan"].map((name) => ids[name]);
  const columns = { household_id: household, roster, start_date: day(-50), category: "Home" };
  const create = async (title: string, fields: object) =>
    succeeded<TaskJson>(await createTask(alice, { ...columns, title, ...fields })).id;
  const bins = await create("Bins", {});
  const plants = await create("Plants", { repeat_value: "custom", after_done: "P3D" });
  for (const offset of [-44, -41, -36, -30, -22, -15, -9, -4]) {
    await call(alice, "complete_task", { task_id: plants, completed_date: day(offset) });
  }
  // As entered at the time.
  await sql(
    `insert into public.household_absences
       (id, household_id, person_id, from_day, to_day, entered_on, entered_by)
     values (gen_random_uuid(), $1, $2, $3, $4, $5, $6)`,
    [household, ids.Carol, day(-18), day(-10), day(-16), ids.Alice],
  );
  await sql(
    `insert into public.turn_swaps (task_id, day, person_id)
     select task, day, $3 from unnest($1::uuid[]) as task, unnest($2::date[]) as day`,
    [[bins, plants], [day(-36), day(-20), day(-9), day(-1)], ids.Bob],
  );
  await call(alice, "give_turns", { task_id: bins, days: [day(3)], person_id: ids.Carol });
  const displayToken = await newDisplay(alice, household);
  const before = await namesOf(reader, household, displayToken, bins);
  await call(alice, "remove_person", { household_id: household, id: ids.Dan });

  const { today: bin, ...others } = await namesOf(reader, household, displayToken, bins);
  expect(new Set(bin.slice(0, 40))).toEqual(new Set(["Alice", "Bob", "Carol", "Dan"]));
  expect(new Set(bin.slice(42))).toEqual(new Set(["Alice", "Bob", "Carol"]));
  for (const [where, names] of Object.entries(others)) expect(names, where).toEqual(bin);
  expect(bin.slice(0, 40)).toEqual(before.today.slice(0, 40));

  const {
    today: plant,
    calendar,
    ...rest
  } = await namesOf(reader, household, displayToken, plants);
  expect(new Set(plant)).toEqual(new Set(["Alice", "Bob", "Carol", "Dan", undefined]));
  for (const [where, names] of Object.entries(rest)) expect(names, where).toEqual(plant);
  // Somebody else may have done it, so a calendar names nobody for done days.
  const due = calendar.flatMap((name, at) => (name ? [[at, name]] : []));
  expect(due).toEqual(due.map(([at]) => [at, plant[Number(at)]]));
  expect(due.length).toBeGreaterThan(0);
});

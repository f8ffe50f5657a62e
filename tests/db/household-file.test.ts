import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { newPerson, type Person, rest, rpc, succeeded } from "../support/actors.ts";
import { addTask, listTasks } from "../support/actors-tasks.ts";
import { newFlat, newHousehold } from "../support/households.ts";
import {
  counts,
  entriesOf,
  exportFile,
  exportPages,
  importEntries,
} from "../support/portability.ts";
import { sql } from "../support/sql.ts";

/** Export and import of a household's tasks: the people who did them are in the file, and after it, by name. */

/** Bins of a flat, done by its people in every way. */
async function newBins() {
  const { alice, bob, id: flat, ids } = await newFlat();
  const task = await addTask(alice, { title: "Bins", household_id: flat });
  const { Bob: bobsId, Carol: carol } = ids;
  const tick = async (person: Person, completed_date: string, people: string[] | null = null) =>
    succeeded(await rpc(person, "complete_task", { task_id: task.id, completed_date, people }));
  await tick(alice, "2020-01-02");
  await tick(alice, "2020-01-03", [carol]);
  await tick(bob, "2020-01-04", [bobsId, carol]);
  await tick(bob, "2020-01-05", []);
  const days = { days: [[18_300, 3]], status: "done", people: [carol] };
  succeeded(await rpc(bob, "catch_up", { id: randomUUID(), task_id: task.id, ...days }));
  return { alice, bob, carol, flat };
}

test("who did it is told in the file by name, and no id of a person", async () => {
  const { alice, bob, carol } = await newBins();
  for (const [person, mine, theirs] of [
    [alice, { me: true }, { name: "Bob and Carol" }],
    [bob, { name: "Alice" }, { name: "Bob and Carol" }],
  ] as const) {
    const file = await exportFile(person);
    for (const id of [alice.id, bob.id, carol]) expect(file).not.toContain(id);
    const [task] = JSON.parse(file).tasks;
    const by = (day: string) =>
      task.completions.find(({ days }: { days: string[][] }) => days.some(([one]) => one === day))
        ?.by;
    expect(task.household).toBe("The flat");
    expect(by("2020-01-02")).toEqual(mine);
    expect(by("2020-01-03")).toEqual({ name: "Carol" });
    expect(by("2020-01-04")).toEqual(theirs);
    expect(by("2020-01-05")).toBeNull();
    expect(task.catchUps).toMatchObject([{ by: { name: "Carol" } }]);
  }
  const [page] = await exportPages(bob);
  expect(page?.account?.households).toEqual([
    {
      name: "The flat",
      role: "member",
      people: [
        { name: "Alice", role: "keeper", isJoined: true },
        { name: "Carol", role: "member", isJoined: false },
        { name: "Bob", role: "member", isJoined: true },
      ],
      absences: [],
    },
  ]);
  // For a person who still has them in the household, they are here already.
  expect(counts(await importEntries(bob, entriesOf(await exportFile(bob))))).toEqual({ there: 1 });
});

test("brought in elsewhere, it is one's own, and its past has the same names", async () => {
  const { alice } = await newBins();
  const eve = await newPerson("p", "Eve");
  const results = await importEntries(eve, entriesOf(await exportFile(alice)));
  expect(results.map(({ outcome }) => outcome)).toEqual(["added"]);
  const [task] = await listTasks(eve);
  expect(task).toMatchObject({ title: "Bins", householdId: null, ownerId: eve.id });
  const path = `task_completions?task_id=eq.${task?.id}&select=completed_date,by_name,user_id,people`;
  const rows = succeeded<object[]>(await rest(eve, "GET", `${path}&order=completed_date`));
  const past = (completed_date: string, user_id: string | null, by_name: string | null) => ({
    ...{ completed_date, user_id, by_name, people: null },
  });
  expect(rows).toEqual([
    past("2020-01-02", eve.id, null),
    past("2020-01-03", null, "Carol"),
    past("2020-01-04", null, "Bob and Carol"),
    past("2020-01-05", null, null),
  ]);
  const catchUps = await sql("select by_name from public.task_catch_ups where task_id = $1", [
    task?.id,
  ]);
  expect(catchUps).toEqual([{ by_name: "Carol" }]);

  // In another household the names stay, and its export has them again.
  const house = await newHousehold(eve, "The house");
  const moved = { task_id: task?.id, fields: { householdId: house } };
  succeeded(await rpc(eve, "update_task", moved));
  const [again] = JSON.parse(await exportFile(eve)).tasks;
  expect(again.completions.map(({ by }: { by: unknown }) => by)).toEqual(
    expect.arrayContaining([{ me: true }, { name: "Carol" }, { name: "Bob and Carol" }, null]),
  );
});

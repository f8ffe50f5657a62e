import { expect, test } from "vitest";
import { US_ENGLISH } from "../language/locale.ts";
import { planOf } from "./import-plan.ts";
import { figuresOf } from "./moving-figures.ts";
import { type Moving, moving } from "./moving-form.ts";
import { entriesOf, householdOfImport, type Match, ownEntriesOf } from "./moving-in.ts";
import { readFile } from "./read-file.ts";
import { HOUSEHOLD_FILE, readRota } from "./rota.ts";
import { sourceOf } from "./sources.ts";

const done = (by: string[], ...days: string[]) => ({
  ...{ by, status: "done" as const, timeZone: "UTC" },
  days: days.map((day): [string, string] => [day, `${day}T08:00:00Z`]),
});

const flat: Moving = moving({
  ...{ source: "rota", id: "flat", name: "The flat", timeZone: "Europe/Berlin" },
  people: [
    { id: "a", name: "Alice", role: "keeper" },
    { id: "b", name: "Bob" },
    { id: "name Dana", name: "Dana", hasLeft: true },
  ],
  tasks: [
    {
      source: "bins",
      fields: { title: "Bins", category: "Home", startDate: "2022-03-01", turnLength: "week" },
      roster: ["a", "b"],
      swaps: [{ day: "2026-12-01", person: "b" }],
      completions: [
        done(["a", "b"], "2022-03-05", "2022-03-06"),
        done(["b"], "2022-03-07"),
        done([], "2022-03-08"),
      ],
      catchUps: [
        {
          ...{ id: "c", by: ["name Dana"], status: "skipped", timeZone: "UTC" },
          ...{ days: [["2022-03-02", "2022-03-04"]], at: "2022-03-04T08:00:00Z" },
        },
      ],
    },
    { source: "plants", fields: { title: "Plants", category: "Home", startDate: "2022-03-01" } },
  ],
  leftOut: [{ what: "It was taken back.", row: 7, title: "Bins", deeds: 2 }],
});

const file = (content: unknown, name = "flat.json") => ({
  name,
  bytes: new TextEncoder().encode(typeof content === "string" ? content : JSON.stringify(content)),
});

test("counts what is kept, of all that the file has", () => {
  expect(figuresOf(flat)).toEqual({
    ...{ deeds: 5, allDeeds: 7, tasks: 2, people: 3, since: "2022-03-02" },
  });
  expect(figuresOf(flat, flat.tasks.slice(1))).toEqual({
    ...{ deeds: 0, allDeeds: 7, tasks: 1, people: 0, since: null },
  });
});

test("in a household, people are those that its keeper has matched", () => {
  const matches = new Map<string, Match>([
    ["a", "me"],
    ["b", { id: "bob" }],
  ]);
  const standInFor = ({ name }: { name: string }) => `${name} (imported by Alice)`.repeat(9);
  const begun = householdOfImport(flat, null, matches, standInFor);
  expect(begun).toMatchObject({ householdId: null, source: "flat", name: "The flat" });
  expect(begun.people.map(({ is }) => is)).toEqual(["me", "bob", null]);
  // As long as a name may be.
  expect(begun.people.map(({ standIn }) => standIn.length)).toEqual([100, 100, 100]);
  expect(entriesOf(flat)).toMatchObject([
    { source: "bins", roster: ["a", "b"] },
    { source: "plants" },
  ]);
});

test("among one's own tasks, nobody takes turns and the others are their names", () => {
  const [bins] = ownEntriesOf(flat, new Map([["a", "me"]]), US_ENGLISH);
  expect(bins).not.toHaveProperty("roster");
  expect(bins).not.toHaveProperty("swaps");
  expect(bins?.fields).toEqual({ title: "Bins", category: "Home", startDate: "2022-03-01" });
  expect(bins?.completions.map(({ by }) => by)).toEqual([{ me: true }, { name: "Bob" }, null]);
  expect(bins?.catchUps.map(({ by }) => by)).toEqual([{ name: "Dana" }]);
});

test("reads the file that Rota writes, and says what it can't read", async () => {
  const { leftOut: _, ...kept } = flat;
  const known = file({ ...HOUSEHOLD_FILE, ...kept });
  expect((await sourceOf(known))?.id).toBe("rota");
  expect(await readRota(known, {}, US_ENGLISH, "2026-11-27")).toEqual({ ...flat, leftOut: [] });
  for (const [content, text] of [
    ["{", "This isn't a Rota file."],
    [{ format: "rota", version: 1 }, "This isn't a Rota file."],
    [{ ...HOUSEHOLD_FILE, version: 2 }, /another version of Rota/],
    [{ ...HOUSEHOLD_FILE, tasks: 3 }, "This file can't be read."],
  ] as const) {
    const read = readRota(file(content), {}, US_ENGLISH, "2026-11-27");
    await expect(read).rejects.toThrow(text);
  }
});

test("more than an import takes is said before anything is sent", async () => {
  const many = (count: number) => ({
    ...{ ...HOUSEHOLD_FILE, source: "rota", name: "The flat", timeZone: null, people: [] },
    tasks: Array.from({ length: count }, (_, at) => ({
      ...{ source: `${at}`, fields: { title: `Chore ${at}`, category: "Home" } },
    })),
  });
  const read = (count: number) => readFile(file(many(count)), {}, US_ENGLISH, "2026-11-27");
  expect(await read(2_000)).toMatchObject({ kind: "household", program: "Rota" });
  await expect(read(2_001)).rejects.toThrow(
    "There are 2,001 tasks in this file: an import takes at most 2,000.",
  );
  const [bins] = flat.tasks;
  const note = { day: "2022-03-05", note: "x".repeat(200_000), by: [], at: "2022-03-05T08:00:00Z" };
  const noted = (count: number) => ({
    ...flat,
    tasks: Array.from(
      { length: count },
      () => ({ ...bins, notes: [note] }) as typeof bins & object,
    ),
  });
  const plan = (count: number) =>
    planOf(noted(count), { id: null }, new Map(), { importer: "Alice", locale: US_ENGLISH });
  expect(plan(70).pieces.length).toBeGreaterThan(50);
  expect(() => plan(80)).toThrow("more than the 15 MB that an import takes");
});

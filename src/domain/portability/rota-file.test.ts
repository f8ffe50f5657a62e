import { expect, test } from "vitest";
import { US_ENGLISH } from "../language/locale.ts";
import { readRotaFile } from "./rota-file.ts";

const file = (tasks: unknown, rest: object = {}) =>
  JSON.stringify({ format: "rota", version: 1, tasks, ...rest });

const task = (changes: object = {}) => ({
  id: "00000000-0000-4000-8000-000000000001",
  owner: { me: true },
  deletedAt: null,
  category: "Home",
  title: "Bins",
  startDate: "2026-11-01",
  isShared: true,
  sharedWith: [{ address: "robin@example.com", standing: "invited" }],
  events: [{ kind: "created" }],
  createdAt: "2026-11-01T08:00:00.000Z",
  ...changes,
});

test("takes the fields, the past and the addresses of one's own tasks", () => {
  const notes = [{ day: "2026-11-02", note: "Late", by: { me: true }, at: "2026-11-02T08:00:00Z" }];
  expect(readRotaFile(file([task({ notes })]), US_ENGLISH)).toEqual({
    entries: [
      {
        source: "00000000-0000-4000-8000-000000000001",
        fields: { category: "Home", title: "Bins", startDate: "2026-11-01" },
        shareWith: ["robin@example.com"],
        notes,
        ...{ formerSchedules: [], pausedDays: [], putOffs: [] },
        ...{ completions: [], catchUps: [], checks: [] },
      },
    ],
    leftOut: [],
  });
});

test("takes fields of every kind: texts, numbers, lists and none", () => {
  const fields = { subtitle: "Blue", effort: 3, season: [6, 7], checklist: ["Lid"], endDate: null };
  expect(readRotaFile(file([task(fields)]), US_ENGLISH).entries[0]?.fields).toMatchObject(fields);
});

test("takes a household's tasks, whoever stands for them", () => {
  const tasks = [
    task({ owner: { name: "Robin" }, household: "The flat" }),
    task({ owner: { name: "Robin" }, household: null }),
  ];
  expect(readRotaFile(file(tasks), US_ENGLISH).entries).toHaveLength(1);
});

test("says what it leaves out, and why", () => {
  const tasks = [
    task({ owner: { name: "Robin" }, title: "Robin's" }),
    task({ owner: null, title: "Nobody's" }),
    task({ deletedAt: "2026-11-02T08:00:00.000Z", title: "Gone" }),
    task({ cut: true, title: "Long" }),
    task({ startDate: "tomorrow", title: "Vague" }),
    task({ completions: { days: 5 }, title: "Odd" }),
    task({ title: { deep: true } }),
    task({ title: "\ud800" }),
    null,
    5,
  ];
  expect(readRotaFile(file(tasks), US_ENGLISH).entries).toEqual([]);
  expect(
    readRotaFile(file(tasks), US_ENGLISH).leftOut.map(({ title, why }) => `${title}: ${why}`),
  ).toEqual([
    "Robin's: It belongs to Robin",
    "Nobody's: It belongs to somebody else",
    "Gone: It was deleted",
    "Long: This file has only its title: download everything again",
    "Vague: It can't be read",
    "Odd: It can't be read",
    "(no title): It can't be read",
    "\ud800: It can't be read",
    "(no title): It can't be read",
    "(no title): It can't be read",
  ]);
});

test.each([
  ["", "not JSON"],
  ["{", "not JSON"],
  ["null", "isn't a Rota file"],
  ["[]", "isn't a Rota file"],
  ['{"format":"rota","version":1}', "isn't a Rota file"],
  [file([], { version: 2 }), "another version"],
])("%s is no file", (text, words) => {
  expect(() => readRotaFile(text, US_ENGLISH)).toThrow(words);
});

import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { Match } from "../../src/domain/moving/moving-in.ts";
import { answersFile, readAnswersFile } from "./answers-file.ts";
import { runServe } from "./main.ts";
import { matchesText, offeredMatches, peopleMap, readPeopleMap } from "./people-map.ts";

/** What is decided before a server's data is touched: the command line, who is who, and what the file leaves open. */

const known = {
  people: [
    { id: "1", name: "Anna" },
    { id: "2", name: 'Bob "Bobby", senior' },
    { id: "3", name: "Carla" },
    { id: "4", name: "Dana", hasLeft: true },
  ],
  household: {
    me: "a",
    people: [
      { id: "a", name: "anna" },
      { id: "b", name: "Robert" },
      { id: "c", name: "Carla" },
      { id: "x", name: "Sam" },
      { id: "y", name: "Sam" },
    ],
  },
  importer: "anna",
};

test("whoever has the same name is offered, in a file to be changed by hand", async () => {
  const offered = offeredMatches(known);
  const map = peopleMap(known, offered);
  expect(map).toBe(
    'id,name,is\n1,Anna,me\n2,"Bob ""Bobby"", senior",new\n3,Carla,Carla\n4,Dana,new\n',
  );
  expect(await readPeopleMap(map, known)).toEqual(offered);
  expect(matchesText(known, offered)).toEqual([
    "Anna is anna, who imports it",
    'Bob "Bobby", senior is a new person',
    "Carla is Carla here",
    "Dana is somebody who left",
  ]);
  const changed = map.replace('senior",new', 'senior",robert').replace("3,Carla,Carla", "3,,y");
  expect(await readPeopleMap(changed, known)).toEqual(
    new Map<string, Match>([
      ["1", "me"],
      ["2", { id: "b" }],
      ["3", { id: "y" }],
      ["4", null],
    ]),
  );
});

test.each([
  ["who,what\n1,me\n", /its first line isn't "id,name,is"/],
  ["id,name,is\n1,Anna,me\n", /it doesn't say who this is: Bob "Bobby", senior, Carla, Dana/],
  ["id,name,is\n9,Eve,new\n1,Anna,me\n1,Anna,new\n", /line 2: nobody .* "9"\n.*line 4: "1" stands/],
  ["id,name,is\n1,Anna,me\n3,Carla,me\n", /"me" stands there twice/],
  // Two have that name.
  ["id,name,is\n1,Anna,Sam\n", /line 2: "Sam" is nobody here: Anna is one of "me", "new", "anna"/],
  ["id,name,is\n1,Anna,Eve\n", /line 2: "Eve" is nobody here/],
])("%j is refused with what is wrong in which line", async (text, problem) => {
  await expect(readPeopleMap(text, known)).rejects.toThrow(problem);
});

test("questions are written beside the answers so far; a line without an answer stays open", async () => {
  const zone = { id: "zone", text: "Which zone?", kind: "zone", choices: [], sample: [] } as const;
  const choices = [
    { value: "FREQ=WEEKLY", label: "Weekly" },
    { value: "leave", label: "Leave it out" },
  ];
  const rhythm = { ...zone, id: "rhythm 7", text: "How often?", kind: "choice" } as const;
  const file = answersFile({ order: "dmy" }, [
    { ...zone, choices: [], sample: [] },
    { ...rhythm, choices, sample: [] },
  ]);
  expect(file).toBe(
    [
      "id,question,answers,answer",
      "order,,,dmy",
      "zone,Which zone?,a time zone such as Europe/Berlin,",
      "rhythm 7,How often?,FREQ=WEEKLY: Weekly; leave: Leave it out,\n",
    ].join("\n"),
  );
  expect(await readAnswersFile(file)).toEqual({ order: "dmy" });
  const answered = file.replace("Leave it out,", "Leave it out,FREQ=WEEKLY");
  expect(await readAnswersFile(answered)).toEqual({ order: "dmy", "rhythm 7": "FREQ=WEEKLY" });
  await expect(readAnswersFile("zone\nUTC\n")).rejects.toThrow("its first line isn't");
});

test("what a command line lacks is said before anything is opened", async () => {
  const place = mkdtempSync(join(tmpdir(), "rota-import-"));
  vi.stubEnv("PUBLIC_URL", "http://localhost:1");
  const said = (...args: string[]) =>
    runServe(["import", ...args, "--data", join(place, "data")], () => {});
  try {
    const file = join(place, "grocy.db");
    await expect(said()).rejects.toThrow(/^unknown: import\nUsage:/);
    await expect(said(file)).rejects.toThrow("--as takes the address of the keeper");
    await expect(said(file, "--as", "a@b.cd", "--people", "")).rejects.toThrow("--people got");
    await expect(said(file, "--as", "a@b.cd")).rejects.toThrow(`there is no file ${file}.`);
    await expect(said(place, "--as", "a@b.cd")).rejects.toThrow(`there is no file ${place}.`);
    writeFileSync(file, "");
    await expect(said(file, "--as", "a@b.cd")).rejects.toThrow("is no server's data folder");
    truncateSync(file, 100_000_001);
    await expect(said(file, "--as", "a@b.cd")).rejects.toThrow(`${file} is too large`);
  } finally {
    vi.unstubAllEnvs();
    rmSync(place, { recursive: true });
  }
});

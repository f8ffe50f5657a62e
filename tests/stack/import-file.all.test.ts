import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findPortBase } from "../../stack/ports.ts";
import { weeklyGrocy } from "../support/moving/weekly-grocy.ts";
import {
  besideServe,
  callServer,
  rowsOf,
  type ServeProcess,
  signUpBy,
  startServe,
} from "../support/serve-process.ts";

/** A household moves into a server of one's own without a browser: `serve import`, beside a running server and alone. */

const CHORES = 12;
const WEEKS = 100;

let place = "";
let port = 0;
let server: ServeProcess;
let token = "";
const home = randomUUID();
const path = (name: string) => join(place, name);

/** What the command says, of which the last lines say what became of it. */
const imported = async (file: string, ...args: string[]) => {
  const all = ["import", path(file), "--data", path("data"), "--as", "anna@example.com", ...args];
  return (await besideServe(server, ...all)).stdout;
};

const refused = (file: string, ...args: string[]) =>
  imported(file, ...args).then(
    (said) => Promise.reject(new Error(said)),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  );

const day = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, "2026-11-28".length);

const call = (name: string, body: object) =>
  callServer(server.url, { path: `/rest/v1/rpc/${name}`, token, body }, path("data"), port);

/** What of an import is in the database. */
const counted = async () => {
  const [counts] = await rowsOf(
    server,
    `select
       (select count(*)::int from public.tasks where household_id = $1 and is_active) as tasks,
       (select count(*)::int from public.task_completions) as deeds,
       (select count(*)::int from public.household_people where household_id = $1) as people,
       (select count(*)::int from private.imports) as begun`,
    [home],
  );
  return counts;
};

const EMPTY = { tasks: 0, deeds: 0, people: 2, begun: 0 };

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), "rota-import-"));
  port = await findPortBase(1);
  server = await startServe(path("data"), port);
  const [link = ""] = /http\S+sign_up=\S+/.exec(server.log()) ?? [];
  token = await signUpBy(link, "anna@example.com", path("data"), port);
  await call("create_household", { id: home, name: "Home", others: ["Robert"] });
  writeFileSync(path("grocy.db"), await weeklyGrocy({ chores: CHORES, weeks: WEEKS, day }));
});
afterAll(async () => {
  server?.child.kill("SIGTERM");
  await server?.exitCode;
  rmSync(place, { recursive: true, force: true });
});

test("it asks, says what it would do, does it once, and its keeper can take it back", async () => {
  // What the file leaves open is asked.
  const asked = await refused("grocy.db", "--household", "home");
  expect(asked).toMatch(/^The file leaves open:\n {2}The times in this file have no time zone/);
  const answers = ["--household", "home", "--answers", path("answers.csv")];
  await refused("grocy.db", ...answers);
  const open = readFileSync(path("answers.csv"), "utf8");
  writeFileSync(path("answers.csv"), open.replace(/,\n$/, ",UTC\n"));

  const dry = await imported("grocy.db", ...answers, "--people", path("people.csv"));
  const all = `${(CHORES * WEEKS).toLocaleString("en")} of ${(CHORES * WEEKS).toLocaleString("en")}`;
  expect(dry).toMatch(
    new RegExp(`^Grocy: grocy.db\nKept: ${all} deeds of ${CHORES} tasks by 2 people, since \\w+`),
  );
  expect(dry).toMatch(
    /\n {2}Chore 1: 7 days after it was done, from \w+ \d+, \d{4}: \w+, \w+ \d+(, \d{4})?\n/,
  );
  expect(dry).toContain("Not kept (");
  expect(dry).toContain("People (2):\n  Alice Ames is a new person\n  Bob is a new person\n");
  expect(dry).toContain("Nothing was changed: --yes does it.");
  expect(await counted()).toEqual(EMPTY);
  const offered = readFileSync(path("people.csv"), "utf8");
  expect(offered).toBe("id,name,is\n1,Alice Ames,new\n2,Bob,new\n");

  const people = [...answers, "--people", path("people.csv")];
  writeFileSync(path("people.csv"), offered.replace("Bob,new", "Bob,Rob"));
  expect(await refused("grocy.db", ...people)).toContain(
    'line 3: "Rob" is nobody here: Bob is one of "me", "new", "anna", "Robert"',
  );
  writeFileSync(path("people.csv"), offered.replace("Bob,new", "Bob,Robert"));
  const done = await imported("grocy.db", ...people, "--yes");
  expect(done).toContain("Bob is Robert here");
  expect(done).toContain(`Added ${CHORES} tasks to "Home".`);
  const full = { tasks: CHORES, deeds: CHORES * WEEKS, people: 3, begun: 1 };
  expect(await counted()).toEqual(full);
  const by = await rowsOf(
    server,
    `select people.name, count(*)::int from public.task_completions done
     join public.household_people people on people.id = any (done.people) group by 1 order by 1`,
  );
  const half = (CHORES * WEEKS) / 2;
  expect(by).toEqual([
    { name: "Alice Ames", count: half },
    { name: "Robert", count: half },
  ]);

  const again = await imported("grocy.db", ...people, "--yes");
  expect(again).toContain(`Here already (${CHORES}):`);
  expect(again).toContain('Nothing was added to "Home".');
  expect(await counted()).toEqual(full);

  const [{ id }] = await rowsOf(server, "select id from private.household_imports");
  await call("undo_import", { id });
  expect(await counted()).toMatchObject({ tasks: 0, deeds: 0, people: 2 });
});

test("what can't be imported is said in a sentence, and nothing comes of it", async () => {
  const before = await counted();
  const into = ["--household", "Home"];
  expect(await refused("grocy.db", "--household", "Hom")).toContain(
    'anna@example.com is in no household called "Hom", and keeps "Home".',
  );
  expect(await refused("grocy.db", ...into, "--as", "eve@example.com")).toContain(
    "eve@example.com has no account",
  );
  const member = "update public.household_people set role = $1 where account_id is not null";
  await rowsOf(server, member, ["member"]);
  expect(await refused("grocy.db", ...into)).toContain(
    'anna@example.com isn\'t a keeper of "Home", and keeps none.',
  );
  await rowsOf(server, member, ["keeper"]);
  const grocy = readFileSync(path("grocy.db"));
  writeFileSync(path("broken.db"), grocy.subarray(0, grocy.length / 2));
  expect(await refused("broken.db", ...into)).toMatch(/broken.db: This database is broken/);
  writeFileSync(path("holiday.jpg"), "JFIF");
  expect(await refused("holiday.jpg", ...into)).toContain("holiday.jpg is no file of a household");
  writeFileSync(path("many.db"), await weeklyGrocy({ chores: 2_001, weeks: 1, day }));
  expect(await refused("many.db", ...into, "--answers", path("answers.csv"))).toContain(
    "There are 2,001 tasks in this file: an import takes at most 2,000.",
  );
  const people = ["--people", path("nobody.csv"), "--answers", path("answers.csv")];
  expect(await refused("grocy.db", ...into, ...people, "--yes")).toContain("without --yes it is");
  expect(existsSync(path("nobody.csv"))).toBe(false);
  expect(await counted()).toEqual(before);
});

test("without a household it makes the file's own, also while no server runs", async () => {
  server.child.kill("SIGTERM");
  await server.exitCode;
  const file = {
    ...{ format: "rota-household", version: 1, source: "rota", id: "flat" },
    ...{ name: "The flat", timeZone: "Europe/Berlin" },
    people: [{ id: "a", name: "Anna", role: "keeper" }],
    tasks: [
      {
        source: "bins",
        fields: { title: "Bins\u001b[2J", category: "Home", startDate: "2022-03-01" },
        completions: [{ by: ["a"], status: "done", days: [[day(-1), `${day(-1)}T08:00:00Z`]] }],
      },
    ],
  };
  writeFileSync(path("flat.json"), JSON.stringify(file));
  const done = await imported("flat.json", "--yes");
  // Nothing that a terminal acts on.
  expect(done).toMatch(/\n {2}Bins \[2J: Daily, from /);
  expect(done).toContain('Added 1 task to "The flat".');
  server = await startServe(path("data"), port);
  const kept = await rowsOf(
    server,
    "select households.name, people.role from public.households join public.household_people people on people.household_id = households.id where households.name = 'The flat'",
  );
  expect(kept).toEqual([{ name: "The flat", role: "keeper" }]);
});

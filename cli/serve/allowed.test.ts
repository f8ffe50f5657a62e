import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig, rootFolder } from "../project.ts";
import { allowed } from "./allowed.ts";

/** A call that the app makes and the list lacks would only fail on self-hosted servers. */

const read = (file: string) => readFileSync(join(rootFolder, "src", file), "utf8");
const TYPES = join("supabase", "database.types.ts");
const source = readdirSync(join(rootFolder, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test.") && name !== TYPES)
  .map(read)
  .join("\n");

const all = (pattern: RegExp) => [
  ...new Set([...source.matchAll(pattern)].map(([, name]) => name)),
];

test("every call of the database is on the list, and no other", () => {
  const there = [...read(TYPES).matchAll(/"([a-z_]+)":\s+\{ Args:/g)].map(([, name]) => name);
  expect(there.length).toBeGreaterThan(60);
  expect(there.filter((name) => source.includes(`"${name}"`)).sort()).toEqual(allowed.calls);
});

test("every table is on the list, and no other", () => {
  expect(all(/\.from\("([a-z_]+)"\)/g).sort()).toEqual(Object.keys(allowed.tables));
});

test("every edge function but those for the scheduler is on the list", () => {
  const names = Object.keys(readConfig().functions).filter((name) => !name.startsWith("send-"));
  expect(names.sort()).toEqual(allowed.functions.map((name) => name.replace("/*", "")));
});

import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isFetched, ownCommand } from "./own-command.ts";

let place = "";
let [root, program] = ["", ""];
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), "rota-own-command-"));
  root = join(place, "node_modules/rota-household");
  mkdirSync(root, { recursive: true });
  program = join(root, "rota.mjs");
  writeFileSync(program, "");
  chmodSync(program, 0o755);
});
afterAll(() => rmSync(place, { recursive: true }));

const noteFetched = (...packages: string[]) =>
  writeFileSync(join(place, "package.json"), JSON.stringify({ _npx: { packages } }));
const command = (variables: Record<string, string> = {}) =>
  ownCommand({ root, program, variables });

test("on the PATH it is its name, in a project npx finds it, and elsewhere it is its place", () => {
  writeFileSync(join(place, "package.json"), "{}");
  const bin = join(place, "bin");
  mkdirSync(bin);
  expect(command({ PATH: bin })).toBe(program);
  symlinkSync(program, join(bin, "rota"));
  expect(command({ PATH: `/nowhere:${bin}` })).toBe("rota");
  expect(command({ PATH: bin, npm_command: "exec" })).toBe("npx rota");
  expect(isFetched(root)).toBe(false);
});

test.each([
  ["./rota-2.0.0.tgz", "npx ./rota-2.0.0.tgz"],
  ["../my files/rota-2.0.0.tgz", "npx '../my files/rota-2.0.0.tgz'"],
  ["rota-household@2", "npx rota-household@2"],
])("who had npx fetch %s is told that", (fetched, expected) => {
  noteFetched(fetched);
  expect(command({ npm_command: "exec" })).toBe(expected);
  expect(isFetched(root)).toBe(true);
});

test("who starts it in a way of their own says how", () => {
  expect(command({ ROTA_COMMAND: "docker compose exec rota rota" })).toBe(
    "docker compose exec rota rota",
  );
});

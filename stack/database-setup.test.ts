import { expect, test } from "vitest";
import { missingMigrations } from "./database-setup.ts";

const remedy = 'start over with "npm run stack reset"';
const first = {
  version: "1",
  name: "first",
  sql: "create table a (b int);\n\ncreate index on a (b);\n",
};
const second = { version: "2", name: "second", sql: "drop table a;" };

/** As it is stored: the statements without their separators. */
const applied = (...statements: [string, string][]) => new Map(statements);
const firstApplied: [string, string] = ["1", "create table a (b int)create index on a (b)"];

test("data is behind, or up to date", () => {
  expect(missingMigrations(applied(), [first, second], remedy)).toEqual([first, second]);
  expect(missingMigrations(applied(firstApplied), [first, second], remedy)).toEqual([second]);
  expect(missingMigrations(applied(firstApplied), [first], remedy)).toEqual([]);
});

test("a migration that was changed after it had been applied is named, with the way out", () => {
  const changed = { ...first, sql: first.sql.replace("b int", "b bigint") };
  expect(() => missingMigrations(applied(firstApplied), [changed, second], remedy)).toThrow(
    'migration 1_first was changed after it had been applied to this data: use the checkout that made the data, or start over with "npm run stack reset".',
  );
});

test("data of a later checkout is not used by an earlier one", () => {
  const later = applied(firstApplied, ["2", "drop table a"]);
  expect(() => missingMigrations(later, [first], remedy)).toThrow(
    "this data has the migration 2, which this checkout lacks",
  );
});

test("a migration that comes before one that was applied is refused", () => {
  const later = applied(["2", "drop table a"]);
  expect(() => missingMigrations(later, [first, second], remedy)).toThrow(
    'migration 1_first comes before 2, which this data has already: give it a later number, or start over with "npm run stack reset".',
  );
});

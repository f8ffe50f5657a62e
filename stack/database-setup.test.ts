import { expect, test } from "vitest";
import { isMissingAny } from "./database-setup.ts";

const reset = "npm run stack reset";
const first = {
  version: "1",
  name: "1_first",
  sql: "create table a (b int);\n\ncreate index on a (b);\n",
};
const second = { version: "2", name: "2_second", sql: "drop table a;" };

/** As the CLI keeps it: statement by statement, without what separates them. */
const applied = (...statements: [string, string][]) => new Map(statements);
const firstApplied: [string, string] = ["1", "create table a (b int)create index on a (b)"];

test("data is behind, or up to date", () => {
  expect(isMissingAny(applied(), [first, second], reset)).toBe(true);
  expect(isMissingAny(applied(firstApplied), [first, second], reset)).toBe(true);
  expect(isMissingAny(applied(firstApplied), [first], reset)).toBe(false);
});

test("a migration that was changed after it had been applied is named, with the way out", () => {
  const changed = { ...first, sql: first.sql.replace("b int", "b bigint") };
  expect(() => isMissingAny(applied(firstApplied), [changed, second], reset)).toThrow(
    'migration 1_first was changed after it had been applied to this data: use the checkout that made the data, or start over with "npm run stack reset".',
  );
});

test("data of a later checkout is not used by an earlier one", () => {
  expect(() => isMissingAny(applied(firstApplied, ["2", "drop table a"]), [first], reset)).toThrow(
    "this data has the migration 2, which this checkout lacks",
  );
});

import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const src = join(dirname(fileURLToPath(import.meta.url)), "../../src");

test("no two files of src have one name, but what each feature reads and writes", () => {
  const names = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => basename(file).replace(/\.tsx?$/, ""))
    .filter((name) => name !== "queries" && name !== "mutations");
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

/** The linter keeps the layers apart and the first tier stable: it refuses exactly the lines marked in the fixtures. */

const folder = dirname(fileURLToPath(import.meta.url));
const root = join(folder, "../..");
const fixtures = join(folder, "fixtures");
const files = readdirSync(fixtures, { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".ts"),
);

interface Diagnostic {
  readonly message: string;
  readonly location: { readonly path: string; readonly start: { readonly line: number } };
}

let project = "";
let diagnostics: readonly Diagnostic[] = [];

/** Biome's findings in a project with our rules and only the fixtures. */
function lint(): readonly Diagnostic[] {
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "lint", "--vcs-enabled=false", "--max-diagnostics=none", "--reporter=json"];
  const run = () =>
    execFileSync(process.execPath, args, { cwd: project, stdio: ["ignore", "pipe", "ignore"] });
  try {
    return JSON.parse(run().toString()).diagnostics;
  } catch (error) {
    // It exits with 1 if there are findings.
    return JSON.parse((error as { stdout: Buffer }).stdout.toString()).diagnostics;
  }
}

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "rota-lint-"));
  cpSync(fixtures, project, { recursive: true });
  for (const file of [
    "biome.json",
    "tests/lint/first-tier.grit",
    "tests/lint/no-machine-clock.grit",
    "tests/lint/one-of-each.grit",
  ]) {
    cpSync(join(root, file), join(project, file));
  }
  diagnostics = lint();
});

afterAll(() => rmSync(project, { recursive: true }));

function refusedLines(file: string): number[] {
  const found = diagnostics.filter(({ location }) => location.path === file);
  return [...new Set(found.map(({ location }) => location.start.line))].sort((a, b) => a - b);
}

function markedLines(file: string): number[] {
  const lines = readFileSync(join(fixtures, file), "utf8").split("\n");
  return lines.flatMap((line, index) => (line.endsWith("// refused") ? [index + 1] : []));
}

test.each(files)("%s", (file) => {
  expect(refusedLines(file), JSON.stringify(diagnostics, null, 2)).toEqual(markedLines(file));
});

test("there are lines to refuse in the domain, the store, a feature and the first tier, and files that pass", () => {
  const refused = files.filter((file) => refusedLines(file).length > 0);
  expect(new Set(refused.map(dirname)).size).toBe(4);
  expect(files.length - refused.length).toBe(4);
});

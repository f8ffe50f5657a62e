import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { choosePorts, localKeys, readProjectConfig, scheduledFunctions } from "./config.ts";
import { functionVariables } from "./services/function-variables.ts";

const testProject = join(import.meta.dirname, "tests/project");
const read = readProjectConfig(testProject);
const config = { ...read, local_smtp: { ...read.local_smtp, smtp_port: 54326 } };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "embedded-supabase-test-"));
  mkdirSync(join(folder, "supabase/functions"), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (text: string) => writeFileSync(join(folder, "supabase/functions/.env"), text);
const variables = () =>
  functionVariables(folder, config, choosePorts(config, 7000, undefined), localKeys);

test("functions get what .env has, with the addresses of this stack", () => {
  write(
    `# a comment
SITE=http://127.0.0.1:5173
PAGE="http://127.0.0.1:5173/page"
HOST=host.docker.internal
PORT=54326
OTHER_PORT=154326
SUPABASE_URL=https://elsewhere.example`,
  );
  expect(variables()).toMatchObject({
    SITE: "http://127.0.0.1:7009",
    PAGE: "http://127.0.0.1:7009/page",
    HOST: "127.0.0.1",
    PORT: "7002",
    OTHER_PORT: "154326",
    SUPABASE_URL: "http://127.0.0.1:7000",
  });
});

test("a project without .env has the platform's variables alone", () => {
  expect(Object.keys(variables()).sort()).toEqual([
    ...["SUPABASE_ANON_KEY", "SUPABASE_PUBLISHABLE_KEYS", "SUPABASE_SECRET_KEYS", "SUPABASE_URL"],
  ]);
});

test("package.json says which functions are called every minute", () => {
  expect(scheduledFunctions(folder)).toEqual([]);
  writeFileSync(join(folder, "package.json"), "{}");
  expect(scheduledFunctions(folder)).toEqual([]);
  const settings = { "embedded-supabase": { everyMinute: ["echo"] } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(settings));
  expect(scheduledFunctions(folder)).toEqual(["echo"]);
});

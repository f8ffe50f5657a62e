import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rootFolder } from "../../cli/project.ts";
import { findPortBase } from "../../stack/ports.ts";

/** The package in stack/ as others install it: packed, and run with plain Node in another project. */

let folder = "";
let project = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "embedded-supabase-published-"));
  // A copy, so that the build disturbs nothing here.
  const source = join(folder, "rota/stack");
  mkdirSync(source, { recursive: true });
  for (const name of readdirSync(join(rootFolder, "stack"))) {
    if (/^(?:node_modules|dist|tests)$/.test(name)) continue;
    cpSync(join(rootFolder, "stack", name), join(source, name), { recursive: true });
  }
  cpSync(join(rootFolder, "tsconfig.json"), join(folder, "rota/tsconfig.json"));
  project = join(folder, "project");
  mkdirSync(project);
  cpSync(join(rootFolder, "stack/tests/project"), project, { recursive: true });
  writeFileSync(join(project, "package.json"), '{"name":"empty","version":"1.0.0"}');
  // Links to this checkout's packages, made in half a second and without a network.
  for (const place of [project, join(folder, "rota")]) {
    execFileSync("cp", ["-al", join(rootFolder, "node_modules"), place]);
    rmSync(join(place, "node_modules/embedded-supabase"), { recursive: true });
    rmSync(join(place, "node_modules/.cache"), { recursive: true, force: true });
  }
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], {
    cwd: source,
    encoding: "utf8",
  });
  const archive = join(folder, String(packed.trim().split("\n").at(-1)));
  const place = join(project, "node_modules/embedded-supabase");
  mkdirSync(place);
  execFileSync("tar", ["-xzf", archive, "-C", place, "--strip-components=1"]);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("its program starts the project's stack, and ends when it is told to", async () => {
  const base = String(await findPortBase(20));
  const program = join(project, "node_modules/embedded-supabase/bin.mjs");
  const child = spawn(process.execPath, [program, "start", "--port-base", base, "--json"], {
    cwd: project,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    ended.then(([code]) => Promise.reject(new Error(`it ended with ${code}`))),
  ]);
  const { apiUrl, publishableKey } = JSON.parse(line);
  const health = await fetch(`${apiUrl}/health`);
  expect(await health.json()).toMatchObject({
    database: "up",
    realtime: "up",
    "function echo": "up",
  });
  const signUp = await fetch(`${apiUrl}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: publishableKey, "Content-Type": "application/json" },
    body: JSON.stringify({ email: "anna@example.com", password: "a-password-1" }),
  });
  expect(signUp.status).toBe(200);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
}, 120_000);

test("it exports a few functions, and nothing of its inside", () => {
  const run = (code: string) =>
    execFileSync(process.execPath, ["--input-type=module", "--eval", code], {
      cwd: project,
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
  expect(run(`console.log(Object.keys(await import("embedded-supabase")).join(" "))`)).toBe(
    "STACK_PORTS StackError findPortBase localKeys readProjectConfig resetData startStack withDatabase",
  );
  expect(run(`console.log(typeof (await import("embedded-supabase/tools")).startSupabase)`)).toBe(
    "function",
  );
  for (const inside of ["supervisor.ts", "dist/supervisor.js"]) {
    expect(() => run(`await import("embedded-supabase/${inside}")`)).toThrow();
  }
});

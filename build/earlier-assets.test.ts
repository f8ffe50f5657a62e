import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addAssets, assetsOf } from "./earlier-assets.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rota-assets-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A build with these assets, as Vite leaves it. */
function build(...names: readonly string[]): string {
  rmSync(folder, { recursive: true });
  mkdirSync(join(folder, "assets"), { recursive: true });
  const files = names.map((name) => `/assets/${name}`);
  writeFileSync(join(folder, "worker.js"), `precache(${JSON.stringify(files)})`);
  for (const name of names) writeFileSync(join(folder, "assets", name), `new ${name}`);
  return folder;
}

const assets = () => readdirSync(join(folder, "assets")).sort();

/** Builds once more, keeping what the last build made. */
function rebuild(...names: readonly string[]): void {
  const earlier = assetsOf(folder);
  addAssets(build(...names), earlier);
}

test("the assets of the last two builds are there, and no older ones", () => {
  build("a-1.js", "b-1.js");
  rebuild("a-2.js", "b-1.js");
  expect(assets()).toEqual(["a-1.js", "a-2.js", "b-1.js"]);
  rebuild("a-3.js", "b-3.js");
  expect(assets()).toEqual(["a-2.js", "a-3.js", "b-1.js", "b-3.js"]);
});

test("what the new build made itself stays", () => {
  build("a-1.js");
  addAssets(folder, new Map([["a-1.js", Buffer.from("old")]]));
  expect(readFileSync(join(folder, "assets/a-1.js"), "utf8")).toBe("new a-1.js");
});

test("where nothing was built, nothing is kept", () => {
  expect(assetsOf(join(folder, "nowhere")).size).toBe(0);
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rootFolder } from "../../cli/project.ts";

/** Everything that the documents name exists: files by their paths, or the ends of these, and names in the code. */

/** Made by running something. */
const MADE =
  /^(dist|supabase\/releases\.json|bench-results|screenshots|troubles|secrets\.json|rota\.spdx\.json|rota-(?:household-)?[\d-]+\.json)(\/|$)|\.env$/;

const FOLDERS = [
  ...["build", "cli", "deploy", "docs", "packaging", "public", "src", "stack", "supabase"],
  ...["tests"],
];
const NOT_OURS = /(^|\/)(node_modules|\.[^/]+|dist)(\/|$)/;

const files = [
  ...readdirSync(rootFolder).filter((name) => /\.\w+$/.test(name)),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(rootFolder, folder), { recursive: true, encoding: "utf8" }).map(
      (name) => `${folder}/${name}`,
    ),
  ),
].filter((name) => !NOT_OURS.test(name));
// The package's README mentions others' names.
const documents = files.filter((name) => name.endsWith(".md") && name !== "stack/README.md");
/** Paths of files and folders, from any part of them on. */
const ends = new Set(
  files.flatMap((name) => {
    const parts = name.split("/");
    return parts.map((_, index) => parts.slice(index).join("/"));
  }),
);

const words = new Set(
  files
    .filter((name) => /\.(tsx?|mjs|sql|json|toml|css|html|ya?ml)$/.test(name))
    .flatMap((name) => readFileSync(join(rootFolder, name), "utf8").match(/[A-Za-z_]\w*/g) ?? []),
);

/** Texts between backticks, outside of code blocks. */
const namedIn = (text: string) =>
  [...text.replace(/^```.*?^```/gms, "").matchAll(/`([^`\n]+)`/g)].map(([, name = ""]) => name);

const isPath = (name: string) =>
  /^[\w.-]+(\/[\w.-]+)*\/?$/.test(name) &&
  /\/|\.(tsx?|mjs|sql|md|json|toml|py)$/.test(name) &&
  !MADE.test(name);
/** A name in the database or TypeScript, maybe with its schema; single words don't count, as they may be anything. */
const isName = (name: string) => /^([a-z]\w*\.)?([a-z]\w*_\w+|[a-z]+[A-Z]\w*)(\(\))?$/.test(name);

test("finds documents and names", () => {
  expect(documents.length).toBeGreaterThan(30);
  expect(words.size).toBeGreaterThan(5_000);
});

describe.each(documents)("%s", (document) => {
  const text = readFileSync(join(rootFolder, document), "utf8");
  const named = namedIn(text);

  test("names files that are there", () => {
    const paths = named.filter(isPath).map((path) => path.replace(/\/$/, ""));
    const isThere = (path: string) => ends.has(path) || existsSync(join(rootFolder, path));
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });

  test("leads to files that are there", () => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link = ""]) => link);
    const ours = links.filter((link) => !link.includes(":"));
    expect(ours.filter((link) => !existsSync(join(rootFolder, document, "..", link)))).toEqual([]);
  });

  test("names what the code has", () => {
    const names = named.filter((name) => isName(name) && !isPath(name));
    const parts = (name: string) => name.replace("()", "").split(".");
    expect(names.filter((name) => !parts(name).every((part) => words.has(part)))).toEqual([]);
  });
});

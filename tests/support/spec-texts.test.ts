import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { NOT_SHOWN, SPEC_TEXTS, WRITTEN_AS } from "../e2e/spec-texts.ts";
import { SHOWN_BY } from "../e2e/spec-texts-shown.ts";

/** The checklist of the specification's texts, held to the sources of the browser tests. */

const sourceOf = (file: string) =>
  readFileSync(new URL(`../e2e/${file}`, import.meta.url), "utf8").replaceAll("\r\n", "\n");

interface TestSource {
  /** what stands before the file's first test: its constants and steps */
  readonly shared: string;
  /** the body of the test, by its name */
  readonly bodies: ReadonlyMap<string, string>;
}

/** The tests of a file. A constant between two tests counts as shared too. */
function testsIn(file: string): TestSource {
  const bodies = new Map<string, string>();
  const shared: string[] = [];
  for (const part of sourceOf(file).split(/^(?=test\()/m)) {
    const name = /^test\("((?:[^"\\]|\\.)*)"/.exec(part)?.[1];
    const end = part.indexOf("\n});\n");
    if (name === undefined) shared.push(part);
    else bodies.set(name, part.slice(0, end));
    if (name !== undefined) shared.push(part.slice(end));
  }
  // Steps that the tests of several files share.
  return { shared: [...shared, sourceOf("steps.ts")].join("\n"), bodies };
}

const allTexts = Object.values(SPEC_TEXTS).flat();
const shown = Object.values(SHOWN_BY).flatMap((tests) => Object.values(tests).flat());

test("every text has a test that shows it, or a reason why none can", () => {
  const without = allTexts.filter((text) => !shown.includes(text) && !(text in NOT_SHOWN));
  expect(without).toEqual([]);
});

test("no text is listed twice, and none that the specification does not have", () => {
  expect(allTexts.filter((text, index) => allTexts.indexOf(text) !== index)).toEqual([]);
  const others = [...shown, ...Object.keys(NOT_SHOWN), ...Object.keys(WRITTEN_AS)];
  expect(others.filter((text) => !allTexts.includes(text))).toEqual([]);
  expect(shown.filter((text) => text in NOT_SHOWN)).toEqual([]);
});

describe.each(Object.entries(SHOWN_BY))("%s", (file, tests) => {
  const { shared, bodies } = testsIn(file);

  test.each(Object.entries(tests))("%s", (name, texts) => {
    const body = bodies.get(name);
    expect(body, `a test of that name in ${file}`).toBeDefined();
    const missing = texts.filter((text) => {
      const written = WRITTEN_AS[text] ?? text;
      return !body?.includes(written) && !shared.includes(written);
    });
    expect(missing).toEqual([]);
  });
});

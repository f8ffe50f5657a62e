import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listForm } from "./list-form.ts";

const read = (file: string) => readFileSync(new URL(file, import.meta.url), "utf8");

/** The form, had somebody changed a declaration. */
const formWith = (declared: string, instead: string) => {
  let isFound = false;
  const form = listForm((file) => {
    const text = read(file);
    isFound ||= text.includes(declared);
    return text.replace(declared, instead);
  });
  expect(isFound, declared).toBe(true);
  return form;
};

test("a list has another form when anything that it consists of is declared in another way", () => {
  const form = listForm();
  expect(form).toMatch(/^[0-9a-f]{8}$/);
  expect(listForm()).toBe(form);
  for (const [declared, instead] of [
    ["readonly revision: number;", "readonly version: number;"],
    ["season: ", "months: "],
    ["readonly (readonly [first: number, base64: string])[]", "readonly string[]"],
    ["readonly skippedDays: Bits;", "readonly skippedDays: string;"],
    ["readonly toFormerSchedule?: boolean;", ""],
    ["readonly senderName: string;", "readonly senderNames: string[];"],
  ] as const) {
    expect(formWith(declared, instead), declared).not.toBe(form);
  }
});

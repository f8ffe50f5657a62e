import * as v from "valibot";
import { expect, test } from "vitest";
import { listSchema } from "../src/sync/list-schema.ts";
import { listForm } from "./list-form.ts";

/** Every object of the list, by path, with the list's schema after adding a field to it. */
function* withAnotherField(
  schema: v.GenericSchema,
  path = "list",
): Generator<readonly [path: string, changed: v.GenericSchema]> {
  const part = schema as v.GenericSchema & {
    readonly entries?: Readonly<Record<string, v.GenericSchema>>;
    readonly item?: v.GenericSchema;
    readonly wrapped?: v.GenericSchema;
  };
  const entries = part.entries ?? {};
  if (part.entries) {
    yield [path, Object.assign({ ...part }, { entries: { ...entries, other: v.string() } })];
  }
  for (const [name, entry] of Object.entries(entries)) {
    const { [name]: _, ...others } = entries;
    yield [`${path} without ${name}`, Object.assign({ ...part }, { entries: others })];
    for (const [below, changed] of withAnotherField(entry, `${path}.${name}`)) {
      yield [below, Object.assign({ ...part }, { entries: { ...entries, [name]: changed } })];
    }
  }
  for (const name of ["item", "wrapped"] as const) {
    const inner = part[name];
    if (typeof inner !== "object") continue;
    for (const [below, changed] of withAnotherField(inner, path)) {
      yield [below, Object.assign({ ...part }, { [name]: changed })];
    }
  }
}

test("a list has another form when any part of it has a field more, or one less", () => {
  const form = listForm();
  expect(form).toMatch(/^[0-9a-f]{8}$/);
  expect(listForm()).toBe(form);
  const changed = [...withAnotherField(listSchema)];
  expect(changed.map(([path]) => path)).toEqual(
    expect.arrayContaining([
      ...["list", "list.profile", "list.invitations", "list.tasks", "list.tasks.putOffs"],
      ...["list.households", "list.households.people", "list.households.absences"],
      ...["list.tasks.offers", "list.tasks.recentCompletions", "list.tasks.formerSchedules"],
      ...["list.households.absences without endedOn", "list.tasks without season"],
    ]),
  );
  const forms = changed.map(([, schema]) => listForm(schema));
  expect(forms).not.toContain(form);
  expect(new Set(forms).size).toBe(forms.length);
});

test("and when a field is of another type, or takes other values", () => {
  const profile = (dateStyle: v.GenericSchema) =>
    listForm(v.object({ ...listSchema.entries, profile: v.object({ dateStyle }) }));
  const schemas = [
    v.string(),
    v.number(),
    v.optional(v.string()),
    v.nullable(v.string()),
    v.picklist(["a"]),
    v.picklist(["b"]),
    v.tuple([v.string()]),
    v.pipe(v.string(), v.regex(/a/)),
    v.pipe(v.string(), v.regex(/b/)),
  ];
  expect(new Set(schemas.map(profile)).size).toBe(schemas.length);
});

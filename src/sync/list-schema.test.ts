import type { InferOutput } from "valibot";
import { expectTypeOf, test } from "vitest";
import type { TaskList } from "./list-answer.ts";
import type { listSchema } from "./list-schema.ts";

/** The type with every field required and writable. */
type Whole<Type> = { -readonly [Name in keyof Type]-?: Whole<Exclude<Type[Name], undefined>> };

test("the schema has every part of the list, and no other", () => {
  expectTypeOf<Whole<InferOutput<typeof listSchema>>>().toEqualTypeOf<Whole<TaskList>>();
});

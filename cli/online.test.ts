import { buildFactBase, type Fact, type StableId } from "@supabase/pg-delta/core";
import type { Action } from "@supabase/pg-delta/plan";
import { expect, test } from "vitest";
import { splitPlan } from "./online.ts";

const SCHEMA = { kind: "schema", name: "public" } as const;
const TASKS = { kind: "table", schema: "public", name: "tasks" } as const;
const NEW = { kind: "table", schema: "public", name: "gadgets" } as const;
const column = { kind: "column", schema: "public", table: "tasks", name: "place" } as const;
const index = (name: string) => ({ kind: "index", schema: "public", name }) as const;
const constraint = (name: string, table = "tasks") =>
  ({ kind: "constraint", schema: "public", table, name }) as const;

const fact = (id: StableId, parent?: StableId, payload = {}): Fact => ({
  ...{ id, payload },
  ...(parent && { parent }),
});
const tables = [fact(SCHEMA), fact(TASKS, SCHEMA)];
const before = buildFactBase(tables, []);
const after = buildFactBase(
  [
    ...tables,
    fact(NEW, SCHEMA),
    fact(index("by_place"), TASKS),
    fact(index("by_box"), NEW),
    fact(constraint("check"), TASKS, { type: "c", validated: true }),
    fact(constraint("later"), TASKS, { type: "c", validated: false }),
    fact(constraint("once"), TASKS, { type: "u", validated: true }),
    fact(constraint("fkey", "gadgets"), NEW, { type: "f", validated: true }),
  ],
  [],
);

const action = (verb: Action["verb"], sql: string, of: Partial<Action>): Action => ({
  ...{ verb, sql, produces: [], consumes: [], destroys: [], releases: [] },
  ...{ transactionality: "transactional", lockClass: "none", newSegmentBefore: false },
  ...{ dataLoss: "none", rewriteRisk: false },
  ...of,
});
const create = (sql: string, made: StableId, of: Partial<Action> = {}) =>
  action("create", sql, { produces: [made], ...of });
const split = (...actions: Action[]) => splitPlan(actions, before, after);

const CREATE_NEW = create("CREATE TABLE public.gadgets ()", NEW);
const BY_PLACE = create(
  "CREATE INDEX by_place ON public.tasks USING btree (place)",
  index("by_place"),
);

test("an index of a table that is there is built beside, after one that was interrupted is taken away", () => {
  expect(split(BY_PLACE)).toEqual({
    ...{ atOnce: [], warnings: [] },
    online: [
      'drop index concurrently if exists "public"."by_place";',
      'create index concurrently "by_place" on public.tasks USING btree (place);',
    ],
  });
});

test("what belongs to a new table stays with it", () => {
  const made = split(
    CREATE_NEW,
    create("CREATE INDEX by_box ON public.gadgets USING btree (box)", index("by_box")),
    create("ALTER TABLE public.gadgets ADD CONSTRAINT fkey …", constraint("fkey", "gadgets")),
  );
  expect(made).toMatchObject({ online: [], warnings: [] });
  expect(made.atOnce).toHaveLength(3);
});

test("a table that is made anew is new", () => {
  expect(split(create("CREATE TABLE public.tasks ()", TASKS), BY_PLACE).online).toEqual([]);
});

test.each([
  ["DROP INDEX public.by_place", index("by_place"), false],
  ["ALTER TABLE public.tasks DROP CONSTRAINT by_place", constraint("by_place"), true],
])(
  "an index that takes another's name is built before that one goes: %s",
  (sql, old, isConstraint) => {
    const made = split(action("drop", sql, { destroys: [old] }), BY_PLACE);
    expect(made.atOnce).toEqual([]);
    expect(made.online).toEqual([
      'drop index concurrently if exists "public"."by_place_new";',
      'create index concurrently "by_place_new" on public.tasks USING btree (place);',
      "set lock_timeout = '500ms';",
      ...(isConstraint
        ? ['alter table "public"."tasks" drop constraint if exists "by_place";']
        : []),
      'drop index if exists "public"."by_place";',
      'alter index "public"."by_place_new" rename to "by_place";',
      "set lock_timeout = 0;",
    ]);
  },
);

test("an index on which something in the transaction stands is built in it, with a warning", () => {
  const made = split(BY_PLACE, create("…", SCHEMA, { consumes: [index("by_place")] }));
  expect(made.atOnce[0]).toMatch(/^CREATE INDEX by_place/);
  expect(made.warnings).toEqual([expect.stringContaining("(SHARE)")]);
});

test("a new unique index can't be asked for until it is there, which is said", () => {
  const sql = BY_PLACE.sql.replace("INDEX", "UNIQUE INDEX");
  const made = split(create(sql, index("by_place")));
  expect(made.online[1]).toMatch(/^create unique index concurrently "by_place" on /);
  expect(made.warnings).toEqual([expect.stringContaining('"on conflict"')]);
});

test("a check reads old rows afterwards; one that is declared without does not", () => {
  const add = (name: string, end = "") =>
    create(`ALTER TABLE public.tasks ADD CONSTRAINT ${name} CHECK (true)${end}`, constraint(name));
  expect(split(add("check"), add("later", " NOT VALID"))).toEqual({
    atOnce: [
      "ALTER TABLE public.tasks ADD CONSTRAINT check CHECK (true) NOT VALID;",
      "ALTER TABLE public.tasks ADD CONSTRAINT later CHECK (true) NOT VALID;",
    ],
    online: ['alter table "public"."tasks" validate constraint "check";'],
    warnings: [],
  });
});

test("a constraint that builds an index is warned of", () => {
  const made = split(create("ALTER TABLE … UNIQUE (place)", constraint("once")));
  expect(made).toMatchObject({ atOnce: ["ALTER TABLE … UNIQUE (place);"], online: [] });
  expect(made.warnings).toEqual([expect.stringContaining("(ACCESS EXCLUSIVE)")]);
});

const TABLE = 'ALTER TABLE "public"."tasks"';
test.each([
  ["of a column", action("alter", `${TABLE} ALTER COLUMN "place" SET NOT NULL`, {}), []],
  [
    "of a new column without a default",
    create(`${TABLE} ADD COLUMN "place" text NOT NULL`, column),
    [`${TABLE} ADD COLUMN "place" text;`],
  ],
])("NOT NULL %s is set once a check has read all rows", (_, change, atOnce) => {
  const made = split(change);
  expect(made.atOnce).toEqual(atOnce);
  expect(made.online.join("\n")).toMatch(
    /check \("place" is not null\) not valid;.*validate constraint "place_is_there";.*set not null, drop/s,
  );
});

test.each([
  `${TABLE} ADD COLUMN "place" text DEFAULT 'hall'::text NOT NULL`,
  `${TABLE} ADD COLUMN "place" text NOT NULL DEFAULT 'hall'::text`,
  `${TABLE} ADD COLUMN "place" text GENERATED ALWAYS AS (title) STORED NOT NULL`,
  `${TABLE} ADD COLUMN "place" text`,
])("a column that has its values is left as it is: %s", (sql) => {
  expect(split(create(sql, column))).toEqual({
    ...{ atOnce: [`${sql};`], online: [] },
    warnings: [],
  });
});

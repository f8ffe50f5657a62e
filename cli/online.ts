import { encodeId, type FactBase, type StableId } from "@supabase/pg-delta/core";
import type { Action } from "@supabase/pg-delta/plan";

/**
 * What of a migration can happen while people read and write: checks of old rows, and indexes of tables that are there
 * already. The rest is one transaction, whose locks last until its end.
 */
export interface Split {
  /** the statements of the transaction */
  atOnce: string[];
  /** afterwards, each a transaction of its own; all of them can be repeated, as a run may end between them */
  online: string[];
  /** what still holds up a running project, a sentence each */
  warnings: string[];
}

/** The longest wait for a lock: whoever comes later waits behind a statement that waits. */
export const LOCK_TIMEOUT = "set lock_timeout = '500ms';";

interface Named {
  schema: string;
  name: string;
}

interface Part extends Named {
  table: string;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const full = ({ schema, name }: Named) => `${quoted(schema)}.${quoted(name)}`;
const tableOf = ({ schema, table }: Omit<Part, "name">) =>
  ({ kind: "table", schema, name: table }) as const;
const isSame = (a: StableId, b: StableId) => encodeId(a) === encodeId(b);

/** The text is PostgreSQL's own, of pg_get_indexdef. */
const concurrently = (sql: string, name: string) =>
  sql.replace(
    /^CREATE (UNIQUE )?INDEX ("(?:[^"]|"")*"|\S+) ON /,
    (_, unique = "") => `create ${unique.toLowerCase()}index concurrently ${quoted(name)} on `,
  );

/** The new index is built beside the one whose name it takes, if there is one. */
function buildIndex(index: Named, sql: string, replaced: StableId | undefined): string[] {
  const name = replaced ? `${index.name.slice(0, 58)}_new` : index.name;
  const built = { schema: index.schema, name };
  return [
    // One that was interrupted stays, and is of no use.
    `drop index concurrently if exists ${full(built)};`,
    `${concurrently(sql, name)};`,
    ...(replaced ? [LOCK_TIMEOUT] : []),
    ...(replaced?.kind === "constraint"
      ? [
          `alter table ${full(tableOf(replaced))} drop constraint if exists ${quoted(replaced.name)};`,
        ]
      : []),
    ...(replaced
      ? [
          `drop index if exists ${full(index)};`,
          `alter index ${full(built)} rename to ${quoted(index.name)};`,
          "set lock_timeout = 0;",
        ]
      : []),
  ];
}

/** Sets NOT NULL by a check that was validated before, so that no rows are read under the lock. */
function setNotNull(table: string, column: string): string[] {
  const check = quoted(`${column.replaceAll('"', "").slice(0, 54)}_is_there`);
  return [
    LOCK_TIMEOUT,
    `alter table ${table} drop constraint if exists ${check},
  add constraint ${check} check (${column} is not null) not valid;`,
    "set lock_timeout = 0;",
    `alter table ${table} validate constraint ${check};`,
    LOCK_TIMEOUT,
    `alter table ${table} alter column ${column} set not null, drop constraint ${check};`,
    "set lock_timeout = 0;",
  ];
}

const NOT_NULL = /^ALTER TABLE (\S+) ALTER COLUMN (\S+) SET NOT NULL$/;
/** Of a new column without a default, which rows that are there can't have. */
const NEW_NOT_NULL =
  /^(ALTER TABLE (\S+) ADD COLUMN (\S+) (?:(?! DEFAULT | GENERATED ).)*) NOT NULL$/;
const BUILDS_AN_INDEX = new Set(["p", "u", "x"]);

/** Whose index or constraint a plan drops. */
const droppedBy = ({ sql, verb, destroys }: Action) =>
  verb === "drop" && /^DROP INDEX|DROP CONSTRAINT/.test(sql) ? destroys : [];

/**
 * Divides a plan of pg-delta into a transaction and what may follow while people read and write.
 * @param actions in their order, without a semicolon
 * @param before the database's facts, `after` the declared ones
 */
export function splitPlan(actions: readonly Action[], before: FactBase, after: FactBase): Split {
  const isOld = (table: StableId | undefined) =>
    table?.kind === "table" &&
    before.has(table) &&
    !actions.some(({ produces }) => produces.some((id) => isSame(id, table)));
  const split: Split = { atOnce: [], online: [], warnings: [] };
  const moved = new Set<Action>();

  const addIndex = (action: Action, index: StableId & Named) => {
    const table = after.get(index)?.parent;
    if (table?.kind !== "table" || !isOld(table)) return false;
    const others = actions.filter((other) => other !== action);
    if (others.some(({ consumes }) => consumes.some((id) => isSame(id, index)))) {
      split.warnings.push(
        `${full(index)} is built in the transaction, as something in it stands on the index: nobody writes to ${full(table)} meanwhile (SHARE). First a migration with the index alone.`,
      );
      return false;
    }
    const isReplaced = (id: StableId) =>
      (id.kind === "index" || id.kind === "constraint") &&
      id.schema === index.schema &&
      id.name === index.name;
    const drop = others.find((other) => droppedBy(other).some(isReplaced));
    const replaced = drop?.destroys.find(isReplaced);
    if (drop) moved.add(drop);
    if (!replaced && action.sql.startsWith("CREATE UNIQUE")) {
      split.warnings.push(
        `${full(index)} is there only after the second file: until then an "on conflict" that names its columns fails.`,
      );
    }
    split.online.push(...buildIndex(index, action.sql, replaced));
    return true;
  };

  const addConstraint = (action: Action, constraint: StableId & Part) => {
    const table = tableOf(constraint);
    const { type, validated } = after.get(constraint)?.payload ?? {};
    if (!isOld(table) || validated !== true) return false;
    if (BUILDS_AN_INDEX.has(String(type))) {
      split.warnings.push(
        `${constraint.name} builds an index, and nobody reads or writes ${full(table)} meanwhile (ACCESS EXCLUSIVE). In steps: declare a unique index, which is built beside; the constraint with "using index" in the next migration.`,
      );
      return false;
    }
    split.atOnce.push(`${action.sql} NOT VALID;`);
    split.online.push(`alter table ${full(table)} validate constraint ${quoted(constraint.name)};`);
    return true;
  };

  const isElsewhere = (action: Action) => {
    const [made] = action.produces;
    if (action.verb === "create" && made?.kind === "index") return addIndex(action, made);
    if (action.verb === "create" && made?.kind === "constraint") return addConstraint(action, made);
    const [, table, column] = NOT_NULL.exec(action.sql) ?? [];
    if (table !== undefined && column !== undefined) {
      split.online.push(...setNotNull(table, column));
      return true;
    }
    const [, added, toTable, newColumn] = NEW_NOT_NULL.exec(action.sql) ?? [];
    if (added === undefined || toTable === undefined || newColumn === undefined) return false;
    split.atOnce.push(`${added};`);
    split.online.push(...setNotNull(toTable, newColumn));
    split.warnings.push(
      `${newColumn} of ${toTable} has no default and may not be null: write by hand what rows that are there get.`,
    );
    return true;
  };

  // What an index replaces is known once all of them were seen.
  const rest = actions.map((action) => {
    const place = split.atOnce.length;
    if (isElsewhere(action)) return { action, sql: split.atOnce.splice(place) };
    return { action, sql: [`${action.sql.trim().replace(/;$/, "")};`] };
  });
  split.atOnce = rest.flatMap(({ action, sql }) => (moved.has(action) ? [] : sql));
  return split;
}

import { existsSync, readFileSync, rmSync } from "node:fs";
import * as v from "valibot";
import { writeWhole } from "./whole-file.ts";

const schema = v.array(v.string());

/** The ids of the accounts that may run a site, from a file; none if it is missing or damaged. */
export function readOperators(file: string): readonly string[] {
  try {
    return v.parse(schema, JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return [];
  }
}

/** Makes an account an operator of a site, or ends that. */
export function setOperator(file: string, id: string, isOne: boolean): void {
  const others = readOperators(file).filter((other) => other !== id);
  writeWhole(file, JSON.stringify(isOne ? [...others, id] : others));
}

/** Removes all operators. Returns whether there were any. */
export function forgetOperators(file: string): boolean {
  const hadAny = existsSync(file);
  rmSync(file, { force: true });
  return hadAny;
}

interface Asked {
  readonly query: (text: string, values: unknown[]) => Promise<{ readonly rows: unknown[] }>;
}

/** Whether an account is the only operator that still exists. @param file of {@link readOperators} */
export async function isLastOperator(database: Asked, file: string, id: string): Promise<boolean> {
  const operators = readOperators(file);
  if (!operators.includes(id)) return false;
  const others = "select from auth.users where id::text = any($1) and id::text <> $2 limit 1";
  return (await database.query(others, [operators, id])).rows.length === 0;
}

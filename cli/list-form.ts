import { createHash } from "node:crypto";
import { listSchema } from "../src/sync/list-schema.ts";

/** What of a schema decides what it takes: patterns beside what JSON has. */
const declared = (_: string, value: unknown) => (value instanceof RegExp ? String(value) : value);

/**
 * Eight hex digits that change with the schema of the list, and so with anything that a browser keeps of it. The build
 * puts them into the key (src/sync/stored-tasks.ts): a list of another form is not read.
 */
export const listForm = (schema: object = listSchema): string =>
  createHash("sha256").update(JSON.stringify(schema, declared)).digest("hex").slice(0, 8);

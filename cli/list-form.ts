import { createHash } from "node:crypto";
import { listSchema } from "../src/sync/list-schema.ts";

/** The parts of a schema that decide what it accepts: patterns, and everything that JSON has. */
const declared = (_: string, value: unknown) => (value instanceof RegExp ? String(value) : value);

/**
 * Eight hex digits that change with the list's schema, and so with the form of everything that a browser
 * keeps of it. The build puts them into the storage key (src/sync/stored-tasks.ts), so that a list in another
 * form isn't read.
 */
export const listForm = (schema: object = listSchema): string =>
  createHash("sha256").update(JSON.stringify(schema, declared)).digest("hex").slice(0, 8);

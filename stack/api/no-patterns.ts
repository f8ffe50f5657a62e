import type { MiddlewareHandler } from "hono";

const OPERATOR = "i?match(?:\\((?:any|all)\\))?\\.";
const FILTER = new RegExp(`^(?:not\\.)?${OPERATOR}`);
/** A filter among others: `(title.not.match.x,…)`. */
const NESTED = new RegExp(`[(,][^(),]*\\.${OPERATOR}`);

/**
 * Refuses filters by regular expressions, which callers would write: PostgreSQL before 17.11 can be made to write
 * past its memory with one (CVE-2026-14664).
 */
export const noPatterns: MiddlewareHandler = async (context, next) => {
  const given = [...new URL(context.req.url).searchParams];
  const isPattern = ([name, filter]: [string, string]) =>
    (/(?:^|\.)(?:and|or)$/.test(name) ? NESTED : FILTER).test(filter);
  const found = given.find(isPattern);
  if (!found) return next();
  const message = `"failed to parse filter (${found[1]})"`;
  const details = "regular expressions are not among the filters here";
  return context.json({ code: "PGRST100", message, details, hint: null }, 400);
};

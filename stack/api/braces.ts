import type { HonoContext } from "@supabase/lite";
import type { MiddlewareHandler } from "hono";

/** A filter by what a value contains, is contained in or overlaps, with braces after it. */
const BRACED = /^((?:not\.)?(?:cs|cd|ov)\.)(?=\{)/;

/**
 * Leaves it to the database, which knows the column's type, what braces in a filter mean, as PostgREST
 * does: @supabase/lite takes them for an array's, also those of a multirange. What begins with a blank,
 * which PostgreSQL skips, it hands on as it is.
 */
export const bracesAsText: MiddlewareHandler<HonoContext> = async (context, next) => {
  const url = new URL(context.req.url);
  const given = [...url.searchParams];
  if (given.some(([, filter]) => BRACED.test(filter))) {
    const filters = given.map(([name, filter]) => [name, filter.replace(BRACED, "$1 ")]);
    url.search = String(new URLSearchParams(filters));
    context.req.raw = new Request(url, context.req.raw);
  }
  await next();
};

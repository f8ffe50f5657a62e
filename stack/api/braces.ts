import type { HonoContext } from "@supabase/lite";
import type { MiddlewareHandler } from "hono";

/** A filter for containing, contained or overlapping values, followed by braces. */
const BRACED = /^((?:not\.)?(?:cs|cd|ov)\.)(?=\{)/;

/**
 * Leaves the meaning of braces to the database, which knows the column's type, as PostgREST does:
 * @supabase/lite takes them for an array's, even those of a multirange. It passes on values with a leading
 * blank, which PostgreSQL skips.
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

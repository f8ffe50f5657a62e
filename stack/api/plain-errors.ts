import type { MiddlewareHandler } from "hono";

/** PostgreSQL's own codes; codes with PT are the project's, with its words. */
const SQLSTATE = /^(?!PT)[0-9A-Z]{5}$/;

const WORDS: readonly [code: RegExp, message: string][] = [
  [/^(42501|28)/, "This is not allowed."],
  [/^(42P01|42883)/, "There is no such thing."],
  [/^23/, "This does not go together with what is there."],
  [/^(22|42|21)/, "This can't be read."],
  [/^(08|40|53|55|57)/, "This could not be done just now."],
];

/** Answers errors of the database by code, in words that reveal nothing about its structure. */
export const plainErrors: MiddlewareHandler = async (context, next) => {
  await next();
  const { status, headers } = context.res;
  if (status < 400 || !headers.get("content-type")?.includes("json")) return;
  const text = await context.res.clone().text();
  const { code } = JSON.parse(text || "{}") as { code?: unknown };
  if (typeof code !== "string" || !SQLSTATE.test(code)) return;
  const [, message = "This could not be done."] = WORDS.find(([known]) => known.test(code)) ?? [];
  const kept = new Headers(headers);
  kept.delete("content-length");
  const body = JSON.stringify({ code, message, details: null, hint: null });
  context.res = undefined;
  context.res = new Response(body, { status, headers: kept });
};

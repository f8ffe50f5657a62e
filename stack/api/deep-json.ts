import type { MiddlewareHandler } from "hono";

/** Levels of nested arrays and objects; ours have fewer than ten. */
const DEEPEST = 100;
/** Bytes; shorter JSON can't nest deeply enough to do harm. */
const LEAST = 2 * DEEPEST;

/** Refuses JSON that nests too deeply for its readers. For bodies of limited size. */
export const noDeepJson: MiddlewareHandler = async (context, next) => {
  const { raw } = context.req;
  const isShort = Number(context.req.header("content-length")) <= LEAST;
  if (raw.body === null || isShort || !nestsTooDeeply(await raw.clone().text())) return next();
  return context.json({ code: "PGRST102", message: "The body nests too deeply." }, 400);
};

function nestsTooDeeply(json: string): boolean {
  let depth = 0;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (token === "[" || token === "{") depth += 1;
    if (token === "]" || token === "}") depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

import type { MiddlewareHandler } from "hono";

/** Of arrays and objects in each other; ours have fewer than ten. */
const DEEPEST = 100;
/** Bytes; fewer don't nest so deeply that it does harm. */
const LEAST = 2 * DEEPEST;

/** Refuses JSON that nests more deeply than whoever reads it can follow. It is for bodies of a bounded size. */
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

import type { Context, MiddlewareHandler } from "hono";
import { isBehindFront } from "./peer.ts";

const CALLS = ["/auth/v1/signup", "/auth/v1/recover"];

/**
 * Refuses everything that a password opens or sets, in the platform's words. This machine's own functions still
 * check one, before an account is closed.
 */
export const passwordsOff: MiddlewareHandler = async (context, next) => {
  if (!isBehindFront(context) || !(await isAboutPassword(context))) return next();
  const answer = {
    ...{ code: 422, error_code: "email_provider_disabled" },
    msg: "Nobody signs in with a password here.",
  };
  return context.json(answer, 422, { "X-Sb-Error-Code": answer.error_code });
};

async function isAboutPassword({ req }: Context): Promise<boolean> {
  if (req.method === "POST" && CALLS.includes(req.path)) return true;
  if (req.path === "/auth/v1/token") return req.query("grant_type") === "password";
  if (req.method === "POST" && req.path === "/auth/v1/verify") {
    return (await bodyOf(req.raw))?.type === "recovery";
  }
  return (
    req.method === "PUT" &&
    req.path === "/auth/v1/user" &&
    (await bodyOf(req.raw))?.password !== undefined
  );
}

const bodyOf = (request: Request): Promise<Record<string, unknown> | null> =>
  request
    .clone()
    .json()
    .catch(() => null);

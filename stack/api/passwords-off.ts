import type { Context, MiddlewareHandler } from "hono";
import { bodyOf } from "./mail-limit.ts";
import { isBehindFront } from "./peer.ts";

const CALLS = ["POST /auth/v1/signup", "POST /auth/v1/recover"];

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

async function isAboutPassword(context: Context): Promise<boolean> {
  const { method, path } = context.req;
  const call = `${method} ${path}`;
  if (CALLS.includes(call)) return true;
  if (call === "POST /auth/v1/token") return context.req.query("grant_type") === "password";
  if (call === "POST /auth/v1/verify") return (await bodyOf(context)).type === "recovery";
  return call === "PUT /auth/v1/user" && (await bodyOf(context)).password !== undefined;
}

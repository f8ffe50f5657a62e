import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Site } from "../site.ts";
import type { Gateway } from "./front.ts";

/** Whether an address may make an account where not everybody may. */
export type IsInvited = (address: string) => Promise<boolean>;

/** Asks the site's function of the database. */
export function askDatabase(site: Site, rest: Gateway, secretKey: string): IsInvited | undefined {
  const { invitedCall } = site;
  if (!invitedCall) return undefined;
  return async (address) => {
    const request = new Request(`http://127.0.0.1/rest/v1/rpc/${invitedCall}`, {
      method: "POST",
      headers: {
        apikey: secretKey,
        authorization: `Bearer ${secretKey}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ address }),
    });
    const answer = await rest(request, { peerAddress: null });
    return answer.ok && (await answer.json()) === true;
  };
}

/**
 * Lets those who are invited make an account. Others are answered as if a mail had been sent: who is
 * invited is nobody else's to know.
 */
export function invitedOnly(isInvited: IsInvited): MiddlewareHandler {
  return async (context, next) => {
    const { email }: { email?: unknown } = await context.req.raw
      .clone()
      .json()
      .catch(() => ({}));
    if (typeof email !== "string" || (await isInvited(email))) return next();
    const now = new Date().toISOString();
    return context.json({
      ...{ id: randomUUID(), aud: "authenticated", role: "", email, phone: "" },
      ...{ app_metadata: {}, user_metadata: {}, identities: [] },
      ...{ confirmation_sent_at: now, created_at: now, updated_at: now },
    });
  };
}

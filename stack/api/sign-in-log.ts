import type { Context, MiddlewareHandler } from "hono";
import { type TokenOptions, tokenVerifier } from "../realtime/tokens.ts";
import { CODE } from "./attempt-limit.ts";
import { networkOf, peerBehindFront } from "./peer.ts";
import { userClaims } from "./token-auth.ts";

/** Finds an account by address; undefined if there is none. */
export type FindAccount = (address: string) => Promise<string | undefined>;

/** The lines that a peer can cause per minute, so that guessing can't fill the disk. */
const MOST_LINES = 20;
const MINUTE_MS = 60_000;

/**
 * Logs sign-ins and refusals: the account's id, from where and when. Never the address that was entered, as it
 * may be a stranger's, or a password.
 */
export function signInLog(
  findAccount: FindAccount,
  log: (line: string) => void,
  options: TokenOptions,
): MiddlewareHandler {
  const verify = tokenVerifier(options);
  const lines = new Map<string, number>();
  setInterval(() => lines.clear(), MINUTE_MS).unref();
  return async (context, next) => {
    const kind = kindOf(context);
    if (!kind) return next();
    const body: unknown = await context.req.raw
      .clone()
      .json()
      .catch(() => null);
    await next();
    const peer = peerBehindFront(context);
    const network = networkOf(peer);
    const written = (lines.get(network) ?? 0) + 1;
    lines.set(network, written);
    if (written > MOST_LINES) return;
    const { status } = context.res;
    const answer: unknown = await context.res
      .clone()
      .json()
      .catch(() => null);
    const when = new Date().toISOString();
    // Not awaited, so that the answer takes equally long for each address.
    const caller = userClaims(verify, context.req.header("Authorization"))?.sub;
    void whose(findAccount, body, answer, caller)
      .catch(() => undefined)
      .then((account) => {
        const who = account ? `account ${account}` : "no account";
        const how = status < 400 ? kind : `${kind} refused (${codeIn(answer) ?? status})`;
        log(`${how}: ${who}, from ${peer}, ${when}`);
      });
  };
}

/** The kind of attempt; undefined for requests that prove no identity. */
function kindOf({ req }: Context): string | undefined {
  const grant = req.query("grant_type");
  if (req.method !== "POST") return undefined;
  if (req.path === "/auth/v1/verify") return "sign-in by a mailed link";
  if (CODE.test(req.path)) return "sign-in, second factor";
  if (req.path !== "/auth/v1/token") return undefined;
  if (grant === "pkce") return "sign-in by the issuer";
  return grant === "password" ? "sign-in" : undefined;
}

async function whose(
  findAccount: FindAccount,
  body: unknown,
  answer: unknown,
  caller: string | undefined,
): Promise<string | undefined> {
  const { user } = (answer ?? {}) as { user?: { id?: unknown } };
  if (typeof user?.id === "string") return user.id;
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === "string" ? findAccount(email.toLowerCase()) : caller;
}

function codeIn(answer: unknown): string | undefined {
  const { error_code: code } = (answer ?? {}) as { error_code?: unknown };
  return typeof code === "string" ? code : undefined;
}

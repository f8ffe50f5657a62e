import type { Context, MiddlewareHandler } from "hono";
import type pg from "pg";
import { isLastOperator, readOperators } from "../operators.ts";
import { type TokenOptions, tokenVerifier } from "../realtime/tokens.ts";
import type { SiteOperator } from "../site.ts";
import { bodyOf } from "./mail-limit.ts";
import { hasHash } from "./password-hash.ts";
import { isBehindFront, peerBehindFront } from "./peer.ts";
import { isThrough } from "./second-factor.ts";
import { userClaims } from "./token-auth.ts";

type Pool = Pick<pg.Pool, "query">;

interface OperatorOptions extends TokenOptions {
  readonly operator: SiteOperator;
  readonly pool: Pool;
  readonly log: (line: string) => void;
}

/** Two steps, between which attempts at a password are counted. */
interface OperatorDoor {
  /** Lets operators pass; answers 404 to anyone else. */
  readonly admit: MiddlewareHandler;
  /** Checks the password where a call takes it, and forwards the call. */
  readonly answer: MiddlewareHandler;
}

const ACCOUNT = `
  select encrypted_password as hash from auth.users
  where id = $1 and (banned_until is null or banned_until < now())
    and exists (select from auth.sessions where id::text = $2 and user_id = users.id)
    and ${isThrough("users.id", "$3")}`;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const refusal = (status: 400 | 503, code: string, message: string) =>
  Response.json({ error: { code, message } }, { status });

/** Guards the calls that only operators of a site may make. */
export function operatorDoor(options: OperatorOptions): OperatorDoor {
  const { operator, pool, log } = options;
  const verify = tokenVerifier(options);
  const subjectOf = (context: Context) =>
    userClaims(verify, context.req.header("Authorization"))?.sub ?? "";
  const actOf = ({ req }: Context) => {
    const [, name = ""] = /^\/operator\/v1\/([a-z-]+)$/.exec(req.path) ?? [];
    const act = Object.hasOwn(operator.acts, name) ? operator.acts[name] : undefined;
    return act?.method === req.method ? act : undefined;
  };
  /** An operator's account, with the hash of its password if it has one; undefined for anyone else. */
  const accountOf = async (context: Context) => {
    const claims = userClaims(verify, context.req.header("Authorization"));
    if (!claims?.sub || !readOperators(operator.accounts).includes(claims.sub)) return undefined;
    const asked = [claims.sub, String(claims.session_id), claims.aal];
    const { rows } = await pool.query<{ hash: string | null }>(ACCOUNT, asked);
    return rows[0];
  };
  return {
    admit: async (context, next) => {
      const isAdmitted = isBehindFront(context) && actOf(context) && (await accountOf(context));
      return isAdmitted ? next() : context.notFound();
    },
    answer: async (context) => {
      const { current_password: password, ...body } = await bodyOf(context);
      const [id, peer] = [subjectOf(context), peerBehindFront(context)];
      const say = (status: number) => {
        if (context.req.method === "GET") return;
        const { account } = body;
        const whose = typeof account === "string" && UUID.test(account) ? ` of ${account}` : "";
        const what = context.req.path.split("/").at(-1);
        log(`operator: ${what}${whose} ${status}, account ${id}, from ${peer}`);
      };
      if (actOf(context)?.takesPassword) {
        const { hash = null } = (await accountOf(context)) ?? {};
        const isRight =
          typeof password === "string" && hash !== null && (await hasHash(pool, password, hash));
        if (!isRight) {
          say(400);
          return refusal(400, "WRONG_PASSWORD", "This is not your password.");
        }
      }
      const answer = await handOn(context, operator, id, JSON.stringify(body));
      say(answer.status);
      return answer;
    },
  };
}

/** Forwards a call to the server that answers it. */
async function handOn(
  context: Context,
  { url, secret }: SiteOperator,
  account: string,
  body: string,
): Promise<Response> {
  const { method, path } = context.req;
  const proof = { authorization: `Bearer ${secret}`, "x-account": account };
  try {
    const asked = await fetch(`${url}${path}`, {
      method,
      headers: { ...proof, "content-type": "application/json" },
      ...(method === "POST" && { body }),
    });
    const { status, body: said } = asked;
    const kept = ["content-type", "content-length", "content-disposition"];
    const headers = [...asked.headers].filter(([name]) => kept.includes(name));
    return new Response(said, { status, headers });
  } catch {
    return refusal(503, "INTERNAL", "The server does not answer just now. Please try again.");
  }
}

/** Keeps the last operator of a site from closing their own account. */
export function keepLastOperator({ operator, pool, ...options }: OperatorOptions) {
  const verify = tokenVerifier(options);
  const keep: MiddlewareHandler = async (context, next) => {
    const id = userClaims(verify, context.req.header("Authorization"))?.sub ?? "";
    if (context.req.method !== "POST" || !(await isLastOperator(pool, operator.accounts, id))) {
      return next();
    }
    const error = { code: "LAST_OPERATOR", message: "Nobody else runs this server." };
    return context.json({ error }, 409);
  };
  return keep;
}

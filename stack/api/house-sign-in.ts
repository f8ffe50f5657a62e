import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { IssuerSettings } from "../issuer-settings.ts";
import { type TokenOptions, tokenVerifier, type VerifyToken } from "../realtime/tokens.ts";
import {
  type HouseAccounts,
  type Metadata,
  ONLY_WAY,
  PROVIDER,
  type Refusal,
} from "./house-accounts.ts";
import { Issuer, type Person, type Question } from "./issuer.ts";
import { bodyOf } from "./mail-limit.ts";
import { OneTime } from "./one-time.ts";
import { networkOf, peerBehindFront } from "./peer.ts";
import { userClaims } from "./token-auth.ts";

/** Milliseconds for which a person may be at the issuer, and the app may take to ask for the session. */
const LIFE_MS = 300_000;

const MINUTE_MS = 60_000;

/** The page of the app that a sign-in comes back to. */
const BACK = "/sign-in";

export interface HouseOptions {
  readonly issuer: IssuerSettings;
  /** The site's origins. */
  readonly urls: readonly [string, ...string[]];
  readonly accounts: HouseAccounts;
  /** Whether passwords open accounts, too. */
  readonly takesPasswords: boolean;
  /** Whether an address may make an account. */
  readonly mayBegin: (address: string) => Promise<boolean>;
  readonly log: (line: string) => void;
}

/** What the browser that began proves itself by. */
interface Challenge {
  readonly method: "s256" | "plain";
  readonly value: string;
}

type Session = readonly [account: string, session: string, aal: string];

interface Begun extends Question {
  readonly challenge: Challenge;
  readonly redirectUri: string;
  /** The session whose account is connected; undefined for a sign-in. */
  readonly linkTo: Session | undefined;
  readonly metadata: Metadata;
}

interface Answered extends Pick<Begun, "challenge" | "linkTo" | "metadata"> {
  readonly person: Person;
}

const refused = (context: Context, { status, code, msg }: Refusal) =>
  context.json({ code: status, error_code: code, msg }, status, { "X-Sb-Error-Code": code });

const invalid = (msg: string): Refusal => ({ status: 400, code: "validation_failed", msg });
const NOT_SIGNED_IN: Refusal = {
  ...{ status: 401, code: "no_authorization" },
  msg: "This endpoint requires a valid Bearer token",
};
const ENDED: Refusal = {
  ...{ status: 404, code: "flow_state_not_found" },
  msg: "This sign-in has ended. Begin again.",
};

function challengeIn({ req }: Context, origin: string): Challenge | undefined {
  const method = req.query("code_challenge_method")?.toLowerCase();
  const value = req.query("code_challenge") ?? "";
  if (!/^[\w.~-]{43,128}$/.test(value)) return undefined;
  if (method === "s256") return { method, value };
  // Browsers can't hash at an address without TLS.
  return method === "plain" && origin.startsWith("http:") ? { method, value } : undefined;
}

function isMetBy({ method, value }: Challenge, verifier: string): boolean {
  const given =
    method === "plain" ? verifier : createHash("sha256").update(verifier).digest("base64url");
  return (
    given.length === value.length &&
    Buffer.byteLength(given) === Buffer.byteLength(value) &&
    timingSafeEqual(Buffer.from(given), Buffer.from(value))
  );
}

/** Without the issuer's words, which may be about people, and once a minute, as anybody can cause it. */
function failureLog(log: HouseOptions["log"]) {
  let toldAt = 0;
  return (error: unknown) => {
    if (Date.now() - toldAt < MINUTE_MS) return;
    toldAt = Date.now();
    const { name, code = "" } = error as { name?: string; code?: string };
    log(`trouble with the issuer: ${name} ${code}`);
  };
}

function sessionIn({ req }: Context, verify: VerifyToken): Session {
  const claims = userClaims(verify, req.header("Authorization"));
  return [claims?.sub ?? "", String(claims?.session_id), String(claims?.aal)];
}

/** Disconnects an identity from the caller's account, unless it is the only way in. */
const disconnection =
  ({ accounts, takesPasswords }: HouseOptions, verify: VerifyToken) =>
  async (context: Context) => {
    const session = sessionIn(context, verify);
    if (!(await accounts.isSignedIn(...session))) return refused(context, NOT_SIGNED_IN);
    const id = context.req.param("id") ?? "";
    const why = takesPasswords ? await accounts.unlink(id, session[0]) : ONLY_WAY;
    return why ? refused(context, why) : context.json({});
  };

/**
 * Sign-in with an OpenID Connect issuer by the platform's calls: `authorize`, `callback`, `token` with a code, and
 * `user/identities` to connect an account and disconnect it. Nothing is found, made or connected before the browser
 * that began proves itself by its verifier.
 */
export function houseSignIn(options: HouseOptions & TokenOptions): Hono {
  const { urls, accounts, mayBegin, log } = options;
  const issuer = new Issuer(options.issuer);
  const verify = tokenVerifier(options);
  const begun = new OneTime<Begun>(LIFE_MS);
  const answered = new OneTime<Answered>(LIFE_MS);
  const app = new Hono();
  const originOf = (context: Context) =>
    urls.find((url) => new URL(url).host === context.req.header("host")) ?? urls[0];
  const failed = (context: Context, code: string) => {
    const error = code === "access_denied" ? code : "server_error";
    const query = new URLSearchParams({ error, error_code: code });
    return context.redirect(`${originOf(context)}${BACK}?${query}`);
  };
  const logFailure = failureLog(log);

  /** The issuer's address for a browser, or why there is none. */
  async function begin(context: Context, linkTo?: Begun["linkTo"]): Promise<URL | Refusal> {
    const origin = originOf(context);
    if (context.req.query("provider") !== PROVIDER) {
      return invalid("Unsupported provider: provider is not enabled");
    }
    const challenge = challengeIn(context, origin);
    if (!challenge) return invalid("PKCE flow requires code_challenge_method and code_challenge");
    const redirectUri = `${origin}/auth/v1/callback`;
    const { url, question } = await issuer.ask(redirectUri);
    const metadata = {
      time_zone: context.req.query("time_zone")?.slice(0, 64),
      language: context.req.query("language")?.slice(0, 64),
    };
    begun.keep(
      question.state,
      { ...question, challenge, redirectUri, linkTo, metadata },
      networkOf(peerBehindFront(context)),
    );
    return url;
  }

  app.get("/auth/v1/authorize", async (context) => {
    try {
      const found = await begin(context);
      return found instanceof URL ? context.redirect(found.href) : refused(context, found);
    } catch (error) {
      logFailure(error);
      return failed(context, "unexpected_failure");
    }
  });

  app.get("/auth/v1/user/identities/authorize", async (context) => {
    const session = sessionIn(context, verify);
    if (!(await accounts.isSignedIn(...session))) return refused(context, NOT_SIGNED_IN);
    try {
      const found = await begin(context, session);
      return found instanceof URL ? context.json({ url: found.href }) : refused(context, found);
    } catch (error) {
      logFailure(error);
      const msg = `${options.issuer.name} does not answer just now. Try again later.`;
      return refused(context, { status: 503, code: "unexpected_failure", msg });
    }
  });

  app.delete("/auth/v1/user/identities/:id", disconnection(options, verify));

  app.get("/auth/v1/callback", async (context) => {
    const flow = begun.take(context.req.query("state") ?? "");
    if (!flow) return failed(context, "bad_oauth_state");
    if (context.req.query("error") === "access_denied") return failed(context, "access_denied");
    try {
      const { redirectUri, challenge, linkTo, metadata } = flow;
      const answer = new URL(redirectUri);
      answer.search = new URL(context.req.url).search;
      const person = await issuer.person(answer, flow);
      const code = randomUUID();
      const network = networkOf(peerBehindFront(context));
      answered.keep(code, { person, challenge, linkTo, metadata }, network);
      return context.redirect(`${new URL(redirectUri).origin}${BACK}?code=${code}`);
    } catch (error) {
      logFailure(error);
      return failed(context, "unexpected_failure");
    }
  });

  const exchange: MiddlewareHandler = async (context, next) => {
    if (context.req.query("grant_type") !== "pkce") return next();
    const { auth_code: code, code_verifier: verifier } = await bodyOf(context);
    const flow = answered.take(String(code));
    if (!flow) return refused(context, ENDED);
    const { person, challenge, linkTo, metadata } = flow;
    if (!isMetBy(challenge, String(verifier))) {
      const msg = "code challenge does not match previously saved code verifier";
      return refused(context, { status: 400, code: "bad_code_verifier", msg });
    }
    if (linkTo && !(await accounts.isSignedIn(...linkTo))) return refused(context, NOT_SIGNED_IN);
    const found = linkTo
      ? await accounts.link(person, linkTo[0])
      : await accounts.find(person, mayBegin, metadata);
    if (typeof found !== "string") return refused(context, found);
    // Auth makes the session, and checks the verifier once more.
    await accounts.keepFlow(found, String(code), challenge);
    return next();
  };
  app.post("/auth/v1/token", exchange);
  return app;
}

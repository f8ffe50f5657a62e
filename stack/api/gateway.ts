import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import { cors } from "hono/cors";
import type pg from "pg";
import { foreignHostAnswer, isLocalHost, localHostOnly } from "../local-host.ts";
import { setOperator } from "../operators.ts";
import type { TokenOptions } from "../realtime/tokens.ts";
import { signUpByLink } from "../sign-up-links.ts";
import type { SiteOperator } from "../site.ts";
import { type AnswerFirstOptions, answerFirst } from "./answer-first.ts";
import { attemptLimit, type GuessLimits } from "./attempt-limit.ts";
import { callsAtOnce } from "./calls-at-once.ts";
import { forward } from "./forward.ts";
import { type Parts, stateOfParts } from "./health.ts";
import { type LetInOptions, letIn } from "./let-in.ts";
import { mailLimit } from "./mail-limit.ts";
import { oneByOne } from "./one-by-one.ts";
import { keepLastOperator, operatorDoor } from "./operator.ts";
import { passwordsOff } from "./passwords-off.ts";
import { isBehindFront } from "./peer.ts";
import { plainErrors } from "./plain-errors.ts";
import { spendAHash } from "./sign-in.ts";
import { type FindAccount, signInLog } from "./sign-in-log.ts";
import type { SignUps } from "./sign-up.ts";
import { boundedBody, wholeBody } from "./whole-body.ts";

/** Bytes; more than any service of the platform accepts. */
export const LARGEST_BODY = 10_000_000;

/** A handler of Web requests, as @supabase/lite's App is one. */
interface Handler {
  fetch: (
    request: Request,
    context: { peerAddress: string | null },
  ) => Response | Promise<Response>;
}

/** REST: the calls of functions answered here, and @supabase/lite's handler of all other requests. */
export interface Rest {
  calls: MiddlewareHandler;
  all: Handler;
}

export interface Upstreams extends Parts, TokenOptions {
  rest: Rest;
  auth: Handler;
  factors: Hono;
  guesses: GuessLimits;
  /** Whether anybody may make an account. */
  enableSignup: boolean;
  /** Decides for addresses when sign-ups are closed; undefined: nobody may sign up. */
  isInvited?: SignUps["isInvited"];
  /** Sign-in with an issuer's account. */
  house?: Hono | undefined;
  /** The folder of links that let people make an account all the same; for a site. */
  signUpLinks?: string | undefined;
  site?:
    | (Omit<AnswerFirstOptions, "mayBegin" | "ask" | "spendAHash"> &
        Pick<LetInOptions, "claim" | "aside"> & {
          readonly findAccount: FindAccount;
          readonly log: (line: string) => void;
          readonly takesPasswords: boolean;
          readonly operator: SiteOperator | undefined;
          readonly pool: Pick<pg.Pool, "query">;
        })
    | undefined;
}

/** Refuses what the project's settings do not allow, as the auth server does. */
const refuse = (error_code: string, msg: string) => (context: Context) =>
  context.json({ code: 422, error_code, msg }, 422, { "X-Sb-Error-Code": error_code });

/** @supabase/lite makes a confirmed account for any address that asks for a code. */
const refuseCode = refuse(
  "otp_disabled",
  "Sign-ins by a code or a magic link are not allowed here",
);
const refuseSignUp = refuse("signup_disabled", "Signups not allowed for this instance");

const isSignIn = ({ url }: { url: string }) =>
  new URL(url).searchParams.get("grant_type") === "password";

/** Milliseconds for which the state of the parts is cached, so that nobody can keep them busy by asking. */
const HEALTH_MS = 1_000;

/** Asks once for all callers at a time, and reuses the answer for so many milliseconds. */
export function shared<T>(ask: () => Promise<T>, milliseconds: number): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => {
    if (answer) return answer;
    const asked = ask();
    answer = asked;
    const forget = () => {
      answer = null;
    };
    asked.then(() => setTimeout(forget, milliseconds).unref(), forget);
    return asked;
  };
}

/** One address for all services, with the platform's paths. */
export function createGateway(upstreams: Upstreams): Hono {
  const { rest, auth, functionPorts, realtimePort, guesses } = upstreams;
  const { enableSignup, isInvited, signUpLinks, site, house } = upstreams;
  const app = new Hono();
  // A front in this process has already checked the host.
  app.use((context, next) => (isBehindFront(context) ? next() : localHostOnly(context, next)));
  const health = shared(() => stateOfParts(upstreams), HEALTH_MS);
  app.get("/health", async (c) => {
    const states = await health();
    return c.json(states, Object.values(states).includes("down") ? 503 : 200);
  });
  // @supabase/lite answers preflights without headers (Auth) or with an error (RPC). Cached,
  // because otherwise every call would need two requests.
  const preflight = cors({ maxAge: 600 });
  app.use("/auth/v1/*", preflight);
  app.use("/rest/v1/*", async (context, next) => {
    if (context.req.method === "OPTIONS") return preflight(context, next);
    await next();
    // Hono's own sets it beforehand: an answer that joins it becomes a stream, which takes longer to send.
    context.res.headers.set("Access-Control-Allow-Origin", "*");
  });
  app.use("/rest/v1/*", compress());
  if (site) {
    app.use("/rest/v1/*", (c, next) => (isBehindFront(c) ? plainErrors(c, next) : next()));
    app.use("/auth/v1/*", signInLog(site.findAccount, site.log, upstreams));
  }
  // Each part has its own turns: a function calls REST while its own call is running.
  for (const part of ["rest", "auth", "functions"]) {
    app.use(`/${part}/v1/*`, callsAtOnce(upstreams));
  }
  app.post("/rest/v1/rpc/*", rest.calls);
  for (const part of ["functions", "realtime"]) {
    app.use(`/${part}/v1/*`, boundedBody(LARGEST_BODY));
  }
  const operator = site?.operator;
  if (site && operator) {
    const options = { ...upstreams, ...site, operator };
    app.use(`/functions/v1/${operator.closes}`, keepLastOperator(options));
  }
  for (const path of ["/functions/v1/:name", "/functions/v1/:name/*"] as const) {
    app.all(path, (c) => forward(c.req.raw, functionPorts[c.req.param("name")]));
  }
  app.all("/realtime/v1/*", (c) => forward(c.req.raw, realtimePort));
  app.use(wholeBody(LARGEST_BODY));
  if (site && !site.takesPasswords) app.use("/auth/v1/*", passwordsOff);
  const limit = attemptLimit(guesses);
  app.use("/auth/v1/*", limit);
  app.route("/", upstreams.factors);
  if (house) app.route("/", house);
  if (site) app.use("/auth/v1/*", mailLimit());
  app.use("/auth/v1/token", oneByOne(isSignIn));
  // Separate, as each waits for the mail server, too.
  app.use(
    "/auth/v1/signup",
    oneByOne(() => true),
  );
  for (const path of ["/auth/v1/otp", "/auth/v1/magiclink"]) {
    app.post(path, refuseCode);
  }
  const askAuth = (c: Context) => auth.fetch(c.req.raw, { peerAddress: null });
  const onOperator = operator && ((id: string) => setOperator(operator.accounts, id, true));
  if (signUpLinks) {
    const byInvitation = site && letIn({ ...site, signUp: askAuth, spendAHash });
    app.post("/auth/v1/signup", signUpByLink(signUpLinks, askAuth, onOperator, byInvitation));
  }
  if (!enableSignup && !isInvited) app.post("/auth/v1/signup", refuseSignUp);
  if (site) {
    const mayBegin = enableSignup ? undefined : isInvited;
    const ask = (request: Request) => auth.fetch(request, { peerAddress: null });
    const first = answerFirst({ ...site, mayBegin, ask, spendAHash });
    for (const call of ["signup", "recover", "resend"]) app.post(`/auth/v1/${call}`, first);
  }
  if (!enableSignup && !isInvited) {
    // @supabase/lite accepts sign-ups, as those by a link reach it.
    app.get("/auth/v1/settings", async (c) => {
      const settings = await (await askAuth(c)).json();
      return c.json({ ...settings, disable_signup: true });
    });
  }
  if (site && operator) {
    const options = { ...upstreams, ...site, operator };
    const { admit, answer } = operatorDoor(options);
    app.all("/operator/v1/*", admit, callsAtOnce(upstreams), limit, answer);
  }
  // Admin mode is off; a null peer would disable it anyway.
  app.all("/rest/v1/*", (c) => rest.all.fetch(c.req.raw, { peerAddress: null }));
  app.all("/auth/v1/*", askAuth);
  return app;
}

/** Connects a websocket upgrade with the Realtime server, byte for byte. */
export function tunnelUpgrade(realtimePort: number, isOurs = isLocalHost) {
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (!isOurs(request.headers.host)) {
      socket.end(foreignHostAnswer);
      return;
    }
    if (!request.url?.startsWith("/realtime/v1/")) {
      socket.destroy();
      return;
    }
    const upstream = connect(realtimePort, "127.0.0.1");
    const end = () => {
      upstream.destroy();
      socket.destroy();
    };
    upstream.on("error", end).on("close", end);
    socket.on("error", end).on("close", end);
    upstream.on("connect", () => {
      const headers = request.rawHeaders
        .flatMap((name, i, all) => (i % 2 === 0 ? [[name, all[i + 1]]] : []))
        // The server behind only knows this machine's name.
        .map(([name, value]) => `${name}: ${/^host$/i.test(name ?? "") ? "127.0.0.1" : value}`)
        .join("\r\n");
      upstream.write(`${request.method} ${request.url} HTTP/1.1\r\n${headers}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
  };
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { compress } from "hono/compress";
import { secureHeaders } from "hono/secure-headers";
import { isLocalHost } from "../local-host.ts";
import type { AllowedCalls, Site } from "../site.ts";
import { readTroubles } from "../troubles.ts";
import { noDeepJson } from "./deep-json.ts";
import { isNear, type Peer } from "./peer.ts";
import { boundedBody } from "./whole-body.ts";

/** The largest body is an import's piece: 500,000 bytes, partly escaped. */
const MAX_BODY_BYTES = 2_000_000;
/** Bytes of an operator's call. */
const MOST_OF_OPERATOR = 20_000;
const YEAR_SECONDS = 31_536_000;

/** Answers requests to the site's own address. */
export type Gateway = (request: Request, environment: object) => Response | Promise<Response>;

/**
 * Serves a site's addresses: the app, and the calls of the API that the app makes. Refuses requests for other
 * hosts, as a site could point its own name here (DNS rebinding); other calls don't reach the parts behind it.
 */
export function createFront(site: Site, gateway: Gateway, peerOf: Peer): Hono {
  const addresses = new Map(site.urls.map((url) => [new URL(url).host, url]));
  const hostOf = (context: Context) => context.req.header("host") ?? "";
  const app = new Hono();
  app.use(async (context, next) => {
    const host = hostOf(context);
    const isKnown = context.req.path === "/health" && isOwn(host, context);
    if (addresses.has(host) || isKnown) return next();
    return context.text(otherHost(site, host), 421);
  });
  const policy = `${pagePolicy(site.appFolder)}frame-ancestors 'none'`;
  app.use(async (context, next) => {
    await next();
    // Not `context.header`, which makes the answer a stream.
    context.res.headers.set("Content-Security-Policy", policy);
  });
  const headersFor = (isSecure: boolean) =>
    secureHeaders({
      xFrameOptions: "DENY",
      referrerPolicy: "same-origin",
      strictTransportSecurity: isSecure && "max-age=31536000",
      // Browsers complain about these two on insecure addresses.
      crossOriginOpenerPolicy: isSecure,
      originAgentCluster: isSecure,
    });
  const [secured, plain] = [headersFor(true), headersFor(false)];
  app.use((context, next) =>
    (addresses.get(hostOf(context))?.startsWith("https:") ? secured : plain)(context, next),
  );
  const hand = (context: Context) =>
    gateway(context.req.raw, { ...context.env, peer: peerOf(context) });
  app.get("/health", async (context) => {
    const answer = await hand(context);
    const status = answer.ok ? 200 : 503;
    const isOperator =
      !addresses.has(hostOf(context)) && isNear(peerOf(context), site.trustedProxies);
    if (!isOperator) return context.json({ status: answer.ok ? "up" : "down" }, status);
    const states = (await answer.json()) as object;
    const troubles = readTroubles(site.troubles);
    return context.json({ version: site.version, ...states, troubles }, status);
  });
  const answersApi: MiddlewareHandler = async (context) => {
    const { method, path } = context.req;
    if (!isAllowed(site.allowed, method, path)) return context.notFound();
    return ofPeople(await hand(context), addresses.get(hostOf(context)) ?? site.urls[0]);
  };
  for (const part of ["auth", "rest", "functions"]) {
    app.use(`/${part}/v1/*`, boundedBody(MAX_BODY_BYTES), noDeepJson, answersApi);
  }
  app.all("/operator/*", boundedBody(MOST_OF_OPERATOR), async (context) => {
    const { origin = addresses.get(hostOf(context)) } = context.req.header();
    const isOwn = origin === addresses.get(hostOf(context));
    const answer = site.operator && isOwn ? await hand(context) : undefined;
    // The same to anyone but an operator, and for unknown paths.
    if (!answer || answer.status === 404) return context.notFound();
    return ofPeople(answer, site.urls[0]);
  });
  app.all("/realtime/*", (context) => context.notFound());
  app.use(compress());
  const root = site.appFolder;
  const precompressed = true;
  app.get(
    "/assets/*",
    serveStatic({
      root,
      precompressed,
      onFound: (_, context) => {
        context.header("Cache-Control", `public, max-age=${YEAR_SECONDS}, immutable`);
      },
    }),
    (context) => context.notFound(),
  );
  const fresh: MiddlewareHandler = async (context, next) => {
    await next();
    context.header("Cache-Control", "no-cache");
  };
  app.get(
    "*",
    fresh,
    serveStatic({ root, precompressed }),
    serveStatic({ root, path: "index.html", precompressed }),
  );
  return app;
}

/** Names the addresses of a site, and how to add another one. */
function otherHost({ urls }: Site, host: string): string {
  const wanted = /^[\w.-]+(?::\d+)?$|^\[[\da-f:]+\](?::\d+)?$/i.test(host)
    ? `http://${host} or https://${host}`
    : "this one";
  const known = urls.join(" and ");
  return `This is reached at ${known}. So that it is at another address, too, such as ${wanted}, who runs it adds that to PUBLIC_URL, with a comma between.\n`;
}

/** Whether a host is a name of this machine, or the address by which it was reached. */
function isOwn(host: string | undefined, context: Context): boolean {
  const { incoming } = context.env as { incoming?: { socket?: { localAddress?: string } } };
  const reached = incoming?.socket?.localAddress?.replace("::ffff:", "");
  const name = host?.replace(/:\d+$/, "").replace(/^\[(.+)\]$/, "$1");
  return isLocalHost(host) || (name !== undefined && name === reached);
}

/** Keeps people's data out of caches on the way, and out of pages other than the app's. */
function ofPeople(answer: Response, origin: string): Response {
  const { headers } = answer;
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  if (headers.get("Access-Control-Allow-Origin") === "*") {
    headers.set("Access-Control-Allow-Origin", origin);
  }
  return answer;
}

/** The content security policy of the app's page, for the header, which applies from the first byte on. */
function pagePolicy(appFolder: string): string {
  const page = readFileSync(join(appFolder, "index.html"), "utf8");
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];
  return policy ? `${policy}; ` : "";
}

const NO_METHODS: readonly string[] = [];
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

function isAllowed(allowed: AllowedCalls, method: string, path: string): boolean {
  const [, part = "", , name = "", ...rest] = path.split("/");
  // `name/*` has paths of its own.
  if (part === "functions")
    return allowed.functions.includes(rest.length === 0 ? name : `${name}/*`);
  if (method === "OPTIONS") return false;
  if (part === "auth") {
    const known = [name, ...rest].map((step) => (UUID.test(step) ? ":id" : step)).join("/");
    return methodsOf(allowed.auth, known).includes(method);
  }
  if (part !== "rest") return false;
  if (name === "rpc") {
    const [call = "", ...more] = rest;
    return method === "POST" && more.length === 0 && allowed.calls.includes(call);
  }
  return rest.length === 0 && methodsOf(allowed.tables, name).includes(method);
}

const methodsOf = (list: Readonly<Record<string, readonly string[]>>, name: string) =>
  Object.hasOwn(list, name) ? (list[name] ?? NO_METHODS) : NO_METHODS;

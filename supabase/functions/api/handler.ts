import type { GenericSchema } from "valibot";
import { checkInput } from "../../../src/domain/tasks/task-input.ts";
import { readJson } from "../_shared/body.ts";
import type { Handler } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";
import { Failure, failure, validationFailure } from "../_shared/failure.ts";
import { openApi } from "./openapi.ts";
import { type Given, operations } from "./operations.ts";
import { problemOf } from "./problem.ts";
import { type Route, routes } from "./routes.ts";
import { taskId } from "./schemas.ts";
import { tokenOf } from "./token.ts";

/** Tokens are sent by hand, so that pages of any origin may call. */
const HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, POST",
  "Access-Control-Allow-Headers": "authorization, content-type, idempotency-key, if-none-match",
  "Access-Control-Expose-Headers": "etag, idempotent-replayed, retry-after",
  "Access-Control-Max-Age": "86400",
  "Cache-Control": "private, no-cache",
  Vary: "Authorization",
  "X-Content-Type-Options": "nosniff",
};

/**
 * The API for other programs: docs/design/api.md. `now` is in milliseconds since the epoch.
 */
export function apiHandler(environment: Environment, now: () => number = Date.now): Handler {
  async function answer(request: Request): Promise<Response> {
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: HEADERS });
    const url = new URL(request.url);
    // The gateway leaves out the beginning of the path.
    const [, path = ""] = /(?:^|\/)api\/v1\/(.*)$/.exec(url.pathname) ?? [];
    if (path === "openapi.json" && request.method === "GET") {
      return Response.json(openApi(environment.publicApiUrl), { headers: HEADERS });
    }
    if (/(?:^|\/)api\/mcp$/.test(url.pathname)) {
      // Most requests don't need it.
      const { answerMcp } = await import("./mcp.ts");
      return await answerMcp(request, tokenOf(environment, request), now);
    }
    const { route, task } = routeOf(request.method, path);
    const use = tokenOf(environment, request);
    const query = read(route.query, Object.fromEntries(url.searchParams));
    if (task !== undefined && !checkInput(taskId, task).ok) throw failure("TASK_NOT_FOUND");
    const body = route.bodies.length > 0 ? await readBody(request, route) : {};
    const given: Given = {
      input: { ...query, ...body, ...(task !== undefined && { task: task.toLowerCase() }) },
      ...{ key: keyOf(request, route), now: now() },
      known: route.hasTag ? knownBy(request) : null,
    };
    const result = await operations[route.name](use, given);
    const text = result.body && JSON.stringify(result.body);
    const tag = result.tag ?? (route.hasTag && text ? await digestOf(text) : null);
    const headers = {
      ...HEADERS,
      ...(tag !== null && { ETag: `"${tag}"` }),
      ...(result.isReplayed && { "Idempotent-Replayed": "true" }),
    };
    if (text === undefined || (tag !== null && tag === given.known)) {
      return new Response(null, { status: 304, headers });
    }
    const type = { "Content-Type": "application/json" };
    return new Response(text, { status: route.status, headers: { ...headers, ...type } });
  }
  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      const allowed = error instanceof OtherMethod && { Allow: error.methods.join(", ") };
      return problemOf(error, { ...HEADERS, ...allowed });
    }
  };
}

class OtherMethod extends Failure {
  readonly methods: readonly string[];

  constructor(methods: readonly string[]) {
    super("METHOD_NOT_ALLOWED", `Use ${methods.join(" or ")}.`);
    this.methods = methods;
  }
}

/** The route of a path, and the id in it. @throws Failure */
function routeOf(method: string, path: string): { route: Route; task: string | undefined } {
  const [, id] = /^tasks\/([^/]+)/.exec(path) ?? [];
  const generic = path.replace(/^tasks\/[^/]+/, "tasks/:task");
  const there = routes.filter((one) => one.path === generic);
  const route = there.find((one) => one.method === method);
  if (there.length === 0) throw new Failure("NOT_FOUND", "There is nothing at this address.");
  if (!route) throw new OtherMethod(there.map((one) => one.method));
  return { route, task: id };
}

function read(schema: GenericSchema, raw: unknown): Record<string, unknown> {
  const checked = checkInput(schema, raw);
  if (checked.ok) return checked.input as Record<string, unknown>;
  throw validationFailure(checked.issues);
}

/** A new task is a line or fields: the body that has the first key of a form is of that form. */
async function readBody(request: Request, { bodies }: Route) {
  const raw = await readJson(request);
  const [first, other] = bodies;
  const isLine = typeof raw === "object" && raw !== null && "line" in raw;
  const schema = other === undefined || isLine ? first : other;
  return schema ? read(schema, raw) : {};
}

function keyOf({ headers }: Request, { method }: Route): string | null {
  const key = headers.get("idempotency-key");
  if (method !== "POST" || key === null) return null;
  if (/^[\x21-\x7e ]{1,255}$/.test(key)) return key;
  const message = "It has 1 to 255 characters of ASCII";
  throw validationFailure([{ path: "Idempotency-Key", message }]);
}

/** The entity tag that the client has; a gateway may have weakened it. */
const knownBy = ({ headers }: Request): string | null =>
  /^(?:W\/)?"([^"]*)"$/.exec(headers.get("if-none-match")?.trim() ?? "")?.[1] ?? null;

async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

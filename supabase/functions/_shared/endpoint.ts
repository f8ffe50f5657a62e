import type { GenericSchema, InferOutput } from "valibot";
import { checkInput } from "../../../src/domain/tasks/task-input.ts";
import { readJson } from "./body.ts";
import { corsHeaders, isAllowedOrigin } from "./cors.ts";
import { type Call, databaseFor } from "./database.ts";
import type { Environment } from "./environment.ts";
import { Failure, failure, validationFailure } from "./failure.ts";

export type Handler = (request: Request) => Promise<Response>;

/**
 * Handles a function that takes JSON by POST from a signed-in caller: checks method, origin, token, size and
 * input in this order, and answers a refusal as `{error: {code, message, issues?}}`.
 * @param work runs as the caller; resolves to the answer's JSON
 * @param maxBytes of the body; by default enough for a task
 */
export function endpoint<TSchema extends GenericSchema>(
  environment: Environment,
  schema: TSchema,
  work: (input: InferOutput<TSchema>, call: Call, authorization: string) => Promise<unknown>,
  { status = 200, maxBytes }: { readonly status?: number; readonly maxBytes?: number } = {},
): Handler {
  const answer = async (request: Request) => {
    const authorization = readAuthorization(request);
    const input = await readInput(request, schema, maxBytes);
    return await work(input, databaseFor(environment, request), authorization);
  };
  return publicEndpoint(environment, answer, status);
}

/** Parses a request's input. @throws Failure if it is invalid */
export async function readInput<TSchema extends GenericSchema>(
  request: Request,
  schema: TSchema,
  maxBytes?: number,
): Promise<InferOutput<TSchema>> {
  const checked = checkInput(schema, await readJson(request, maxBytes));
  if (!checked.ok) throw validationFailure(checked.issues);
  return checked.input;
}

/** The same for any caller: checks only method and origin. `work` resolves to the answer's JSON. */
export function publicEndpoint(
  environment: Environment,
  work: (request: Request) => Promise<unknown>,
  status = 200,
): Handler {
  async function answer(request: Request): Promise<Response> {
    if (request.method === "OPTIONS") return new Response(null, { status: 204 });
    if (request.method !== "POST") throw new Failure("METHOD_NOT_ALLOWED", "Use POST.");
    return Response.json(await work(request), { status });
  }

  return async (request) => {
    const origin = request.headers.get("origin");
    if (!isAllowedOrigin(origin, environment.allowedOrigins)) {
      // Without CORS headers, so that the page cannot read even this.
      return refusal(new Failure("ORIGIN_NOT_ALLOWED", "This origin is not in ALLOWED_ORIGINS."));
    }
    const response = await answer(request).catch(refusal);
    response.headers.set("Cache-Control", "no-store");
    for (const [name, value] of Object.entries(corsHeaders(origin)))
      response.headers.set(name, value);
    return response;
  };
}

/** Without a signed-in user, supabase-js sends its own key in the access token's place. */
function readAuthorization(request: Request): string {
  const authorization = request.headers.get("authorization") ?? "";
  if (!/^Bearer (?!sb_)\S+$/i.test(authorization)) throw failure("UNAUTHENTICATED");
  return authorization;
}

export function refusal(error: unknown): Response {
  if (!(error instanceof Failure)) console.error(error);
  const { code, message, issues, status } = error instanceof Failure ? error : failure("INTERNAL");
  const headers = new Headers(code === "METHOD_NOT_ALLOWED" ? { Allow: "POST" } : {});
  return Response.json({ error: { code, message, issues } }, { status, headers });
}

import { type ConversionConfig, toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { type Route, routes } from "./routes.ts";
import { problem, taskId } from "./schemas.ts";

/** The API's description, OpenAPI 3.1, made from the schemas that read and answer its requests. */

const CONFIG: ConversionConfig = {
  ...{ target: "draft-2020-12", errorMode: "ignore" },
  // The names of fields are for the app.
  ignoreActions: ["metadata"],
};

/** JSON Schema of what a schema takes or gives; without what that can't say, such as transformations. */
export function schemaOf(schema: v.GenericSchema, typeMode: "input" | "output" = "input") {
  const { $schema: _, ...json } = toJsonSchema(schema, { ...CONFIG, typeMode });
  return json;
}

const PROBLEMS: Readonly<Record<number, string>> = {
  401: "There is no such token",
  403: "The token may not do this",
  404: "There is no such task or household",
  409: "Somebody was first",
  413: "It is too large",
  422: "The request is not valid, or a limit is reached",
  429: "The token is used too often",
  500: "Something went wrong",
};

const problems = (statuses: readonly number[]) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: PROBLEMS[status],
        content: {
          "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
        },
      },
    ]),
  );

const header = (name: string, description: string) => ({
  ...{ name, in: "header", description, required: false },
  schema: { type: "string", minLength: 1, maxLength: 255 },
});

function parametersOf({ method, path, query, hasTag }: Route) {
  const { properties = {}, required = [] } = schemaOf(query);
  return [
    ...(path.includes(":task")
      ? [{ name: "task", in: "path", required: true, schema: schemaOf(taskId) }]
      : []),
    ...Object.entries(properties).map(([name, schema]) => ({
      ...{ name, in: "query", required: required.includes(name), schema },
    })),
    ...(hasTag ? [header("If-None-Match", "The ETag of an answer that the client has")] : []),
    ...(method === "POST" ? [header("Idempotency-Key", "Makes a retry safe for a day")] : []),
  ];
}

function operationOf(route: Route) {
  const { bodies, example, status, hasTag, method } = route;
  const [body] = bodies;
  const schema = bodies.length > 1 ? { anyOf: bodies.map((one) => schemaOf(one)) } : null;
  const writes = method === "POST" ? [409, 413] : [];
  return {
    ...{ operationId: route.name, summary: route.says },
    description: `Needs a token with the scope \`${route.scope}\`.`,
    parameters: parametersOf(route),
    ...(body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: schema ?? schemaOf(body), example } },
      },
    }),
    responses: {
      [status]: {
        description: "The answer",
        content: { "application/json": { schema: schemaOf(route.answer, "output") } },
      },
      ...(hasTag && { 304: { description: "The client has it already" } }),
      ...problems([401, 403, 404, ...writes, 422, 429, 500]),
    },
  };
}

/** @param apiUrl the address of the backend, without a slash at the end */
export function openApi(apiUrl: string) {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = `/${route.path.replace(":task", "{task}")}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      ...{ title: "Rota", version: "1" },
      description: "Reads what is to do, and writes into the record. docs/doors.md",
    },
    servers: [{ url: `${apiUrl}/functions/v1/api/v1` }],
    security: [{ token: [] }],
    paths,
    components: {
      schemas: { Problem: schemaOf(problem, "output") },
      securitySchemes: { token: { type: "http", scheme: "bearer", description: "rota_…" } },
    },
  };
}

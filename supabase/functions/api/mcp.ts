import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import * as v from "valibot";
import { US_ENGLISH } from "../../../src/domain/language/locale.ts";
import { Failure, failure } from "../_shared/failure.ts";
import { schemaOf } from "./openapi.ts";
import { operations } from "./operations.ts";
import { type Route, routes } from "./routes.ts";
import { taskId } from "./schemas.ts";
import type { Use } from "./token.ts";

/** The same requests as tools of the Model Context Protocol, by streamable HTTP. */

const INSTRUCTIONS = `Rota keeps a household's recurring tasks and the record of who did them when.
Days are yyyy-MM-dd. \`today\` tells what is open or overdue and whose turn it is; \`tasks\` and \`task\` what there is
and when it is due next; \`record\` who did what on which days. A deed names a task's id and the \`day\` that was told.
If it isn't clear who did something, ask, and give their ids from \`people\`. Say what an answer rests on: the task and
the day.`;

/** A copy is for programs that keep one. */
const tools = routes.filter(({ name }) => name !== "changes");

/** All that a request carries, by name, with the JSON Schema by which clients ask. */
function inputOf({ path, query, bodies: [body] }: Route) {
  const task: v.ObjectEntries = path.includes(":task") ? { task: taskId } : {};
  const schema = v.strictObject({ ...task, ...query.entries, ...body?.entries });
  const json = () => ({ ...schemaOf(schema) });
  return { "~standard": { ...schema["~standard"], jsonSchema: { input: json, output: json } } };
}

/** @param now milliseconds since the epoch */
export function answerMcp(request: Request, use: Use, now: () => number): Promise<Response> {
  const { fetch } = createMcpHandler(() => {
    const server = new McpServer({ name: "rota", version: "1" }, { instructions: INSTRUCTIONS });
    for (const route of tools) {
      const isReading = route.method === "GET";
      server.registerTool(
        route.name,
        {
          description: route.says,
          inputSchema: inputOf(route),
          annotations: { readOnlyHint: isReading, destructiveHint: false, openWorldHint: false },
        },
        async (input) => {
          try {
            const given = { input, key: null, known: null, now: now() };
            const { body = {} } = await operations[route.name](use, given);
            return { content: [{ type: "text", text: JSON.stringify(body) }] };
          } catch (error) {
            return { isError: true, content: [{ type: "text", text: textOf(error) }] };
          }
        },
      );
    }
    return server;
  });
  return fetch(request);
}

/** 'VALIDATION_FAILED: day: There is no such day' */
function textOf(error: unknown): string {
  if (!(error instanceof Failure)) console.error("A tool failed:", (error as Error)?.message);
  const { code, message, issues } = error instanceof Failure ? error : failure("INTERNAL");
  const told = issues?.map((one) => `${one.path}: ${US_ENGLISH.t(one.message)}`).join(", ");
  return `${code}: ${told ?? message}`;
}

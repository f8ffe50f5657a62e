import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  inputRequired,
  McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import * as v from "valibot";
import { US_ENGLISH } from "../../../src/domain/language/locale.ts";
import { Failure, failure } from "../_shared/failure.ts";
import { schemaOf } from "./openapi.ts";
import { operations } from "./operations.ts";
import { type Route, routes } from "./routes.ts";
import { people, taskId } from "./schemas.ts";
import type { Use } from "./token.ts";

/** The same requests as tools of the Model Context Protocol, by streamable HTTP. */

const INSTRUCTIONS = `Rota keeps a household's recurring tasks and the record of who did them when.
Days are yyyy-MM-dd. \`today\` tells what is open or overdue and whose turn it is; \`tasks\` and \`task\` what there is
and when it is due next. Of the record, \`record\` tells who did what on which days, \`day\` what a day of a task is,
whose turn it was, why it was due or not and since when, and \`count\` how often it was done, by whom, and when last.
A deed names a task's id and the \`day\` that was told, and the ids of who did it from \`people\`.
Say what an answer rests on: its \`entries\`, or the \`id\` of a deed.`;

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
          annotations: {
            ...{ readOnlyHint: isReading, destructiveHint: false, openWorldHint: false },
            // A deed that is there already changes nothing.
            idempotentHint: route.name !== "add",
          },
        },
        async (input, context) => {
          const given = { input, key: null, known: null, now: now() };
          const told = acceptedContent(
            context.mcpReq.inputResponses,
            WHO,
            v.strictObject({ people }),
          );
          try {
            const { body = {} } = await operations[route.name](use, {
              ...given,
              input: { ...told, ...input },
            });
            return { content: [{ type: "text", text: JSON.stringify(body) }] };
          } catch (error) {
            const isWho = isUnnamed(error, { ...told, ...input });
            if (isWho && canAsk(context)) return askWho(await operations.people(use, given));
            return { isError: true, content: [{ type: "text", text: textOf(error, isWho) }] };
          }
        },
      );
    }
    return server;
  });
  return fetch(request);
}

const WHO = "who";

/** Whether a deed was refused because it names nobody. */
const isUnnamed = (error: unknown, { people: named }: { readonly people?: unknown }) =>
  error instanceof Failure && named === undefined && error.issues?.[0]?.path === "people";

/** Whether the client can ask its person. One whose answer wasn't taken isn't asked again. */
function canAsk({ mcpReq: { envelope, inputResponses } }: ServerContext): boolean {
  const { elicitation } = Object(Object(envelope)[CLIENT_CAPABILITIES_META_KEY]);
  const isByForm = elicitation && (elicitation.form || !elicitation.url);
  return Boolean(isByForm) && inputResponses?.[WHO] === undefined;
}

function askWho({ body }: { readonly body?: { readonly people?: readonly Named[] } }) {
  const anyOf = body?.people?.map(({ id, name }) => ({ const: id, title: name })) ?? [];
  const asked = { type: "array" as const, title: "Who did it?", minItems: 1, items: { anyOf } };
  return inputRequired({
    inputRequests: {
      [WHO]: inputRequired.elicit({
        message: "Who did it?",
        requestedSchema: { type: "object", properties: { people: asked }, required: ["people"] },
      }),
    },
  });
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** 'VALIDATION_FAILED: day: There is no such day' */
function textOf(error: unknown, isWho: boolean): string {
  if (isWho) return "VALIDATION_FAILED: people: Name who did it, by the ids that `people` tells";
  if (!(error instanceof Failure)) console.error("A tool failed:", (error as Error)?.message);
  const { code, message, issues } = error instanceof Failure ? error : failure("INTERNAL");
  const told = issues?.map((one) => `${one.path}: ${US_ENGLISH.t(one.message)}`).join(", ");
  return `${code}: ${told ?? message}`;
}

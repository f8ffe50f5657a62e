import type { IncomingMessage, ServerResponse } from "node:http";
import type { Authorizer } from "./authorization.ts";
import { asObject, asText } from "./join-request.ts";
import type { Claims, VerifyToken } from "./tokens.ts";
import type { Topics } from "./topics.ts";

const LARGEST_BODY = 5_000_000;

export interface HttpApiServices {
  readonly topics: Topics;
  readonly authorizer: Authorizer;
  readonly verifyToken: VerifyToken;
  readonly isReplicationReady: () => boolean;
  readonly privateOnly: boolean;
}

interface HttpMessage {
  readonly topic: string;
  readonly isPrivate: boolean;
  readonly payload: { type: "broadcast"; event: string; payload: unknown };
}

/** The headers that policies may see: those with `x-`. */
export function policyHeaders(request: IncomingMessage): Record<string, string> {
  const headers = Object.entries(request.headers).filter(([name]) => name.startsWith("x-"));
  return Object.fromEntries(headers.map(([name, value]) => [name, String(value)]));
}

/** The request's URL; one that can't be parsed counts as the root. */
export function requestUrl({ url = "/" }: IncomingMessage): URL {
  const base = "http://localhost";
  return URL.canParse(url, base) ? new URL(url, base) : new URL(base);
}

function respondJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** `GET /health` and `POST /realtime/v1/api/broadcast`. */
export async function handleHttp(
  services: HttpApiServices,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = requestUrl(request).pathname;
  if (path === "/health" && request.method === "GET") {
    const ready = services.isReplicationReady();
    respondJson(response, ready ? 200 : 503, { replication: ready ? "streaming" : "connecting" });
  } else if (path === "/realtime/v1/api/broadcast" && request.method === "POST") {
    await handleBroadcast(services, request, response);
  } else {
    respondJson(response, 404, { message: "not found" });
  }
}

async function handleBroadcast(
  services: HttpApiServices,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const claims = callerOf(services.verifyToken, request);
  if (!claims) return respondJson(response, 401, { message: "Unauthorized" });
  const messages = parseMessages(await readBody(request));
  if (!messages) {
    const error = "expected topic, event and payload in every message";
    return respondJson(response, 422, { errors: { messages: [error] } });
  }
  const mayWrite = new Map<string, boolean>();
  for (const { topic, isPrivate, payload } of messages) {
    if (!isPrivate && services.privateOnly) continue;
    if (isPrivate) {
      const context = { topic, claims, headers: policyHeaders(request) };
      const allowed =
        mayWrite.get(topic) ??
        (await services.authorizer.writable(context, ["broadcast"]).then(
          (permissions) => permissions.broadcast === true,
          () => false,
        ));
      mayWrite.set(topic, allowed);
      if (!allowed) continue;
    }
    services.topics.find(topic, isPrivate)?.broadcastText(payload);
  }
  response.writeHead(202).end();
}

/** The caller's claims from `Authorization: Bearer …`, else from `apikey`; null when not valid. */
function callerOf(verifyToken: VerifyToken, request: IncomingMessage): Claims | null {
  const bearer = /^bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const token = bearer ?? asText(request.headers.apikey);
  try {
    return token ? verifyToken(token) : null;
  } catch {
    return null;
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LARGEST_BODY) return null;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return null;
  }
}

function parseMessages(body: unknown): HttpMessage[] | null {
  const { messages } = asObject(body);
  if (!Array.isArray(messages)) return null;
  const parsed = messages.map(parseMessage);
  return parsed.includes(null) ? null : (parsed as HttpMessage[]);
}

function parseMessage(value: unknown): HttpMessage | null {
  const message = asObject(value);
  const [topic, event] = [asText(message.topic), asText(message.event)];
  const { payload } = message;
  if (!topic || !event || payload === null || typeof payload !== "object") return null;
  return {
    topic,
    isPrivate: message.private === true,
    payload: { type: "broadcast", event, payload },
  };
}

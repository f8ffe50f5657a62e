import { createHash } from "node:crypto";
import {
  Client,
  type ElicitResult,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { expect, test, vi } from "vitest";
import { apiHandler } from "../../supabase/functions/api/handler.ts";
import { type Call, environmentWith } from "../support/handler-environment.ts";

/** Only the API's handler, with a database that answers as each test wants. */

const TOKEN = `rota_${"x".repeat(43)}`;
const URL_ = "https://project.example/functions/v1/api";

const refused = (code: string, status: number) =>
  Response.json({ code: `PT${status}`, message: code, details: "" }, { status });

test("the database and the log get the token's hash alone", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const calls: Call[] = [];
  const environment = environmentWith(() => Response.json({}, { status: 500 }), calls);
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const answer = await apiHandler(environment)(new Request(`${URL_}/v1/today`, { headers }));
  expect(answer.status).toBe(500);
  const token_hash = createHash("sha256").update(TOKEN).digest("hex");
  expect(calls[0]?.body).toMatchObject({ token_hash, operation: "list" });
  const told = JSON.stringify([calls, logged.mock.calls, await answer.json()]);
  expect(told).not.toContain(TOKEN.slice(5));
  logged.mockRestore();
});

test("who has yesterday's answer gets another one today, though no task has changed", async () => {
  const calls: Call[] = [];
  const list = { account: null, profile: null, timeZone: "UTC", digest: "d" };
  const environment = environmentWith(() => {
    const isKnown = Object(calls.at(-1)?.body).input.known === "d";
    return Response.json(isKnown ? list : { ...list, households: [], tasks: [] });
  }, calls);
  const headers = { Authorization: `Bearer ${TOKEN}`, "If-None-Match": '"d@2026-11-24"' };
  const statusOn = async (now: string) => {
    const handler = apiHandler(environment, () => Date.parse(now));
    return (await handler(new Request(`${URL_}/v1/today`, { headers }))).status;
  };
  expect(await statusOn("2026-11-24T23:59:00Z")).toBe(304);
  expect(await statusOn("2026-11-25T00:00:00Z")).toBe(200);
});

test("an assistant gets the same requests as tools, their answers, and why something is refused", async () => {
  const calls: Call[] = [];
  const deed = { status: "done", untaken: [] };
  let answer = () => Response.json(deed);
  const handler = apiHandler(environmentWith(() => answer(), calls));
  const client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${URL_}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${TOKEN}` } },
      fetch: (url, init) => handler(new Request(url, init)),
    }),
  );
  const { tools } = await client.listTools();
  const writing = tools.filter(({ annotations }) => !annotations?.readOnlyHint);
  const names = ["add", "done", "event", "note", "put-off", "skip", "undo"];
  expect(writing.map(({ name }) => name).sort()).toEqual(names);
  const input = { task: "00000000-0000-4000-8000-000000000000", day: "2026-11-27" };
  const done = await client.callTool({ name: "done", arguments: input });
  expect(done).toMatchObject({ content: [{ text: JSON.stringify(deed) }] });
  expect(calls.at(-1)?.body).toMatchObject({ operation: "done", input });
  answer = () => refused("NOT_ALLOWED", 403);
  const no = await client.callTool({ name: "undo", arguments: input });
  expect(no).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^NOT_ALLOWED: /) }],
  });
  await client.close();
});

test("who did it is asked by the protocol where the client can, and else named as the argument that is missing", async () => {
  const [id, carol] = [
    "00000000-0000-4000-8000-000000000001",
    "00000000-0000-4000-8000-000000000002",
  ];
  const people = [{ id: carol, name: "Carol", face: 1, role: "member", isJoined: false }];
  const list = { households: [{ id, name: "The flat", me: null, people }], timeZone: "UTC" };
  const calls: Call[] = [];
  const handler = apiHandler(
    environmentWith(() => {
      const { operation, input } = Object(calls.at(-1)?.body);
      if (operation === "list")
        return Response.json({ account: null, profile: null, ...list, tasks: [] });
      if ("people" in input) return Response.json({ status: "done" });
      const details = JSON.stringify([{ path: "people", code: "INVALID" }]);
      return Response.json(
        { code: "PT422", message: "VALIDATION_FAILED", details },
        { status: 422 },
      );
    }, calls),
  );
  const tick = async (capabilities: object, answer: () => ElicitResult | null) => {
    const mode = { mode: "auto" } as const;
    const client = new Client(
      { name: "test", version: "1" },
      { capabilities, versionNegotiation: mode },
    );
    const asked: unknown[] = [];
    if ("elicitation" in capabilities) {
      client.setRequestHandler("elicitation/create", ({ params }) => {
        asked.push(params);
        return answer() as ElicitResult;
      });
    }
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${URL_}/mcp`), {
        requestInit: { headers: { Authorization: `Bearer ${TOKEN}` } },
        fetch: (url, init) => handler(new Request(url, init)),
      }),
    );
    const result = await client.callTool({
      name: "done",
      arguments: { task: id, day: "2026-11-27" },
    });
    await client.close();
    return { asked, result };
  };
  const told = await tick({ elicitation: {} }, () => ({
    action: "accept",
    content: { people: [carol] },
  }));
  expect(told.asked).toMatchObject([
    {
      message: "Who did it?",
      requestedSchema: {
        properties: { people: { items: { anyOf: [{ const: carol, title: "Carol" }] } } },
      },
    },
  ]);
  expect(told.result).toMatchObject({ content: [{ text: '{"status":"done"}' }] });
  expect(calls.at(-1)?.body).toMatchObject({ operation: "done", input: { people: [carol] } });
  const missing = {
    isError: true,
    content: [{ text: expect.stringMatching(/^VALIDATION_FAILED: people: /) }],
  };
  expect((await tick({ elicitation: {} }, () => ({ action: "decline" }))).result).toMatchObject(
    missing,
  );
  expect((await tick({}, () => null)).result).toMatchObject(missing);
});

test("a client that lies about its version is refused", async () => {
  const handler = apiHandler(environmentWith(() => Response.json({})));
  const told = async (version: string, inside: string) => {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": inside,
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const answer = await handler(
      new Request(`${URL_}/mcp`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${TOKEN}`,
          "Content-Type": "application/json",
          Accept: "application/json, text/event-stream",
          "MCP-Protocol-Version": version,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta } }),
      }),
    );
    return answer.status;
  };
  expect(await told("2026-07-28", "2025-11-25")).toBe(400);
  expect(await told("2025-11-25", "2026-07-28")).toBe(400);
  expect(await told("9999-01-01", "9999-01-01")).toBe(400);
});

import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { localKeys } from "../../stack/config.ts";
import { readEnvironment } from "../../supabase/functions/_shared/environment.ts";
import { sendMailsHandler } from "../../supabase/functions/send-mails/handler.ts";
import type { ManagementApi } from "../support/management-api.ts";

/** A stand-in for a hosted project's own address: the function `send-mails`, and Realtime. */
export interface HostedProject {
  readonly url: string;
  /** the keys that the functions know, by name; by default those from the platform */
  functionKeys: Record<string, string> | undefined;
  /** whether Realtime answers */
  isLive: boolean;
  close(): Promise<void>;
}

/** The functions' database, in which nothing is due. */
const nothingDue: typeof fetch = async (input) =>
  Response.json(
    String(input).endsWith("/claim_morning_mails") ? { due: [], hasMore: false } : null,
  );

/** Starts it on a free port. @param realtimePort of the embedded Realtime server */
export async function startHostedProject(
  api: ManagementApi,
  realtimePort: number,
): Promise<HostedProject> {
  const keysOf = (wanted: string) =>
    Object.fromEntries(
      api.keys.filter(({ type }) => type === wanted).map(({ name, value }) => [name, value]),
    );
  const secretKeys = () => project.functionKeys ?? keysOf("secret");

  function callSendMails(request: IncomingMessage): Promise<Response> {
    const variables: Record<string, string> = {
      ...api.secrets,
      SUPABASE_URL: "http://stand-in",
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify(keysOf("publishable")),
      SUPABASE_SECRET_KEYS: JSON.stringify(secretKeys()),
    };
    const environment = readEnvironment((name) => variables[name], nothingDue);
    return sendMailsHandler(environment)(
      new Request("http://stand-in/", {
        method: request.method ?? "GET",
        headers: { apikey: String(request.headers.apikey) },
      }),
    );
  }

  const server = createServer(async (request, response) => {
    const isThere = request.url === "/functions/v1/send-mails" && "send-mails" in api.functions;
    const answer = isThere ? await callSendMails(request) : new Response(null, { status: 404 });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(await answer.text());
  });

  // The gateway's part: a secret key of the project gives access as the service role.
  server.on("upgrade", (request, socket) => {
    const url = new URL(request.url ?? "/", "http://stand-in");
    const isKnown = Object.values(keysOf("secret")).includes(url.searchParams.get("apikey") ?? "");
    if (!project.isLive || !isKnown) return socket.end("HTTP/1.1 401 Unauthorized\r\n\r\n");
    url.searchParams.set("apikey", localKeys.secret);
    const headers = { ...request.headers, host: `127.0.0.1:${realtimePort}` };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const realtime = connect(realtimePort, "127.0.0.1");
    realtime.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join("")}\r\n`);
    realtime.pipe(socket).pipe(realtime);
    for (const end of [realtime, socket]) end.on("error", () => realtime.destroy());
  });

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const project: HostedProject = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    functionKeys: undefined,
    isLive: true,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return project;
}

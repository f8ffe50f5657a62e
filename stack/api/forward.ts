import { Agent, type IncomingMessage, request as sendRequest } from "node:http";
import { Readable } from "node:stream";

const unavailable = { code: "BOOT_ERROR", message: "The service is starting, try again." };

/** Keeps connections open. */
const agent = new Agent({ keepAlive: true });

/** Headers about one connection, and about compression, which costs more than it saves on one machine. */
const NOT_PASSED_ON = new Set([
  ...["connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "te", "trailer"],
  ...["transfer-encoding", "upgrade", "accept-encoding"],
]);

/** Forwards a request to a local port, with the same path. `fetch` takes a quarter of a millisecond more. */
export async function forward(request: Request, port: number | undefined): Promise<Response> {
  if (port === undefined) {
    return Response.json(
      { code: "NOT_FOUND", message: "Requested function was not found" },
      { status: 404 },
    );
  }
  const { method, signal } = request;
  const { pathname, search } = new URL(request.url);
  const given = [...request.headers].filter(([name]) => !NOT_PASSED_ON.has(name));
  const to = { host: "127.0.0.1", port, path: pathname + search };
  const headers = { ...Object.fromEntries(given), host: `127.0.0.1:${port}` };
  const body = Buffer.from(await request.arrayBuffer());
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = sendRequest({ ...to, method, headers, signal, agent }, resolve);
      asked.on("error", reject).end(body);
    });
    return await answerFrom(answer);
  } catch {
    return Response.json(unavailable, { status: 503 });
  }
}

/** An answer of known length is read, so that it is sent at once; any other is passed on as it comes. */
async function answerFrom(answer: IncomingMessage): Promise<Response> {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct)) {
    if (NOT_PASSED_ON.has(name)) continue;
    for (const value of values) headers.append(name, value);
  }
  const options = { status: answer.statusCode ?? 503, headers };
  if (answer.headers["transfer-encoding"] !== undefined) {
    return new Response(Readable.toWeb(answer) as ReadableStream, options);
  }
  const body = Buffer.concat(await answer.toArray());
  return new Response(body.length > 0 ? body : null, options);
}

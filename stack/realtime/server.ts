import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import pg from "pg";
import { WebSocketServer } from "ws";
import { FOREIGN_HOST, foreignHostAnswer, isLocalHost } from "../local-host.ts";
import { Authorizer } from "./authorization.ts";
import type { ChannelServices } from "./channel.ts";
import { Connection } from "./connection.ts";
import { handleHttp, policyHeaders, requestUrl } from "./http-api.ts";
import { maintainPartitions } from "./partitions.ts";
import { Replication } from "./replication.ts";
import { TokenRejection, tokenVerifier, type VerifyToken } from "./tokens.ts";
import { Topics } from "./topics.ts";

const SERVICE_RESTART = 1012;
const LARGEST_FRAME = 5_000_000;
const PARTITION_CHECK_MS = 10 * 60_000;
const CLOSING_GRACE_MS = 1000;

export interface RealtimeOptions {
  /** Port on the loopback address; 0 chooses a free one. */
  port: number;
  /** A superuser's URL of a database that has the `realtime` schema (schema.ts). */
  databaseUrl: string;
  /** The secret that signs user tokens (HS256). */
  jwtSecret: string;
  publishableKey: string;
  secretKey: string;
  /** Whether only private channels may be joined, as with the platform's "Allow public access" off. */
  privateOnly?: boolean;
  /** Milliseconds of silence after which a socket is closed; 60,000 as on the platform. */
  idleTimeoutMs?: number;
  log?: (line: string) => void;
}

export interface RealtimeServer {
  readonly port: number;
  /** Closes every socket with 1012, so that clients reconnect, and the database connections. */
  close(): Promise<void>;
}

/**
 * Starts a server with Supabase Realtime's protocol on 127.0.0.1: websockets at /realtime/v1/websocket, POST
 * /realtime/v1/api/broadcast and GET /health, which answers 200 while messages from the database are delivered,
 * 503 otherwise. Resolves when the port is open and rejects if it is taken; the database may come and go.
 */
export async function startRealtime(options: RealtimeOptions): Promise<RealtimeServer> {
  const log = options.log ?? (() => undefined);
  const pool = databasePool(options.databaseUrl, log);
  const topics = new Topics();
  const verifyToken = tokenVerifier(options);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_FRAME,
    perMessageDeflate: false,
  });
  const connections = new Set<Connection>();
  const services = {
    topics,
    privateOnly: options.privateOnly ?? false,
    authorizer: new Authorizer(pool),
    verifyToken,
    isReplicationReady: () => replication?.streaming ?? false,
  };

  const http = createServer((request, response) => {
    if (!isLocalHost(request.headers.host)) {
      response.writeHead(403, { "content-type": "text/plain" }).end(FOREIGN_HOST);
      return;
    }
    handleHttp(services, request, response).catch((error: unknown) => {
      log(`http: ${String(error)}`);
      response.destroy();
    });
  });
  http.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", (error) => log(`upgrade: ${error.message}`));
    if (!isLocalHost(request.headers.host)) return void socket.end(foreignHostAnswer);
    const upgrade = checkUpgrade(verifyToken, request);
    if ("status" in upgrade) return refuse(socket, upgrade);
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = new Connection(webSocket, services satisfies ChannelServices, {
        ...upgrade,
        headers: policyHeaders(request),
        idleTimeoutMs: options.idleTimeoutMs ?? 60_000,
        log,
      });
      connections.add(connection);
      webSocket.on("close", () => connections.delete(connection));
    });
  });
  let replication: Replication | undefined;
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject).listen(options.port, "127.0.0.1", resolve);
  });

  const keepPartitions = () => {
    maintainPartitions(pool).catch((error: unknown) => log(`partitions: ${String(error)}`));
  };
  replication = new Replication({
    databaseUrl: options.databaseUrl,
    onStreaming: keepPartitions,
    onMessage: ({ topic, isPrivate, broadcast }) =>
      topics.find(topic, isPrivate)?.broadcast(broadcast),
    log,
  });
  const partitionTimer = setInterval(keepPartitions, PARTITION_CHECK_MS);

  return {
    port: (http.address() as AddressInfo).port,
    close: async () => {
      clearInterval(partitionTimer);
      const closed = new Promise((resolve) => http.close(resolve));
      for (const connection of connections) connection.close(SERVICE_RESTART);
      const grace = setTimeout(() => {
        for (const connection of connections) connection.terminate();
        http.closeAllConnections();
      }, CLOSING_GRACE_MS);
      await Promise.all([closed, replication.close()]);
      clearTimeout(grace);
      await pool.end();
    },
  };
}

function databasePool(connectionString: string, log: (line: string) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    application_name: "realtime_connect",
    max: 8,
    connectionTimeoutMillis: 5000,
    query_timeout: 10_000,
  });
  // Without listeners a lost connection, idle or in use, would end the process.
  pool.on("error", (error) => log(`database: ${error.message}`));
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

interface Refusal {
  readonly status: 401 | 404;
  readonly error: string;
}

/** The options of an upgrade request, or the reason to refuse it. */
function checkUpgrade(
  verifyToken: VerifyToken,
  request: IncomingMessage,
): { vsn: 1 | 2; token: string } | Refusal {
  const { pathname, searchParams } = requestUrl(request);
  if (pathname !== "/realtime/v1/websocket") return { status: 404, error: "not found" };
  const header = request.headers["x-api-key"];
  const token = typeof header === "string" ? header : searchParams.get("apikey");
  if (!token) return { status: 401, error: "API key is missing" };
  try {
    verifyToken(token);
  } catch (error) {
    const brief = error instanceof TokenRejection ? error.brief : String(error);
    return { status: 401, error: brief };
  }
  return { vsn: searchParams.get("vsn")?.startsWith("2.") ? 2 : 1, token };
}

function refuse(socket: Duplex, { status, error }: Refusal): void {
  const body = JSON.stringify({ error });
  const reason = status === 401 ? "Unauthorized" : "Not Found";
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json\r\nconnection: close\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

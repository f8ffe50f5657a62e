import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import type { Site } from "../site.ts";
import { createFront, type Gateway } from "./front.ts";
import { tunnelUpgrade } from "./gateway.ts";
import { peerBehindProxy } from "./peer.ts";

/** Disconnects slow and idle clients: headers within ten seconds, a request within a minute. */
const PATIENCE = { headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: 65_000 };
/** The total number of connections, including the app's websockets. */
const MOST_CONNECTIONS = 5_000;

/** Listens at the site's address. */
export function serveFront(site: Site, gateway: Gateway, realtimePort: number): Server {
  const { host, port } = site.listen;
  const front = createFront(site, gateway, peerBehindProxy(site.trustedProxies));
  const server = serve({
    fetch: front.fetch,
    hostname: host,
    port,
    serverOptions: { maxHeaderSize: 16_384, connectionsCheckingInterval: 5_000 },
  }) as Server;
  Object.assign(server, PATIENCE, { maxConnections: MOST_CONNECTIONS });
  const hosts = new Set(site.urls.map((url) => new URL(url).host));
  const tunnel = tunnelUpgrade(realtimePort, (name = "") => hosts.has(name));
  server.on("upgrade", (request, socket, head) => {
    const path = request.url?.split("?")[0];
    const { origin } = request.headers;
    if (path !== "/realtime/v1/websocket") socket.end("HTTP/1.1 404 Not Found\r\n\r\n");
    // Somebody else's page; only pages send an origin.
    else if (origin !== undefined && !site.urls.includes(origin)) {
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    } else tunnel(request, socket, head);
  });
  return server;
}

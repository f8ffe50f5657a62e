import type { Ports, StackKeys } from "../config.ts";
import type { Service } from "../supervisor.ts";
import { realtimeAnswers } from "./health.ts";
import { nodeProcess } from "./node-process.ts";
import { databaseUrl, superuser } from "./postgres.ts";

/**
 * The embedded Realtime server. It starts before anything writes: the replication slot that it
 * makes waits for open write transactions.
 * @param privateOnly whether only private channels may be joined
 */
export async function realtimeService(
  ports: Ports,
  keys: StackKeys,
  privateOnly = false,
): Promise<Service> {
  return {
    name: "realtime",
    // What was committed while its stream was gone is never delivered. When it starts again, clients
    // join again and fetch what they missed.
    follows: "database",
    ...(await nodeProcess("realtime/main", {
      REALTIME_PORT: String(ports.realtime),
      REALTIME_DB_URL: databaseUrl(ports.database, superuser, keys.databasePassword),
      JWT_SECRET: keys.jwtSecret,
      PUBLISHABLE_KEY: keys.publishable,
      SECRET_KEY: keys.secret,
      PRIVATE_ONLY: privateOnly ? "yes" : "no",
    })),
    ports: { Realtime: ports.realtime },
    isReady: () => realtimeAnswers(ports.realtime),
  };
}

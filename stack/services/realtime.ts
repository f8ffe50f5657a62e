import type { Ports, StackKeys } from "../config.ts";
import type { Service } from "../supervisor.ts";
import { realtimeAnswers } from "./health.ts";
import { nodeProcess } from "./node-process.ts";
import { databaseUrl, superuser } from "./postgres.ts";

/**
 * The embedded Realtime server. Starts before anything writes, as the replication slot that it makes waits for
 * open write transactions.
 * @param privateOnly whether only private channels may be joined
 */
export async function realtimeService(
  ports: Ports,
  keys: StackKeys,
  privateOnly = false,
): Promise<Service> {
  return {
    name: "realtime",
    // Messages committed while its stream was gone are never delivered. When it restarts, clients join again
    // and fetch what they missed.
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

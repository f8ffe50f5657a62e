import { localKeys, type Ports } from "../config.ts";
import type { Service } from "../supervisor.ts";
import { realtimeAnswers } from "./health.ts";
import { typescriptProcess } from "./node-process.ts";
import { databaseUrl, superuser } from "./postgres.ts";

/**
 * The embedded Realtime server. It starts before anything writes: the replication slot that it
 * makes waits for open write transactions.
 */
export function realtimeService(ports: Ports): Service {
  return {
    name: "realtime",
    // What was committed while its stream was gone is never delivered. When it starts again, clients
    // join again and fetch what they missed.
    follows: "database",
    ...typescriptProcess("realtime/main.ts", {
      REALTIME_PORT: String(ports.realtime),
      REALTIME_DB_URL: databaseUrl(ports.database, superuser),
      JWT_SECRET: localKeys.jwtSecret,
      PUBLISHABLE_KEY: localKeys.publishable,
      SECRET_KEY: localKeys.secret,
    }),
    ports: { Realtime: ports.realtime },
    isReady: () => realtimeAnswers(ports.realtime),
  };
}

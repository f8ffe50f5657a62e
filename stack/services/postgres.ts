import { statSync } from "node:fs";
import { clusterSetting, endServerOf, findCluster } from "../cluster.ts";
import { localKeys } from "../config.ts";
import type { DataFolder } from "../data-folder.ts";
import type { Service } from "../supervisor.ts";
import { answersQueries } from "./health.ts";
import { makeCluster } from "./new-cluster.ts";
import { findPrograms } from "./server-programs.ts";
import { giveTo, nameOf, serverUser } from "./server-user.ts";

/** The superuser of the embedded server, as `postgres` isn't one, like on the platform. */
export const superuser = "supabase_admin";

/** A connection string for one role of the embedded server. All roles have the same password. */
export function databaseUrl(
  port: number,
  role: string,
  password: string = localKeys.databasePassword,
): string {
  return `postgresql://${role}:${password}@127.0.0.1:${port}/postgres`;
}

const serverSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  // Realtime reads the write-ahead log.
  wal_level: "logical",
  max_wal_senders: "5",
  max_replication_slots: "5",
  max_connections: "100",
  // One process less: nothing subscribes to another server.
  max_logical_replication_workers: "0",
  // 4 MB less at rest: no transaction is serializable, and a household's writes are small.
  max_pred_locks_per_transaction: "10",
  wal_buffers: "1MB",
  timezone: "UTC",
  log_timezone: "UTC",
  // After this time a vacuum gives way to who waits for its table: before the end of a migration's lock_timeout.
  deadlock_timeout: "200ms",
  // Like the platform: idle slots must not fill the disk.
  max_slot_wal_keep_size: "1024MB",
};

/**
 * The PostgreSQL service on its data folder, which is initialised first if it is new.
 * @param signal stops the initialisation
 */
export async function postgresService(
  folder: DataFolder,
  port: number,
  signal?: AbortSignal,
): Promise<Service> {
  const { postgres, initdb } = await findPrograms();
  const found = findCluster(folder.postgres, folder.remedy);
  const user = serverUser(found);
  if (found === undefined) await makeCluster(folder, { initdb, user, superuser }, signal);
  const cluster = found ?? folder.postgres;
  if (user && statSync(cluster).uid !== user.uid) giveTo(user, cluster);
  const settings = Object.entries(serverSettings).map(([name, value]) => `${name}=${value}`);
  return {
    name: "database",
    command: postgres,
    args: [
      ...["-D", nameOf(cluster, user), "-p", String(port)],
      ...[...settings, clusterSetting(cluster)].flatMap((setting) => ["-c", setting]),
    ],
    ...user,
    cwd: cluster,
    // Fast shutdown: sessions are ended, the data folder is left clean.
    stopSignal: "SIGINT",
    ports: { database: port },
    says: /ready to accept connections/,
    prepare: () => endServerOf(cluster),
    isReady: () => answersQueries(databaseUrl(port, superuser, folder.password)),
    isEssential: true,
    advice: `if the data in ${cluster} is damaged, bring back a copy of it, or ${folder.remedy}.`,
  };
}

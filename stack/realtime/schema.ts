import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ClientBase } from "pg";
import { maintainPartitions } from "./partitions.ts";

/**
 * Creates the contents of a Supabase project's `realtime` schema: grants of roles, messages with partitions,
 * topic(), send(), broadcast_changes() and the publication. Idempotent: runs at every start. `client` is a
 * superuser's connection; the roles anon, authenticated, service_role and postgres must exist.
 */
export async function installRealtimeSchema(client: ClientBase): Promise<void> {
  await client.query(readFileSync(join(import.meta.dirname, "schema.sql"), "utf8"));
  await maintainPartitions(client);
}

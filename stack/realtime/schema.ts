import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ClientBase } from "pg";
import { maintainPartitions } from "./partitions.ts";

/**
 * Creates what a Supabase project has in its `realtime` schema: roles' grants, messages with its
 * partitions, topic(), send(), broadcast_changes() and the publication. Idempotent: it can run at
 * every start. `client` is a superuser's connection; the roles anon, authenticated, service_role
 * and postgres must exist.
 */
export async function installRealtimeSchema(client: ClientBase): Promise<void> {
  await client.query(readFileSync(join(import.meta.dirname, "schema.sql"), "utf8"));
  await maintainPartitions(client);
}

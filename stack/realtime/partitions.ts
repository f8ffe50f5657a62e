import type { ClientBase, Pool } from "pg";

const DAY_MS = 86_400_000;
/** Hours after which messages are deleted, as on the platform. */
const RETENTION_HOURS = 72;

/** The UTC day `offset` days from `now`, as yyyy-MM-dd. */
const utcDay = (now: Date, offset: number): string =>
  new Date(now.getTime() + offset * DAY_MS).toISOString().slice(0, 10);

const partitionName = (day: string): string => `messages_${day.replaceAll("-", "_")}`;

/**
 * Creates missing daily partitions of realtime.messages from yesterday to three days ahead (UTC) and drops
 * those older than 72 hours. Creates only missing ones, as even CREATE TABLE IF NOT EXISTS locks the parent
 * against every sender; a lock not acquired within two seconds is an error, and the next run tries again.
 */
export async function maintainPartitions(db: ClientBase | Pool, now = new Date()): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
     where inhparent = 'realtime.messages'::regclass`,
  );
  const existing = new Set(rows.map((row) => row.name));

  const statements: string[] = [];
  for (const offset of [-1, 0, 1, 2, 3]) {
    const name = partitionName(utcDay(now, offset));
    if (existing.has(name)) continue;
    statements.push(
      `create table realtime.${name} partition of realtime.messages
         for values from ('${utcDay(now, offset)}') to ('${utcDay(now, offset + 1)}')`,
      `alter table realtime.${name} owner to supabase_realtime_admin`,
    );
  }
  const oldest = partitionName(utcDay(now, -RETENTION_HOURS / 24));
  for (const name of existing) {
    if (name < oldest) statements.push(`drop table realtime.${name}`);
  }
  // One simple query is one transaction, so `set local` ends with it.
  if (statements.length > 0) {
    await db.query(["set local lock_timeout = '2s'", ...statements].join(";\n"));
  }
}

import type { Person } from "./actors.ts";
import { sql } from "./sql.ts";

export interface Message {
  readonly event: string;
  readonly payload: Record<string, unknown>;
}

/**
 * Reads the messages to a person's channel since the last call, in the order of the database's calls (any order
 * for those at the same moment).
 */
export function inboxOf(person: Pick<Person, "id">): () => Promise<Message[]> {
  let seen: string[] = [];
  return async () => {
    const rows = await sql<Message & { row_id: string }>(
      `select id as row_id, event, payload - 'id' as payload from realtime.messages
       where topic = 'user:' || $1 and private and extension = 'broadcast'
         and not id = any ($2)
       order by inserted_at, ctid`,
      [person.id, seen],
    );
    seen = [...seen, ...rows.map(({ row_id }) => row_id)];
    return rows.map(({ event, payload }) => ({ event, payload }));
  };
}

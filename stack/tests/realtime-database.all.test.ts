import pg from "pg";
import { describe, expect, test } from "vitest";
import { maintainPartitions } from "../realtime/partitions.ts";
import { installRealtimeSchema } from "../realtime/schema.ts";
import { connect, eventually, joinPrivate } from "./support/realtime-client.ts";
import { realtimeTestBed } from "./support/realtime-fixture.ts";
import { newUser, signToken } from "./support/realtime-server.ts";

const bed = realtimeTestBed();

const asSuperuser = async <T>(use: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: bed.superuserUrl });
  await client.connect();
  return use(client).finally(() => client.end());
};

async function joinOwnTopic() {
  const user = newUser();
  const topic = `user:${user}`;
  const joined = await joinPrivate(
    connect(bed.url, () => signToken(user)),
    topic,
  );
  expect(joined.statuses).toEqual(["SUBSCRIBED"]);
  return { user, topic, ...joined };
}

describe("messages from the database", () => {
  test("carry the payload with an id, and the row's id as meta", async () => {
    const { topic, received } = await joinOwnTopic();
    await bed.send(topic, "task", { title: "Wäsche 🧺" });
    await eventually(() => expect(received).toHaveLength(1));
    const { rows } = await bed.db.query("select id from realtime.messages where topic = $1", [
      topic,
    ]);
    expect(received[0]).toEqual({
      type: "broadcast",
      event: "task",
      payload: { title: "Wäsche 🧺", id: rows[0].id },
      meta: { id: rows[0].id },
    });
  });

  test("arrive in commit order from concurrent writers, each writer's own in order", async () => {
    const { topic, received } = await joinOwnTopic();
    const writers = 8;
    const messages = 25;
    // The lock reveals the order of commits: a number is taken under it, and it ends with the commit.
    await bed.db.query("create table if not exists public.commit_order (n int)");
    await bed.db.query("truncate public.commit_order");
    await bed.db.query("insert into public.commit_order values (0)");
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let message = 0; message < messages; message += 1) {
          await bed.db.query(
            `with taken as (update public.commit_order set n = n + 1 returning n)
             select realtime.send(jsonb_build_object('n', n, 'writer', $2::int), 'tick', $1) from taken`,
            [topic, writer],
          );
        }
      }),
    );
    await eventually(() => expect(received).toHaveLength(writers * messages));
    expect(received.map((message) => message.payload.n)).toEqual(
      Array.from({ length: writers * messages }, (_, index) => index + 1),
    );
    expect(new Set(received.map((message) => message.payload.writer)).size).toBe(writers);
  });

  test("come with the commit: not before, in the commit's order, and never after a rollback", async () => {
    const { topic, received } = await joinOwnTopic();
    const [first, second] = [await bed.db.connect(), await bed.db.connect()];
    try {
      const send = "select realtime.send(jsonb_build_object('n', $2::int), 'tick', $1)";
      await first.query("begin");
      await first.query(send, [topic, 1]);
      await second.query("begin");
      await second.query(send, [topic, 2]);
      await second.query("commit");
      await eventually(() => expect(received.map(({ payload }) => payload.n)).toEqual([2]));
      await first.query("commit");
      await second.query("begin");
      await second.query(send, [topic, 3]);
      await second.query("rollback");
      await bed.db.query(send, [topic, 4]);
      await eventually(() => expect(received.map(({ payload }) => payload.n)).toEqual([2, 1, 4]));
    } finally {
      first.release();
      second.release();
    }
  });

  test("may be larger than a notification's 8000 bytes", async () => {
    const { topic, received } = await joinOwnTopic();
    const sizes = [7_999, 8_001, 300_000, 2_000_000];
    for (const size of sizes) await bed.send(topic, "big", { text: "ü".repeat(size / 2) });
    await eventually(() => expect(received).toHaveLength(sizes.length));
    expect(received.map(({ payload }) => String(payload.text).length)).toEqual(
      sizes.map((size) => Math.floor(size / 2)),
    );
  });

  test("that no frame can carry are dropped, and the stream goes on", async () => {
    const { topic, received } = await joinOwnTopic();
    await bed.send(topic, "e".repeat(256), {});
    await bed.send(topic, "next", {});
    await eventually(() => expect(received.map(({ event }) => event)).toEqual(["next"]));
  });

  test("reach only their topic", async () => {
    const alice = await joinOwnTopic();
    const bob = await joinOwnTopic();
    await bed.send(alice.topic, "task", { for: "alice" });
    await bed.send(bob.topic, "task", { for: "bob" });
    await eventually(() => expect(bob.received).toHaveLength(1));
    await eventually(() => expect(alice.received).toHaveLength(1));
    expect(alice.received[0]?.payload.for).toBe("alice");
    expect(bob.received[0]?.payload.for).toBe("bob");
  });

  test("come from a user's own write through a security definer trigger", async () => {
    const { user, received } = await joinOwnTopic();
    const client = await bed.db.connect();
    await client.query("set role authenticated");
    await client.query("insert into public.notes values (1, $1, 'milk')", [user]);
    await client.query("reset role");
    client.release();
    await eventually(() => expect(received).toHaveLength(1));
    expect(received[0]?.payload.body).toBe("milk");
  });

  test("are not sent by a user who calls realtime.send: only a warning, no row", async () => {
    const { topic, received } = await joinOwnTopic();
    const client = await bed.db.connect();
    const warnings: string[] = [];
    client.on("notice", (notice) => warnings.push(notice.message ?? ""));
    await client.query("set role authenticated");
    await client.query("select realtime.send('{}', 'forged', $1, true)", [topic]);
    await client.query("reset role");
    client.release();
    expect(warnings.join()).toContain("WarnSendingBroadcastMessage: new row violates row-level");
    await bed.send(topic, "genuine", {});
    await eventually(() => expect(received.map(({ event }) => event)).toEqual(["genuine"]));
  });

  test("broadcast_changes sends the old and the new row", async () => {
    const { topic, received } = await joinOwnTopic();
    await bed.db.query(
      `create or replace function public.note_changed() returns trigger language plpgsql as $$
       begin
         perform realtime.broadcast_changes('user:' || coalesce(new.owner, old.owner), tg_op, tg_op,
           tg_table_name, tg_table_schema, new, old);
         return null;
       end $$;
       create or replace trigger note_changed after update on public.notes
         for each row execute function public.note_changed();`,
    );
    const user = topic.slice("user:".length);
    await bed.db.query("insert into public.notes values (7, $1, 'before')", [user]);
    await bed.db.query("update public.notes set body = 'after' where owner = $1", [user]);
    await eventually(() => expect(received).toHaveLength(2));
    expect(received[1]).toMatchObject({
      event: "UPDATE",
      payload: {
        operation: "UPDATE",
        schema: "public",
        table: "notes",
        record: { id: 7, body: "after" },
        old_record: { id: 7, body: "before" },
      },
    });
  });

  test("binary payloads arrive as bytes", async () => {
    const { topic, received } = await joinOwnTopic();
    await bed.db.query("select realtime.send_binary('\\x00ff10'::bytea, 'bytes', $1)", [topic]);
    await eventually(() => expect(received).toHaveLength(1));
    const bytes = received[0]?.payload as unknown as ArrayBuffer;
    expect([...new Uint8Array(bytes)]).toEqual([0, 255, 16]);
  });
});

describe("the realtime schema", () => {
  const partitions = async () => {
    const { rows } = await bed.db.query(
      "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'realtime.messages'::regclass order by 1",
    );
    return rows.map((row) => row.name);
  };
  const named = (now: Date, offsets: number[]) =>
    offsets.map((offset) => {
      const day = new Date(now.getTime() + offset * 86_400_000).toISOString().slice(0, 10);
      return `realtime.messages_${day.replaceAll("-", "_")}`;
    });

  test("can be installed again, and keeps what is there", async () => {
    const before = await bed.db.query("select count(*)::int as n from realtime.messages");
    await asSuperuser(installRealtimeSchema);
    const after = await bed.db.query("select count(*)::int as n from realtime.messages");
    expect(after.rows).toEqual(before.rows);
    const { rows } = await bed.db.query(
      "select count(*)::int as n from pg_policies where tablename = 'messages'",
    );
    expect(rows[0].n).toBe(4);
  });

  test("has partitions from yesterday to three days ahead; older than 72 hours they go", async () => {
    // Years away, as this test's server may have made those around today.
    const now = new Date("2090-01-10T12:00:00Z");
    await asSuperuser((client) => maintainPartitions(client, now));
    expect(await partitions()).toEqual(named(now, [-1, 0, 1, 2, 3]));
    const later = new Date(now.getTime() + 3 * 86_400_000);
    await asSuperuser((client) => maintainPartitions(client, later));
    expect(await partitions()).toEqual(named(now, [0, 1, 2, 3, 4, 5, 6]));
    const { rows } = await bed.db.query(
      "select distinct relowner::regrole::text as owner from pg_class where relname like 'messages_20%' and relkind = 'r'",
    );
    expect(rows).toEqual([{ owner: "supabase_realtime_admin" }]);
  });

  test("belongs to roles that are no superusers", async () => {
    const { rows } = await bed.db.query(
      "select rolname from pg_roles where rolsuper and rolname in ('postgres', 'supabase_realtime_admin')",
    );
    expect(rows).toEqual([]);
  });
});

import pg from "pg";
import { describe, expect, test } from "vitest";
import { connect, eventually, joinPrivate } from "./support/realtime-client.ts";
import { realtimeTestBed } from "./support/realtime-fixture.ts";
import { startProxy } from "./support/realtime-proxy.ts";
import { openRawSocket } from "./support/realtime-raw-socket.ts";
import { newUser, signToken } from "./support/realtime-server.ts";

const IDLE_TIMEOUT_MS = 2500;

const bed = realtimeTestBed({ idleTimeoutMs: IDLE_TIMEOUT_MS });

const lively = { heartbeatIntervalMs: 700 };
const inSeconds = (seconds: number) => ({ exp: Math.floor(Date.now() / 1000) + seconds });

/** A user on their own topic, with a token that the test may change. */
async function joinOwnTopic(url = bed.url, claims: Record<string, unknown> = {}) {
  const user = newUser();
  const session = { token: signToken(user, claims) };
  const client = connect(url, () => session.token, lively);
  const topic = `user:${user}`;
  const joined = await joinPrivate(client, topic);
  expect(joined.statuses).toEqual(["SUBSCRIBED"]);
  const system: { message: string }[] = [];
  joined.channel.on("system", {}, (message) => system.push(message));
  return { user, session, client, topic, system, ...joined };
}

const events = ({ received }: { received: { event: string }[] }) =>
  received.map(({ event }) => event);

/** Waits until a message from the database arrives, which proves that the channel works again. */
async function expectDelivery(joined: Awaited<ReturnType<typeof joinOwnTopic>>, event: string) {
  await bed.send(joined.topic, event, {});
  await eventually(() => expect(events(joined)).toContain(event));
}

describe("the access token", () => {
  test("a new one keeps the channel beyond the old one's expiry", async () => {
    const joined = await joinOwnTopic(bed.url, inSeconds(3));
    const watcher = await joinOwnTopic(bed.url, inSeconds(3));
    joined.session.token = signToken(joined.user);
    await joined.client.realtime.setAuth();
    // The other one's end shows that the time has passed.
    await eventually(() => expect(watcher.statuses).toContain("CLOSED"));
    await expectDelivery(joined, "still here");
    expect(joined.statuses).toEqual(["SUBSCRIBED"]);
  });

  test("one that is never refreshed closes the channel when it expires", async () => {
    const joined = await joinOwnTopic(bed.url, inSeconds(3));
    await expectDelivery(joined, "before");
    await eventually(() => expect(joined.statuses).toEqual(["SUBSCRIBED", "CLOSED"]));
    expect(joined.system).toEqual([
      {
        extension: "system",
        status: "error",
        message: expect.stringMatching(/^Token has expired \d seconds ago$/),
        channel: joined.topic,
      },
    ]);
    // Nothing reaches a closed channel, while the topic's owner still gets it on a new one.
    const again = await joinPrivate(
      connect(bed.url, () => signToken(joined.user), lively),
      joined.topic,
    );
    await bed.send(joined.topic, "after", {});
    await eventually(() => expect(events(again)).toEqual(["after"]));
    expect(events(joined)).toEqual(["before"]);
  });

  test("an expired, forged or foreign one closes the channel with the reason", async () => {
    const bad: [token: (user: string) => string, message: RegExp][] = [
      [(user) => signToken(user, inSeconds(-9)), /^Token has expired (9|1\d) seconds ago$/],
      [(user) => signToken(user, {}, "another secret"), /^Failed to validate JWT signature$/],
      [
        () => signToken(newUser()),
        /^You do not have permissions to read from this Channel topic: /,
      ],
    ];
    for (const [token, message] of bad) {
      const joined = await joinOwnTopic();
      joined.session.token = token(joined.user);
      await joined.client.realtime.setAuth();
      await eventually(() => expect(joined.statuses).toEqual(["SUBSCRIBED", "CLOSED"]));
      expect(joined.system[0]?.message).toMatch(message);
    }
  });

  test("a refresh asks the policies again: a member who was removed is out", async () => {
    const user = newUser();
    const topic = `list:${newUser()}`;
    await bed.db.query("insert into public.members values ($1, $2)", [topic, user]);
    const session = { token: signToken(user) };
    const client = connect(bed.url, () => session.token, lively);
    const { statuses } = await joinPrivate(client, topic);
    await bed.db.query("delete from public.members where topic = $1", [topic]);
    session.token = signToken(user, inSeconds(1000));
    await client.realtime.setAuth();
    await eventually(() => expect(statuses).toEqual(["SUBSCRIBED", "CLOSED"]));
  });
});

describe("a lost connection", () => {
  test("that was cut comes back on its own; what was sent in between is lost", async () => {
    const proxy = await startProxy(bed.port);
    const joined = await joinOwnTopic(proxy.url);
    proxy.cut();
    await eventually(() => expect(joined.statuses).toContain("CHANNEL_ERROR"));
    await bed.send(joined.topic, "missed", {});
    await eventually(() => expect(joined.statuses.at(-1)).toBe("SUBSCRIBED"));
    await expectDelivery(joined, "heard");
    expect(events(joined)).toEqual(["heard"]);
    await joined.client.removeAllChannels();
    await proxy.close();
  });

  test("that hangs is noticed by the missing answers to heartbeats", async () => {
    const proxy = await startProxy(bed.port);
    const joined = await joinOwnTopic(proxy.url);
    proxy.freeze();
    await eventually(() => expect(joined.statuses).toContain("CHANNEL_ERROR"));
    proxy.thaw();
    await eventually(() => expect(joined.statuses.at(-1)).toBe("SUBSCRIBED"));
    await expectDelivery(joined, "heard");
    expect(events(joined)).toEqual(["heard"]);
    await joined.client.removeAllChannels();
    await proxy.close();
  });
});

describe("a restart of the server", () => {
  test("closes sockets with 1012; clients come back and get what is new", async () => {
    const joined = await joinOwnTopic();
    const raw = await openRawSocket(bed.port);
    await bed.stopServer();
    expect(await raw.closed).toBe(1012);
    await eventually(() => expect(joined.statuses).toContain("CHANNEL_ERROR"));
    await bed.send(joined.topic, "missed", {});
    await bed.startServer();
    await eventually(() => expect(joined.statuses.at(-1)).toBe("SUBSCRIBED"), 15_000);
    await expectDelivery(joined, "heard");
    expect(events(joined)).toEqual(["heard"]);
  });

  test("leaves no replication slot behind", async () => {
    const slots = async () => {
      const { rows } = await bed.db.query("select temporary, active from pg_replication_slots");
      return rows;
    };
    expect(await slots()).toEqual([{ temporary: true, active: true }]);
    await bed.stopServer();
    await eventually(async () => expect(await slots()).toEqual([]));
    await bed.startServer();
  });
});

describe("a lost database", () => {
  const health = async () => (await fetch(`${bed.url}/health`)).status;

  /** Queries the server's own database connections; answers the number of rows. */
  async function countConnections(select: string, condition: string): Promise<number> {
    const superuser = new pg.Client({ connectionString: bed.superuserUrl });
    await superuser.connect();
    const { rows } = await superuser.query(
      `select ${select} from pg_stat_activity
       where application_name like 'realtime_%' and ${condition}`,
    );
    await superuser.end();
    return rows.length;
  }

  test("connection ended from its side: sockets stay, a new slot delivers what is new", async () => {
    const joined = await joinOwnTopic();
    expect(await countConnections("pg_terminate_backend(pid)", "true")).toBeGreaterThan(1);
    await eventually(async () => {
      await bed.send(joined.topic, "back", {});
      expect(events(joined)).toContain("back");
    });
    expect(joined.statuses).toEqual(["SUBSCRIBED"]);
    await bed.healthy();
  });

  test("killed in the middle of a join: the join fails with a reason, nothing crashes", async () => {
    const blocker = await bed.db.connect();
    blocker.on("error", () => undefined);
    await blocker.query("begin; lock table realtime.messages");
    const user = newUser();
    const joining = joinPrivate(
      connect(bed.url, () => signToken(user), lively),
      `user:${user}`,
    );
    await eventually(async () =>
      expect(await countConnections("pid", "wait_event_type = 'Lock'")).toBe(1),
    );
    await bed.killDatabase();
    const { errors, statuses } = await joining;
    expect(errors[0]).toMatch(/^UnableToConnectToProject: /);
    blocker.release(true);
    await bed.startDatabase();
    await eventually(() => expect(statuses.at(-1)).toBe("SUBSCRIBED"), 15_000);
    await bed.healthy();
  });

  test.each([
    ["restarted", () => bed.stopDatabase()],
    ["killed with -9", () => bed.killDatabase()],
  ])("%s: joins fail with a reason meanwhile, sockets stay, then all is whole", async (_, end) => {
    const joined = await joinOwnTopic();
    await end();
    await eventually(async () => expect(await health()).toBe(503));
    const user = newUser();
    const late = await joinPrivate(
      connect(bed.url, () => signToken(user), lively),
      `user:${user}`,
    );
    expect(late.errors).toEqual([
      "UnableToConnectToProject: Realtime was unable to connect to the project database",
    ]);
    expect(joined.client.realtime.isConnected()).toBe(true);
    await bed.startDatabase();
    await bed.healthy();
    await expectDelivery(joined, "back");
    expect(joined.statuses).toEqual(["SUBSCRIBED"]);
    // The refused client tries again by itself.
    await eventually(() => expect(late.statuses.at(-1)).toBe("SUBSCRIBED"), 15_000);
  });

  test("stops at once while Realtime is connected: its acknowledgement is exact", async () => {
    const joined = await joinOwnTopic();
    await expectDelivery(joined, "written");
    // After an inexact one, PostgreSQL would wait on.
    await bed.stopDatabase();
    await bed.startDatabase();
    await bed.healthy();
  });
});

import { describe, expect, test } from "vitest";
import { connect, eventually, joinPrivate, subscribe } from "./support/realtime-client.ts";
import { realtimeTestBed } from "./support/realtime-fixture.ts";
import { openRawSocket, refusedUpgrade } from "./support/realtime-raw-socket.ts";
import { keys, newUser, signToken } from "./support/realtime-server.ts";

const IDLE_TIMEOUT_MS = 1500;
const HEARTBEAT_MS = 500;

const bed = realtimeTestBed({ idleTimeoutMs: IDLE_TIMEOUT_MS });

/** Sends heartbeats faster than the shortened idle timeout. */
const lively = { heartbeatIntervalMs: HEARTBEAT_MS };
const connectAs = (token: string) => connect(bed.url, () => token, lively);
const now = () => Math.floor(Date.now() / 1000);

describe("the upgrade", () => {
  test("is refused with the reason when the key is bad", async () => {
    const expired = signToken("x", { exp: now() - 5 });
    const cases: [query: string, error: string][] = [
      ["vsn=2.0.0", "API key is missing"],
      [`apikey=${expired}`, "Token has expired"],
      [
        `apikey=${signToken("x", { role: undefined })}`,
        "Fields `role` and `exp` are required in JWT",
      ],
      [
        `apikey=${signToken("x", { exp: undefined })}`,
        "Fields `role` and `exp` are required in JWT",
      ],
      ["apikey=sb_publishable_unknown", "The token provided is not a valid JWT"],
      [`apikey=${signToken("x", {}, "another secret")}`, "Failed to validate JWT signature"],
    ];
    for (const [query, error] of cases) {
      expect(await refusedUpgrade(bed.port, query)).toEqual({ status: 401, body: { error } });
    }
  });

  test("looks at the x-api-key header first", async () => {
    const query = `apikey=${keys.publishableKey}`;
    const answer = await refusedUpgrade(bed.port, query, { "x-api-key": "nonsense" });
    expect(answer.body).toEqual({ error: "The token provided is not a valid JWT" });
  });
});

describe("joining a private channel", () => {
  test("is allowed by a policy", async () => {
    const user = newUser();
    const { statuses } = await joinPrivate(connectAs(signToken(user)), `user:${user}`);
    expect(statuses).toEqual(["SUBSCRIBED"]);
  });

  test("is refused without one, in the platform's words", async () => {
    const topic = `user:${newUser()}`;
    const { statuses, errors } = await joinPrivate(connectAs(signToken(newUser())), topic);
    expect(statuses).toEqual(["CHANNEL_ERROR"]);
    expect(errors).toEqual([
      `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
    ]);
  });

  test("is refused when the user's token was not set, as the API key's role is anon", async () => {
    const user = newUser();
    const { errors } = await joinPrivate(connect(bed.url, undefined, lively), `user:${user}`);
    expect(errors[0]).toMatch(/^Unauthorized: /);
  });

  test("is refused to a bad token with what is wrong with it", async () => {
    const user = newUser();
    const cases: [token: string, reason: RegExp][] = [
      [
        signToken(user, { exp: now() - 7 }),
        /^InvalidJWTToken: Token has expired [7-9] seconds ago$/,
      ],
      [
        signToken(user, { role: undefined }),
        /^InvalidJWTToken: Fields `role` and `exp` are required in JWT$/,
      ],
      ["no.jwt.at-all", /^MalformedJWT: The token provided is not a valid JWT$/],
      [
        signToken(user, {}, "another secret"),
        /^JwtSignatureError: Failed to validate JWT signature$/,
      ],
      [signToken(user, { nbf: now() + 600 }), /^InvalidJWTToken: Token is not valid yet$/],
      [signToken(user, { role: "no_such_role" }), /^Unauthorized: You do not have permissions/],
    ];
    for (const [token, reason] of cases) {
      const { errors } = await joinPrivate(connectAs(token), `user:${user}`);
      expect(errors[0]).toMatch(reason);
    }
  });

  test("an API key as the token means the socket's own, never more", async () => {
    const socket = await openRawSocket(bed.port);
    const payload = { config: { private: true }, access_token: keys.secretKey };
    socket.send(["1", "1", "realtime:anything", "phx_join", payload]);
    expect(await socket.reply("1")).toMatchObject({ status: "error" });
    socket.close();
  });

  test("is possible a hundred times on one socket, and again after a leave", async () => {
    const socket = await openRawSocket(bed.port);
    const join = (n: number) => {
      socket.send([`${n}`, `${n}`, `realtime:room-${n}`, "phx_join", {}]);
      return socket.reply(`${n}`);
    };
    const joined = await Promise.all(Array.from({ length: 100 }, (_, n) => join(n)));
    expect(joined.filter(({ status }) => status === "ok")).toHaveLength(100);
    expect(await join(100)).toEqual({
      status: "error",
      response: { reason: "ChannelRateLimitReached: Too many channels" },
    });
    // Joining again replaces the same channel.
    socket.send(["7b", "again", "realtime:room-7", "phx_join", {}]);
    expect(await socket.reply("again")).toMatchObject({ status: "ok" });
    socket.send(["8", "leave", "realtime:room-8", "phx_leave", {}]);
    expect(await socket.reply("leave")).toMatchObject({ status: "ok" });
    expect(await join(101)).toMatchObject({ status: "ok" });
    socket.close();
  });

  test("needs a name", async () => {
    const socket = await openRawSocket(bed.port);
    socket.send(["1", "1", "realtime:", "phx_join", {}]);
    expect(await socket.reply("1")).toEqual({
      status: "error",
      response: { reason: "TopicNameRequired: You must provide a topic name" },
    });
    socket.close();
  });

  test("a probe leaves no row behind", async () => {
    const user = newUser();
    await joinPrivate(connectAs(signToken(user)), `user:${user}`);
    const { rows } = await bed.db.query("select 1 from realtime.messages where topic = $1", [
      `user:${user}`,
    ]);
    expect(rows).toEqual([]);
  });

  test("is answered first, then come the presences and, if asked for, the system message", async () => {
    const user = newUser();
    const topic = `realtime:user:${user}`;
    const socket = await openRawSocket(bed.port);
    const broadcast = { replication_ready: true };
    socket.send([
      "1",
      "1",
      topic,
      "phx_join",
      {
        config: { private: true, broadcast, presence: { enabled: true } },
        access_token: signToken(user),
      },
    ]);
    await socket.next((frame) => frame[3] === "system");
    const system = {
      extension: "system",
      status: "ok",
      message: "Replication connection established",
      channel: `user:${user}`,
    };
    expect(socket.frames).toEqual([
      ["1", "1", topic, "phx_reply", { status: "ok", response: { postgres_changes: [] } }],
      ["1", null, topic, "presence_state", {}],
      ["1", null, topic, "system", system],
    ]);
    socket.close();
  });
});

describe("frames", () => {
  const join = (socket: { send(frame: unknown): void }, ref: string, topic = "realtime:t") =>
    socket.send([ref, ref, topic, "phx_join", { config: { broadcast: { ack: true } } }]);

  test("a message with a stale join_ref is ignored", async () => {
    const socket = await openRawSocket(bed.port);
    join(socket, "1");
    await socket.reply("1");
    join(socket, "2");
    await socket.reply("2");
    const broadcast = { type: "broadcast", event: "hi", payload: {} };
    socket.send(["1", "3", "realtime:t", "broadcast", broadcast]);
    socket.send(["1", "4", "realtime:t", "phx_leave", {}]);
    socket.send(["2", "5", "realtime:t", "broadcast", broadcast]);
    expect(await socket.reply("5")).toEqual({ status: "ok", response: {} });
    const refs = (socket.frames as unknown[][]).map((frame) => frame[1]);
    expect(refs).toEqual(["1", "1", "2", "5"]);
    socket.close();
  });

  test("joining again closes the old channel first; leaving replies, then closes", async () => {
    const socket = await openRawSocket(bed.port);
    join(socket, "1");
    join(socket, "2");
    await socket.reply("2");
    socket.send(["2", "3", "realtime:t", "phx_leave", {}]);
    await socket.next((frame) => frame[3] === "phx_close" && frame[0] === "2");
    const ok = (response: object) => ({ status: "ok", response });
    expect(socket.frames).toEqual([
      ["1", "1", "realtime:t", "phx_reply", ok({ postgres_changes: [] })],
      ["1", "1", "realtime:t", "phx_close", {}],
      ["2", "2", "realtime:t", "phx_reply", ok({ postgres_changes: [] })],
      ["2", "3", "realtime:t", "phx_reply", ok({})],
      ["2", "2", "realtime:t", "phx_close", {}],
    ]);
    socket.close();
  });

  test("malformed ones are ignored, and the connection lives on", async () => {
    const socket = await openRawSocket(bed.port);
    socket.send("nonsense");
    socket.send([null, null, 5, null]);
    socket.sendBytes(Buffer.from([3, 255, 255, 1]));
    socket.sendBytes(Buffer.from([9]));
    socket.send([null, "1", "elsewhere", "phx_join", {}]);
    expect(await socket.reply("1")).toEqual({
      status: "error",
      response: { reason: "unmatched topic" },
    });
    socket.send([null, "2", "phoenix", "heartbeat", {}]);
    expect(await socket.reply("2")).toEqual({ status: "ok", response: {} });
    socket.close();
  });
});

describe("heartbeats", () => {
  test("keep a silent client connected; one without them is closed", async () => {
    const silent = await openRawSocket(bed.port);
    const beats: string[] = [];
    const client = connect(bed.url, undefined, {
      heartbeatIntervalMs: HEARTBEAT_MS,
      heartbeatCallback: (status) => beats.push(status),
    });
    const { statuses } = await subscribe(client.channel("quiet"));
    expect(await silent.closed).toBe(1000);
    // Two idle timeouts' worth of beats, each answered.
    const enough = (2 * IDLE_TIMEOUT_MS) / HEARTBEAT_MS;
    await eventually(() =>
      expect(beats.filter((status) => status === "ok").length).toBeGreaterThanOrEqual(enough),
    );
    expect(beats).not.toContain("timeout");
    expect(statuses).toEqual(["SUBSCRIBED"]);
    expect(client.realtime.isConnected()).toBe(true);
  });
});

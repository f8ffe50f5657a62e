import { describe, expect, test } from "vitest";
import { collect, connect, eventually, joinPrivate, subscribe } from "./support/realtime-client.ts";
import { realtimeTestBed } from "./support/realtime-fixture.ts";
import { openRawSocket } from "./support/realtime-raw-socket.ts";
import { keys, newUser, signToken } from "./support/realtime-server.ts";

const bed = realtimeTestBed();

const connectAs = (token: string) => connect(bed.url, () => token);

describe("broadcasts from clients", () => {
  const pair = async (topic: string, config: object) => {
    const [sender, receiver] = [signToken(newUser()), signToken(newUser())].map(connectAs);
    await sender?.realtime.setAuth();
    await receiver?.realtime.setAuth();
    const from = sender?.channel(topic, { config });
    const to = receiver?.channel(topic, { config });
    if (!from || !to) throw new Error("no channels");
    const [sent, received] = [collect(from), collect(to)];
    await Promise.all([subscribe(from), subscribe(to)]);
    return { from, sent, received };
  };

  test("reach the others on a public channel, and the sender only if it asks", async () => {
    // More bytes than characters: the frames' lengths count bytes.
    const plain = await pair("küche", {});
    await plain.from.send({ type: "broadcast", event: "grüß", payload: { n: 1, text: "🧺" } });
    await eventually(() => expect(plain.received).toHaveLength(1));
    expect(plain.received[0]).toEqual({
      type: "broadcast",
      event: "grüß",
      payload: { n: 1, text: "🧺" },
    });
    expect(plain.sent).toEqual([]);

    const mirrored = await pair("mirror", { broadcast: { self: true, ack: true } });
    expect(await mirrored.from.send({ type: "broadcast", event: "hi", payload: {} })).toBe("ok");
    await eventually(() => expect(mirrored.sent).toHaveLength(1));
    await eventually(() => expect(mirrored.received).toHaveLength(1));
  });

  test("carry bytes", async () => {
    const { from, received } = await pair("bytes", {});
    const payload = new Uint8Array([1, 0, 255]).buffer;
    await from.send({ type: "broadcast", event: "bytes", payload });
    await eventually(() => expect(received).toHaveLength(1));
    expect([...new Uint8Array(received[0]?.payload as unknown as ArrayBuffer)]).toEqual([
      1, 0, 255,
    ]);
  });

  test("reach the others on a private channel with a write policy", async () => {
    const { from, received } = await pair("room:open:1", {
      private: true,
      broadcast: { ack: true },
    });
    expect(await from.send({ type: "broadcast", event: "hi", payload: {} })).toBe("ok");
    await eventually(() => expect(received).toHaveLength(1));
  });

  test("go nowhere on a private channel without one, and get no answer", async () => {
    const { from, received } = await pair("room:closed", {
      private: true,
      broadcast: { ack: true },
    });
    const answer = await from.send(
      { type: "broadcast", event: "forged", payload: {} },
      { timeout: 300 },
    );
    expect(answer).toBe("timed out");
    // A later message has arrived, so the forged one won't.
    await bed.send("room:closed", "genuine", {});
    await eventually(() => expect(received.map(({ event }) => event)).toEqual(["genuine"]));
  });
});

describe("topics", () => {
  test("a public and a private channel of one name never mix", async () => {
    const user = newUser();
    const topic = `user:${user}`;
    const owner = await joinPrivate(connectAs(signToken(user)), topic);
    const stranger = connect(bed.url).channel(topic);
    const overheard = collect(stranger);
    await subscribe(stranger);

    await bed.send(topic, "secret", {}, true);
    await stranger.send({ type: "broadcast", event: "forged", payload: {} });
    await bed.send(topic, "public", {}, false);
    await eventually(() => expect(overheard.map(({ event }) => event)).toEqual(["public"]));
    await bed.send(topic, "secret again", {}, true);
    await eventually(() =>
      expect(owner.received.map(({ event }) => event)).toEqual(["secret", "secret again"]),
    );
    await bed.send(topic, "public again", {}, false);
    await eventually(() =>
      expect(overheard.map(({ event }) => event)).toEqual(["public", "public again"]),
    );
  });

  test("an open connection of version 1 gets messages as JSON", async () => {
    const socket = await openRawSocket(bed.port, "1.0.0");
    socket.send({ topic: "realtime:v1", event: "phx_join", payload: { config: {} }, ref: "1" });
    expect(await socket.next(() => true)).toEqual({
      topic: "realtime:v1",
      event: "phx_reply",
      payload: { status: "ok", response: { postgres_changes: [] } },
      ref: "1",
    });
    await bed.send("v1", "tick", { id: "chosen" }, false);
    const message = await socket.next<{ event: string }>(({ event }) => event === "broadcast");
    expect(message).toEqual({
      topic: "realtime:v1",
      event: "broadcast",
      payload: {
        type: "broadcast",
        event: "tick",
        payload: { id: "chosen" },
        meta: { id: expect.any(String) },
      },
      ref: null,
    });
    socket.close();
  });
});

describe("POST /realtime/v1/api/broadcast", () => {
  const post = (token: string | null, messages: object[]) =>
    fetch(`${bed.url}/realtime/v1/api/broadcast`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ messages }),
    });

  test("delivers public messages and, to who may write, private ones", async () => {
    const user = newUser();
    const room = await joinPrivate(
      connect(bed.url, () => signToken(user)),
      "room:open:http",
    );
    const own = await joinPrivate(
      connect(bed.url, () => signToken(user)),
      `user:${user}`,
    );
    const hall = connect(bed.url).channel("hall");
    const inHall = collect(hall);
    await subscribe(hall);

    const message = (topic: string, isPrivate: boolean) => ({
      topic,
      event: "said",
      payload: { text: topic },
      private: isPrivate,
    });
    const all = [
      message("hall", false),
      message("room:open:http", true),
      message(`user:${user}`, true),
    ];
    expect((await post(signToken(user), all)).status).toBe(202);
    await eventually(() => expect(inHall).toHaveLength(1));
    await eventually(() => expect(room.received).toHaveLength(1));
    expect(room.received[0]).toEqual({
      type: "broadcast",
      event: "said",
      payload: { text: "room:open:http" },
    });

    // The user's own topic has no write policy: it only got what the secret key sends now.
    expect((await post(keys.secretKey, [message(`user:${user}`, true)])).status).toBe(202);
    await eventually(() => expect(own.received).toHaveLength(1));
  });

  test("is refused without a valid token", async () => {
    for (const token of [null, "nonsense", signToken("x", {}, "another secret")]) {
      const answer = await post(token, []);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({ message: "Unauthorized" });
    }
  });

  test("says what is wrong with a malformed request", async () => {
    expect((await post(keys.publishableKey, [{ topic: "hall" }])).status).toBe(422);
  });
});

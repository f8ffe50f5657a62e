import type { RealtimeChannel } from "@supabase/supabase-js";
import { describe, expect, test } from "vitest";
import { connect, eventually, subscribe } from "./support/realtime-client.ts";
import { realtimeTestBed } from "./support/realtime-fixture.ts";
import { startProxy } from "./support/realtime-proxy.ts";
import { newUser, signToken } from "./support/realtime-server.ts";

const bed = realtimeTestBed();

/** The presences that a client sees, by key, without the server's references. */
function shown(channel: RealtimeChannel): Record<string, unknown[]> {
  const entries = Object.entries(channel.presenceState<{ at?: string }>());
  return Object.fromEntries(entries.map(([key, metas]) => [key, metas.map(({ at }) => at)]));
}

async function joinWithPresence(topic: string, key: string, isPrivate = true, url = bed.url) {
  const token = signToken(newUser());
  const client = connect(url, () => token);
  await client.realtime.setAuth();
  const channel = client.channel(topic, { config: { private: isPrivate, presence: { key } } });
  const events: string[] = [];
  const keysOf = (kind: string) => (message: { key: string }) =>
    events.push(`${kind} ${message.key}`);
  channel.on("presence", { event: "sync" }, () => events.push("sync"));
  channel.on("presence", { event: "join" }, keysOf("join"));
  channel.on("presence", { event: "leave" }, keysOf("leave"));
  const { statuses } = await subscribe(channel);
  return { client, channel, events, statuses };
}

describe("presence", () => {
  test.each([
    ["private", true],
    ["public", false],
  ])("on a %s channel shows who tracks, changes and leaves", async (kind, isPrivate) => {
    const topic = `room:open:${kind}`;
    const alice = await joinWithPresence(topic, "alice", isPrivate);
    expect(await alice.channel.track({ at: "door" })).toBe("ok");
    await eventually(() => expect(shown(alice.channel)).toEqual({ alice: ["door"] }));

    const bob = await joinWithPresence(topic, "bob", isPrivate);
    await eventually(() => expect(shown(bob.channel)).toEqual({ alice: ["door"] }));
    expect(bob.events).toEqual(["join alice", "sync"]);
    expect(await bob.channel.track({ at: "sofa" })).toBe("ok");
    const both = { alice: ["door"], bob: ["sofa"] };
    await eventually(() => expect(shown(alice.channel)).toEqual(both));
    await eventually(() => expect(shown(bob.channel)).toEqual(both));

    // An update replaces the presence: nothing of the old state stays.
    await bob.channel.track({ at: "desk" });
    await eventually(() =>
      expect(shown(alice.channel)).toEqual({ alice: ["door"], bob: ["desk"] }),
    );
    expect(await bob.channel.untrack()).toBe("ok");
    await eventually(() => expect(shown(alice.channel)).toEqual({ alice: ["door"] }));
    await eventually(() => expect(shown(bob.channel)).toEqual({ alice: ["door"] }));

    await alice.client.removeAllChannels();
    await eventually(() => expect(shown(bob.channel)).toEqual({}));
    expect(bob.events.at(-1)).toBe("sync");
    expect(bob.events).toContain("leave alice");
  });

  test("keeps two devices under one key apart", async () => {
    const phone = await joinWithPresence("room:open:devices", "alice");
    const laptop = await joinWithPresence("room:open:devices", "alice");
    await phone.channel.track({ at: "phone" });
    await laptop.channel.track({ at: "laptop" });
    await eventually(() => expect(shown(phone.channel)).toEqual({ alice: ["phone", "laptop"] }));
    await phone.client.removeAllChannels();
    await eventually(() => expect(shown(laptop.channel)).toEqual({ alice: ["laptop"] }));
  });

  test("ends when the connection is lost without a word", async () => {
    const proxy = await startProxy(bed.port);
    const alice = await joinWithPresence("room:open:lost", "alice");
    const bob = await joinWithPresence("room:open:lost", "bob", true, proxy.url);
    await bob.channel.track({ at: "train" });
    await eventually(() => expect(shown(alice.channel)).toEqual({ bob: ["train"] }));
    await proxy.close();
    await eventually(() => expect(alice.events).toContain("leave bob"));
  });

  test("is refused where the caller may not write, and changes nothing", async () => {
    const reader = await joinWithPresence("room:closed", "reader");
    expect(reader.statuses).toEqual(["SUBSCRIBED"]);
    expect(await reader.channel.track({ at: "window" })).toBe("error");
    const other = await joinWithPresence("room:closed", "other");
    await eventually(() => expect(other.events).toEqual(["sync"]));
    expect(shown(other.channel)).toEqual({});
  });

  test("more than 5 calls in 30 s close the channel", async () => {
    const { channel, statuses } = await joinWithPresence("room:open:busy", "busy");
    const system: { message: string }[] = [];
    channel.on("system", {}, (message) => system.push(message));
    for (let call = 1; call <= 5; call += 1) expect(await channel.track({ at: call })).toBe("ok");
    expect(statuses).toEqual(["SUBSCRIBED"]);
    channel.track({ at: "once too often" });
    await eventually(() => expect(statuses).toEqual(["SUBSCRIBED", "CLOSED"]));
    expect(system).toMatchObject([
      { extension: "system", status: "error", message: "Client presence rate limit exceeded" },
    ]);
  });
});

import { Hono } from "hono";
import { expect, test } from "vitest";
import { networkOf, type Peer, peerBehindProxy } from "./peer.ts";

/** The peer of a request from an address with such a header. */
async function peerOf(
  address: string,
  forwarded?: string,
  peer: Peer = peerBehindProxy(["10.0.0.9"]),
) {
  const app = new Hono().get("/", (context) => context.text(peer(context)));
  const headers = forwarded === undefined ? {} : { "X-Forwarded-For": forwarded };
  const answer = await app.request(
    "/",
    { headers },
    {
      incoming: { socket: { remoteAddress: address } },
    },
  );
  return answer.text();
}

test.each(["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.0.0.9"])(
  "%s is a proxy: whom it names last is served, whatever that one said before",
  async (proxy) => {
    expect(await peerOf(proxy, "1.2.3.4, 203.0.113.7")).toBe("203.0.113.7");
    expect(await peerOf(proxy)).toBe(proxy);
    expect(await peerOf(proxy, "203.0.113.7, a\ttext of theirs")).toBe(proxy);
  },
);

test.each(["203.0.113.7", "10.0.0.90", "128.0.0.1"])("%s is a stranger", async (stranger) => {
  expect(await peerOf(stranger, "1.2.3.4")).toBe(stranger);
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "::ffff:203.0.113.7"],
  ["2001:db8:0:7::1", "2001:db8:0:7"],
  ["2001:DB8::7:1:2:3:4", "2001:db8:0:7"],
  ["2001:db8:0000:0007:aaaa:bbbb:cccc:dddd", "2001:db8:0:7"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["not an address", "not an address"],
])("%s is in the network %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

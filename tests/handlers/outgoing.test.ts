import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import {
  isAddress,
  type Resolve,
  reachableHost,
  sendOut,
} from "../../supabase/functions/_shared/outgoing.ts";

/** Requests to strangers' addresses: none into a private network, and none that doesn't end. */

const EVERYWHERE = { webhookHosts: ["*"] };

/** A server of this machine, by a name that only this test knows. */
async function receiver(answer: RequestListener) {
  let received = 0;
  const server = createServer((request, response) => {
    received += 1;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, received: () => received };
}

const NAMED = { webhookHosts: ["127.0.0.1"] };
const message = { headers: { "X-Test": "1" }, body: "{}" };

test.each([
  ["https://example.com/hook?a=b", true],
  ["https://example.com:8443/", true],
  ["http://example.com/", false],
  ["https://me:secret@example.com/", false],
  ["https://example.com/#part", false],
  ["ftp://example.com/", false],
  [`https://example.com/${"a".repeat(1_000)}`, false],
  ["example.com", false],
])("%s is an address for everybody: %s", (address, isOne) => {
  expect(isAddress(EVERYWHERE, address)).toBe(isOne);
});

test("without `*` only known and named hosts are addresses, and named ones may do without TLS", () => {
  expect(isAddress({ webhookHosts: [] }, "https://ntfy.sh/topic")).toBe(true);
  expect(isAddress({ webhookHosts: [] }, "https://example.com/")).toBe(false);
  expect(isAddress({ webhookHosts: [".home"] }, "http://hass.home:8123/api/webhook/x")).toBe(true);
  expect(isAddress({ webhookHosts: [".home"] }, "http://hass.homes/")).toBe(false);
});

const PRIVATE = [
  ...["127.0.0.1", "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254", "100.64.0.1"],
  ...["0.0.0.0", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "ff02::1"],
  ...["::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"],
];

test.each(PRIVATE)("%s is reached by no name", async (address) => {
  for (const addresses of [[address], ["93.184.215.14", address]]) {
    const resolve = async () => addresses;
    const url = new URL("https://innocent.example/");
    expect(await reachableHost(EVERYWHERE, url, resolve)).toBeNull();
  }
});

test.each([
  "https://127.0.0.1/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://[::1]/",
  "https://[::ffff:127.0.0.1]/",
])("%s is reached by no address", async (address) => {
  expect(await reachableHost(EVERYWHERE, new URL(address))).toBeNull();
  expect(await sendOut(EVERYWHERE, address, message)).toEqual({ failure: "PRIVATE" });
});

test("a name that leads here on the second look is connected to where the first look led", async () => {
  const { port, received } = await receiver((_, response) => response.end());
  const looks: string[] = [];
  const resolve: Resolve = async () => {
    looks.push("look");
    return looks.length === 1 ? ["93.184.215.14"] : ["127.0.0.1"];
  };
  const url = `https://rebinding.example:${port}/`;
  // When it was stored.
  expect(await reachableHost(EVERYWHERE, new URL(url), resolve)).toBe("93.184.215.14");
  // When something is sent.
  expect(await sendOut(EVERYWHERE, url, message, resolve)).toEqual({ failure: "PRIVATE" });
  expect(looks).toHaveLength(2);
  expect(received()).toBe(0);
});

test("what is sent has its headers and body, and any 2xx takes it", async () => {
  const said: unknown[] = [];
  const { url } = await receiver((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      said.push([
        request.method,
        request.url,
        request.headers["x-test"],
        String(Buffer.concat(chunks)),
      ]);
      response.writeHead(204).end();
    });
  });
  const words = { ...message, body: '{"title":"🌱"}' };
  expect(await sendOut(NAMED, `${url}/a?b=c`, words)).toEqual({});
  expect(said).toEqual([["POST", "/a?b=c", "1", '{"title":"🌱"}']]);
});

test("no redirect is followed", async () => {
  const inside = await receiver((_, response) => response.end());
  const { url } = await receiver((_, response) =>
    response.writeHead(307, { Location: inside.url }).end(),
  );
  expect(await sendOut(NAMED, url, message)).toEqual({ failure: "307" });
  expect(inside.received()).toBe(0);
});

test("a receiver says how long to wait", async () => {
  const { url } = await receiver((_, response) =>
    response.writeHead(429, { "Retry-After": "90" }).end(),
  );
  expect(await sendOut(NAMED, url, message)).toEqual({ failure: "429", waitSeconds: 90 });
});

test("an answer that never ends is not read", async () => {
  let closed = () => {};
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const { url } = await receiver((request, response) => {
    request.socket.on("close", closed);
    response.writeHead(200);
    const write = () => {
      while (!response.destroyed && response.write("a".repeat(65_536)));
      response.once("drain", write);
    };
    write();
  });
  expect(await sendOut(NAMED, url, message)).toEqual({});
  await isClosed;
});

test("nobody there is said as such", async () => {
  const { url } = await receiver((request) => request.socket.destroy());
  expect(await sendOut(NAMED, url, message)).toEqual({ failure: "NOT_REACHED" });
});

test("a receiver that never answers has ten seconds, and so has a name", {
  tags: ["all"],
}, async () => {
  const { url } = await receiver(() => {});
  const never: Resolve = () => new Promise(() => {});
  expect(
    await Promise.all([
      sendOut(NAMED, url, message),
      sendOut(EVERYWHERE, "https://slow.example/", message, never),
    ]),
  ).toEqual([{ failure: "TOO_SLOW" }, { failure: "TOO_SLOW" }]);
});

import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Certificates } from "./certificates.ts";

/**
 * A push server, and browsers that subscribed to it. Decrypts pushes according to RFC 8291, with only WebCrypto
 * instead of the sender's library.
 */

const PUSH_ORIGIN = "https://push.example";

export interface Browser {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly keys: CryptoKeyPair;
}

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly size: number;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The server's answer: a status, or none. */
type PushAnswer = number | "silence";

export interface PushStandIn {
  readonly received: Received[];
  answer: PushAnswer;
  answerHeaders: Record<string, string>;
  readonly port: number;
  /** `fetch` with the push server's address leading here. */
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

/** @param tls its certificate and address; by default 127.0.0.1 without TLS */
export async function startPushStandIn(
  tls?: Pick<Certificates, "key" | "cert"> & { readonly address: string },
): Promise<PushStandIn> {
  const take: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = new Uint8Array(Buffer.concat(chunks));
    const { url: path = "", headers } = request;
    standIn.received.push({ path, headers, body, size: body.length });
    if (standIn.answer === "silence") return;
    response.writeHead(standIn.answer, standIn.answerHeaders).end("said at some length");
  };
  const server = tls ? createTlsServer(tls, take) : createServer(take);
  await new Promise<void>((resolve) => server.listen(0, tls?.address ?? "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const standIn: PushStandIn = {
    received: [],
    answer: 201,
    answerHeaders: {},
    port,
    fetch: fetchBy(port),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return standIn;
}

export const fetchBy =
  (port: number): typeof fetch =>
  (input, init) =>
    fetch(String(input).replace(PUSH_ORIGIN, `http://127.0.0.1:${port}`), init);

const base64url = (bytes: ArrayBuffer | Uint8Array) =>
  Buffer.from(bytes as ArrayBuffer).toString("base64url");

/** A browser subscribed at the push server. */
export async function newBrowser(origin = PUSH_ORIGIN): Promise<Browser> {
  const curve = { name: "ECDH", namedCurve: "P-256" };
  const keys = (await crypto.subtle.generateKey(curve, true, ["deriveBits"])) as CryptoKeyPair;
  return {
    endpoint: `${origin}/${crypto.randomUUID()}`,
    p256dh: base64url(await crypto.subtle.exportKey("raw", keys.publicKey)),
    auth: base64url(crypto.getRandomValues(new Uint8Array(16))),
    keys,
  };
}

async function hkdf(salt: BufferSource, secret: BufferSource, info: Uint8Array, bytes: number) {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  const parameters = { name: "HKDF", hash: "SHA-256", salt, info: new Uint8Array(info) };
  return crypto.subtle.deriveBits(parameters, key, bytes * 8);
}

const text = (words: string) => new TextEncoder().encode(words);

/** A push's content for the browser. @throws if it isn't for its keys */
export async function decrypted(body: Uint8Array<ArrayBuffer>, browser: Browser): Promise<unknown> {
  const salt = body.slice(0, 16);
  const idLength = body[20] ?? 0;
  const senderKey = body.slice(21, 21 + idLength);
  const curve = { name: "ECDH", namedCurve: "P-256" };
  const sender = await crypto.subtle.importKey("raw", senderKey, curve, false, []);
  const shared = await crypto.subtle.deriveBits(
    { name: "ECDH", public: sender },
    browser.keys.privateKey,
    256,
  );
  const own = Buffer.from(browser.p256dh, "base64url");
  const keyInfo = Buffer.concat([text("WebPush: info\0"), own, senderKey]);
  const secret = await hkdf(Buffer.from(browser.auth, "base64url"), shared, keyInfo, 32);
  const cek = await hkdf(salt, secret, text("Content-Encoding: aes128gcm\0"), 16);
  const iv = await hkdf(salt, secret, text("Content-Encoding: nonce\0"), 12);
  const key = await crypto.subtle.importKey("raw", cek, "AES-GCM", false, ["decrypt"]);
  const record = new Uint8Array(
    await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, body.slice(21 + idLength)),
  );
  const end = record.lastIndexOf(2);
  return JSON.parse(new TextDecoder().decode(record.slice(0, end)));
}

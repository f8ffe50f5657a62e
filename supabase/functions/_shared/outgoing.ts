import { lookup } from "node:dns/promises";
import { request as requestPlainly } from "node:http";
import { request as requestByTls } from "node:https";
import ipaddr from "ipaddr.js";
import { ISSUE_TEXTS } from "../../../src/domain/tasks/input-texts.ts";
import type { Environment } from "./environment.ts";
import { validationFailure } from "./failure.ts";
import { ANY_PUBLIC_HOST, KNOWN_WEBHOOK_HOSTS } from "./outgoing-hosts.ts";

/** Requests to addresses that people have entered, which may be a stranger's or lead into a private network. */

/** Milliseconds from the first look-up until the answer's first line. */
const TIMEOUT = 10_000;

const MAX_LENGTH = 1_000;
const MAX_WAIT_SECONDS = 86_400;

/** The addresses (IPv4, IPv6) of a host. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface Outgoing {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Why a request wasn't taken: the answer's status, or one of these words. */
export type OutgoingFailure = `${number}` | "PRIVATE" | "NOT_REACHED" | "TOO_SLOW" | "LOCKED";

/** Without a failure, the receiver took it. */
export interface OutgoingResult {
  readonly failure?: OutgoingFailure;
  /** seconds for which the receiver wants no more */
  readonly waitSeconds?: number;
}

type Hosts = Pick<Environment, "webhookHosts">;

/** By its operator's word, a host may also be private, and spoken to without TLS. */
const isNamed = ({ webhookHosts }: Hosts, hostname: string): boolean =>
  [...KNOWN_WEBHOOK_HOSTS, ...webhookHosts].some((host) =>
    host.startsWith(".") ? hostname.endsWith(host) : hostname === host,
  );

/** Whether something may be sent to an address, as far as it can be read. */
export function isAddress(hosts: Hosts, text: string): boolean {
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return false;
  const { protocol, username, password, hash, hostname } = new URL(text);
  if (username || password || hash) return false;
  if (isNamed(hosts, hostname)) return /^https?:$/.test(protocol);
  return protocol === "https:" && hosts.webhookHosts.includes(ANY_PUBLIC_HOST);
}

const lookUp: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** Without the brackets of an IPv6 address. */
const bare = (hostname: string) => hostname.replace(/^\[(.+)\]$/, "$1");

const isPublic = (address: string) => ipaddr.process(address).range() === "unicast";

/**
 * The host to connect to: a name that the operator vouches for, or else an address that was looked up for this one
 * connection. Null for one that is private, or whose name also leads to a private one.
 */
export async function reachableHost(
  hosts: Hosts,
  { hostname }: URL,
  resolve: Resolve = lookUp,
): Promise<string | null> {
  const host = bare(hostname);
  if (isNamed(hosts, hostname)) return host;
  const addresses = ipaddr.isValid(host) ? [host] : await resolve(host);
  return addresses.every(isPublic) ? (addresses[0] ?? null) : null;
}

/** @throws Failure for an address that people can't enter */
export async function refuseAddress(hosts: Hosts, address: string, resolve?: Resolve) {
  if (!isAddress(hosts, address)) refuse(ISSUE_TEXTS.ADDRESS_INVALID);
  const host = await reachableHost(hosts, new URL(address), resolve).catch(() => null);
  if (host === null) refuse(ISSUE_TEXTS.ADDRESS_NOT_OPEN);
}

function refuse(message: string): never {
  throw validationFailure([{ path: "address", message }]);
}

/** Sends a request: no redirect is followed, and nothing of the answer is read but its status. */
export async function sendOut(
  hosts: Hosts,
  address: string,
  message: Outgoing,
  resolve?: Resolve,
): Promise<OutgoingResult> {
  if (!isAddress(hosts, address)) return { failure: "PRIVATE" };
  const signal = AbortSignal.timeout(TIMEOUT);
  try {
    const url = new URL(address);
    const host = await Promise.race([reachableHost(hosts, url, resolve), aborted(signal)]);
    return host === null ? { failure: "PRIVATE" } : await answerOf(url, host, message, signal);
  } catch {
    return { failure: signal.aborted ? "TOO_SLOW" : "NOT_REACHED" };
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

function answerOf(
  url: URL,
  host: string,
  { method = "POST", headers, body }: Outgoing,
  signal: AbortSignal,
): Promise<OutgoingResult> {
  const isSecure = url.protocol === "https:";
  const options = {
    method,
    host,
    port: url.port,
    path: url.pathname + url.search,
    headers: {
      ...headers,
      Host: url.host,
      "Content-Length": new TextEncoder().encode(body).length,
    },
    agent: false,
    signal,
    // The name for which the certificate must be, wherever it leads.
    ...(!ipaddr.isValid(bare(url.hostname)) && { servername: url.hostname }),
  };
  return new Promise((resolve, reject) => {
    const request = (isSecure ? requestByTls : requestPlainly)(options, (response) => {
      response.on("error", reject);
      response.destroy();
      resolve(resultOf(response.statusCode ?? 0, response.headers["retry-after"]));
    });
    request.on("error", reject);
    request.end(body);
  });
}

function resultOf(status: number, retryAfter: string | undefined): OutgoingResult {
  if (status >= 200 && status < 300) return {};
  const wait = Number(retryAfter);
  return {
    failure: `${status}`,
    ...(wait > 0 && { waitSeconds: Math.min(Math.ceil(wait), MAX_WAIT_SECONDS) }),
  };
}

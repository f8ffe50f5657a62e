import { isIP, isIPv6 } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/** The address of whom a request comes from. */
export type Peer = (context: Context) => string;

/** This machine, where a proxy in front usually runs. */
const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;

/** Whether an address is this machine's, or a trusted proxy's own. */
export const isNear = (address: string, trusted: readonly string[]): boolean =>
  LOOPBACK.test(address) || trusted.includes(address);

const addressOf = (context: Context) => getConnInfo(context).remote.address ?? "";

const peerInFront = (context: Context) => (context.env as { peer?: string } | undefined)?.peer;

/** Whether a front in this process handed the request on. */
export const isBehindFront = (context: Context): boolean => peerInFront(context) !== undefined;

/** Whom that front says the request comes from, or who is connected. */
export const peerBehindFront: Peer = (context) => peerInFront(context) ?? addressOf(context);

/** What one peer has for itself: an address, or the first 64 bits of one of IPv6. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith("::ffff:")) return address;
  const [start = [], end] = address
    .toLowerCase()
    .split("::")
    .map((part) => part.split(":"));
  const zeros = end ? Array<string>(8 - start.length - end.length).fill("0") : [];
  return [...start, ...zeros, ...(end ?? [])]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ""))
    .join(":");
}

/**
 * Who a proxy in front says that it serves: the last address of `X-Forwarded-For`, which that proxy
 * wrote itself. Anybody else's header is not believed.
 * @param trusted addresses of proxies, besides this machine
 */
export const peerBehindProxy =
  (trusted: readonly string[]): Peer =>
  (context) => {
    const address = addressOf(context);
    if (!isNear(address, trusted)) return address;
    const named = context.req.header("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
    return isIP(named) > 0 ? named : address;
  };

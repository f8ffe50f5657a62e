import { isIP, isIPv6 } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/** The address that a request comes from. */
export type Peer = (context: Context) => string;

/** This machine, on which a proxy in front usually runs. */
const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;

/** Whether an address is this machine's, or a trusted proxy's. */
export const isNear = (address: string, trusted: readonly string[]): boolean =>
  LOOPBACK.test(address) || trusted.includes(address);

const addressOf = (context: Context) => getConnInfo(context).remote.address ?? "";

const peerInFront = (context: Context) => (context.env as { peer?: string } | undefined)?.peer;

/** Whether a front in this process passed the request on. */
export const isBehindFront = (context: Context): boolean => peerInFront(context) !== undefined;

/** The peer named by that front, or else the connected one. */
export const peerBehindFront: Peer = (context) => peerInFront(context) ?? addressOf(context);

/** The unit that counts as one peer: an address, or the first 64 bits of an IPv6 address. */
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
 * The client of a proxy in front: the last address of `X-Forwarded-For`, which that proxy wrote itself. Others'
 * headers are ignored.
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

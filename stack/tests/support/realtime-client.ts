import {
  createClient,
  type RealtimeChannel,
  type RealtimeClientOptions,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { vi } from "vitest";
import { WebSocket } from "ws";
import { keys } from "./realtime-server.ts";

/** A broadcast as the client passes it to its callback. */
export interface Received {
  event: string;
  payload: Record<string, unknown>;
  meta?: { id: string };
}

const open: SupabaseClient[] = [];

/**
 * An unmodified supabase-js client. It calls `accessToken` for each token, so a test refreshes by returning
 * another one and calling `realtime.setAuth()`.
 */
export function connect(
  url: string,
  accessToken?: () => string,
  realtime: RealtimeClientOptions = {},
): SupabaseClient {
  const client = createClient(url, keys.publishableKey, {
    // Node 20 has no WebSocket.
    realtime: { transport: WebSocket as never, ...realtime },
    ...(accessToken && { accessToken: async () => accessToken() }),
  });
  open.push(client);
  return client;
}

/** Removes every channel of every client that `connect` made. For afterEach. */
export async function disconnectAll(): Promise<void> {
  await Promise.all(open.splice(0).map((client) => client.removeAllChannels()));
}

export interface Subscription {
  /** Every status that the client reported, in order. */
  readonly statuses: string[];
  /** The messages of the errors among them. */
  readonly errors: string[];
}

/** Subscribes and waits for the first status. */
export async function subscribe(channel: RealtimeChannel): Promise<Subscription> {
  const statuses: string[] = [];
  const errors: string[] = [];
  await new Promise<void>((resolve) => {
    channel.subscribe((status, error) => {
      statuses.push(status);
      if (error) errors.push(error.message);
      resolve();
    });
  });
  return { statuses, errors };
}

/** Collects the channel's broadcasts of one event ("*": of all). Call it before `subscribe`. */
export function collect(channel: RealtimeChannel, event = "*"): Received[] {
  const received: Received[] = [];
  channel.on("broadcast", { event }, (message) => {
    received.push(message as unknown as Received);
  });
  return received;
}

/** A joined private channel, and the messages that it receives. */
export async function joinPrivate(client: SupabaseClient, topic: string) {
  // Otherwise the first join goes out before the user's token is set.
  await client.realtime.setAuth();
  const channel = client.channel(topic, { config: { private: true } });
  const received = collect(channel);
  const subscription = await subscribe(channel);
  return { channel, received, ...subscription };
}

export const eventually = (check: () => void, timeout = 10_000): Promise<void> =>
  vi.waitFor(check, { timeout, interval: 20 });

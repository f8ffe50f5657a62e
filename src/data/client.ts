import { AuthClient, type SupportedStorage } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import type { RealtimeClient, RealtimeClientOptions } from "@supabase/realtime-js";
import type { Database } from "./database.types.ts";

/**
 * The parts of supabase-js that Rota uses, put together as `createClient` does, minus storage, and
 * with the realtime part (a quarter of the whole) loaded when the first channel is joined.
 */
export interface Backend {
  readonly auth: InstanceType<typeof AuthClient>;
  readonly rest: PostgrestClient<Database>;
  /** Calls an edge function with a JSON body. */
  invoke(functionName: string, body: unknown, signal: AbortSignal): Promise<Response>;
  /** A client of its own for live messages; it connects when a channel is joined. */
  createRealtime(): Promise<RealtimeClient>;
}

export interface BackendOptions {
  /** Address of the Supabase API, such as `http://127.0.0.1:54321`. */
  readonly url: string;
  readonly publishableKey: string;
  /** Where the session is kept; the browser's local storage unless given. */
  readonly sessionStorage?: SupportedStorage;
  /** A WebSocket class for runtimes that have none (Node.js 20). */
  readonly transport?: RealtimeClientOptions["transport"];
}

/** A request without an answer after this many milliseconds has failed, as on a dead connection. */
const REQUEST_TIMEOUT = 10_000;

/**
 * How often the websocket is probed, in milliseconds: a connection that died without a word is
 * noticed after two of these. The library's 25 s would leave people behind for most of a minute;
 * much less than 5 s would cut off people whose network is only slow.
 */
const HEARTBEAT_INTERVAL = 5_000;

export function createBackend(options: BackendOptions): Backend {
  const { url, publishableKey } = options;
  const apikey = { apikey: publishableKey };
  const auth = new AuthClient({
    url: `${url}/auth/v1`,
    headers: apikey,
    storageKey: "rota.session",
    fetch: fetchInTime,
    ...(options.sessionStorage && { storage: options.sessionStorage }),
  });

  const accessToken = async () => (await auth.getSession()).data.session?.access_token ?? null;

  const authorizedFetch: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("apikey", publishableKey);
    const token = await accessToken();
    if (token !== null) headers.set("Authorization", `Bearer ${token}`);
    return fetchInTime(input, { ...init, headers });
  };

  return {
    auth,
    // Retries are the query client's (spec §7); two sets of them would multiply.
    rest: new PostgrestClient<Database>(`${url}/rest/v1`, { fetch: authorizedFetch, retry: false }),
    invoke: (functionName, body, signal) =>
      authorizedFetch(`${url}/functions/v1/${functionName}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal,
      }),
    createRealtime: async () => {
      const { RealtimeClient } = await import("@supabase/realtime-js");
      return new RealtimeClient(`${url.replace(/^http/, "ws")}/realtime/v1`, {
        params: apikey,
        accessToken,
        heartbeatIntervalMs: HEARTBEAT_INTERVAL,
        ...(options.transport && { transport: options.transport }),
      });
    },
  };
}

const fetchInTime: typeof fetch = (input, init) => {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  return fetch(input, { ...init, signal });
};

let configured: Backend | null = null;

/** The backend that the build was made for; throws when it was made without its address and key. */
export function configuredBackend(): Backend {
  configured ??= createConfiguredBackend();
  return configured;
}

function createConfiguredBackend(): Backend {
  const url: unknown = import.meta.env.VITE_SUPABASE_URL;
  const publishableKey: unknown = import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY;
  if (typeof url !== "string" || typeof publishableKey !== "string") {
    throw new Error("VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY are not set.");
  }
  return createBackend({ url: url.replace(/\/$/, ""), publishableKey });
}

import type { AuthClient } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import type { RealtimeClient, RealtimeClientOptions } from "@supabase/realtime-js";
import type { Database } from "./database.types.ts";
import { takeEarlyAnswer } from "./early-answer.ts";
import { freshToken, keptSession, SESSION_KEY } from "./kept-session.ts";

type Auth = InstanceType<typeof AuthClient>;

/**
 * The parts of supabase-js that Rota uses, put together as `createClient` does, minus storage. The
 * list is read without its auth and realtime parts (three quarters of the whole): they are loaded
 * when they are first asked for.
 */
export interface Backend {
  /** Rejects when it cannot be loaded; the next call tries again. */
  auth(): Promise<Auth>;
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
  let auth: Promise<Auth> | null = null;
  const loadAuth = () => {
    auth ??= createAuth(url, publishableKey);
    auth.catch(() => {
      auth = null;
    });
    return auth;
  };

  const accessToken = async () => {
    const kept = auth === null ? freshToken(keptSession()) : null;
    return kept ?? (await (await loadAuth()).getSession()).data.session?.access_token ?? null;
  };

  const authorizedFetch: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("apikey", publishableKey);
    const token = await accessToken();
    if (token !== null) headers.set("Authorization", `Bearer ${token}`);
    const early = takeEarlyAnswer({ url: String(input), token, body: init?.body });
    return early ?? fetchInTime(input, { ...init, headers });
  };

  return {
    auth: loadAuth,
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

async function createAuth(url: string, publishableKey: string): Promise<Auth> {
  const { AuthClient } = await import("@supabase/auth-js");
  return new AuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey: publishableKey },
    storageKey: SESSION_KEY,
    fetch: fetchInTime,
  });
}

const fetchInTime: typeof fetch = (input, init) => {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT);
  // Node.js forgets a timeout that only `any` knows of (nodejs/node#57736): the request never ends.
  timeout.addEventListener("abort", () => {});
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

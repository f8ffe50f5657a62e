import type { SupabaseClient, SupabaseClientOptions } from "@supabase/supabase-js";
import { inEnglish } from "../domain/language/messages.ts";
import type { Backend } from "./backend.ts";
import type { Database } from "./database.types.ts";
import { leaveRefusedKey } from "./refused-key.ts";
import { RequestFailure, UNREACHABLE } from "./request-failure.ts";
import { SESSION_KEY } from "./session-key.ts";

export type {
  AuthChangeEvent,
  RealtimeSystemPayload,
  Session as AuthSession,
  UserIdentity,
} from "@supabase/supabase-js";

export type Supabase = SupabaseClient<Database>;

/** Loads the client; rejects with RequestFailure when that fails, and tries again next time. */
export type LoadSupabase = () => Promise<Supabase>;

export interface SupabaseOptions extends Pick<Backend, "url" | "publishableKey"> {
  /** A WebSocket class for runtimes that have none (Node.js 20). */
  readonly transport?: NonNullable<SupabaseClientOptions<"public">["realtime"]>["transport"];
  /** False keeps the session in this client's memory alone. Default: in the browser's storage. */
  readonly keepsSession?: boolean;
  /** Keeps what a sign-in elsewhere needs when it comes back, in this tab alone. */
  readonly leaves?: boolean;
  /** Waited for before the client is loaded, so that it has the bandwidth; never rejects. */
  readonly after?: Promise<unknown> | undefined;
}

/** A request without an answer after this many milliseconds has failed, as on a dead connection. */
const REQUEST_TIMEOUT = 10_000;

/** Loads supabase-js (52 kB) as a chunk of its own when it is first needed. */
export function lazySupabase(options: SupabaseOptions): LoadSupabase {
  let loading: Promise<Supabase> | null = null;
  return () => {
    loading ??= createSupabase(options).catch(() => {
      loading = null;
      throw new RequestFailure(inEnglish(UNREACHABLE), "NETWORK_ERROR", 0);
    });
    return loading;
  };
}

const LEAVING_KEY = "rota.sign-in";

const leaving = () =>
  ({
    ...{ flowType: "pkce", storageKey: LEAVING_KEY, storage: sessionStorage },
    ...{ persistSession: true, autoRefreshToken: false },
  }) as const;

/** Forgets what was kept for coming back. */
export const forgetLeaving = (): void => sessionStorage.removeItem(LEAVING_KEY);

async function createSupabase(options: SupabaseOptions): Promise<Supabase> {
  await options.after;
  const { createClient } = await import("@supabase/supabase-js");
  const { keepsSession = true, leaves = false } = options;
  return createClient<Database>(options.url, options.publishableKey, {
    auth: {
      // Anybody can put a session into an address.
      detectSessionInUrl: false,
      storageKey: keepsSession ? SESSION_KEY : `${SESSION_KEY}.in-memory`,
      persistSession: keepsSession,
      autoRefreshToken: keepsSession,
      ...(leaves && leaving()),
    },
    // Retries are the query client's; two sets of them would multiply.
    db: { retry: false },
    global: { fetch: fetchWith(options) },
    realtime: { ...(options.transport && { transport: options.transport }) },
  });
}

const fetchWith =
  ({ publishableKey, keepsSession = true }: SupabaseOptions): typeof fetch =>
  async (input, init) => {
    const isNobodys =
      new Headers(init?.headers).get("Authorization") === `Bearer ${publishableKey}`;
    // The library asks as nobody where a session has just ended, maybe in another tab, or can't be renewed.
    if (keepsSession && isNobodys && String(input).includes("/rest/v1/")) {
      if (globalThis.localStorage?.getItem(SESSION_KEY)) throw new TypeError("Not renewed yet.");
      return Response.json({ message: "Nobody is signed in." }, { status: 401 });
    }
    const response = await fetchInTime(input, init);
    void leaveRefusedKey(response, publishableKey);
    return response;
  };

export const fetchInTime: typeof fetch = (input, init) => {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT);
  // Node.js forgets a timeout that only `any` knows of (nodejs/node#57736): the request never ends.
  timeout.addEventListener("abort", () => {});
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  return fetch(input, { ...init, signal });
};

import { QueryClient } from "@tanstack/react-query";
import { RequestFailure } from "../supabase/request-failure.ts";

/** Attempts, delays and freshness; times in milliseconds. */
const READ_ATTEMPTS = 3;
const WRITE_ATTEMPTS = 2;
const BACKOFF_BASE = 1_000;
/** Attempts at what was too much at once, and the longest wait that the server may ask for. */
const BUSY_ATTEMPTS = 6;
const LONGEST_WAIT = 10_000;
const READ_BACKOFF_CAP = 30_000;
const WRITE_BACKOFF_CAP = 10_000;
const STALE_TIME = 5 * 60_000;
/** Milliseconds; searches for pending writes pass settled ones, and 0 would make the cache look without rest. */
const SETTLED_WRITE_KEPT = 1_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: retryUpTo(READ_ATTEMPTS),
        retryDelay: backoff(READ_BACKOFF_CAP),
        staleTime: STALE_TIME,
        // Offline, the default mode would leave a request hanging instead of showing a failure.
        networkMode: "always",
      },
      mutations: {
        retry: retryUpTo(WRITE_ATTEMPTS),
        retryDelay: backoff(WRITE_BACKOFF_CAP),
        networkMode: "always",
        gcTime: SETTLED_WRITE_KEPT,
      },
    },
  });
}

const waitOf = (error: Error | undefined) =>
  error instanceof RequestFailure ? error.retryAfter : null;

function retryUpTo(attempts: number): (failures: number, error: Error) => boolean {
  return (failures, error) => {
    const wait = waitOf(error);
    if (wait !== null) return wait <= LONGEST_WAIT && failures < BUSY_ATTEMPTS - 1;
    return failures < attempts - 1 && !(error instanceof RequestFailure && error.isFinal);
  };
}

/** Doubles up to the cap, or adds up to half to the server's wait, so that not all come back at once. */
export function backoff(cap: number): (failures: number, error?: Error) => number {
  return (failures, error) => {
    const wait = waitOf(error);
    if (wait !== null) return wait * (1 + Math.random() / 2);
    return Math.min(BACKOFF_BASE * 2 ** failures, cap);
  };
}

import { QueryClient } from "@tanstack/react-query";
import { RequestFailure } from "../supabase/request-failure.ts";

/** Attempts, delays and freshness; times in milliseconds. */
const READ_ATTEMPTS = 3;
const WRITE_ATTEMPTS = 2;
const BACKOFF_BASE = 1_000;
const READ_BACKOFF_CAP = 30_000;
const WRITE_BACKOFF_CAP = 10_000;
const STALE_TIME = 5 * 60_000;
/**
 * Settled writes go soon, as every search for pending ones would pass them. The cache looks this
 * often whether a write has settled that no component observes any more: 0 would never rest.
 */
const SETTLED_WRITE_KEPT = 1_000;

/** A query client with the product's retry rules. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: retryUpTo(READ_ATTEMPTS),
        retryDelay: backoff(READ_BACKOFF_CAP),
        staleTime: STALE_TIME,
        // Offline, a request must fail after its attempts with a message; the default
        // mode would leave it hanging until the network is back.
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

/** Asks again unless the server said no for a reason that asking again cannot change. */
function retryUpTo(attempts: number): (failures: number, error: Error) => boolean {
  return (failures, error) =>
    failures < attempts - 1 && !(error instanceof RequestFailure && error.isFinal);
}

/** Doubles from one second up to the cap; the first failure is number 0. */
export function backoff(cap: number): (failures: number) => number {
  return (failures) => Math.min(BACKOFF_BASE * 2 ** failures, cap);
}

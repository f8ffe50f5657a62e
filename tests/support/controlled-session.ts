import { createHash } from "node:crypto";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { vi } from "vitest";
import type { Session } from "../../src/auth/session.ts";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import type { Supabase } from "../../src/supabase/client.ts";
import { cachedTaskList, taskListQuery } from "../../src/sync/task-list.ts";

export interface ListAnswer {
  readonly names: string;
  readonly profile: { readonly fullName: string; readonly timeZone: string };
  readonly invitations: readonly [];
  readonly households: readonly [];
  readonly tasks?: readonly TaskJson[];
}

export interface Read {
  readonly knownDigest: string | undefined;
  readonly signal: AbortSignal;
  readonly answer: (answer: ListAnswer) => void;
}

/** Runs everything that is ready: promises and TanStack's zero-delay timers. */
export const settled = () => new Promise((resolve) => setImmediate(() => setTimeout(resolve, 0)));

/** Node computes it in another thread, which `settled` would not wait for. */
const digestAtOnce = () =>
  vi.spyOn(crypto.subtle, "digest").mockImplementation(async (_, data) => {
    const bytes = createHash("sha256").update(new Uint8Array(data as ArrayBuffer));
    return new Uint8Array(bytes.digest()).buffer;
  });

/** The server's answer to a client that has its tasks. */
export const unchanged: ListAnswer = {
  names: "names",
  profile: { fullName: "Alice", timeZone: "UTC" },
  invitations: [],
  households: [],
};

export const listOf = (tasks: readonly TaskJson[]): ListAnswer => ({ ...unchanged, tasks });

export function digestOf(tasks: readonly TaskJson[]): string {
  const text = tasks.map(({ id, revision }) => `${id}:${revision}`).join(",");
  return `names.${createHash("sha256").update(text).digest("base64")}`;
}

/** Alice's session, with reads of the list that the test answers. */
export function controlledSession() {
  digestAtOnce();
  const reads: Read[] = [];
  const listTasks = (_: string, { known_digest }: { known_digest?: string }) => ({
    abortSignal: (signal: AbortSignal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")));
        const answer = (data: ListAnswer) => resolve({ data, error: null, status: 200 });
        reads.push({ knownDigest: known_digest, signal, answer });
      }),
  });
  const session: Session = {
    userId: "alice",
    queryClient: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    supabase: async () => ({ rpc: listTasks }) as unknown as Supabase,
    signal: new AbortController().signal,
  };
  const observer = new QueryObserver(session.queryClient, taskListQuery(session));
  const stop = observer.subscribe(() => {});
  const answer = async (tasks: readonly TaskJson[]) => {
    await settled();
    reads.at(-1)?.answer(listOf(tasks));
    await settled();
  };
  const tasks = () => cachedTaskList(session)?.tasks;
  return { session, reads, answer, tasks, stop };
}

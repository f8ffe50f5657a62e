import type { Task } from "../domain/tasks/task.ts";
import type { Backend } from "./client.ts";
import { restData } from "./request-failure.ts";
import type { TaskReading } from "./task-list.ts";
import { taskFromWire, type WireTask } from "./wire.ts";

export interface Profile {
  /** empty when none was given */
  readonly fullName: string;
  /** IANA name; decides which day is today (design §7) */
  readonly timeZone: string;
}

export interface WireProfile {
  readonly full_name: string;
  readonly time_zone: string;
}

/** What `read_board` answers; the digest alone when it is the known one. */
interface WireBoard {
  readonly digest: string;
  readonly profile?: WireProfile | null;
  readonly tasks?: readonly WireTask[];
}

const PAGE_SIZE = 500;

export function profileFromWire(wire: WireProfile | null | undefined): Profile {
  return { fullName: wire?.full_name ?? "", timeZone: wire?.time_zone ?? "UTC" };
}

/**
 * All tasks the user sees, ordered by id, and their profile: one call, and more only for what is
 * beyond 500 tasks. Rejects with RequestFailure.
 */
export async function readBoard(
  backend: Backend,
  signal: AbortSignal,
  known: string | undefined,
  onProfile: (profile: Profile) => void,
): Promise<TaskReading> {
  const request = backend.rest.rpc("read_board", known === undefined ? {} : { known });
  const board = (await restData(request.abortSignal(signal))) as unknown as WireBoard;
  if (board.tasks === undefined) return "unchanged";
  onProfile(profileFromWire(board.profile));
  const first = board.tasks.map(taskFromWire);
  const rest = await readAfter(backend, signal, first);
  const tasks = [...first, ...rest];
  // The digest knows of the first page only.
  return { tasks, digest: rest.length === 0 ? board.digest : undefined };
}

/** What comes after a page; page after page until a short one. */
async function readAfter(
  backend: Backend,
  signal: AbortSignal,
  page: readonly Task[],
): Promise<readonly Task[]> {
  const last = page.at(-1);
  if (last === undefined || page.length < PAGE_SIZE) return [];
  const request = backend.rest.rpc("list_tasks", { page_size: PAGE_SIZE, after_id: last.id });
  const wire = ((await restData(request.abortSignal(signal))) ?? []) as unknown as WireTask[];
  const next = wire.map(taskFromWire);
  return [...next, ...(await readAfter(backend, signal, next))];
}

import type { Session } from "../auth/session.ts";
import { sessionQuery } from "../auth/session-query.ts";
import type { Task } from "../domain/tasks/task.ts";
import { rowsOf } from "../supabase/request-failure.ts";

/** An address on one of the user's own tasks. */
interface OwnShare {
  readonly taskId: string;
  readonly address: string;
  /** They have done something in it. */
  readonly takesPart: boolean;
}

/** So many rows at once. */
const PAGE = 1000;

/** All addresses on the user's own tasks, in alphabetical order. */
export const ownSharesQuery = (session: Session | null) =>
  sessionQuery<readonly OwnShare[]>(session, ["own-shares"], async (supabase, signal) => {
    const shares: OwnShare[] = [];
    for (;;) {
      const rows = await rowsOf(
        supabase
          .from("task_shares")
          .select("taskId:task_id, address:contact_email, status")
          .eq("owner_id", session?.userId ?? "")
          .order("contact_email")
          .order("task_id")
          .range(shares.length, shares.length + PAGE - 1)
          .abortSignal(signal),
      );
      for (const { status, ...share } of rows) {
        shares.push({ ...share, takesPart: status === "taking_part" });
      }
      if (rows.length < PAGE) return shares;
    }
  });

/** Somebody with whom the user shares. */
export interface Contact {
  readonly address: string;
  /** undefined where the user can't know it: only somebody who takes part shows a name */
  readonly name: string | undefined;
}

/** With whom these tasks are shared, each address once. */
export function contactsOf(shares: readonly OwnShare[], tasks: readonly Task[]): Contact[] {
  const tasksById = new Map(tasks.map((task) => [task.id, task]));
  const names = new Map<string, string | undefined>();
  for (const { taskId, address } of shares) {
    const task = tasksById.get(taskId);
    if (!task) continue;
    const active = shares.filter((share) => share.taskId === taskId && share.takesPart);
    const [person, ...others] = task.takingPart;
    // Names stand beside no address; where one person alone takes part, it is theirs.
    const isTheirs = active.length === 1 && active[0]?.address === address && others.length === 0;
    const name = isTheirs && person !== undefined ? task.people[person] : undefined;
    names.set(address, names.get(address) ?? name);
  }
  return [...names].map(([address, name]) => ({ address, name }));
}

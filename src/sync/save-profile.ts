import type { Session } from "../auth/session.ts";
import { dataOf } from "../supabase/request-failure.ts";
import { refreshTaskList } from "./task-list.ts";

export interface ProfileChange {
  readonly full_name?: string;
  /** IANA name */
  readonly time_zone?: string;
  /** such as `dmy-24-mon` */
  readonly date_style?: string;
  /** a BCP 47 tag */
  readonly language?: string;
}

/** Stores what the user changes of their profile, and reads the list again, which brings it along. */
export async function saveProfile(session: Session, change: ProfileChange): Promise<void> {
  await dataOf(
    (await session.supabase())
      .from("profiles")
      .update(change)
      .eq("id", session.userId)
      .abortSignal(session.signal),
  );
  await refreshTaskList(session).catch(() => undefined);
}

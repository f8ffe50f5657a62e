import { useMutation } from "@tanstack/react-query";
import { type Session, useSession } from "../../auth/session.ts";
import { dataOf } from "../../supabase/request-failure.ts";
import { refreshTaskList } from "../../sync/task-list.ts";

interface ProfileChange {
  readonly full_name?: string;
  /** IANA name */
  readonly time_zone?: string;
  /** such as `dmy-24-mon` */
  readonly date_style?: string;
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

export function useSaveProfile() {
  const session = useSession();
  return useMutation({
    // One after the other, so that the last choice is what stays.
    scope: { id: "profile" },
    mutationFn: async (change: ProfileChange) => session && saveProfile(session, change),
  });
}

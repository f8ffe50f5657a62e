import { useMutation } from "@tanstack/react-query";
import { type Session, useSession } from "../../auth/session.ts";
import { type FailureWords, failureNotice } from "../../supabase/failure-notice.ts";
import { dataOf } from "../../supabase/request-failure.ts";
import { refreshTaskList } from "../../sync/task-list.ts";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";

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

/** Saves what the user changes, and says so, or by `words` that it failed. */
export function useSaveProfile(saved: string, words: FailureWords) {
  const session = useSession();
  const { mutateAsync, isPending } = useMutation({
    // One after the other, so that the last choice is what stays.
    scope: { id: "profile" },
    mutationFn: async (change: ProfileChange) => session && saveProfile(session, change),
  });
  const save = (change: ProfileChange, done?: () => void) =>
    mutateAsync(change).then(
      () => {
        done?.();
        toastSuccess(saved);
      },
      (error) => toastFailure(failureNotice(words, error)),
    );
  return { save, isPending };
}

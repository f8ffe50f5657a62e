import { useMutation } from "@tanstack/react-query";
import { useSession } from "../../auth/session.ts";
import { type FailureWords, failureNotice } from "../../supabase/failure-notice.ts";
import { type ProfileChange, saveProfile } from "../../sync/save-profile.ts";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";

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

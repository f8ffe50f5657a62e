import { useMutation } from "@tanstack/react-query";
import { useSession } from "../../auth/session.ts";
import { told } from "../../completions/told-changes.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { type ProfileChange, saveProfile } from "../../sync/save-profile.ts";
import { toastSuccess } from "../../ui/toast.ts";

export function useSaveProfile(saved: string, words: FailureWords) {
  const session = useSession();
  const { mutateAsync, isPending } = useMutation({
    // One after the other, so that the last choice is what stays.
    scope: { id: "profile" },
    mutationFn: async (change: ProfileChange) => session && saveProfile(session, change),
  });
  const save = (change: ProfileChange, done?: () => void) =>
    told(mutateAsync(change), words, () => {
      done?.();
      toastSuccess(saved);
    });
  return { save, isPending };
}

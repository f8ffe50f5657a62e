import { useMutation } from "@tanstack/react-query";
import { useSession } from "../../auth/session.ts";
import { told } from "../../completions/told-changes.ts";
import { msg } from "../../domain/language/messages.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { dataOf } from "../../supabase/request-failure.ts";
import { refreshTaskList } from "../../sync/task-list.ts";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";

const UNDO_FAILED: FailureWords = {
  title: msg("Error Taking the Import Back"),
  description: msg("Failed to take the import back. Please try again."),
  offline: msg("Unable to take the import back. Please check your connection and try again."),
  codes: ["IMPORT_IN_USE", "IMPORT_NOT_FOUND"],
};

/** Takes a household's import back as a whole, with its people. */
export function useUndoImport(): (id: string) => void {
  const session = useSession();
  const { t } = useLocale();
  const { mutateAsync } = useMutation({
    mutationFn: async (id: string) => {
      if (session === null) return;
      const client = await session.supabase();
      await dataOf(client.rpc("undo_import", { id }).abortSignal(session.signal));
    },
    onSettled: () => session && refreshTaskList(session).catch(() => undefined),
  });
  return (id) =>
    void told(mutateAsync(id), UNDO_FAILED, () => toastSuccess(t("The import is taken back")));
}

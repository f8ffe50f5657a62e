import { skipToken, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../auth/session.ts";
import { refreshTaskList } from "../../sync/task-list.ts";
import { finishImport, sendPieces, type Upload } from "./upload.ts";

/** Sends what is still to be sent, and says what the import would come to, for each of its tasks. */
export function usePreview(upload: Upload) {
  const session = useSession();
  const [sentPieces, setSentPieces] = useState(upload.answers.length);
  const query = useQuery({
    queryKey: ["import-preview", session?.userId, upload.id],
    queryFn: session
      ? ({ signal }) =>
          sendPieces(session, upload, AbortSignal.any([signal, session.signal]), setSentPieces)
      : skipToken,
    // Large, and of no use later.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return { ...query, sentPieces };
}

interface Import {
  readonly upload: Upload;
  /** whether tasks that were shared are shared again, with the same addresses */
  readonly withShares: boolean;
}

/** Adds what was sent, and reads the list that has it. */
export function useImport() {
  const session = useSession();
  return useMutation({
    mutationFn: async ({ upload, withShares }: Import) => {
      if (session === null) return null;
      const outcome = await finishImport(session, upload, withShares);
      await refreshTaskList(session).catch(() => undefined);
      return outcome;
    },
  });
}

import { skipToken, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Session, useSession } from "../../auth/session.ts";
import type { ImportResult } from "../../domain/portability/import-input.ts";
import { type ImportPiece, resultsOf } from "../../domain/portability/import-pieces.ts";
import { dataOf } from "../../supabase/request-failure.ts";
import { refreshTaskList } from "../../sync/task-list.ts";

/** An import on its way: it goes on where it stopped, however often it is sent. */
export interface Upload {
  /** the database knows it by this */
  readonly id: string;
  readonly pieces: readonly ImportPiece[];
  /** what was answered to the pieces so far */
  readonly answers: (readonly ImportResult[])[];
}

export function newUpload(pieces: readonly ImportPiece[]): Upload {
  return { id: crypto.randomUUID(), pieces, answers: [] };
}

async function sendPieces(
  session: Session,
  { id, pieces, answers }: Upload,
  signal: AbortSignal,
  onSent: (pieces: number) => void,
): Promise<readonly ImportResult[]> {
  const client = await session.supabase();
  while (answers.length < pieces.length) {
    const number = answers.length;
    const entries = pieces[number]?.map(({ part }) => part);
    const body = { importId: id, number, entries };
    const request = client.functions.invoke("import-tasks", { body, signal });
    const { results } = (await dataOf(request)) as { results: ImportResult[] };
    // Whoever cancelled it may have begun to send the same piece.
    signal.throwIfAborted();
    answers.push(results);
    onSent(answers.length);
  }
  return resultsOf(pieces, answers);
}

/** Sends what is still to be sent, and says what the import would come to, for each of its chores. */
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

/** How many chores there are now, and how many could no longer be added. */
export interface ImportOutcome {
  readonly added: number;
  readonly refused: number;
}

interface Import {
  readonly upload: Upload;
  /** whether chores that were shared are shared again, with the same addresses */
  readonly withShares: boolean;
}

/** Adds what was sent, and reads the list that has it. The same again adds nothing. */
export function useImport() {
  const session = useSession();
  return useMutation({
    mutationFn: async ({ upload, withShares }: Import) => {
      if (session === null) return null;
      const client = await session.supabase();
      const parameters = { import_id: upload.id, with_shares: withShares };
      const answer = dataOf(client.rpc("finish_import", parameters).abortSignal(session.signal));
      const outcome = (await answer) as unknown as ImportOutcome;
      await refreshTaskList(session).catch(() => undefined);
      return outcome;
    },
  });
}

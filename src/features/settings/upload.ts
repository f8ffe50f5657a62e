import * as v from "valibot";
import type { Session } from "../../auth/session.ts";
import { msg } from "../../domain/language/messages.ts";
import { type ImportResult, readResults } from "../../domain/portability/import-input.ts";
import { type ImportPiece, resultsOf } from "../../domain/portability/import-pieces.ts";
import type { Json } from "../../supabase/database.types.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { answerOf } from "../../supabase/request-failure.ts";

export const IMPORT_FAILED: FailureWords = {
  title: msg("Error Importing"),
  description: msg("Failed to import. Please try again: it continues where it stopped."),
  offline: msg(
    "Unable to import. Please check your connection and try again: it continues where it stopped.",
  ),
  codes: ["IMPORT_NOT_FOUND"],
};

/** Continues where it stopped, however often it is sent. */
export interface Upload {
  readonly id: string;
  /** what `begin_import` is told; absent for one's own tasks */
  readonly household?: Json;
  readonly pieces: readonly ImportPiece[];
  readonly answers: (readonly ImportResult[])[];
}

export function newUpload(pieces: readonly ImportPiece[], household?: Json): Upload {
  return { id: crypto.randomUUID(), pieces, answers: [], ...(household && { household }) };
}

/** Sends the remaining pieces; resolves to a result for each task. */
export async function sendPieces(
  session: Session,
  { id, household, pieces, answers }: Upload,
  signal: AbortSignal,
  onSent: (pieces: number) => void,
): Promise<readonly ImportResult[]> {
  const client = await session.supabase();
  if (household !== undefined && answers.length === 0) {
    const begun = client.rpc("begin_import", { import_id: id, household }).abortSignal(signal);
    await answerOf(begun, v.parser(v.string()));
  }
  while (answers.length < pieces.length) {
    const number = answers.length;
    const entries = pieces[number]?.map(({ part }) => part);
    const body = { importId: id, number, entries };
    const request = client.functions.invoke("import-tasks", { body, signal });
    const { results } = await answerOf(request, readResults);
    // The person who cancelled it may have begun to send the same piece.
    signal.throwIfAborted();
    answers.push(results);
    onSent(answers.length);
  }
  return resultsOf(pieces, answers);
}

const outcome = v.object({ added: v.number(), refused: v.number() });

export type ImportOutcome = Readonly<v.InferOutput<typeof outcome>>;

/** A repeated call adds nothing and answers the same. */
export async function finishImport(
  session: Session,
  { id }: Upload,
  withShares: boolean,
): Promise<ImportOutcome> {
  const client = await session.supabase();
  const parameters = { import_id: id, with_shares: withShares };
  const request = client.rpc("finish_import", parameters).abortSignal(session.signal);
  return answerOf(request, v.parser(outcome));
}

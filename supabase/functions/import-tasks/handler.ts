import {
  importPieceSchema,
  MAX_PIECE_BYTES,
} from "../../../src/domain/portability/import-input.ts";
import { endpoint, type Handler } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";

/** For the import's id and the piece's number around the tasks. */
const ENVELOPE_BYTES = 1_000;

/**
 * Stages one piece of a file; nothing is shown until `finish_import` is called. Takes the piece, answers
 * `{results}`: for each task, in order, what will become of it. May be sent again.
 */
export const importTasksHandler = (environment: Environment): Handler =>
  endpoint(
    environment,
    importPieceSchema,
    async ({ importId, number, entries }, call) => ({
      results: await call("import_piece", { import_id: importId, number, entries }),
    }),
    { maxBytes: MAX_PIECE_BYTES + ENVELOPE_BYTES },
  );

import { importSchema, MAX_IMPORT_BYTES } from "../../../src/domain/portability/import-input.ts";
import { endpoint, type Handler } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";

/**
 * Adds the chores of a file, all that can be taken in one transaction, or tells what it would come to.
 * Takes the import input, answers `{results}`: for each chore, in order, what became of it.
 */
export function importTasksHandler(environment: Environment): Handler {
  return endpoint(
    {
      schema: importSchema,
      status: 200,
      maxBytes: MAX_IMPORT_BYTES,
      work: async ({ entries, withShares, isPreview }, call) => ({
        results: await call("import_tasks", {
          entries,
          with_shares: withShares,
          is_preview: isPreview,
        }),
      }),
    },
    environment,
  );
}

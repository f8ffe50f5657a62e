import { createHash } from "node:crypto";
import { databaseForService } from "../_shared/database.ts";
import type { Environment } from "../_shared/environment.ts";
import { failure } from "../_shared/failure.ts";

/**
 * Asks the database for an operation of `private.run_for_token`; its answer is what the operation says. With a key it is
 * done once for what was `asked`, by default the input.
 */
export type Use = <Answer>(
  operation: string,
  input?: object,
  key?: string | null,
  asked?: object,
) => Promise<Answer>;

const TOKEN = /^Bearer (rota_[A-Za-z0-9_-]{43})$/i;

/**
 * What the request's token may do. The database gets its SHA-256, so that no log has it.
 * @throws Failure UNAUTHENTICATED if there is none
 */
export function tokenOf(environment: Environment, { headers }: Request): Use {
  const [, token] = TOKEN.exec(headers.get("authorization") ?? "") ?? [];
  if (token === undefined) throw failure("UNAUTHENTICATED");
  // Without the round trip to another thread that Web Crypto takes.
  const token_hash = createHash("sha256").update(token).digest("hex");
  const call = databaseForService(environment);
  return async <Answer>(operation: string, input = {}, key: string | null = null, asked = input) =>
    (await call("use_token", { token_hash, operation, input, key, asked })) as Answer;
}

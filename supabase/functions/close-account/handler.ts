import * as v from "valibot";
import { ISSUE_TEXTS } from "../../../src/domain/tasks/input-texts.ts";
import { accountOf, checkPassword, deleteAccount } from "../_shared/auth.ts";
import { databaseForService } from "../_shared/database.ts";
import { endpoint, type Handler } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";

const MAX_PASSWORD = 1000;
const text = v.string(ISSUE_TEXTS.INVALID);
const schema = v.object(
  { password: v.pipe(text, v.minLength(1, ISSUE_TEXTS.INVALID), v.maxLength(MAX_PASSWORD)) },
  ISSUE_TEXTS.INVALID,
);

/** Milliseconds after which the schedule goes on with what a large account still has. */
const PATIENCE = 2_000;

/**
 * Closes the caller's account for good. Takes `{password}`, as an access token isn't enough, and answers
 * `{closed: true}`, also if the account is gone already: nobody can use it any more, and what it has goes in
 * pieces.
 */
export const closeAccountHandler = (environment: Environment): Handler =>
  endpoint(environment, schema, async ({ password }, call, authorization) => {
    const account = await accountOf(environment, authorization);
    if (account !== null) {
      await call("count_closing_attempt", {});
      await checkPassword(environment, account, password);
      const service = databaseForService(environment);
      await service("begin_closing", { account: account.id });
      const endsAt = Date.now() + PATIENCE;
      while (Date.now() < endsAt) {
        if (!(await service("close_piece", { account: account.id }))) continue;
        await deleteAccount(environment, account.id);
        break;
      }
    }
    return { closed: true };
  });

import * as v from "valibot";
import { INPUT_TEXTS } from "../../../src/domain/tasks/input-texts.ts";
import { accountOf, checkPassword, deleteAccount } from "../_shared/auth.ts";
import { endpoint, type Handler } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";

const MAX_PASSWORD = 1000;
const text = v.string(INPUT_TEXTS.INVALID);
const schema = v.object(
  { password: v.pipe(text, v.minLength(1, INPUT_TEXTS.INVALID), v.maxLength(MAX_PASSWORD)) },
  INPUT_TEXTS.INVALID,
);

/**
 * Closes the caller's account for good. Takes `{password}`, as an access token isn't enough, and answers
 * `{closed: true}`, also if the account is gone already.
 */
export const closeAccountHandler = (environment: Environment): Handler =>
  endpoint(environment, schema, async ({ password }, call, authorization) => {
    const account = await accountOf(environment, authorization);
    if (account !== null) {
      await call("count_closing_attempt", {});
      await checkPassword(environment, account, password);
      await deleteAccount(environment, account.id);
    }
    return { closed: true };
  });

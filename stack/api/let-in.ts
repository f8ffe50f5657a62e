import type { Context } from "hono";
import { type AnswerFirstOptions, isAddress, isPassword, madeUpUser } from "./answer-first.ts";
import type { SignUps } from "./sign-up.ts";

export interface LetInOptions
  extends Pick<
    AnswerFirstOptions,
    "minimumPasswordLength" | "passwordRequirements" | "spendAHash"
  > {
  readonly claim: SignUps["claim"];
  /** Runs work without waiting for its mails. */
  readonly aside: <T>(work: () => T) => T;
  readonly signUp: (context: Context) => Response | Promise<Response>;
}

/** Makes an account by an invitation's token; undefined if no token may. */
export type LetIn = (
  context: Context,
  token: string,
  body: Readonly<Record<string, unknown>>,
) => Promise<Response | undefined>;

/**
 * Lets the holder of an invitation's token make an account, which may sign in before its address is confirmed. The
 * invitation is then reserved for that address, whether or not it has an account; answer and work are the same for each
 * address. An invalid address or password reserves nothing. `body` doesn't contain the token.
 */
export function letIn({ claim, aside, signUp, spendAHash, ...rules }: LetInOptions): LetIn {
  return async (context, token, body) => {
    if (!claim) return undefined;
    const { email, password, data } = body;
    const refuse = (code: 403 | 422, error_code: string, msg: string) =>
      context.json({ code, error_code, msg }, code, { "X-Sb-Error-Code": error_code });
    if (!isAddress(email)) return refuse(422, "validation_failed", "This is no e-mail address.");
    if (!isPassword(password, rules)) {
      return refuse(422, "weak_password", "The password is too short or too long.");
    }
    const refusal = await claim(token, email);
    if (refusal !== null) return refuse(403, "otp_expired", refusal);
    const answer = await aside(async () => signUp(context));
    if (answer.status >= 500) return answer;
    // A new account's password would have been hashed.
    if (answer.status === 422) await spendAHash(password);
    return context.json(madeUpUser(email, data));
  };
}

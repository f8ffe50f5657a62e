import type { Context } from "hono";
import { type AnswerFirstOptions, isAddress, isPassword, madeUpUser } from "./answer-first.ts";
import type { SignUps } from "./sign-up.ts";

export interface LetInOptions
  extends Pick<
    AnswerFirstOptions,
    "minimumPasswordLength" | "passwordRequirements" | "spendAHash"
  > {
  readonly claim: SignUps["claim"];
  /** Does something without waiting for the mails that it sends. */
  readonly aside: <T>(work: () => T) => T;
  readonly signUp: (context: Context) => Response | Promise<Response>;
}

/** Makes an account by an invitation's token; undefined where none may be made so. */
export type LetIn = (
  context: Context,
  token: string,
  body: Readonly<Record<string, unknown>>,
) => Promise<Response | undefined>;

/**
 * Lets whoever has an invitation's token make an account, which signs in before its address is confirmed. The invitation
 * is used up for the address that is typed, with or without an account; the answer and the work are the same for each.
 * `body` is without the token; what is no address or no password uses nothing up.
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
    // As long as a new password takes.
    if (answer.status === 422) await spendAHash(password);
    return context.json(madeUpUser(email, data));
  };
}

import { tellFailure } from "../../completions/told-changes.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { AUTH_TEXTS } from "./auth-texts.ts";

/** milliseconds */
const TOLD_AFTER = 2_000;

/**
 * Takes the same time with and without a mail, so that nobody learns whether the account exists; later
 * failures are shown as a toast. @throws the failure before then
 */
export async function toldAlike(words: FailureWords, request: Promise<void>): Promise<void> {
  const time = new Promise((resolve) => setTimeout(resolve, TOLD_AFTER));
  await Promise.race([request, time]);
  await time;
  void request.catch((error: unknown) => tellFailure({ texts: AUTH_TEXTS, ...words }, error));
}

import { type FailureWords, failureNotice } from "../../supabase/failure-notice.ts";
import { toastFailure } from "../../ui/toast.ts";

/** Milliseconds until a request for a mail is told as done. */
const TOLD_AFTER = 2_000;

/**
 * Waits as long for a request that sends a mail as for one that doesn't: for an account, the service
 * answers when the mail server has, or refuses a second mail at once; for an unknown address it does
 * nothing. What fails later is told by a notice.
 * @throws what the request failed with before then
 */
export async function toldAlike(words: FailureWords, request: Promise<void>): Promise<void> {
  const time = new Promise((resolve) => setTimeout(resolve, TOLD_AFTER));
  await Promise.race([request, time]);
  await time;
  void request.catch((error: unknown) => toastFailure(failureNotice(words, error)));
}

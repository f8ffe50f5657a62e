import { deleteAccount } from "./auth.ts";
import { type Call, databaseForService } from "./database.ts";
import { type Handler, refusal } from "./endpoint.ts";
import type { Environment } from "./environment.ts";
import { Failure, failure } from "./failure.ts";
import { isOneOf } from "./secret.ts";

const MOST_REASONS = 10;
/** Milliseconds that a run spends on accounts whose closing was left. */
const CLOSING = 5_000;

/** Called for each mail or push: null when it was accepted, otherwise the reason. */
type Report = (error: string | null) => void;

export interface SendContext {
  readonly environment: Environment;
  /** the database, for the functions' own calls */
  readonly call: Call;
  /** the app's address, without a slash at the end */
  readonly appUrl: string;
  readonly report?: Report;
}

/**
 * Handles a function that a scheduler calls every minute, by POST with a secret key of the project in the
 * header `apikey`. Each of `kinds` sends what is due now; a failing kind doesn't stop the others. If a
 * setting for sending is missing, it logs that once and claims nothing. Answers 200 with `{failed, sent,
 * why, hasMore}`: the kinds that failed, how many were accepted, why some weren't, and whether a run that begins
 * at once finds more. Calls may overlap.
 * @param needs the missing settings, in the words of the log
 */
export function scheduledEndpoint(
  environment: Environment,
  needs: string,
  isReady: boolean,
  kinds: Record<string, (context: SendContext) => Promise<boolean>>,
): Handler {
  const { appUrl, secretKeys } = environment;
  if (!appUrl || !isReady) console.error(`Nothing is sent: ${needs} and APP_URL must be set.`);

  async function sendAll(report: Report): Promise<{ failed: string[]; hasMore: boolean }> {
    const failed: string[] = [];
    let hasMore = false;
    if (!appUrl || !isReady) return { failed, hasMore };
    const context = { environment, call: databaseForService(environment), appUrl, report };
    const chores = { "what is old": forgetOld, "closed accounts": goOnClosing };
    for (const [kind, send] of Object.entries({ ...chores, ...kinds })) {
      try {
        hasMore = (await send(context)) || hasMore;
      } catch (error) {
        console.error(`Sending ${kind} failed:`, error);
        report(`${kind}: ${(error as Error).message}`);
        failed.push(kind);
      }
    }
    return { failed, hasMore };
  }

  return async (request) => {
    if (request.method !== "POST") return refusal(new Failure("METHOD_NOT_ALLOWED", "Use POST."));
    if (!(await isOneOf(request.headers.get("apikey") ?? "", secretKeys))) {
      return refusal(failure("UNAUTHENTICATED"));
    }
    const why: string[] = [];
    let sent = 0;
    const outcome = await sendAll((error) => {
      if (error === null) sent += 1;
      else why.push(error);
    });
    return Response.json({ ...outcome, sent, why: why.slice(0, MOST_REASONS) });
  };
}

async function forgetOld({ call }: SendContext): Promise<boolean> {
  await call("forget_old", {});
  return false;
}

async function goOnClosing({ call, environment }: SendContext): Promise<boolean> {
  const endsAt = Date.now() + CLOSING;
  while (Date.now() < endsAt) {
    const left = (await call("go_on_closing", {})) as { account: string; isReady: boolean } | null;
    if (left === null) return false;
    if (left.isReady) await deleteAccount(environment, left.account);
  }
  return true;
}

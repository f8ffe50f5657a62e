import * as v from "valibot";
import { ISSUE_TEXTS } from "../../../src/domain/tasks/input-texts.ts";
import { databaseForService } from "../_shared/database.ts";
import { endpoint, type Handler } from "../_shared/endpoint.ts";
import type { Environment } from "../_shared/environment.ts";
import { type Resolve, refuseAddress } from "../_shared/outgoing.ts";
import { sealed } from "../_shared/sealed.ts";
import { WEBHOOK_PURPOSE } from "../send-webhooks/due.ts";
import { sendWebhooks } from "../send-webhooks/send.ts";

const id = v.pipe(v.string(ISSUE_TEXTS.INVALID), v.uuid(ISSUE_TEXTS.INVALID));

const schema = v.variant(
  "action",
  [
    v.object({
      action: v.literal("add"),
      id,
      household: v.nullable(id),
      address: v.string(ISSUE_TEXTS.INVALID),
    }),
    v.object({ action: v.literal("test"), id }),
  ],
  ISSUE_TEXTS.INVALID,
);

/**
 * Adds a webhook (`{action: "add", id, household, address}`; household null: of the caller's own tasks) and answers
 * `{secret}`, which is shown nowhere else; the same id again makes a new secret. Or sends a test to one of the caller's
 * (`{action: "test", id}`) the way that every message goes, and answers `{isTaken, failure}`: failure is null, a status
 * or a word of `OutgoingFailure`; both are false and null while something else is being sent there, or waits before it.
 */
export function webhookHandler(environment: Environment, resolve?: Resolve): Handler {
  return endpoint(environment, schema, async (input, call) => {
    if (input.action === "add") {
      const { household, address } = input;
      await refuseAddress(environment, address, resolve);
      const secret = newSecret();
      await call("add_webhook", {
        id: input.id,
        host: new URL(address).host,
        sealed: await sealed(environment, WEBHOOK_PURPOSE, { address, secret }),
        household_id: household,
      });
      return { secret };
    }
    const message = await call("test_webhook", { id: input.id });
    const service = { environment, call: databaseForService(environment), appUrl: "" };
    const { sent } = await sendWebhooks(service, { only: input.id, ...(resolve && { resolve }) });
    const isTaken = sent.some(({ taken }) => taken.some((one) => one === message));
    return { isTaken, failure: sent.find(({ failure }) => failure)?.failure ?? null };
  });
}

function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

import { Webhook } from "standardwebhooks";
import type { InferOutput } from "valibot";
import { inTurns } from "../_shared/in-turns.ts";
import { type ListFor, listedTasks } from "../_shared/listed-tasks.ts";
import {
  type OutgoingFailure,
  type OutgoingResult,
  type Resolve,
  sendOut,
} from "../_shared/outgoing.ts";
import type { SendContext } from "../_shared/scheduled.ts";
import { opened } from "../_shared/sealed.ts";
import { type DueMessage, type DueWebhook, WEBHOOK, WEBHOOK_PURPOSE } from "./due.ts";
import { dueOn } from "./due-tasks.ts";

interface Page {
  readonly due: readonly DueWebhook[];
  readonly hasMore: boolean;
}

const PAGE = 20;
const LANES = 4;
/** How many webhooks a run takes, as a hosted function has two seconds of processor time. */
const MOST_A_RUN = 80;
/** Milliseconds after which a run starts nothing new; a later run continues. */
const RUN = 60_000;

export interface SendOptions {
  readonly instant?: Date;
  /** the id of the only webhook to send to */
  readonly only?: string;
  readonly resolve?: Resolve;
}

/** What became of the messages to one webhook. */
export interface Sent {
  readonly taken: readonly string[];
  readonly failure: OutgoingFailure | null;
}

/**
 * Sends webhooks' messages that wait at an instant, as many as a run has time for. Several workers may run it: each
 * leases other webhooks. What isn't taken waits for a later call; a message may be sent twice, with the same id.
 * @returns what became of each, and whether there are more
 * @throws Error at the end if something else than a receiver failed
 */
export async function sendWebhooks(
  context: SendContext,
  { instant = new Date(), only, resolve }: SendOptions = {},
): Promise<{ readonly sent: readonly Sent[]; readonly hasMore: boolean }> {
  const failures: unknown[] = [];
  const sent: Sent[] = [];
  const endsAt = Date.now() + RUN;
  let page: Page = { due: [], hasMore: true };
  for (let taken = 0; page.hasMore && taken < MOST_A_RUN; taken += PAGE) {
    if (Date.now() > endsAt) break;
    const asked = { instant: instant.toISOString(), most: PAGE, ...(only && { webhook: only }) };
    page = (await context.call("claim_webhooks", asked)) as Page;
    await inTurns(page.due, LANES, async (webhook) => {
      try {
        sent.push(await sendTo(context, webhook, instant, endsAt, resolve));
      } catch (error) {
        failures.push(error);
      }
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, "Webhooks failed");
  return { sent, hasMore: page.hasMore };
}

/** Sends a webhook's messages in their order, until one isn't taken. */
async function sendTo(
  context: SendContext,
  webhook: DueWebhook,
  instant: Date,
  endsAt: number,
  resolve: Resolve | undefined,
): Promise<Sent> {
  const { environment, call, report } = context;
  const target = await opened(environment, WEBHOOK_PURPOSE, WEBHOOK, webhook.sealed);
  const taken: string[] = [];
  let failed: (OutgoingResult & { readonly id: string }) | null = null;
  for (const message of webhook.messages) {
    if (Date.now() > endsAt) break;
    const said = await contentOf(context, webhook, message);
    if (said !== null) {
      const result: OutgoingResult = target
        ? await sendOut(environment, target.address, signed(target, said), resolve)
        : { failure: "LOCKED" };
      if (result.failure) {
        failed = { ...result, id: message.id };
        break;
      }
      report?.(null);
    }
    taken.push(message.id);
  }
  await call("finish_webhook", {
    id: webhook.id,
    taken,
    failed: failed?.id ?? null,
    failure: failed?.failure ?? null,
    wait_seconds: failed?.waitSeconds ?? null,
    instant: instant.toISOString(),
  });
  return { taken, failure: failed?.failure ?? null };
}

/** The message with its content; null if there is nothing to say. */
async function contentOf(
  { call }: SendContext,
  { person, household, timeZone }: DueWebhook,
  message: DueMessage,
): Promise<DueMessage | null> {
  const { day } = message.data;
  if (message.type !== "due" || typeof day !== "string") return message;
  const list = (await call("list_tasks_for", { person })) as ListFor;
  const tasks = listedTasks(list).filter((task) =>
    household === null
      ? task.household === undefined && task.ownerId === person
      : task.household?.id === household,
  );
  const occurrences = dueOn(tasks, day, timeZone, Date.parse(message.at));
  return occurrences.length === 0 ? null : { ...message, data: { day, timeZone, occurrences } };
}

/** As Standard Webhooks sign it. */
function signed({ secret }: InferOutput<typeof WEBHOOK>, { id, type, at, data }: DueMessage) {
  const body = JSON.stringify({ type, timestamp: at, data });
  const [messageId, now] = [`msg_${id}`, new Date()];
  return {
    body,
    headers: {
      "Content-Type": "application/json",
      "User-Agent": "Rota",
      "webhook-id": messageId,
      "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
      "webhook-signature": new Webhook(secret).sign(messageId, now, body),
    },
  };
}

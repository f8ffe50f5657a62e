import * as v from "valibot";

/** What `claim_webhooks` answers of a webhook. */
export interface DueWebhook {
  readonly id: string;
  readonly sealed: string;
  /** its maker, as whom the day's tasks are read */
  readonly person: string;
  /** null: it is told of its maker's own tasks */
  readonly household: string | null;
  readonly timeZone: string;
  /** the oldest first */
  readonly messages: readonly DueMessage[];
}

export interface DueMessage {
  readonly id: string;
  readonly type: string;
  /** ISO instant */
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What is sealed of a webhook. */
export const WEBHOOK = v.object({
  address: v.string(),
  /** as Standard Webhooks write it: `whsec_` and base64 */
  secret: v.string(),
});

export const WEBHOOK_PURPOSE = "webhook";

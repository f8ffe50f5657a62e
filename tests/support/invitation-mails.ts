import { stackUnderTest } from "./environment.ts";
import { until } from "./eventually.ts";
import { mailsTo, type ReceivedMail, sendMailsNow } from "./mailbox.ts";
import { sql, sqlValue } from "./sql.ts";

/** Invitations by mail in the mailbox of the stack under test. */

/** The invitations to an address, newest first. */
export const invitationsTo = async (address: string): Promise<ReceivedMail[]> =>
  (await mailsTo(stackUnderTest().mailUrl, address)).filter(({ subject }) =>
    subject.includes("invites you"),
  );

/** Sends due mails until none to these addresses is left, or in progress in any worker: one run has its budget. */
export async function settled(...addresses: readonly string[]): Promise<ReceivedMail[]> {
  await until(async () => {
    await sendMailsNow();
    return sqlValue<boolean>(
      `select not exists (
           select from private.invitation_mails
           where address = any ($1) and handled_at is null and due_at <= now()
           union all
           select from private.outbox where recipient = any ($1) and finished_at is null
         )`,
      [addresses],
    );
  });
  return (await Promise.all(addresses.map(invitationsTo))).flat();
}

/** A mail's text without what differs between two addresses. */
export const neutral = (mail: ReceivedMail | undefined, to: string) =>
  mail?.text
    .replaceAll(encodeURIComponent(to), "ADDRESS")
    .replaceAll(to, "ADDRESS")
    .replace(/(?:token|proof)=[\w.-]+/g, "TOKEN")
    .replace(/#\S{43}/g, "#TOKEN")
    .replace(/Laundry \d+/g, "Laundry");

/** Moves the last request for one more mail back by a day. */
export const aDayLater = (address: string) =>
  sql(
    `update private.invitation_mails set asked_again_at = asked_again_at - interval '1 day'
     where address = $1`,
    [address],
  );

/** Uses up the sender's invitations of today. */
export const spendInvitations = (senderId: string) =>
  sql(
    `insert into private.invitation_mails (sender_id, address, handled_at)
     select $1, n || '@example.com', now() from generate_series(1, 30) as n`,
    [senderId],
  );

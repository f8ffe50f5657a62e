import { deliverMail, type Mail } from "../_shared/mail.ts";
import { mailLayout } from "../_shared/mail-layout.ts";
import { signMailLink } from "../_shared/mail-links.ts";
import type { MailContext } from "./context.ts";

/** One that is claimed: nobody else sends it. */
interface Invitation {
  /** its id in the outbox */
  readonly mail: string;
  readonly address: string;
  readonly senderName: string;
  /** of the tasks that wait */
  readonly count: number;
  /** of the first of them */
  readonly titles: readonly string[];
}

const UNSUBSCRIBE_EXPIRES = "730 days";

/**
 * Sends the invitations that are due: one mail a sender and address. One that the mail server does not
 * take now ends the run, and waits for a later one.
 */
export async function sendInvitations(context: MailContext): Promise<void> {
  const { environment, call } = context;
  for (;;) {
    const invitation = (await call("next_invitation", {})) as Invitation | null;
    if (!invitation) return;
    const { mail } = invitation;
    const outcome = await deliverMail(
      environment,
      call,
      mail,
      await writeMail(context, invitation),
    );
    if (outcome === "unsent") {
      await call("retry_invitation", { mail });
      return;
    }
  }
}

/** The same for those who have an account and those who have none. */
async function writeMail(
  { environment, appUrl }: MailContext,
  { address, senderName, count, titles }: Invitation,
): Promise<Mail> {
  const claims = { purpose: "unsubscribe", address, kind: "invitation" } as const;
  const token = await signMailLink(environment, claims, UNSUBSCRIBE_EXPIRES);
  const name = withoutLinks(senderName);
  const tasks = count === 1 ? "a task" : `${count} tasks`;
  const more = count - titles.length;
  const layout = mailLayout({
    preheader: `${name} would like to share ${tasks} with you.`,
    heading: `${name} invites you to Rota`,
    blocks: [
      {
        kind: "paragraph",
        text: `Rota is a list of recurring tasks for people who live or work together. ${name} would like to share ${tasks} with you:`,
      },
      {
        kind: "list",
        lines: [
          ...titles.map((title) => ({ text: withoutLinks(title) })),
          ...(more > 0 ? [{ text: `and ${more} more` }] : []),
        ],
      },
      {
        kind: "paragraph",
        text: `Sign up with ${address}, or sign in if you have an account. Nothing is on your list until you accept.`,
      },
      {
        kind: "button",
        label: "See the invitation",
        url: `${appUrl}/?invited=${encodeURIComponent(address)}`,
      },
    ],
    footer: [
      {
        text: `You get this mail because ${name} entered your address on Rota. If you don't know them, leave it alone: nothing happens.`,
      },
      {
        text: "No more invitations by mail?",
        button: { label: "Unsubscribe", url: `${appUrl}/mail/unsubscribe?token=${token}` },
      },
    ],
  });
  return {
    to: address,
    subject: `${name} invites you to share tasks on Rota`,
    ...layout,
    unsubscribe: `${environment.publicApiUrl}/functions/v1/mail-link?unsubscribe=${token}`,
  };
}

/**
 * Names and titles are a stranger's words here, and mail programs make links of what looks like one:
 * an invisible joiner in the right places stops them.
 */
function withoutLinks(text: string): string {
  return text.replace(/(?<=\S)([.:@/])(?=\S)/g, "$1\u2060");
}

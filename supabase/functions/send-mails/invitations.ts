import type { Role } from "../../../src/domain/households/household.ts";
import { deliverMail, type Mail, unsubscribeLinks } from "../_shared/mail.ts";
import { type MailBlock, mailLayout } from "../_shared/mail-layout.ts";
import { signMailLink } from "../_shared/mail-links.ts";
import type { SendContext } from "../_shared/scheduled.ts";

/** One that is claimed: nobody else sends it. */
type Invitation = TaskInvitation | HouseholdInvitation;

interface Claimed {
  /** its id in the outbox */
  readonly mail: string;
  readonly address: string;
  readonly senderName: string;
}

interface TaskInvitation extends Claimed {
  /** of the tasks that wait */
  readonly count: number;
  /** of the first of them */
  readonly titles: readonly string[];
}

interface HouseholdInvitation extends Claimed {
  /** its name */
  readonly household: string;
  readonly role: Role;
  /** the name of the person that it is for; null for a new one */
  readonly person: string | null;
  /** what the link has: kept nowhere but in the mail */
  readonly token: string;
}

/** As long as an invitation to a household. */
const SIGN_UP_EXPIRES = "7 days";

/**
 * Sends the invitations that are due: one mail a sender and address. One that the mail server does not
 * take now ends the run, and waits for a later one.
 */
export async function sendInvitations(context: SendContext): Promise<void> {
  const { call } = context;
  for (;;) {
    const invitation = (await call("next_invitation", {})) as Invitation | null;
    if (!invitation) return;
    const { mail } = invitation;
    const outcome = await deliverMail(context, mail, await writeMail(context, invitation));
    if (outcome !== "unsent") continue;
    await call("retry_invitation", { mail });
    return;
  }
}

/** What differs between them. */
interface Words {
  readonly subject: string;
  readonly preheader: string;
  readonly blocks: readonly MailBlock[];
  /** where its button leads, on the app's site: a page, and the token of a household's link */
  readonly page: string;
  readonly token?: string;
  /** the name that somebody has there already */
  readonly name?: string | null;
}

/** The same for those who have an account and those who have none. */
async function writeMail(context: SendContext, invitation: Invitation): Promise<Mail> {
  const { environment, appUrl } = context;
  const { address } = invitation;
  const unsubscribe = await unsubscribeLinks(context, address, "invitation");
  const proof = await signMailLink(environment, { purpose: "sign-up", address }, SIGN_UP_EXPIRES);
  const name = withoutLinks(invitation.senderName);
  const words =
    "household" in invitation ? wordsOfHousehold(invitation, name) : wordsOfTasks(invitation, name);
  const filled = { invited: address, ...(words.name && { name: words.name }) };
  const query = Object.entries(filled).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  // What is secret stands after the #, which no server on the way is sent.
  const secrets = [...(words.token ? [words.token] : []), `proof=${encodeURIComponent(proof)}`];
  const url = `${appUrl}${words.page}?${query.join("&")}#${secrets.join("&")}`;
  const layout = mailLayout({
    preheader: words.preheader,
    heading: `${name} invites you to Rota`,
    blocks: [...words.blocks, { kind: "button", label: "See the invitation", url }],
    footer: [
      {
        text: `You get this mail because ${name} entered your address on Rota. If you don't know them, you can ignore this mail.`,
      },
      {
        text: "No more invitations by mail?",
        link: { label: "Unsubscribe", url: unsubscribe.page },
      },
    ],
  });
  return { to: address, subject: words.subject, ...layout, unsubscribe: unsubscribe.post };
}

function wordsOfTasks({ address, count, titles }: TaskInvitation, name: string): Words {
  const tasks = count === 1 ? "a task" : `${count} tasks`;
  const more = count - titles.length;
  return {
    subject: `${name} invites you to share tasks on Rota`,
    preheader: `${name} would like to share ${tasks} with you.`,
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
        text: `Sign up with ${address}, or sign in if you have an account. Nothing appears on your list until you accept.`,
      },
    ],
    page: "/",
  };
}

function wordsOfHousehold(
  { address, household, role, person, token }: HouseholdInvitation,
  name: string,
): Words {
  const flat = withoutLinks(household);
  const as = person === null ? "" : ` ${name} has added you as ${withoutLinks(person)}.`;
  return {
    subject: `${name} invites you to ${flat} on Rota`,
    preheader: `${name} invites you to join ${flat}.`,
    blocks: [
      {
        kind: "paragraph",
        text: `Rota is a list of recurring tasks for people who live or work together. ${name} invites you to join the household ${flat} as ${role === "keeper" ? "an admin" : `a ${role}`}: its tasks will be on your list, and everyone in it sees your name.${as}`,
      },
      {
        kind: "paragraph",
        text: `Sign up with ${address}, or sign in if you have an account. You join once you press Join. The link works once, within seven days; anyone who has it can use it, so keep it to yourself.`,
      },
    ],
    ...{ page: "/join", token, name: person },
  };
}

/**
 * Names and titles are a stranger's words here, and mail programs make links of what looks like one:
 * an invisible joiner in the right places stops them.
 */
function withoutLinks(text: string): string {
  return text.replace(/(?<=\S)([.:@/])(?=\S)/g, "$1\u2060");
}

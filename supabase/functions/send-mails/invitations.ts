import type { Role } from "../../../src/domain/households/household.ts";
import { deliverMail, unsubscribeLinks } from "../_shared/mail.ts";
import { type MailBlock, mailLayout } from "../_shared/mail-layout.ts";
import { signMailLink } from "../_shared/mail-links.ts";
import { type Mail, openMailer } from "../_shared/mailer.ts";
import type { SendContext } from "../_shared/scheduled.ts";

/** A claimed invitation: nobody else sends it. */
type Invitation = TaskInvitation | HouseholdInvitation;

interface Claimed {
  /** its id in the outbox */
  readonly mail: string;
  readonly address: string;
  readonly senderName: string;
}

interface TaskInvitation extends Claimed {
  /** of waiting tasks */
  readonly count: number;
  /** of the first waiting tasks */
  readonly titles: readonly string[];
}

interface HouseholdInvitation extends Claimed {
  readonly household: string;
  readonly role: Role;
  /** the name of the person who is invited; null for a new person */
  readonly person: string | null;
  /** the link's token, kept only in the mail */
  readonly token: string;
}

/** A hosted function has two seconds of processor time. */
const MOST_A_RUN = 50;
/** As long as an invitation to a household. */
const SIGN_UP_EXPIRES = "7 days";

/**
 * Sends due invitations, one mail per sender and address, as many as a run has time for. If the mail server
 * accepts none now, the run ends and the mail waits for a later one.
 * @returns whether there may be more
 */
export async function sendInvitations(context: SendContext): Promise<boolean> {
  const { call, environment } = context;
  const mailer = openMailer(environment);
  try {
    for (let sent = 0; sent < MOST_A_RUN; sent += 1) {
      const invitation = (await call("next_invitation", {})) as Invitation | null;
      if (!invitation) return false;
      const { mail } = invitation;
      const written = await writeMail(context, invitation);
      if ((await deliverMail(context, mailer, mail, written)) === "unsent") {
        await call("retry_invitation", { mail });
        return false;
      }
    }
    return true;
  } finally {
    mailer.close();
  }
}

/** The parts that differ between invitations to tasks and to households. */
interface Words {
  readonly subject: string;
  readonly preheader: string;
  readonly blocks: readonly MailBlock[];
  /** the button's page on the app's site, and the token of a household's link */
  readonly page: string;
  readonly token?: string;
  /** the name that the person has there already */
  readonly name?: string | null;
}

/** The same for people with and without an account. */
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
  // Secrets are in the fragment, which isn't sent to servers on the way.
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
 * Names and titles are a stranger's text here, and mail programs turn addresses in them into links: an
 * invisible joiner prevents that.
 */
function withoutLinks(text: string): string {
  return text.replace(/(?<=\S)([.:@/])(?=\S)/g, "$1\u2060");
}

import type { Role } from "../../../src/domain/households/household.ts";
import type { Locale } from "../../../src/domain/language/locale.ts";
import { deliverMail, unsubscribeLinks } from "../_shared/mail.ts";
import { type MailBlock, mailLayout } from "../_shared/mail-layout.ts";
import { signMailLink } from "../_shared/mail-links.ts";
import { type Mail, openMailer } from "../_shared/mailer.ts";
import { readersLocale } from "../_shared/readers-locale.ts";
import type { SendContext } from "../_shared/scheduled.ts";

/** A claimed invitation: nobody else sends it. */
type Invitation = TaskInvitation | HouseholdInvitation;

interface Claimed {
  /** its id in the outbox */
  readonly mail: string;
  readonly address: string;
  /** of the address's account, else the sender's; null for neither */
  readonly language: string | null;
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
  const locale = await readersLocale({ ...invitation, dateStyle: null });
  const { t } = locale;
  const name = withoutLinks(invitation.senderName);
  const words =
    "household" in invitation
      ? wordsOfHousehold(invitation, name, locale)
      : wordsOfTasks(invitation, name, locale);
  const filled = { invited: address, ...(words.name && { name: words.name }) };
  const query = Object.entries(filled).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  // Secrets are in the fragment, which isn't sent to servers on the way.
  const secrets = [...(words.token ? [words.token] : []), `proof=${encodeURIComponent(proof)}`];
  const url = `${appUrl}${words.page}?${query.join("&")}#${secrets.join("&")}`;
  const layout = mailLayout(
    {
      preheader: words.preheader,
      heading: t("{name} invites you to Rota", { name }),
      blocks: [...words.blocks, { kind: "button", label: t("See the invitation"), url }],
      footer: [
        {
          text: t(
            "You get this mail because {name} entered your address on Rota. If you don't know them, you can ignore this mail.",
            { name },
          ),
        },
        {
          text: t("No more invitations by mail?"),
          link: { label: t("Unsubscribe"), url: unsubscribe.page },
        },
      ],
    },
    locale,
  );
  return { to: address, subject: words.subject, ...layout, unsubscribe: unsubscribe.post };
}

const whatItIs = ({ t }: Locale) =>
  t("Rota is a list of recurring tasks for people who live or work together.");

function wordsOfTasks(
  { address, count, titles }: TaskInvitation,
  name: string,
  locale: Locale,
): Words {
  const { t } = locale;
  const more = count - titles.length;
  const invites = t(
    "{name} would like to share {count, plural, one {a task} other {# tasks}} with you:",
    { name, count },
  );
  return {
    subject: t("{name} invites you to share tasks on Rota", { name }),
    preheader: t(
      "{name} would like to share {count, plural, one {a task} other {# tasks}} with you.",
      { name, count },
    ),
    blocks: [
      { kind: "paragraph", text: `${whatItIs(locale)} ${invites}` },
      {
        kind: "list",
        lines: [
          ...titles.map((title) => ({ text: withoutLinks(title) })),
          ...(more > 0 ? [{ text: t("and {count, number} more", { count: more }) }] : []),
        ],
      },
      {
        kind: "paragraph",
        text: t(
          "Sign up with {address}, or sign in if you have an account. Nothing appears on your list until you accept.",
          { address },
        ),
      },
    ],
    page: "/",
  };
}

function wordsOfHousehold(
  { address, household: flat, role, person, token }: HouseholdInvitation,
  name: string,
  locale: Locale,
): Words {
  const { t } = locale;
  const household = withoutLinks(flat);
  const sentences = [
    whatItIs(locale),
    t(
      "{name} invites you to join the household {household} as {role, select, keeper {an admin} helper {a helper} other {a member}}: its tasks will be on your list, and everyone in it sees your name.",
      { name, household, role },
    ),
    ...(person === null
      ? []
      : [t("{name} has added you as {person}.", { name, person: withoutLinks(person) })]),
  ];
  return {
    subject: t("{name} invites you to {household} on Rota", { name, household }),
    preheader: t("{name} invites you to join {household}.", { name, household }),
    blocks: [
      { kind: "paragraph", text: sentences.join(" ") },
      {
        kind: "paragraph",
        text: t(
          "Sign up with {address}, or sign in if you have an account. You join once you press Join. The link works once, within seven days; anyone who has it can use it, so keep it to yourself.",
          { address },
        ),
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

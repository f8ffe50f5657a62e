import { readStyle } from "../../../src/domain/dates/date-style.ts";
import { formatWeekday } from "../../../src/domain/dates/format-date.ts";
import { type Locale, localeOf } from "../../../src/domain/language/locale.ts";
import { type ListFor, listedTasks } from "../_shared/listed-tasks.ts";
import { deliverMail, type Mail, unsubscribeLinks } from "../_shared/mail.ts";
import { type MailBlock, type MailLine, mailLayout } from "../_shared/mail-layout.ts";
import { signMailLink } from "../_shared/mail-links.ts";
import type { SendContext } from "../_shared/scheduled.ts";
import { type MorningContent, type MorningLine, morningContent } from "./morning-content.ts";

/** A person whose mail is due, as `due_morning_mails` answers it. */
interface DueMail {
  readonly person: string;
  readonly address: string;
  readonly timeZone: string;
  readonly day: string;
  readonly onlyMyTurns: boolean;
}

const BATCH = 100;
/** After so many unsent mails in a row, the mail server is taken to be down. */
const MOST_UNSENT = 3;
/** Longer lists are read in the app. */
const MOST_LINES = 50;
const DONE_EXPIRES = "3 days";

/**
 * Sends the morning mails that are due at an instant. A person whose mail fails waits for the next call, as
 * does everybody if the mail server accepts none. Several workers may run it: each mail is claimed before it
 * is sent.
 * @throws Error at the end if somebody's mail failed
 */
export async function sendMorningMails(
  context: SendContext,
  instant: Date = new Date(),
): Promise<void> {
  const failures: unknown[] = [];
  let unsent = 0;
  let after: string | null = null;
  for (;;) {
    const page = { instant: instant.toISOString(), after, most: BATCH };
    const due = (await context.call("due_morning_mails", page)) as DueMail[];
    for (const mail of due) {
      try {
        unsent = (await sendMorningMail(context, mail, instant)) === "unsent" ? unsent + 1 : 0;
      } catch (error) {
        failures.push(error);
      }
      if (unsent === MOST_UNSENT) throw new Error("The mail server takes no mails");
    }
    const last = due.at(-1);
    if (last === undefined || due.length < BATCH) break;
    after = last.person;
  }
  if (failures.length > 0) throw new AggregateError(failures, "Morning mails failed");
}

async function sendMorningMail(
  context: SendContext,
  mail: DueMail,
  instant: Date,
): Promise<"unsent" | "settled"> {
  const { call } = context;
  const { person, address, timeZone, day, onlyMyTurns } = mail;
  const list = (await call("list_tasks_for", { person })) as ListFor;
  const locale = localeOf("en", {}, readStyle(list.profile.dateStyle));
  const moment = { today: day, timeZone, now: instant.getTime() };
  const content = morningContent(listedTasks(list), person, moment, onlyMyTurns);
  if (content !== null) {
    const claim = { kind: "morning", recipient: address, key: `${person}:${day}` };
    const written = await writeMail(context, mail, content, locale);
    const id = (await call("claim_message", claim)) as string | null;
    // Somebody else is sending it, and settles the day.
    if (id === null) return "settled";
    if ((await deliverMail(context, id, written)) === "unsent") return "unsent";
  }
  await call("settle_day", { kind: "morning", person, day });
  return "settled";
}

async function writeMail(
  context: SendContext,
  { person, address, day }: DueMail,
  { due, late, yesterday }: MorningContent,
  locale: Locale,
): Promise<Mail> {
  const { environment, appUrl } = context;
  const unsubscribe = await unsubscribeLinks(context, address, "morning");
  const lineOf = async ({ taskId, day: doneDay, text }: MorningLine): Promise<MailLine> => {
    const claims = { purpose: "done", person, task: taskId, day: doneDay } as const;
    const token = await signMailLink(environment, claims, DONE_EXPIRES);
    return { text, link: { label: "Done", url: `${appUrl}/mail/done?token=${token}` } };
  };
  const shown = await Promise.all(due.slice(0, MOST_LINES).map(lineOf));
  const more = due.length - shown.length;
  const rest = more > 0 ? [{ text: `And ${more} more on your board.` }] : [];
  const open = { label: "Open Rota", url: `${appUrl}/` };
  const did = yesterday.slice(0, MOST_LINES).map((text) => ({ text }));

  const counts = [
    ...(due.length > 0 ? [`${due.length} due`] : []),
    ...(late > 0 ? [`${late} from earlier`] : []),
  ];
  const layout = mailLayout({
    preheader: due
      .map(({ text }) => text)
      .slice(0, 5)
      .join(", "),
    heading: formatWeekday(day, locale),
    blocks: [
      ...listOf("Due today", [...shown, ...rest]),
      ...listOf("Overdue", late > 0 ? [{ text: `${late} from earlier:`, link: open }] : []),
      ...listOf("Done yesterday", did),
      { kind: "button", ...open },
    ],
    footer: [
      {
        text: "You asked for this mail. Each link opens a page that asks before it marks anything as done; it works for three days, for anyone who has this mail.",
      },
      {
        text: "Change the time:",
        link: { label: "Settings", url: `${appUrl}/settings/mail` },
      },
      {
        text: "Unsubscribe:",
        link: { label: "unsubscribe", url: unsubscribe.page },
      },
    ],
  });
  return {
    to: address,
    subject: `${formatWeekday(day, locale)}: ${counts.join(", ")}`,
    ...layout,
    unsubscribe: unsubscribe.post,
  };
}

const listOf = (title: string, lines: readonly MailLine[]): MailBlock[] =>
  lines.length > 0 ? [{ kind: "list", title, lines }] : [];

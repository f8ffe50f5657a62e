import { formatWeekday } from "../../../src/domain/dates/format-date.ts";
import { sideBySide } from "../../../src/domain/joined.ts";
import type { Locale } from "../../../src/domain/language/locale.ts";
import { type ListFor, listedTasks } from "../_shared/listed-tasks.ts";
import { type MailResult, tryToSend, unsubscribeLinks } from "../_shared/mail.ts";
import { type MailBlock, type MailLine, mailLayout } from "../_shared/mail-layout.ts";
import { signMailLink } from "../_shared/mail-links.ts";
import {
  CONNECTIONS,
  type Mail,
  type Mailer,
  openMailer,
  type WrittenMail,
} from "../_shared/mailer.ts";
import { readersLocale } from "../_shared/readers-locale.ts";
import type { SendContext } from "../_shared/scheduled.ts";
import { type MorningContent, type MorningLine, morningContent } from "./morning-content.ts";

/** A person whose mail is due, as `claim_morning_mails` answers it. */
interface DueMail {
  readonly person: string;
  readonly address: string;
  readonly timeZone: string;
  readonly day: string;
  readonly onlyMyTurns: boolean;
  /** null if it can't be had now, for the reason in `error` */
  readonly list: ListFor | null;
  readonly error?: string;
}

interface Page {
  readonly due: readonly DueMail[];
  readonly hasMore: boolean;
}

/** What becomes of a mail, for `finish_morning_mails`. */
interface Outcome extends MailResult {
  readonly person: string;
  readonly day: string;
  /** its id in the outbox; null if there was nothing to say */
  readonly mail: string | null;
}

const PAGE = 10;
/** A hosted function has two seconds of processor time; a mail takes up to 15 ms of it. */
const MOST_A_RUN = 80;
/** Longer lists are read in the app. */
const MOST_LINES = 50;
const DONE_EXPIRES = "3 days";

/**
 * Sends morning mails that are due at an instant, as many as a run has time for. A person whose mail fails
 * waits for a later call, as does everybody if the mail server accepts none. Several workers may run it: each
 * leases other people, and claims each mail before it is sent.
 * @returns whether there are more
 * @throws Error at the end if somebody's mail failed
 */
export async function sendMorningMails(
  context: SendContext,
  instant: Date = new Date(),
): Promise<boolean> {
  const failures: unknown[] = [];
  const mailer = openMailer(context.environment);
  let page: Page = { due: [], hasMore: true };
  try {
    for (let people = 0; page.hasMore && people < MOST_A_RUN; people += PAGE) {
      const asked = { instant: instant.toISOString(), most: PAGE };
      page = (await context.call("claim_morning_mails", asked)) as Page;
      const outcomes = await sendPage(context, mailer, page.due, instant, failures);
      if (outcomes.length === 0) continue;
      const finished = { results: outcomes, instant: instant.toISOString() };
      await context.call("finish_morning_mails", finished);
      const tried = outcomes.filter(({ mail }) => mail !== null);
      if (tried.length > 0 && tried.every(({ failure }) => failure === "unsent")) {
        throw new Error("The mail server takes no mails");
      }
    }
  } finally {
    mailer.close();
  }
  if (failures.length > 0) throw new AggregateError(failures, "Morning mails failed");
  return page.hasMore;
}

interface Written {
  readonly due: DueMail;
  readonly mail: WrittenMail;
}

async function sendPage(
  context: SendContext,
  mailer: Mailer,
  people: readonly DueMail[],
  instant: Date,
  failures: unknown[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const written: Written[] = [];
  for (const due of people) {
    try {
      const mail = await mailTo(context, due, instant);
      if (mail === null) outcomes.push({ person: due.person, day: due.day, mail: null });
      else written.push({ due, mail: await mailer.write(mail) });
    } catch (error) {
      failures.push(error);
    }
  }
  // No more are claimed than are handed over: those of a run that is killed aren't sent again.
  for (let first = 0; first < written.length; first += CONNECTIONS) {
    const some = written.slice(first, first + CONNECTIONS);
    outcomes.push(...(await claimAndSend(context, mailer, some)));
  }
  return outcomes;
}

/** Without those that somebody else is sending. */
async function claimAndSend(
  context: SendContext,
  mailer: Mailer,
  written: readonly Written[],
): Promise<Outcome[]> {
  const ids = (await context.call("claim_mails", {
    kind: "morning",
    keys: written.map(({ due: { person, day } }) => `${person}:${day}`),
    recipients: written.map(({ due }) => due.address),
  })) as (string | null)[];
  const sent = written.map(async ({ due: { person, day }, mail }, place): Promise<Outcome[]> => {
    const id = ids[place];
    if (!id) return [];
    return [{ person, day, mail: id, ...(await tryToSend(context, () => mailer.send(mail))) }];
  });
  return (await Promise.all(sent)).flat();
}

/** Null if nothing is due. */
async function mailTo(context: SendContext, due: DueMail, instant: Date): Promise<Mail | null> {
  const { person, timeZone, day, onlyMyTurns, list } = due;
  if (list === null) throw new Error(`A list could not be read: ${due.error}`);
  const moment = { today: day, timeZone, now: instant.getTime() };
  const locale = await readersLocale(list.profile);
  const content = morningContent(listedTasks(list), person, moment, locale, onlyMyTurns);
  return content && writeMail(context, due, content, locale);
}

async function writeMail(
  context: SendContext,
  { person, address, day }: DueMail,
  { due, late, yesterday }: MorningContent,
  locale: Locale,
): Promise<Mail> {
  const { environment, appUrl } = context;
  const { t } = locale;
  const unsubscribe = await unsubscribeLinks(context, address, "morning");
  const lineOf = async ({ taskId, day: doneDay, text }: MorningLine): Promise<MailLine> => {
    const claims = { purpose: "done", person, task: taskId, day: doneDay } as const;
    const token = await signMailLink(environment, claims, DONE_EXPIRES);
    const label = t("Done // a button: it is done");
    return { text, link: { label, url: `${appUrl}/mail/done?token=${token}` } };
  };
  const shown = await Promise.all(due.slice(0, MOST_LINES).map(lineOf));
  const more = due.length - shown.length;
  const andMore = t("And {more, plural, one {# more} other {# more}} on your board.", { more });
  const rest = more > 0 ? [{ text: andMore }] : [];
  const open = { label: t("Open Rota"), url: `${appUrl}/` };
  const earlier = t("{late, plural, one {# from earlier} other {# from earlier}}:", { late });
  const did = yesterday.slice(0, MOST_LINES).map((text) => ({ text }));
  const first = due.slice(0, 5).map(({ text }) => text);
  const layout = mailLayout(
    {
      preheader: sideBySide(first, locale),
      heading: formatWeekday(day, locale),
      blocks: [
        ...listOf(t("Due today"), [...shown, ...rest]),
        ...listOf(t("Overdue // a heading"), late > 0 ? [{ text: earlier, link: open }] : []),
        ...listOf(t("Done yesterday"), did),
        { kind: "button", ...open },
      ],
      footer: [
        {
          text: t(
            "You asked for this mail. Each link opens a page that asks before it marks anything as done; it works for three days, for anyone who has this mail.",
          ),
        },
        {
          text: t("Change the time:"),
          link: { label: t("Settings"), url: `${appUrl}/settings/mail` },
        },
        {
          text: t("Unsubscribe:"),
          link: { label: t("unsubscribe // a link"), url: unsubscribe.page },
        },
      ],
    },
    locale,
  );
  const subject = subjectOf(day, due.length, late, locale);
  return { to: address, subject, ...layout, unsubscribe: unsubscribe.post };
}

function subjectOf(date: string, due: number, late: number, locale: Locale): string {
  const { t } = locale;
  const day = formatWeekday(date, locale);
  if (late === 0) return t("{day}: {due, plural, one {# due} other {# due}}", { day, due });
  if (due === 0) {
    return t("{day}: {late, plural, one {# from earlier} other {# from earlier}}", { day, late });
  }
  return t(
    "{day}: {due, plural, one {# due} other {# due}}, {late, plural, one {# from earlier} other {# from earlier}}",
    { day, due, late },
  );
}

const listOf = (title: string, lines: readonly MailLine[]): MailBlock[] =>
  lines.length > 0 ? [{ kind: "list", title, lines }] : [];

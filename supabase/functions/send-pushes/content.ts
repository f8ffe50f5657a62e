import { addDays } from "../../../src/domain/dates/calendar.ts";
import type { CalendarDate } from "../../../src/domain/dates/calendar-date.ts";
import { sideBySide } from "../../../src/domain/joined.ts";
import { isolated } from "../../../src/domain/language/isolated.ts";
import type { Locale } from "../../../src/domain/language/locale.ts";
import { scheduledDay } from "../../../src/domain/recurrence/task-schedule.ts";
import { putOffChoices } from "../../../src/domain/tasks/put-off-choices.ts";
import type { Task } from "../../../src/domain/tasks/task.ts";
import { type Moment, todayBuckets } from "../../../src/domain/tasks/today.ts";
import { onDayText, turnOf } from "../../../src/domain/turns/turn-words.ts";
import type { Environment } from "../_shared/environment.ts";
import { signMailLink } from "../_shared/mail-links.ts";
import type { DoneDay, Invitation, OfferedTurn } from "./due.ts";
import type { Message } from "./message.ts";

/** Up to so many get a notification each; more share one. */
const MOST_SINGLE = 3;
/** The number of titles in one notification. */
const MOST_TITLES = 5;
const HOUR = 3_600;
const LINKS_EXPIRE = "3 days";

/**
 * Messages about a person's tasks due today, by the rules of the Today tab, without others' turns or, if they
 * want that, tasks of nobody's turn; none if nothing is due.
 */
export async function todayMessages(
  environment: Environment,
  tasks: readonly Task[],
  person: string,
  moment: Moment,
  locale: Locale,
  onlyMyTurns = false,
): Promise<Message[]> {
  const { t } = locale;
  const { active, count: badge } = todayBuckets(tasks, moment);
  const day = moment.today;
  const due = active
    .flatMap(({ items }) => items)
    .filter(({ task, dueDate }) => turnOf(task, dueDate, day)?.isMine ?? !onlyMyTurns);
  const ttl = 6 * HOUR;
  if (due.length > MOST_SINGLE) {
    const title = t("{count, plural, one {# due today} other {# due today}}", {
      count: due.length,
    });
    const body = listOf(
      due.map(({ task }) => task.title),
      locale,
    );
    return [{ title, body, tag: `today ${day}`, path: "/", badge, ttl, locale }];
  }
  return Promise.all(
    due.map(async ({ task, dueDate, doneDate }) => ({
      title: task.title,
      body: turnOf(task, dueDate, day) ? t("Due today, your turn") : t("Due today"),
      tag: tagOf({ task: task.id, day: doneDate }),
      path: `/task/${task.id}`,
      links: await linksOf(environment, person, task, dueDate, doneDate),
      badge,
      ttl,
      locale,
    })),
  );
}

async function linksOf(
  environment: Environment,
  person: string,
  task: Task,
  dueDate: string,
  doneDate: string,
) {
  const tomorrow = addDays(doneDate, 1);
  const isFree = putOffChoices(task, doneDate, doneDate, 1)[0] === tomorrow;
  const day = { person, task: task.id };
  const [done, later] = await Promise.all([
    signMailLink(
      environment,
      { purpose: "done", via: "push", ...day, day: scheduledDay(task, doneDate) },
      LINKS_EXPIRE,
    ),
    isFree &&
      signMailLink(
        environment,
        { purpose: "put-off", ...day, day: scheduledDay(task, dueDate), newDay: tomorrow },
        LINKS_EXPIRE,
      ),
  ]);
  return { done, ...(later && { "put-off": later }) };
}

export interface DoneNews extends DoneDay {
  readonly title: string;
  /** null when that person has closed their account */
  readonly name: string | null;
}

export function doneMessages(news: readonly DoneNews[], locale: Locale): Message[] {
  const { t } = locale;
  const ttl = HOUR;
  if (news.length > MOST_SINGLE) {
    const title = t("{count, plural, one {# task done} other {# tasks done}}", {
      count: news.length,
    });
    const body = listOf(
      news.map((one) => one.title),
      locale,
    );
    return [{ title, body, tag: "done", path: "/", ttl, locale }];
  }
  return news.map((one) => ({
    title: one.title,
    body:
      one.name === null ? t("Somebody did it") : t("{name} did it", { name: isolated(one.name) }),
    tag: tagOf(one),
    path: `/task/${one.task}`,
    ttl,
    locale,
  }));
}

export const invitationMessage = (
  { key, senderName, count, titles }: Invitation,
  locale: Locale,
): Message => ({
  title: locale.t("{name} invites you", { name: isolated(senderName) }),
  body: listOf(titles, locale, count),
  tag: `invitation ${key.split(" ")[0]}`,
  path: "/",
  ttl: 24 * HOUR,
  locale,
});

/** @param today in the time zone of the person asked */
export const offerMessage = (turn: OfferedTurn, today: CalendarDate, locale: Locale): Message => ({
  title: turn.title,
  body: locale.t("{name} asks: can you take it {day}? // the day is 'tomorrow' or 'on Sunday'", {
    name: isolated(turn.name),
    day: onDayText(turn.day, today, locale),
  }),
  tag: `offer ${tagOf(turn)}`,
  path: `/task/${turn.task}`,
  ttl: 24 * HOUR,
  locale,
});

/** The same when due and when done, so that the second message replaces the first. */
export const tagOf = ({ task, day }: DoneDay) => `${task} ${day}`;

function listOf(titles: readonly string[], locale: Locale, count = titles.length): string {
  const shown = titles.slice(0, MOST_TITLES).map(isolated);
  const tasks = sideBySide(shown, locale);
  const more = count - shown.length;
  return more > 0 ? locale.t("{tasks}, and {more, number} more", { tasks, more }) : tasks;
}

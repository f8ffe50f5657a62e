import { addDays } from "../../../src/domain/dates/calendar.ts";
import type { CalendarDate } from "../../../src/domain/dates/calendar-date.ts";
import { formatCount } from "../../../src/domain/format-count.ts";
import { isolated } from "../../../src/domain/language/isolated.ts";
import { US_ENGLISH } from "../../../src/domain/language/locale.ts";
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
  onlyMyTurns = false,
): Promise<Message[]> {
  const { active, count: badge } = todayBuckets(tasks, moment);
  const day = moment.today;
  const due = active
    .flatMap(({ items }) => items)
    .filter(({ task, dueDate }) => turnOf(task, dueDate, day)?.isMine ?? !onlyMyTurns);
  const ttl = 6 * HOUR;
  if (due.length > MOST_SINGLE) {
    const title = `${formatCount(due.length)} due today`;
    const body = listOf(due.map(({ task }) => task.title));
    return [{ title, body, tag: `today ${day}`, path: "/", badge, ttl }];
  }
  return Promise.all(
    due.map(async ({ task, dueDate, doneDate }) => ({
      title: task.title,
      body: turnOf(task, dueDate, day) ? "Due today, your turn" : "Due today",
      tag: tagOf({ task: task.id, day: doneDate }),
      path: `/task/${task.id}`,
      links: await linksOf(environment, person, task, dueDate, doneDate),
      badge,
      ttl,
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

export function doneMessages(news: readonly DoneNews[]): Message[] {
  const ttl = HOUR;
  if (news.length > MOST_SINGLE) {
    const title = `${formatCount(news.length)} tasks done`;
    return [{ title, body: listOf(news.map((one) => one.title)), tag: "done", path: "/", ttl }];
  }
  return news.map((one) => ({
    title: one.title,
    body: one.name === null ? "Somebody did it" : `${isolated(one.name)} did it`,
    tag: tagOf(one),
    path: `/task/${one.task}`,
    ttl,
  }));
}

export const invitationMessage = ({ key, senderName, count, titles }: Invitation): Message => ({
  title: `${isolated(senderName)} invites you`,
  body: listOf(titles, count),
  tag: `invitation ${key.split(" ")[0]}`,
  path: "/",
  ttl: 24 * HOUR,
});

/** @param today in the time zone of the person asked */
export const offerMessage = (turn: OfferedTurn, today: CalendarDate): Message => ({
  title: turn.title,
  body: `${isolated(turn.name)} asks: can you take it ${onDayText(turn.day, today, US_ENGLISH)}?`,
  tag: `offer ${tagOf(turn)}`,
  path: `/task/${turn.task}`,
  ttl: 24 * HOUR,
});

/** The same when due and when done, so that the second message replaces the first. */
export const tagOf = ({ task, day }: DoneDay) => `${task} ${day}`;

function listOf(titles: readonly string[], count = titles.length): string {
  const named = titles.slice(0, MOST_TITLES).map(isolated);
  const more = count - named.length;
  return [...named, ...(more > 0 ? [`and ${formatCount(more)} more`] : [])].join(", ");
}

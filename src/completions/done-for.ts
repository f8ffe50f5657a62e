import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import type { Locale } from "../domain/language/locale.ts";
import { namesAfter, type Task } from "../domain/tasks/task.ts";
import { insteadOf } from "../domain/turns/turn-words.ts";

/** 'Counted for you; it was Carol’s turn.' of an occurrence that was somebody else's turn; nothing for any other. */
export function doneForText(
  task: Task,
  date: CalendarDate,
  /** person ids of those who did it: the user unless given */
  people: readonly string[] = [task.household?.me ?? ""],
  today: CalendarDate,
  locale: Locale,
): string[] {
  const { t } = locale;
  const now = { completedBy: null, people, completedAt: null, timeZone: null };
  const turn = insteadOf(task, date, now, today);
  if (turn === null) return [];
  const isMe = (id: string) => id === task.household?.me;
  const name = turn.name;
  const whose = turn.isMine ? "you" : "other";
  if (people.length === 0) {
    return [
      t("{whose, select, you {It was your turn.} other {It was {name}’s turn.}}", { whose, name }),
    ];
  }
  return [
    people.every(isMe)
      ? t("Counted for you; it was {name}’s turn.", { name })
      : t(
          "{whose, select, you {Counted for {names}; it was your turn.} other {Counted for {names}; it was {name}’s turn.}}",
          { whose, name, names: namesAfter(people, task, locale) },
        ),
  ];
}

import type { CalendarDate } from "../dates/calendar-date.ts";
import { formatCount } from "../format-count.ts";
import { simpleRepeat } from "../recurrence/repeat.ts";
import type { Deed } from "./deeds.ts";
import { type LoopHabit, readLoopFile, VALUES } from "./loop-file.ts";
import { type Draft, Move } from "./move.ts";
import type { Reader } from "./moving-form.ts";
import { addUnsure } from "./open-rhythms.ts";
import { afterDone, once, type Rhythm } from "./rhythm.ts";
import { whenOfDay } from "./when.ts";

const NAME = "Loop Habit Tracker";
/** the one person whose habits they are */
const OWNER = "owner";
const THOUSANDTHS = 1_000;

/** Reads Loop's ZIP or its backup. It has days without a zone and without times. */
export const readLoop: Reader = async (file, answers, locale, today) => {
  const move = new Move({ source: "loop", name: NAME }, file, answers, locale, today);
  const habits = await readLoopFile(file.bytes, locale);
  move.addPerson(OWNER, locale.t("Whoever kept this list // a person whose name isn’t known"));
  for (const habit of habits) addHabit(habit, move);
  return move.result(NAME);
};

function addHabit(habit: LoopHabit, move: Move) {
  const { t } = move.locale;
  const { source, name: title, times, days, isArchived } = habit;
  if (habit.isNumeric && habit.isAtMost) {
    const what = t("It is something to do less of, which is no task.");
    move.leaveOut({
      what,
      title,
      deeds: habit.entries.filter(({ value }) => isAmount(value)).length,
    });
    return;
  }
  const deeds = deedsOf(habit, move);
  const draft = (rhythm: Rhythm): Draft => ({ source, title, notes: habit.notes, rhythm, deeds });
  if (isArchived) {
    if (deeds.length > 0) move.add(draft(once(null)));
    else move.leaveOut({ what: t("It is archived, and was never done."), title });
    return;
  }
  const next = null;
  const after = times === 1 && days > 1 ? afterDone(days, "D") : null;
  if (times >= days) move.add(draft({ repeat: simpleRepeat("daily"), next }));
  else if (after) move.add(draft({ repeat: after, next }));
  else {
    const text = t(
      "{title} is done {times, number} times in {days, number} days. How often is it due?",
      {
        ...{ title, times, days },
      },
    );
    const between = afterDone(Math.max(1, Math.floor(days / times)), "D");
    addUnsure(
      move,
      { source, title },
      { text, offers: [simpleRepeat("daily"), between], next },
      draft,
    );
  }
}

/** YES_AUTO is none: nobody did anything on that day. */
function deedsOf({ name: title, entries, isNumeric, target, unit }: LoopHabit, move: Move): Deed[] {
  const { t } = move.locale;
  const deeds: Deed[] = [];
  let automatic = 0;
  for (const { row, day, value, notes } of entries) {
    const isDone = isNumeric
      ? isAmount(value) && value >= target * THOUSANDTHS
      : value === VALUES.YES_MANUAL;
    const part = { title, row, deeds: isDone ? 1 : 0 };
    if (day === null) move.leaveOut({ what: t("It has no date."), ...part });
    else if (isDone || value === VALUES.SKIP) {
      const amount = `${formatCount(value / THOUSANDTHS, move.locale)} ${unit}`;
      const texts = isNumeric && isDone ? [amount.trim(), notes] : [notes];
      const note = texts.filter((text) => text !== "").join("\n");
      deeds.push(deed(day, isDone, note, row));
    } else if (isNumeric && isAmount(value)) {
      move.leaveOut({ what: t("It was less than what is aimed at."), ...part, deeds: 1 });
    } else if (value === VALUES.YES_AUTO) automatic++;
    else if (notes.trim() !== "") {
      move.leaveOut({ what: t("A note on a day on which it wasn’t done."), ...part });
    }
  }
  if (automatic > 0) {
    const what = t(
      "{count, plural, one {# day} other {# days}} that {program} ticked by itself: nobody did anything.",
      { count: automatic, program: NAME },
    );
    move.leaveOut({ what, title });
  }
  return deeds;
}

/** The first numbers are the names of VALUES in numeric habits, too. */
const isAmount = (value: number) => value > VALUES.SKIP;

const deed = (day: CalendarDate, isDone: boolean, note: string, row: number): Deed => ({
  ...{ day, when: whenOfDay(day, "UTC"), status: isDone ? "done" : "skipped", by: [OWNER] },
  ...{ note, row },
});

import { listed } from "../joined.ts";
import type { Locale } from "../language/locale.ts";
import { whoIs } from "../language/who.ts";
import type { Task } from "../tasks/task.ts";
import { compareText } from "../tasks/task-groups.ts";
import type { RecordFacts } from "./facts.ts";
import type { Turns } from "./figure-turns.ts";
import type { Mark } from "./marks.ts";
import type { Person } from "./people.ts";
import type { Doer } from "./shares.ts";

/** One task's entry in a day's ledger. */
export interface DayEntry {
  readonly task: Task;
  readonly mark: Mark;
  /** who did it, as far as is known */
  readonly doers: readonly Doer[];
  /** by how many days it was late, 0 for on time */
  readonly late: number;
  /** whose turn it was; null for anybody's */
  readonly whose: string | null;
}

/** All that became of a day, by title. */
export function dayEntries(
  marks: ReadonlyMap<Task, ReadonlyMap<number, Mark>>,
  facts: RecordFacts,
  day: number,
  turns: Turns,
  reader: Pick<Locale, "tag">,
): readonly DayEntry[] {
  return [...marks]
    .flatMap(([task, ofTask]): DayEntry[] => {
      const mark = ofTask.get(day);
      const known = facts.tasks.get(task.id);
      if (mark === undefined) return [];
      const late = known?.late.get(day) ?? 0;
      const doers = known?.doers.get(day) ?? [];
      return [{ task, mark, doers, late, whose: turns.on(task, day) }];
    })
    .sort((a, b) => compareText(a.task.title, b.task.title, reader));
}

/** How a ledger calls somebody. */
export type Called = Pick<Person, "name" | "isYou">;

/**
 * 'Done by Bob', 'Done by Bob and Carol, 2 days late', 'Missed · was Bob’s turn', 'Skipped'; of a task that nobody else
 * could have done, without who did it.
 */
export function entryText(entry: DayEntry, personOf: (id: Doer) => Called, locale: Locale): string {
  const { t } = locale;
  const { mark, doers, whose } = entry;
  switch (mark) {
    case "done":
    case "late": {
      const done = doneText(entry, doers.map(personOf), locale);
      const isOthers = whose !== null && doers.length > 0 && !doers.includes(whose);
      return isOthers ? withTurn(done, personOf(whose), locale) : done;
    }
    case "missed":
      return whose === null ? t("Missed") : withTurn(t("Missed"), personOf(whose), locale);
    case "skipped":
      return t("Skipped");
    case "paused":
      return t("Paused");
  }
}

function doneText({ late }: DayEntry, doers: readonly Called[], locale: Locale): string {
  const { t } = locale;
  const names = listed(
    doers.map(({ name, isYou }) => (isYou ? t("you // after by or for") : name)),
    locale,
  );
  const { who } = whoIs(doers.length === 1 && doers[0]?.isYou, names);
  if (late === 0) {
    return doers.length === 0
      ? t("Done")
      : t("{who, select, you {Done by you} other {Done by {names}}}", { who, names });
  }
  return doers.length === 0
    ? t("{days, plural, one {Done, # day late} other {Done, # days late}}", { days: late })
    : t(
        "{who, select, you {{days, plural, one {Done by you, # day late} other {Done by you, # days late}}} other {{days, plural, one {Done by {names}, # day late} other {Done by {names}, # days late}}}}",
        { who, names, days: late },
      );
}

const withTurn = (what: string, { name, isYou }: Called, { t }: Locale) =>
  t(
    "{who, select, you {{what} · was your turn} other {{what} · was {name}’s turn}} // 'Done by Bob', 'Missed'",
    { ...whoIs(isYou, name), what },
  );

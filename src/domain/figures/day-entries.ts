import { joined } from "../joined.ts";
import type { Task } from "../tasks/task.ts";
import { compareText } from "../tasks/task-groups.ts";
import type { RecordFacts } from "./facts.ts";
import type { Turns } from "./figure-turns.ts";
import type { Mark } from "./marks.ts";
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
    .sort((a, b) => compareText(a.task.title, b.task.title));
}

/**
 * 'Done by Bob', 'Done by Bob and Carol, 2 days late', 'Missed · was Bob’s turn', 'Skipped'; of a task that nobody else
 * could have done, without who did it.
 */
export function entryText(entry: DayEntry, nameOf: (id: Doer) => string): string {
  const { mark, doers, late, whose } = entry;
  const by = doers.length > 0 ? ` by ${joined(doers.map(nameOf).map(inSentence))}` : "";
  switch (mark) {
    case "done":
    case "late": {
      const isOthers = whose !== null && doers.length > 0 && !doers.includes(whose);
      return `Done${by}${lateText(late)}${isOthers ? turnText(nameOf(whose)) : ""}`;
    }
    case "missed":
      return `Missed${whose === null ? "" : turnText(nameOf(whose))}`;
    case "skipped":
      return "Skipped";
    case "paused":
      return "Paused";
  }
}

const inSentence = (name: string) => (name === "You" ? "you" : name);
const lateText = (late: number) =>
  late === 0 ? "" : `, ${late} ${late === 1 ? "day" : "days"} late`;
const turnText = (name: string) => ` · was ${name === "You" ? "your" : `${name}’s`} turn`;

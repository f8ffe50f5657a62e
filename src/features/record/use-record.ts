import { useMemo } from "react";
import { useSession } from "../../auth/session.ts";
import { useToday } from "../../clock/use-today.ts";
import { toDayNumber } from "../../domain/dates/calendar-date.ts";
import { NO_RECORD, type RecordFacts } from "../../domain/figures/facts.ts";
import { turnsAsOf } from "../../domain/figures/figure-turns.ts";
import { type Filter, filteredMarks, filterTasks } from "../../domain/figures/filter.ts";
import { countMarks } from "../../domain/figures/heat-map.ts";
import { peopleOf } from "../../domain/figures/people.ts";
import { yearPeriod } from "../../domain/figures/period.ts";
import { named } from "../../domain/figures/shares.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { useRecordFacts } from "../../sync/record-facts.ts";
import { useLocale } from "../../ui/use-locale.ts";

/** Members and doers, including former members. */
export function usePeople(tasks: readonly Task[], facts: RecordFacts) {
  const locale = useLocale();
  const userId = useSession()?.userId ?? "";
  return useMemo(() => {
    const doers = [...facts.tasks.values()].flatMap((task) => [...task.doers.values()]);
    return peopleOf(tasks, new Set(doers.flatMap(named)), userId, locale);
  }, [tasks, facts, userId, locale]);
}

export type YearRecord = ReturnType<typeof useRecord>;

/** Show nothing of it before its facts are there. */
export function useRecord(tasks: readonly Task[], year: number, filter: Filter) {
  const now = toDayNumber(useToday().today);
  const period = useMemo(() => yearPeriod(year, now), [year, now]);
  const query = useRecordFacts(tasks, period);
  const facts = query.data ?? NO_RECORD;
  const people = usePeople(tasks, facts);
  const shown = useMemo(
    () => filterTasks(tasks, filter).filter(({ id }) => !facts.leftOut.has(id)),
    [tasks, facts, filter],
  );
  const turns = useMemo(() => turnsAsOf(period.today, facts), [period, facts]);
  const marks = useMemo(
    () => new Map(shown.map((task) => [task, filteredMarks(task, facts, period, filter, turns)])),
    [shown, facts, period, filter, turns],
  );
  const counts = useMemo(() => countMarks(marks.values()), [marks]);
  return { year, period, query, facts, people, shown, turns, marks, counts };
}

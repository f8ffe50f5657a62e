import { chakra } from "@chakra-ui/react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useSession } from "../../auth/session.ts";
import { type CalendarDate, toDayNumber } from "../../domain/dates/calendar-date.ts";
import { dayEntries } from "../../domain/figures/day-entries.ts";
import type { RecordFacts } from "../../domain/figures/facts.ts";
import type { DayCounts, DayMark } from "../../domain/figures/heat-map.ts";
import type { Mark } from "../../domain/figures/marks.ts";
import type { Person } from "../../domain/figures/people.ts";
import type { Turns } from "../../domain/figures/turns.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { LOAD_RECORD_FAILED } from "../../sync/record-facts.ts";
import { Button } from "../../ui/button.tsx";
import { toastFailure } from "../../ui/toast.ts";
import { DayLedger } from "./day-ledger.tsx";
import { HeatMap, inYear } from "./heat-map.tsx";
import { Legend } from "./marks.tsx";

interface YearMapProps {
  year: number;
  counts: ReadonlyMap<number, DayCounts>;
  marks: ReadonlyMap<Task, ReadonlyMap<number, Mark>>;
  facts: RecordFacts;
  people: readonly Person[];
  turns: Turns;
  today: CalendarDate;
  /** A key has led to another year; without it, none does. */
  onYear?: (year: number) => void;
  /** the marks that the map has */
  legend: readonly DayMark[];
  /** what is known of how reading went */
  failure: { readonly error: Error | null; readonly refetch: () => unknown };
}

/** The year as a map, and the ledger of the day that was chosen in it. */
export function YearMap(props: YearMapProps) {
  const { year, counts, marks, facts, people, turns, today, onYear, legend, failure } = props;
  const userId = useSession()?.userId ?? "";
  const [place, setPlace] = useState(today);
  const [isChosen, setChosen] = useState(false);
  // The day stays when the year is another.
  const focused = inYear(place, year);
  const onFocus = useCallback(
    (date: CalendarDate) => {
      const to = Number(date.slice(0, 4));
      if (to === year || onYear) setPlace(date);
      if (to !== year) onYear?.(to);
    },
    [year, onYear],
  );
  const choose = useCallback(
    (date: CalendarDate) => {
      onFocus(date);
      setChosen(true);
    },
    [onFocus],
  );
  const entries = useMemo(
    () => (isChosen ? dayEntries(marks, facts, toDayNumber(focused), turns) : []),
    [isChosen, marks, facts, focused, turns],
  );
  const nameOf = (id: string) =>
    people.find(({ ids }) => ids.includes(id))?.name ?? (id === userId ? "You" : "Somebody");
  const { error, refetch } = failure;
  useEffect(() => {
    if (error) toastFailure(failureNotice(LOAD_RECORD_FAILED, error));
  }, [error]);
  return (
    <div>
      {error && (
        <chakra.p mb="3" color="fg.muted">
          Who did it, and how late, could not be loaded.{" "}
          <Button variant="link" onClick={() => refetch()}>
            Try Again
          </Button>
        </chakra.p>
      )}
      <HeatMap
        year={year}
        counts={counts}
        today={today}
        focused={focused}
        chosen={isChosen ? focused : null}
        onFocus={onFocus}
        onPress={choose}
      />
      <Legend marks={legend} />
      {isChosen ? (
        <DayLedger
          date={focused}
          entries={entries}
          nameOf={nameOf}
          onChoose={choose}
          onClose={() => {
            setChosen(false);
            document.querySelector<HTMLElement>(`[data-date="${focused}"]`)?.focus();
          }}
        />
      ) : (
        <chakra.p mt="2" color="fg.muted" fontSize="sm" _print={{ display: "none" }}>
          Choose a day to see what happened.
        </chakra.p>
      )}
    </div>
  );
}

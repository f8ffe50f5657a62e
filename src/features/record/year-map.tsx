import { useMemo, useState } from "react";
import { useSession } from "../../auth/session.ts";
import { fromDayNumber, toDayNumber } from "../../domain/dates/calendar-date.ts";
import { dayEntries } from "../../domain/figures/day-entries.ts";
import { DAY_MARKS, dayMark } from "../../domain/figures/heat-map.ts";
import { unusedDays } from "../../domain/figures/household-figures.ts";
import { endOf, type Period } from "../../domain/figures/period.ts";
import { DayLedger } from "./day-ledger-list.tsx";
import { Legend } from "./mark-squares.tsx";
import type { useRecord } from "./use-record.ts";
import { YearGrid } from "./year-grid.tsx";

interface YearMapProps {
  year: number;
  period: Period;
  record: ReturnType<typeof useRecord>;
}

/** A year as a map from its first recorded day on, and the ledger of the day that was chosen in it. */
export function YearMap({ year, period, record }: YearMapProps) {
  const { counts, marks, facts, people, shown, turns } = record;
  const unused = useMemo(() => unusedDays(shown, facts, period), [shown, facts, period]);
  const userId = useSession()?.userId ?? "";
  const days = [...counts.keys()];
  const last = Math.max(endOf(period), ...days);
  const first = Math.min(last, ...days);
  const [place, setPlace] = useState(period.today);
  const [isChosen, setChosen] = useState(false);
  const focused = Math.min(Math.max(place, first), last);
  const choose = (day: number) => {
    setPlace(Math.min(Math.max(day, first), last));
    setChosen(true);
  };
  const entries = useMemo(
    () => (isChosen ? dayEntries(marks, facts, focused, turns) : []),
    [isChosen, marks, facts, focused, turns],
  );
  const nameOf = (id: string) =>
    people.find(({ ids }) => ids.includes(id))?.name ?? (id === userId ? "You" : "Somebody");
  const used = [...counts].filter(([day]) => !unused.has(day));
  const isShown = new Set(used.map(([, known]) => dayMark(known)));
  return (
    <div>
      <YearGrid
        label={`${year}`}
        first={first}
        last={last}
        counts={counts}
        unused={unused}
        today={period.today}
        focused={focused}
        isChosen={isChosen}
        onFocus={setPlace}
        onPress={choose}
      />
      <Legend marks={DAY_MARKS.filter((mark) => isShown.has(mark))} />
      {isChosen && (
        <DayLedger
          date={fromDayNumber(focused)}
          entries={entries}
          nameOf={nameOf}
          onChoose={(date) => choose(toDayNumber(date))}
          onClose={() => {
            setChosen(false);
            document.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus();
          }}
        />
      )}
    </div>
  );
}

import { chakra } from "@chakra-ui/react";
import { useMemo, useState } from "react";
import { useSession } from "../../auth/session.ts";
import { addDays } from "../../domain/dates/calendar.ts";
import { type CalendarDate, fromDayNumber, toDayNumber } from "../../domain/dates/calendar-date.ts";
import { formatFullDate } from "../../domain/dates/format-date.ts";
import {
  type Called,
  type DayEntry,
  dayEntries,
  entryText,
} from "../../domain/figures/day-entries.ts";
import { DAY_MARKS, dayMark } from "../../domain/figures/heat-map.ts";
import { unusedDays } from "../../domain/figures/household-figures.ts";
import { endOf } from "../../domain/figures/period.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { Legend, MarkSquare } from "./mark-squares.tsx";
import type { YearRecord } from "./use-record.ts";
import { YearGrid } from "./year-grid.tsx";

export function YearMap({ record }: { record: YearRecord }) {
  const locale = useLocale();
  const { t } = locale;
  const { year, period, counts, marks, facts, people, shown, turns } = record;
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
    () => (isChosen ? dayEntries(marks, facts, focused, turns, locale) : []),
    [isChosen, marks, facts, focused, turns, locale],
  );
  const personOf = (id: string): Called =>
    people.find(({ ids }) => ids.includes(id)) ??
    (id === userId
      ? { name: t("You"), isYou: true }
      : { name: t("Somebody // did it: nobody knows who") });
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
          personOf={personOf}
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

interface DayLedgerProps {
  date: CalendarDate;
  entries: readonly DayEntry[];
  personOf: (id: string) => Called;
  onChoose: (date: CalendarDate) => void;
  onClose: () => void;
}

function DayLedger({ date, entries, personOf, onChoose, onClose }: DayLedgerProps) {
  const locale = useLocale();
  const { t } = locale;
  return (
    <chakra.section
      aria-label={t("Chosen day")}
      mt="4"
      p="3"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="card"
    >
      <chakra.div display="flex" alignItems="center" gap="1">
        <chakra.h3 flex="1" minW="0" aria-live="polite">
          {formatFullDate(date, locale)}
        </chakra.h3>
        <IconButton
          icon="previous"
          label={t("Previous day")}
          onClick={() => onChoose(addDays(date, -1))}
        />
        <IconButton icon="next" label={t("Next day")} onClick={() => onChoose(addDays(date, 1))} />
        <IconButton icon="close" label={t("Close this day")} onClick={onClose} />
      </chakra.div>
      {entries.length === 0 ? (
        <chakra.p color="fg.muted">{t("Nothing was due, and nothing was done.")}</chakra.p>
      ) : (
        <chakra.ul aria-label={t("What happened")}>
          {entries.map((entry) => (
            <chakra.li
              key={entry.task.id}
              display="flex"
              alignItems="center"
              gap="3"
              minH="touch"
              py="1"
            >
              <MarkSquare mark={entry.mark} />
              <chakra.div minW="0">
                <chakra.a href={`/task/${entry.task.id}`} dir="auto" fontWeight="semibold">
                  {entry.task.title}
                </chakra.a>
                <chakra.p color="fg.muted" fontSize="sm">
                  {entryText(entry, personOf, locale)}
                </chakra.p>
              </chakra.div>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </chakra.section>
  );
}

import { chakra } from "@chakra-ui/react";
import { addDays } from "../../domain/dates/calendar.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatFullDate } from "../../domain/dates/format-date.ts";
import { type DayEntry, entryText } from "../../domain/figures/day-entries.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { MarkSquare } from "./mark-squares.tsx";

interface DayLedgerProps {
  date: CalendarDate;
  entries: readonly DayEntry[];
  nameOf: (id: string) => string;
  onChoose: (date: CalendarDate) => void;
  onClose: () => void;
}

export function DayLedger({ date, entries, nameOf, onChoose, onClose }: DayLedgerProps) {
  const style = useDateStyle();
  return (
    <chakra.section
      aria-label="Chosen day"
      mt="4"
      p="3"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="card"
    >
      <chakra.div display="flex" alignItems="center" gap="1">
        <chakra.h3 flex="1" minW="0" aria-live="polite">
          {formatFullDate(date, style)}
        </chakra.h3>
        <IconButton
          icon="previous"
          label="Previous day"
          onClick={() => onChoose(addDays(date, -1))}
        />
        <IconButton icon="next" label="Next day" onClick={() => onChoose(addDays(date, 1))} />
        <IconButton icon="close" label="Close this day" onClick={onClose} />
      </chakra.div>
      {entries.length === 0 ? (
        <chakra.p color="fg.muted">Nothing was due, and nothing was done.</chakra.p>
      ) : (
        <chakra.ul aria-label="What happened">
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
                  {entryText(entry, nameOf)}
                </chakra.p>
              </chakra.div>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </chakra.section>
  );
}

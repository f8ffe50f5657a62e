import { chakra } from "@chakra-ui/react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatMonth } from "../../domain/dates/format-date.ts";
import { Button } from "../../ui/button.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

interface MonthNavigationProps {
  /** Any date of the month that is shown. */
  month: CalendarDate;
  onMove: (months: number) => void;
  onToday: () => void;
}

export function MonthNavigation({ month, onMove, onToday }: MonthNavigationProps) {
  const step = (label: string, icon: IconName, months: number) => (
    <IconButton icon={icon} label={label} onClick={() => onMove(months)} />
  );
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between">
      <chakra.div display="flex">
        {step("Previous year", "previousYear", -12)}
        {step("Previous month", "previous", -1)}
      </chakra.div>
      <chakra.h3
        aria-live="polite"
        textAlign="center"
        flex="1"
        minW="5rem"
        fontSize={{ base: "sm", sm: "md" }}
        css={{ "@media (width < 24rem)": { order: "-1", flexBasis: "100%" } }}
      >
        {formatMonth(month)}
      </chakra.h3>
      <chakra.div display="flex">
        <Button variant="ghost" px={{ base: "2", sm: "5" }} onClick={onToday}>
          Today
        </Button>
        {step("Next month", "next", 1)}
        {step("Next year", "nextYear", 12)}
      </chakra.div>
    </chakra.div>
  );
}

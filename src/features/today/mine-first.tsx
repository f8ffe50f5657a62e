import { chakra } from "@chakra-ui/react";
import { useEffect } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { TodayBuckets } from "../../domain/tasks/today.ts";
import { mineFirst } from "../../domain/turns/first-mine.ts";
import { createKept } from "../../store/kept.ts";
import { useStore } from "../../store/store.ts";

const kept = createKept("rota.mine-first", "no");

/** Puts the rows of the sections in another order. */
export type Order = (buckets: TodayBuckets, today: CalendarDate) => TodayBuckets;

const byTurn: Order = (buckets, today) => ({
  ...buckets,
  active: mineFirst(buckets.active, today),
  overdue: mineFirst(buckets.overdue, today),
});

/** The choice to have one's own turns first in each section. */
export default function MineFirst({ onOrder }: { onOrder: (order: Order | null) => void }) {
  const isOn = useStore(kept) === "yes";
  useEffect(() => {
    onOrder(isOn ? byTurn : null);
    return () => onOrder(null);
  }, [isOn, onOrder]);
  return (
    <chakra.label
      display="inline-flex"
      alignItems="center"
      gap="2"
      minH="touch"
      my="-3"
      fontSize="sm"
      whiteSpace="nowrap"
      cursor="pointer"
    >
      <chakra.input
        type="checkbox"
        boxSize="1.125rem"
        accentColor="accent"
        cursor="pointer"
        checked={isOn}
        onChange={({ target }) => kept.setState(target.checked ? "yes" : "no")}
      />
      My turns first
    </chakra.label>
  );
}

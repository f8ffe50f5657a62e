import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useMemo } from "react";
import { useToday } from "../../clock/use-today.ts";
import { fromDayNumber, toDayNumber } from "../../domain/dates/calendar-date.ts";
import type { DateStyle } from "../../domain/dates/date-style.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { percentText } from "../../domain/figures/figure-texts.ts";
import type { Filter } from "../../domain/figures/filter.ts";
import {
  mostDone,
  mostMissed,
  mostPutOff,
  type Stretch,
  unusedStretches,
} from "../../domain/figures/household-figures.ts";
import { yearPeriod } from "../../domain/figures/period.ts";
import { yearFigures } from "../../domain/figures/year.ts";
import { formatCount } from "../../domain/format-count.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { RoomChoice, useNarrowed } from "../../households/room-choice.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { PagePart } from "../../ui/page-part.tsx";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { LeftOut } from "./left-out.tsx";
import { MonthChart } from "./month-chart.tsx";
import { Most } from "./most.tsx";
import { useRecord } from "./use-record.ts";
import { YearMap } from "./year-map.tsx";

const EVERYTHING: Filter = { kind: "all" };

/** A year on one page, to look at together or to print. */
export function YearReview({ year, tasks }: { year: number; tasks: readonly Task[] }) {
  const style = useDateStyle();
  const { today } = useToday();
  const now = toDayNumber(today);
  const period = useMemo(() => yearPeriod(year, now), [year, now]);
  const { shown: chosen, choices } = useNarrowed(tasks, today);
  const record = useRecord(chosen, period, EVERYTHING);
  const { facts, people, shown } = record;
  const figures = yearFigures(shown, facts, period);

  return (
    <Stack gap={{ base: "6", _print: "4" }}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <h1>{year} in review</h1>
        <Button variant="outline" ms="auto" onClick={() => print()} _print={{ display: "none" }}>
          Print
        </Button>
      </chakra.div>
      <chakra.div _print={{ display: "none" }}>
        <RoomChoice choices={choices} />
      </chakra.div>
      <chakra.dl
        display="grid"
        gridTemplateColumns="repeat(auto-fill, minmax(8rem, 1fr))"
        gap="3"
        fontVariantNumeric="tabular-nums"
      >
        <Fact name="Done">{formatCount(figures.done)}</Fact>
        <Fact name="On time">{percentText(figures.onTime)}</Fact>
        <Fact name="Missed">{formatCount(figures.missed)}</Fact>
        <Fact name="Skipped">{formatCount(figures.skipped)}</Fact>
        {figures.busiest && (
          <Fact name="Busiest day">
            {dayText(figures.busiest.day, style)}: {formatCount(figures.busiest.count)} done
          </Fact>
        )}
      </chakra.dl>
      <Card title="Day by day">
        <YearMap year={year} period={period} record={record} />
      </Card>
      <PagePart title="Who did it">
        <MonthChart tasks={shown} facts={facts} people={people} period={period} />
      </PagePart>
      <chakra.div
        display="grid"
        gridTemplateColumns="repeat(auto-fit, minmax(min(13rem, 100%), 1fr))"
        columnGap="6"
        rowGap="4"
      >
        <Most deed="Done" counted={mostDone(shown, facts, period)} />
        <Most deed="Missed" counted={mostMissed(shown, facts, period)} />
        <Most deed="Put off" counted={mostPutOff(shown, period)} />
      </chakra.div>
      <PagePart title="What is left out">
        {figures.begins !== null && (
          <p>
            The record begins on {dayText(figures.begins, style)}. What was before is not known.
          </p>
        )}
        {unusedStretches(shown, facts, period).map((stretch) => (
          <p key={stretch.first}>{unusedText(stretch, style)}</p>
        ))}
        <LeftOut record={record} />
      </PagePart>
    </Stack>
  );
}

const dayText = (day: number, style: DateStyle) => formatDate(fromDayNumber(day), style);

const unusedText = ({ first, last, missed }: Stretch, style: DateStyle) =>
  `Rota was not used from ${dayText(first, style)} to ${dayText(last, style)}: ${formatCount(missed)} that ${missed === 1 ? "was" : "were"} due then count as missed.`;

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <chakra.dt color="fg.muted" fontSize="sm">
        {name}
      </chakra.dt>
      <chakra.dd fontWeight="semibold">{children}</chakra.dd>
    </div>
  );
}

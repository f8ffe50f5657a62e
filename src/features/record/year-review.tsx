import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useMemo } from "react";
import { useToday } from "../../clock/use-today.ts";
import { fromDayNumber } from "../../domain/dates/calendar-date.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { percentText } from "../../domain/figures/figure-texts.ts";
import { coverOf, filterOf } from "../../domain/figures/filter.ts";
import {
  mostDone,
  mostMissed,
  mostPutOff,
  type Stretch,
  unusedStretches,
} from "../../domain/figures/household-figures.ts";
import { toldDeeds } from "../../domain/figures/told.ts";
import { recordBegins, yearFigures } from "../../domain/figures/year.ts";
import { formatCount } from "../../domain/format-count.ts";
import type { Locale } from "../../domain/language/locale.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Known } from "../../ui/known.tsx";
import { PagePart } from "../../ui/page-part.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { LeftOut } from "./all-figures.tsx";
import { MonthChart } from "./month-chart.tsx";
import { Most } from "./most.tsx";
import { useRecord, type YearRecord } from "./use-record.ts";
import { YearMap } from "./year-map.tsx";

interface YearReviewProps {
  year: number;
  tasks: readonly Task[];
  value: string;
}

export function YearReview({ year, tasks, value }: YearReviewProps) {
  const locale = useLocale();
  const { t } = locale;
  const filter = useMemo(() => filterOf(value, tasks, []), [tasks, value]);
  const record = useRecord(tasks, year, filter);

  return (
    <Stack gap={{ base: "6", _print: "4" }}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <div>
          <h1>{t("{year} in review", { year })}</h1>
          <chakra.p color="fg.muted" dir="auto">
            {coverOf(filter, tasks, locale)}
          </chakra.p>
        </div>
        <Button variant="outline" ms="auto" onClick={() => print()} _print={{ display: "none" }}>
          {t("Print // the review of a year")}
        </Button>
      </chakra.div>
      <Known query={record.query} failed={t("The record could not be loaded.")}>
        {() => <Review record={record} />}
      </Known>
    </Stack>
  );
}

function Review({ record }: { record: YearRecord }) {
  const locale = useLocale();
  const { t } = locale;
  const { timeZone } = useToday();
  const { year, period, facts, people, shown } = record;
  const figures = yearFigures(shown, facts, period);
  const begins = recordBegins(shown, facts, period, timeZone);
  return (
    <>
      <p>{toldDeeds(year, { ...record, tasks: shown }, locale)}</p>
      <Card title={t("Day by day")}>
        <YearMap record={record} />
      </Card>
      <chakra.dl
        display="grid"
        gridTemplateColumns="repeat(auto-fill, minmax(8rem, 1fr))"
        gap="3"
        fontVariantNumeric="tabular-nums"
      >
        <Fact name={t("Done // of figures: how many days are done")}>
          {formatCount(figures.done, locale)}
        </Fact>
        <Fact name={t("On time // of figures")}>{percentText(figures.onTime, locale)}</Fact>
        <Fact name={t("Missed // of figures: how many days were missed")}>
          {formatCount(figures.missed, locale)}
        </Fact>
        <Fact name={t("Skipped // of figures: how many days were skipped")}>
          {formatCount(figures.skipped, locale)}
        </Fact>
        {figures.busiest && (
          <Fact name={t("Busiest day")}>
            {t("{count, plural, one {{day}: # done} other {{day}: # done}} // tasks", {
              ...{ day: dayText(figures.busiest.day, locale), count: figures.busiest.count },
            })}
          </Fact>
        )}
      </chakra.dl>
      <PagePart title={t("Who did it")}>
        <MonthChart tasks={shown} facts={facts} people={people} period={period} />
      </PagePart>
      <chakra.div
        display="grid"
        gridTemplateColumns="repeat(auto-fit, minmax(min(13rem, 100%), 1fr))"
        columnGap="6"
        rowGap="4"
      >
        <Most deed="done" counted={mostDone(shown, facts, period)} />
        <Most deed="missed" counted={mostMissed(shown, facts, period)} />
        <Most deed="putOff" counted={mostPutOff(shown, period)} />
      </chakra.div>
      <PagePart title={t("What is left out")}>
        {begins !== null && (
          <p>
            {t("The record begins on {day}. What was before is not known.", {
              day: dayText(begins, locale),
            })}
          </p>
        )}
        {unusedStretches(shown, facts, period).map((stretch) => (
          <p key={stretch.first}>{unusedText(stretch, locale)}</p>
        ))}
        <LeftOut record={record} />
      </PagePart>
    </>
  );
}

const dayText = (day: number, locale: Locale) => formatDate(fromDayNumber(day), locale);

const unusedText = ({ first, last, missed }: Stretch, locale: Locale) =>
  locale.t(
    "{count, plural, one {Rota was not used from {first} to {last}: # task due then counts as missed.} other {Rota was not used from {first} to {last}: # tasks due then count as missed.}}",
    { first: dayText(first, locale), last: dayText(last, locale), count: missed },
  );

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

import { chakra, Stack } from "@chakra-ui/react";
import { useMemo, useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import {
  FIRST_DAY,
  fromDayNumber,
  LAST_DAY,
  toDayNumber,
} from "../../domain/dates/calendar-date.ts";
import type { RecordFacts } from "../../domain/figures/facts.ts";
import { percentText } from "../../domain/figures/figure-texts.ts";
import { turnsAsOf } from "../../domain/figures/figure-turns.ts";
import { ALL, type Filter, filterOf, filterTasks } from "../../domain/figures/filter.ts";
import { putOffCount } from "../../domain/figures/household-figures.ts";
import { sumOf } from "../../domain/figures/people.ts";
import { type Period, thisWeek } from "../../domain/figures/period.ts";
import { doneBy } from "../../domain/figures/shares.ts";
import { toldDeeds } from "../../domain/figures/told.ts";
import { yearFigures } from "../../domain/figures/year.ts";
import { formatCount } from "../../domain/format-count.ts";
import type { Household } from "../../domain/households/household.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { ShareBars } from "../../households/share-bars.tsx";
import { useRecordFacts } from "../../sync/record-facts.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { isOutOfReach, Known, together } from "../../ui/known.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TouchLink } from "../../ui/touch-link.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { AllFigures } from "./all-figures.tsx";
import { FilterField, reviewAddress } from "./filter-field.tsx";
import { MonthChart } from "./month-chart.tsx";
import { usePeople, useRecord, type YearRecord } from "./use-record.ts";
import { YearMap } from "./year-map.tsx";

export function Record({ household }: { household?: Household }) {
  const { t } = useLocale();
  return (
    <Known query={useTasks()}>
      {(tasks) =>
        tasks.length === 0 ? (
          <EmptyState title={t("No record yet")} hint={t("It begins with your first task.")} />
        ) : (
          <Years tasks={tasks} household={household} />
        )
      }
    </Known>
  );
}

function Years({ tasks, household }: { tasks: readonly Task[]; household: Household | undefined }) {
  const { today } = useToday();
  const [year, setYear] = useState(() => Number(today.slice(0, 4)));
  const [value, setValue] = useState(household ? `room:${household.id}` : ALL);
  const now = toDayNumber(today);
  const [people, setPeople] = useState<YearRecord["people"]>([]);
  const filter = useMemo(() => filterOf(value, tasks, people), [value, tasks, people]);
  const record = useRecord(tasks, year, filter);
  if (record.people !== people) setPeople(record.people);
  const locale = useLocale();
  const { t } = locale;
  const week = useMemo(() => thisWeek(now, locale), [now, locale]);
  const both = together(record.query, useRecordFacts(tasks, week));
  const shape = <Skeleton height="8rem" />;
  return (
    <Stack gap="4">
      <FilterField tasks={tasks} people={people} value={value} onChange={setValue} />
      {/* Side by side at a desk; what can't be had is said once, below. */}
      {!isOutOfReach(both) && (
        <chakra.div
          display="grid"
          gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 22rem), 1fr))"
          gap="4"
        >
          <Card title={t("This week")}>
            <Known query={both} shape={shape}>
              {([, facts]) => <Week {...{ tasks, filter, facts, week }} />}
            </Known>
          </Card>
          <Card title={t("By month")}>
            <Known query={both} shape={shape}>
              {() => <MonthChart {...record} tasks={record.shown} />}
            </Known>
          </Card>
        </chakra.div>
      )}
      <Card
        title={`${year}`}
        action={<YearNavigation year={year} value={value} onChange={setYear} />}
      >
        <Known query={both} failed={t("The record could not be loaded.")}>
          {() => <Year record={record} />}
        </Known>
      </Card>
      {both.data && <AllFigures record={record} />}
    </Stack>
  );
}

function Year({ record }: { record: YearRecord }) {
  const locale = useLocale();
  const { t } = locale;
  const { year, period, facts, shown, counts } = record;
  const figures = yearFigures(shown, facts, period);
  const putOff = shown.reduce((sum, task) => sum + putOffCount(task, period), 0);
  const isOver = period.last < period.today;
  const sums = [
    [t("on time // of figures, below a percentage"), percentText(figures.onTime, locale)],
    [t("missed // of figures, below how many days"), formatCount(figures.missed, locale)],
    [t("put off // of figures, below how often"), formatCount(putOff, locale)],
  ] as const;
  return (
    <>
      {counts.size > 0 || !isOver ? (
        <YearMap key={year} record={record} />
      ) : (
        <chakra.p color="fg.muted">{t("Nothing was recorded.")}</chakra.p>
      )}
      <Facts>
        {sums.map(([name, text]) => (
          <div key={name}>
            <dd>{text}</dd>
            <dt>{name}</dt>
          </div>
        ))}
      </Facts>
    </>
  );
}

interface WeekProps {
  tasks: readonly Task[];
  filter: Filter;
  facts: RecordFacts;
  week: Period;
}

/** Shows shares of this week's completions, without a ranking. */
function Week({ tasks, filter, facts, week }: WeekProps) {
  const locale = useLocale();
  const { t } = locale;
  const people = usePeople(tasks, facts);
  const shown = filterTasks(tasks, filter).filter(({ id }) => !facts.leftOut.has(id));
  const done = doneBy(shown, facts, week);
  const known = new Set(
    shown.flatMap(({ household, ownerId }) => household?.people.map(({ id }) => id) ?? ownerId),
  );
  const sums = people
    .map((person) => ({ person, sum: sumOf(done, person) }))
    .filter(({ person, sum }) => sum > 0 || person.ids.some((id) => known.has(id)));
  const turns = turnsAsOf(week.today, facts);
  return (
    <>
      <chakra.p mb="3">
        {toldDeeds(null, { tasks: shown, facts, period: week, people, turns }, locale)}
      </chakra.p>
      <ShareBars
        label={t("This week")}
        bars={sums.map(({ person: { ids, name, faceName, face }, sum }) => ({
          key: ids[0] ?? name,
          name,
          faceName,
          face,
          amount: sum,
          text: formatCount(sum, locale),
        }))}
      />
    </>
  );
}

const Facts = chakra("dl", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    gap: "6",
    mt: "3",
    fontVariantNumeric: "tabular-nums",
    "& dd": { fontSize: "lg", fontWeight: "semibold", lineHeight: "tight" },
    "& dt": { color: "fg.muted", fontSize: "sm" },
  },
});

interface YearNavigationProps {
  year: number;
  value: string;
  onChange: (year: number) => void;
}

function YearNavigation({ year, value, onChange }: YearNavigationProps) {
  const { t } = useLocale();
  const step = (by: number, name: string, icon: "previous" | "next") => (
    <IconButton
      icon={icon}
      label={name}
      disabled={!isYear(year + by)}
      onClick={() => onChange(year + by)}
    />
  );
  return (
    <>
      <TouchLink
        href={reviewAddress(year, value)}
        aria-label={t("Year in review, {year}", { year })}
        color="accent"
      >
        {t("Year in review")}
      </TouchLink>
      {step(-1, t("Previous year"), "previous")}
      {step(1, t("Next year"), "next")}
    </>
  );
}

const isYear = (year: number): boolean =>
  year >= Number(fromDayNumber(FIRST_DAY).slice(0, 4)) &&
  year <= Number(fromDayNumber(LAST_DAY).slice(0, 4));

import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useMemo, useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import { toDayNumber } from "../../domain/dates/calendar-date.ts";
import { percentText } from "../../domain/figures/figure-texts.ts";
import { putOffCount } from "../../domain/figures/household-figures.ts";
import { sumOf } from "../../domain/figures/people.ts";
import { thisWeek, yearPeriod } from "../../domain/figures/period.ts";
import { doneBy } from "../../domain/figures/shares.ts";
import { yearFigures } from "../../domain/figures/year.ts";
import { formatCount } from "../../domain/format-count.ts";
import type { Household } from "../../domain/households/household.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { ShareBars } from "../../households/share-bars.tsx";
import { useRecordFacts } from "../../sync/record-facts.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Loading } from "../../ui/loading.tsx";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { AllFigures } from "./all-figures.tsx";
import { ALL, FilterField, filterOf } from "./filter-field.tsx";
import { MonthChart } from "./month-chart.tsx";
import { useRecord } from "./use-record.ts";
import { YearMap } from "./year-map.tsx";
import { YearNavigation } from "./year-navigation.tsx";

/** What was done: this week by whom, a year day by day and month by month, and the figures of each task. */
export function Record({ household }: { household?: Household }) {
  const { data: tasks, isError, refetch } = useTasks();
  if (!tasks) return isError ? <LoadFailure onRetry={refetch} /> : <Loading />;
  if (tasks.length === 0)
    return <EmptyState title="No record yet" hint="It begins with your first task." />;
  return <Years tasks={tasks} household={household} />;
}

interface YearsProps {
  tasks: readonly Task[];
  household: Household | undefined;
}

function Years({ tasks, household }: YearsProps) {
  const { today } = useToday();
  const [year, setYear] = useState(() => Number(today.slice(0, 4)));
  const [value, setValue] = useState(household ? `room:${household.id}` : ALL);
  const now = toDayNumber(today);
  const period = useMemo(() => yearPeriod(year, now), [year, now]);
  const [people, setPeople] = useState<ReturnType<typeof useRecord>["people"]>([]);
  const filter = useMemo(() => filterOf(value, tasks, people), [value, tasks, people]);
  const record = useRecord(tasks, period, filter);
  if (record.people !== people) setPeople(record.people);
  const { facts, shown, counts } = record;
  const figures = yearFigures(shown, facts, period);
  const putOff = shown.reduce((sum, task) => sum + putOffCount(task, period), 0);
  return (
    <Stack gap="4">
      <FilterField tasks={tasks} people={people} value={value} onChange={setValue} />
      {/* Side by side at a desk. */}
      <chakra.div
        display="grid"
        gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 22rem), 1fr))"
        gap="4"
      >
        <Week tasks={shown} people={people} today={now} />
        <Card title="By month">
          <MonthChart tasks={shown} facts={facts} people={people} period={period} />
        </Card>
      </chakra.div>
      <Card title={`${year}`} action={<YearNavigation year={year} onChange={setYear} />}>
        <Facts>
          <Fact name="on time">{percentText(figures.onTime)}</Fact>
          <Fact name="missed">{formatCount(figures.missed)}</Fact>
          <Fact name="put off">{formatCount(putOff)}</Fact>
        </Facts>
        {counts.size > 0 || year === Number(today.slice(0, 4)) ? (
          <YearMap key={year} year={year} period={period} record={record} />
        ) : (
          <chakra.p color="fg.muted">Nothing was recorded.</chakra.p>
        )}
      </Card>
      <AllFigures record={record} year={year} period={period} />
    </Stack>
  );
}

interface WeekProps {
  tasks: readonly Task[];
  people: ReturnType<typeof useRecord>["people"];
  today: number;
}

/** Who did how much this week: bars side by side, nobody wins. */
function Week({ tasks, people, today }: WeekProps) {
  const style = useDateStyle();
  const week = useMemo(() => thisWeek(today, style), [today, style]);
  const { data: facts } = useRecordFacts(tasks, week);
  const done = facts && doneBy(tasks, facts, week);
  const known = new Set(
    tasks.flatMap(({ household, ownerId }) => household?.people.map(({ id }) => id) ?? ownerId),
  );
  const sums = people
    .map((person) => ({ person, sum: sumOf(done, person) }))
    .filter(({ person, sum }) => sum > 0 || person.ids.some((id) => known.has(id)));
  const total = sums.reduce((all, { sum }) => all + sum, 0);
  return (
    <Card title="This week" action={<chakra.span>{formatCount(total)} done</chakra.span>}>
      <ShareBars
        label="This week"
        bars={sums.map(({ person: { ids, name, faceName, face }, sum }) => ({
          key: ids[0] ?? name,
          name,
          faceName,
          face,
          amount: sum,
          text: formatCount(sum),
        }))}
      />
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dd>{children}</dd>
      <dt>{name}</dt>
    </div>
  );
}

const Facts = chakra("dl", {
  base: {
    display: "flex",
    gap: "6",
    mb: "3",
    fontVariantNumeric: "tabular-nums",
    "& dd": { fontSize: "lg", fontWeight: "semibold", lineHeight: "tight" },
    "& dt": { color: "fg.muted", fontSize: "sm" },
  },
});

import { Stack } from "@chakra-ui/react";
import { useMemo, useState } from "react";
import { useToday } from "../../clock/today.ts";
import { toDayNumber } from "../../domain/dates/calendar-date.ts";
import { DAY_MARKS, dayMark } from "../../domain/figures/heat-map.ts";
import { mostMissed, mostPutOff } from "../../domain/figures/household-figures.ts";
import { yearPeriod } from "../../domain/figures/period.ts";
import { taskFigures } from "../../domain/figures/task-figures.ts";
import type { Household } from "../../domain/households/household.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { tasksInOrder } from "../../domain/tasks/task-groups.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Loading } from "../../ui/loading.tsx";
import { DownloadFigures } from "./download-figures.tsx";
import { FigureTable } from "./figure-table.tsx";
import { ALL, FilterField, filterOf } from "./filter-field.tsx";
import { LeftOut } from "./left-out.tsx";
import { MonthShares } from "./month-shares.tsx";
import { Most } from "./most.tsx";
import { RecordPart } from "./record-part.tsx";
import { useRecord } from "./use-record.ts";
import { WeeksAhead } from "./weeks-ahead.tsx";
import { YearMap } from "./year-map.tsx";
import { YearNavigation } from "./year-navigation.tsx";

/** The year at a glance, what it says of everybody, and of each task. */
export function Record({ household }: { household?: Household }) {
  const { data: tasks, isError, refetch } = useTasks();
  if (tasks) return <Years tasks={tasks} household={household} />;
  return isError ? <LoadFailure onRetry={refetch} /> : <Loading />;
}

function Years({ tasks, household }: { tasks: readonly Task[]; household: Household | undefined }) {
  const { today } = useToday();
  const [year, setYear] = useState(() => Number(today.slice(0, 4)));
  const [value, setValue] = useState(household ? `room:${household.id}` : ALL);
  const now = toDayNumber(today);
  const period = useMemo(() => yearPeriod(year, now), [year, now]);
  const [people, setPeople] = useState<ReturnType<typeof useRecord>["people"]>([]);
  const filter = useMemo(() => filterOf(value, tasks, people), [value, tasks, people]);
  const record = useRecord(tasks, period, filter);
  if (record.people !== people) setPeople(record.people);
  const { facts, shown, turns, marks, counts, query } = record;
  const rows = useMemo(
    () =>
      tasksInOrder(shown).map((task) => ({
        task,
        figures: taskFigures(task, facts.tasks.get(task.id), period),
      })),
    [shown, facts, period],
  );
  const isShown = new Set([...counts.values()].map(dayMark));

  return (
    <Stack gap="8">
      <Stack gap="3">
        {tasks.length === 0 ? (
          <EmptyState title="No record yet" hint="It begins with your first task." />
        ) : (
          <>
            <YearNavigation year={year} onChange={setYear} />
            <FilterField tasks={tasks} people={people} value={value} onChange={setValue} />
          </>
        )}
        {tasks.length > 0 && (
          <YearMap
            year={year}
            counts={counts}
            marks={marks}
            facts={facts}
            people={people}
            turns={turns}
            today={today}
            onYear={setYear}
            legend={DAY_MARKS.filter((mark) => isShown.has(mark))}
            failure={query}
          />
        )}
      </Stack>
      {tasks.length > 0 && (
        <>
          <RecordPart title={`Who did it in ${year}`}>
            <MonthShares tasks={shown} facts={facts} people={people} period={period} />
          </RecordPart>
          <RecordPart title="Missed most">
            <Most counted={mostMissed(shown, facts, period)} none="Nothing was missed." />
          </RecordPart>
          <RecordPart title="Put off most">
            <Most counted={mostPutOff(shown, period)} none="Nothing was put off." />
          </RecordPart>
          <RecordPart title="The next four weeks">
            <WeeksAhead tasks={shown} people={people} turns={turns} today={now} />
          </RecordPart>
          <RecordPart title={`Tasks in ${year}`}>
            <FigureTable rows={rows} today={now} />
            <DownloadFigures rows={rows} year={year} />
            <LeftOut
              tooMany={facts.leftOut.size}
              withoutEffort={shown.filter(({ effort }) => effort === null).length}
            />
          </RecordPart>
        </>
      )}
    </Stack>
  );
}

import { chakra, Stack } from "@chakra-ui/react";
import { useMutation } from "@tanstack/react-query";
import { tellFailure } from "../../completions/told-changes.ts";
import { fromDayNumber } from "../../domain/dates/calendar-date.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import type { Turns } from "../../domain/figures/figure-turns.ts";
import { loadAhead, mostMissed, mostPutOff } from "../../domain/figures/household-figures.ts";
import { type Person, sumOf } from "../../domain/figures/people.ts";
import { SOMEBODY } from "../../domain/figures/shares.ts";
import { taskFigures } from "../../domain/figures/task-figures.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { msg } from "../../domain/language/messages.ts";
import { minutesText } from "../../domain/tasks/effort.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { tasksInOrder } from "../../domain/tasks/task-groups.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { useLongTasks } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { download } from "../../ui/download.ts";
import { Fold } from "../../ui/fold.tsx";
import { PagePart } from "../../ui/page-part.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { type FigureRow, FigureTable } from "./figure-table.tsx";
import { Most } from "./most.tsx";
import type { YearRecord } from "./use-record.ts";

/** Computed when opened. */
export const AllFigures = ({ record }: { record: YearRecord }) => {
  const { t } = useLocale();
  return (
    <Fold title={t("All figures")}>
      <Figures record={record} />
    </Fold>
  );
};

function Figures({ record }: { record: YearRecord }) {
  const locale = useLocale();
  const { t } = locale;
  const { year, period, facts, shown, people, turns } = record;
  const rows = tasksInOrder(shown, locale).map((task) => ({
    task,
    figures: taskFigures(task, facts.tasks.get(task.id), period),
  }));
  return (
    <Stack gap="6" pt="2">
      <PagePart title={t("Tasks in {year}", { year })}>
        <FigureTable rows={rows} today={period.today} />
        <DownloadFigures rows={rows} year={year} />
      </PagePart>
      <Most deed="missed" counted={mostMissed(shown, facts, period)} />
      <Most deed="putOff" counted={mostPutOff(shown, period)} />
      <PagePart title={t("The next four weeks")}>
        <WeeksAhead tasks={shown} people={people} turns={turns} today={period.today} />
      </PagePart>
      <LeftOut record={record} />
    </Stack>
  );
}

export function LeftOut({ record }: { record: YearRecord }) {
  const { t } = useLocale();
  const long = useLongTasks().length + record.facts.leftOut.size;
  const withoutEffort = record.shown.filter(({ effort }) => effort === null).length;
  return (
    <chakra.p color="fg.muted" fontSize="sm">
      {t("Deleted tasks are not counted.")}{" "}
      {long > 0 &&
        t(
          "{count, plural, one {# task with too long a record for this page: its own page has it.} other {# tasks with too long a record for this page: their own pages have it.}}",
          { count: long },
        )}{" "}
      {withoutEffort > 0 &&
        t(
          "{count, plural, one {# task has no duration yet.} other {# tasks have no duration yet.}}",
          { count: withoutEffort },
        )}
    </chakra.p>
  );
}

const DOWNLOAD_FAILED: FailureWords = {
  title: msg("No File"),
  description: msg("The file could not be made. Please try again."),
};

function DownloadFigures({ rows, year }: { rows: readonly FigureRow[]; year: number }) {
  const locale = useLocale();
  const { t } = locale;
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { figuresFile } = await import("./csv.ts");
      download(
        `rota-figures-${year}.csv`,
        "text/csv;charset=utf-8",
        await figuresFile(rows, locale),
      );
    },
    onError: (error) => tellFailure(DOWNLOAD_FAILED, error),
  });
  return (
    <div>
      <Button variant="outline" disabled={isPending} onClick={() => mutate()}>
        {t("Download as CSV")}
      </Button>
    </div>
  );
}

interface WeeksAheadProps {
  tasks: readonly Task[];
  people: readonly Person[];
  turns: Turns;
  today: number;
}

function WeeksAhead({ tasks, people, turns, today }: WeeksAheadProps) {
  const locale = useLocale();
  const { t } = locale;
  const weeks = loadAhead(tasks, today, turns);
  const anybody: Person = { ids: [SOMEBODY], name: t("anybody // in a sentence") };
  return (
    <chakra.ul>
      {weeks.map(({ first, loads }) => {
        const counts = new Map([...loads].map(([who, { count }]) => [who, count]));
        const all = [...loads.values()];
        const total = all.reduce((sum, { count }) => sum + count, 0);
        const minutes = all.reduce((sum, load) => sum + load.minutes, 0);
        const parts = [...people.filter(({ ids }) => ids[0] !== SOMEBODY), anybody]
          .map((person) => ({ ...person, count: sumOf(counts, person) }))
          .filter(({ count }) => count > 0);
        const isSplit = parts.some(({ ids }) => ids !== anybody.ids);
        return (
          <chakra.li key={first} py="1">
            <span>{weekText(first, total, minutes, locale)}</span>
            {isSplit && (
              <chakra.p color="fg.muted" fontSize="sm">
                {parts
                  .map(({ name, count }) =>
                    t("{name} {count, number} // how much somebody does", { name, count }),
                  )
                  .join(" · ")}
              </chakra.p>
            )}
          </chakra.li>
        );
      })}
    </chakra.ul>
  );
}

/** 'Nov 23, 2026 to Nov 29, 2026: 12 due, 3 h 20 min' */
function weekText(day: number, count: number, minutes: number, locale: Locale): string {
  const [first, last] = [day, day + 6].map((one) => formatDate(fromDayNumber(one), locale));
  const values = { first: first ?? "", last: last ?? "", count };
  return minutes > 0
    ? locale.t(
        "{count, plural, one {{first} to {last}: # due, {effort}} other {{first} to {last}: # due, {effort}}} // tasks of a week; effort: '3 hours'",
        { ...values, effort: minutesText(minutes, locale) },
      )
    : locale.t(
        "{count, plural, one {{first} to {last}: # due} other {{first} to {last}: # due}} // tasks of a week",
        values,
      );
}

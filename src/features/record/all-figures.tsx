import { Stack } from "@chakra-ui/react";
import { mostMissed, mostPutOff } from "../../domain/figures/household-figures.ts";
import type { Period } from "../../domain/figures/period.ts";
import { taskFigures } from "../../domain/figures/task-figures.ts";
import { tasksInOrder } from "../../domain/tasks/task-groups.ts";
import { Fold } from "../../ui/fold.tsx";
import { PagePart } from "../../ui/page-part.tsx";
import { DownloadFigures } from "./download-figures.tsx";
import { FigureTable } from "./figure-table.tsx";
import { LeftOut } from "./left-out.tsx";
import { Most } from "./most.tsx";
import type { useRecord } from "./use-record.ts";
import { WeeksAhead } from "./weeks-ahead.tsx";

interface AllFiguresProps {
  record: ReturnType<typeof useRecord>;
  year: number;
  period: Period;
}

/** The figures of each task, what was missed and put off most, and what is ahead: worked out when they are asked for. */
export const AllFigures = (props: AllFiguresProps) => (
  <Fold title="All figures">
    <Figures {...props} />
  </Fold>
);

function Figures({ record, year, period }: AllFiguresProps) {
  const { facts, shown, people, turns } = record;
  const rows = tasksInOrder(shown).map((task) => ({
    task,
    figures: taskFigures(task, facts.tasks.get(task.id), period),
  }));
  return (
    <Stack gap="6" pt="2">
      <PagePart title={`Tasks in ${year}`}>
        <FigureTable rows={rows} today={period.today} />
        <DownloadFigures rows={rows} year={year} />
      </PagePart>
      <Most deed="Missed" counted={mostMissed(shown, facts, period)} />
      <Most deed="Put off" counted={mostPutOff(shown, period)} />
      <PagePart title="The next four weeks">
        <WeeksAhead tasks={shown} people={people} turns={turns} today={period.today} />
      </PagePart>
      <LeftOut record={record} />
    </Stack>
  );
}

import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { mostMissed, mostPutOff } from "../../domain/figures/household-figures.ts";
import type { Period } from "../../domain/figures/period.ts";
import { taskFigures } from "../../domain/figures/task-figures.ts";
import { tasksInOrder } from "../../domain/tasks/task-groups.ts";
import { DownloadFigures } from "./download-figures.tsx";
import { FigureTable } from "./figure-table.tsx";
import { LeftOut } from "./left-out.tsx";
import { Most } from "./most.tsx";
import { RecordPart } from "./record-part.tsx";
import type { useRecord } from "./use-record.ts";
import { WeeksAhead } from "./weeks-ahead.tsx";

interface AllFiguresProps {
  record: ReturnType<typeof useRecord>;
  year: number;
  period: Period;
}

/** The figures of each task, what was missed and put off most, and what is ahead: worked out when they are asked for. */
export function AllFigures(props: AllFiguresProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <chakra.details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <chakra.summary minH="touch" alignContent="center" fontWeight="semibold" color="accent">
        All figures
      </chakra.summary>
      {isOpen && <Figures {...props} />}
    </chakra.details>
  );
}

function Figures({ record, year, period }: AllFiguresProps) {
  const { facts, shown, people, turns } = record;
  const rows = tasksInOrder(shown).map((task) => ({
    task,
    figures: taskFigures(task, facts.tasks.get(task.id), period),
  }));
  return (
    <Stack gap="6" pt="2">
      <RecordPart title={`Tasks in ${year}`}>
        <FigureTable rows={rows} today={period.today} />
        <DownloadFigures rows={rows} year={year} />
      </RecordPart>
      <RecordPart title="Missed most">
        <Most counted={mostMissed(shown, facts, period)} none="Nothing was missed." />
      </RecordPart>
      <RecordPart title="Put off most">
        <Most counted={mostPutOff(shown, period)} none="Nothing was put off." />
      </RecordPart>
      <RecordPart title="The next four weeks">
        <WeeksAhead tasks={shown} people={people} turns={turns} today={period.today} />
      </RecordPart>
      <LeftOut
        tooMany={facts.leftOut.size}
        withoutEffort={shown.filter(({ effort }) => effort === null).length}
      />
    </Stack>
  );
}

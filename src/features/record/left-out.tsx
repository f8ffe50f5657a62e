import { chakra } from "@chakra-ui/react";
import { formatCount } from "../../domain/format-count.ts";
import { useLongTasks } from "../../sync/use-tasks.ts";
import type { useRecord } from "./use-record.ts";

export function LeftOut({ record }: { record: ReturnType<typeof useRecord> }) {
  const long = useLongTasks().length + record.facts.leftOut.size;
  const withoutEffort = record.shown.filter(({ effort }) => effort === null).length;
  return (
    <chakra.p color="fg.muted" fontSize="sm">
      Deleted tasks are not counted.
      {long > 0 &&
        ` ${tasksText(long)} with too long a record for this page: ${long === 1 ? "its own page has it" : "their own pages have it"}.`}
      {withoutEffort > 0 &&
        ` ${tasksText(withoutEffort)} ${withoutEffort === 1 ? "has" : "have"} no duration yet.`}
    </chakra.p>
  );
}

const tasksText = (count: number) => `${formatCount(count)} ${count === 1 ? "task" : "tasks"}`;

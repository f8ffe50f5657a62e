import { chakra } from "@chakra-ui/react";
import { Suspense, useId, useRef, useState } from "react";
import { addDays } from "../../domain/dates/calendar.ts";
import { toDayNumber } from "../../domain/dates/calendar-date.ts";
import { dayInZone } from "../../domain/dates/time-zone.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { EARLIER_DAYS } from "../../domain/tasks/today.ts";
import { Button } from "../../ui/button.tsx";
import { late } from "../../ui/late.tsx";
import { Loading } from "../../ui/loading.tsx";
import type { Viewer } from "./occurrence-row.tsx";

const EarlierList = late(() => import("./earlier-list.tsx"));

interface EarlierThisWeekProps {
  tasks: readonly Task[];
  viewer: Viewer;
}

/** Offers to undo a wrong tick of the last seven days. */
export default function EarlierThisWeek({ tasks, viewer }: EarlierThisWeekProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!isOpen && !tasks.some((task) => mayHaveEarlier(task, viewer))) return null;
  return (
    <chakra.div mt="2" fontSize="sm">
      <Button
        ref={button}
        variant="link"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        Earlier this week
      </Button>
      {isOpen && (
        <Suspense fallback={<Loading size="sm" />}>
          <EarlierList
            id={id}
            tasks={tasks}
            viewer={viewer}
            onLeft={() => button.current?.focus({ preventScroll: true })}
          />
        </Suspense>
      )}
    </chakra.div>
  );
}

/** A guess without a request: ticks are mostly for their own days. */
function mayHaveEarlier(task: Task, { today, timeZone }: Viewer): boolean {
  const last = toDayNumber(addDays(today, -1));
  for (let day = last; day > last - EARLIER_DAYS; day -= 1) {
    if (task.completedDays.has(day) || task.skippedDays.has(day)) return true;
  }
  // Ticks for a later day, made before today.
  return task.recentCompletions.some(
    ({ date, completedAt }) => date > today && dayInZone(completedAt, timeZone) < today,
  );
}

import { Suspense, useRef, useState } from "react";
import { addDays } from "../../domain/dates/calendar.ts";
import { toDayNumber } from "../../domain/dates/calendar-date.ts";
import { dayInZone } from "../../domain/dates/time-zone.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { EARLIER_DAYS } from "../../domain/tasks/today.ts";
import { Fold } from "../../ui/fold.tsx";
import { late } from "../../ui/late.tsx";
import { Loading } from "../../ui/loading.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import type { Viewer } from "./occurrence-row.tsx";

const EarlierList = late(() => import("./earlier-list.tsx"));

interface EarlierThisWeekProps {
  tasks: readonly Task[];
  viewer: Viewer;
}

/** Offers to undo a wrong tick of the last seven days. */
export default function EarlierThisWeek({ tasks, viewer }: EarlierThisWeekProps) {
  const { t } = useLocale();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!isOpen && !tasks.some((task) => mayHaveEarlier(task, viewer))) return null;
  return (
    <Fold ref={button} title={t("Earlier this week")} onToggle={setOpen}>
      <Suspense fallback={<Loading size="sm" />}>
        <EarlierList
          tasks={tasks}
          viewer={viewer}
          onLeft={() => button.current?.focus({ preventScroll: true })}
        />
      </Suspense>
    </Fold>
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

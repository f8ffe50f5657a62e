import { useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import { usePauses } from "../../completions/pauses.ts";
import { addDays } from "../../domain/dates/calendar.ts";
import { fromDayNumber, toDayNumber } from "../../domain/dates/calendar-date.ts";
import { formatNextDate } from "../../domain/dates/format-date.ts";
import { allPausedUntil, pausedUntil } from "../../domain/tasks/paused.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { Button } from "../../ui/button.tsx";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { DayRange } from "./day-range.tsx";

export function PauseAll({ tasks }: { tasks: readonly Task[] }) {
  const locale = useLocale();
  const { t } = locale;
  const { today } = useToday();
  const pause = usePauses();
  const until = allPausedUntil(tasks, toDayNumber(today));
  if (tasks.length === 0) return null;
  if (until !== null) {
    const last = fromDayNumber(until);
    // A task paused for longer was paused by itself.
    const away = tasks.filter((task) => pausedUntil(task, toDayNumber(today)) === until);
    return (
      <Button variant="outline" onClick={() => void pause(away, today, last, false)}>
        {t("I am back (away until {day})", { day: formatNextDate(last, today, locale) })}
      </Button>
    );
  }
  return (
    <DialogButton label={t("I am away")}>
      {(onClosed) => <PauseDialog tasks={tasks} onClosed={onClosed} />}
    </DialogButton>
  );
}

/** The default length of an absence. */
export const USUAL_DAYS = 7;

function PauseDialog({ tasks, onClosed }: { tasks: readonly Task[]; onClosed: () => void }) {
  const { t } = useLocale();
  const { today } = useToday();
  const pause = usePauses();
  const [days, setDays] = useState({ from: today, to: addDays(today, USUAL_DAYS) });
  return (
    <FormDialog
      title={t("I am away")}
      action={t("{count, plural, one {Pause # task} other {Pause all # tasks}}", {
        count: tasks.length,
      })}
      onSubmit={(close) => {
        void pause(tasks, days.from, days.to, true);
        close();
      }}
      onClosed={onClosed}
    >
      <p>{t("Nothing will be due on these days.")}</p>
      <DayRange {...days} isEndNeeded onChange={setDays} />
    </FormDialog>
  );
}

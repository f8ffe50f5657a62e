import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import { usePauses } from "../../completions/pauses.ts";
import { addDays } from "../../domain/dates/calendar.ts";
import { fromDayNumber, toDayNumber } from "../../domain/dates/calendar-date.ts";
import { formatNextDate } from "../../domain/dates/format-date.ts";
import { allPausedUntil } from "../../domain/tasks/paused.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { useFormErrors } from "../../ui/use-form-errors.ts";
import { DayRange } from "./day-range.tsx";

interface PauseAllProps {
  /** all of a household, or all of one's own */
  tasks: readonly Task[];
  /** 'We are' or 'I am' */
  who: string;
}

/** Pauses all tasks while nobody is there, in one go; while they are paused, the way back. */
export function PauseAll({ tasks, who }: PauseAllProps) {
  const { today } = useToday();
  const pause = usePauses();
  const [isOpen, setOpen] = useState(false);
  const until = allPausedUntil(tasks, toDayNumber(today));
  if (tasks.length === 0) return null;
  if (until !== null) {
    const last = fromDayNumber(until);
    return (
      <Button variant="outline" onClick={() => void pause(tasks, today, last, false)}>
        {who} back (away until {formatNextDate(last, today)})
      </Button>
    );
  }
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {who} away
      </Button>
      {isOpen && (
        <AppDialog title={`${who} away`} onClosed={() => setOpen(false)}>
          {(close) => <PauseForm tasks={tasks} onSaved={close} />}
        </AppDialog>
      )}
    </>
  );
}

const USUAL_DAYS = 7;

function PauseForm({ tasks, onSaved }: { tasks: readonly Task[]; onSaved: () => void }) {
  const { today } = useToday();
  const pause = usePauses();
  const [days, setDays] = useState({ from: today, to: addDays(today, USUAL_DAYS) });
  const { errors, form } = useFormErrors(() => {
    void pause(tasks, days.from, days.to, true);
    onSaved();
  });
  return (
    <form {...form}>
      <Stack gap="4" pb="4">
        <p>Nothing is due or missed on these days.</p>
        <DayRange {...days} errors={errors} isEndNeeded onChange={setDays} />
        <chakra.div display="flex" justifyContent="flex-end">
          <Button type="submit">
            Pause {tasks.length === 1 ? "1 task" : `all ${tasks.length} tasks`}
          </Button>
        </chakra.div>
      </Stack>
    </form>
  );
}

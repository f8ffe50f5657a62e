import { chakra } from "@chakra-ui/react";
import { useAuth } from "../../auth/auth.tsx";
import { usePauses } from "../../completions/pauses.ts";
import { type CalendarDate, fromDayNumber } from "../../domain/dates/calendar-date.ts";
import { mayEdit, type Task } from "../../domain/tasks/task.ts";
import { Button } from "../../ui/button.tsx";

interface PausedProps {
  task: Task;
  today: CalendarDate;
  /** day number of the pause's last day */
  until: number;
}

/** In place of what would be to do: that the task is paused, and the way out of it. */
export function Paused({ task, today, until }: PausedProps) {
  const { user } = useAuth();
  const pause = usePauses();
  const resume = () => pause([task], today, fromDayNumber(until), false);
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
      <chakra.p flex="1">Nothing is due while it is paused.</chakra.p>
      {mayEdit(task, user?.id ?? "") && <Button onClick={() => void resume()}>Resume</Button>}
    </chakra.div>
  );
}

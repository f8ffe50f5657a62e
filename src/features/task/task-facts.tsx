import { chakra } from "@chakra-ui/react";
import { useAuth } from "../../auth/auth.tsx";
import { type CalendarDate, fromDayNumber, toDayNumber } from "../../domain/dates/calendar-date.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { repeatText } from "../../domain/recurrence/rule-text.ts";
import { seasonText } from "../../domain/recurrence/season-text.ts";
import { effortName } from "../../domain/tasks/effort.ts";
import { mayEdit, type Task } from "../../domain/tasks/task.ts";
import { Belonging } from "../../households/belonging.tsx";
import { DOTTED } from "../../ui/dotted.styles.ts";
import { useLocale } from "../../ui/use-locale.ts";

export function TaskFacts({ task, today }: { task: Task; today: CalendarDate }) {
  const locale = useLocale();
  const { user } = useAuth();
  const isMine = mayEdit(task, user?.id ?? "");
  const owner = task.people[task.ownerId];
  const day = toDayNumber(today);
  const [before] = task.formerSchedules;
  return (
    <chakra.ul
      display="flex"
      flexWrap="wrap"
      color="fg.muted"
      fontSize="sm"
      fontVariantNumeric="tabular-nums"
      css={DOTTED}
    >
      {task.pausedDays.has(day) && (
        <li>Paused until {formatDate(fromDayNumber(task.pausedDays.runEnd(day)), locale)}</li>
      )}
      <li>
        {repeatText(task, locale)}
        {task.season && `, only ${seasonText(task.season)}`}
      </li>
      <li>
        From {formatDate(task.startDate, locale)}
        {task.endDate && ` to ${formatDate(task.endDate, locale)}`}
      </li>
      {task.effort !== null && <li>Takes: {effortName(task.effort).toLowerCase()}</li>}
      {before && before.startDate < task.startDate && (
        <li>
          Before: {repeatText(before, locale)} from {formatDate(before.startDate, locale)}
        </li>
      )}
      {task.household && (
        <li>
          <Belonging household={task.household} />
        </li>
      )}
      {task.isShared && !task.household && (
        <li>
          Shared
          {!isMine && owner !== undefined && (
            <>
              {" "}
              by <bdi>{owner}</bdi>
            </>
          )}
        </li>
      )}
    </chakra.ul>
  );
}

import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useEffect, useId, useMemo } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { dueDaysOf } from "../../clock/due-days.ts";
import { useToday } from "../../clock/today.ts";
import { formatDate, formatNextDate, relativeDate } from "../../domain/dates/format-date.ts";
import { nextTaskDates, noNextDatesText } from "../../domain/recurrence/next-dates.ts";
import { repeatText } from "../../domain/recurrence/rule-text.ts";
import { seasonText } from "../../domain/recurrence/season-text.ts";
import { TASK_STATUS_TEXT, taskStatus } from "../../domain/tasks/day-status.ts";
import { mayEdit, type Task } from "../../domain/tasks/task.ts";
import { Button } from "../../ui/button.tsx";
import { CategoryBadge } from "../../ui/category-heading.tsx";
import { Icon } from "../../ui/icon.tsx";
import LinkedText from "../../ui/linked-text.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { TaskChecklist } from "./task-checklist.tsx";
import { TaskEvents } from "./task-events.tsx";
import { TaskPeople } from "./task-people.tsx";

const NEXT_DATES = 5;

interface TaskPageProps {
  task: Task;
  onEdit: () => void;
  onPause: () => void;
  onDelete: () => void;
  onLeave: () => void;
  onPrintLabel: () => void;
  /** the calendar of its days, which belongs to another feature */
  history: ReactNode;
}

/** All there is to know of one task. */
export function TaskPage(props: TaskPageProps) {
  const { task } = props;
  const { user } = useAuth();
  const { today } = useToday();
  const isMine = mayEdit(task, user?.id ?? "");
  const { kind, date } = taskStatus(task, today, dueDaysOf(task, today));

  useEffect(() => {
    scrollTo({ top: 0, behavior: "instant" });
    screenHeading()?.focus({ preventScroll: true });
  }, []);

  return (
    <Stack gap="8">
      <Stack gap="3" alignItems="flex-start">
        <CategoryBadge category={task.category} />
        <h1 dir="auto">{task.title}</h1>
        <Stack as="ul" gap="1" color="fg.muted" fontVariantNumeric="tabular-nums">
          <li>
            {TASK_STATUS_TEXT[kind]}
            {date && `: ${relativeDate(date, today)}`}
          </li>
          <li>
            {repeatText(task)}
            {task.season && `, only ${seasonText(task.season)}`}
          </li>
          <li>
            From {formatDate(task.startDate)}
            {task.endDate && ` to ${formatDate(task.endDate)}`}
          </li>
          {task.household && (
            <li>
              <bdi>{task.household.name}</bdi>
            </li>
          )}
          {task.isShared && !task.household && (
            <li>{isMine ? "Shared" : <SharedBy name={task.people[task.ownerId]} />}</li>
          )}
        </Stack>
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          {isMine && (
            <>
              <Button variant="outline" onClick={props.onEdit}>
                <Icon name="edit" />
                Edit
              </Button>
              <Button variant="outline" onClick={props.onPause}>
                <Icon name="pause" />
                Pause
              </Button>
              <Button variant="outline" onClick={props.onDelete}>
                <Icon name="delete" />
                Delete
              </Button>
            </>
          )}
          {!isMine && !task.household && (
            <Button variant="outline" onClick={props.onLeave}>
              <Icon name="leave" />
              Leave
            </Button>
          )}
          <Button variant="outline" onClick={() => void copyLink(task.id)}>
            Copy link
          </Button>
          {isMine && task.household && (
            <Button variant="outline" onClick={props.onPrintLabel}>
              Print label
            </Button>
          )}
        </chakra.div>
      </Stack>
      {task.subtitle && (
        <Part title="Notes">
          <p className="notes" dir="auto">
            <LinkedText text={task.subtitle} />
          </p>
        </Part>
      )}
      {task.checklist.length > 0 && (
        <Part title="Checklist">
          <TaskChecklist task={task} today={today} />
        </Part>
      )}
      <NextDates task={task} />
      <Part title="Who did it">
        <TaskPeople task={task} />
      </Part>
      <Part title="History">{props.history}</Part>
      <Part title="What happened">
        <TaskEvents task={task} />
      </Part>
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <chakra.section aria-labelledby={id}>
      <chakra.h2 id={id} mb="2">
        {title}
      </chakra.h2>
      {children}
    </chakra.section>
  );
}

function SharedBy({ name }: { name: string | undefined }) {
  if (name === undefined) return "Shared";
  return (
    <>
      Shared by <bdi>{name}</bdi>
    </>
  );
}

function NextDates({ task }: { task: Task }) {
  const { today } = useToday();
  const dates = useMemo(() => nextTaskDates(task, today, NEXT_DATES), [task, today]);
  return (
    <Part title="Next dates">
      {dates.length === 0 ? (
        <p>{noNextDatesText(task, today)}</p>
      ) : (
        <chakra.ul aria-label="Next dates" fontVariantNumeric="tabular-nums">
          {dates.map((date) => (
            <li key={date}>{formatNextDate(date, today)}</li>
          ))}
        </chakra.ul>
      )}
    </Part>
  );
}

async function copyLink(taskId: string): Promise<void> {
  const address = `${location.origin}/task/${taskId}`;
  try {
    await navigator.clipboard.writeText(address);
    toastSuccess("Link copied", "It opens for those who take part in the task.");
  } catch {
    toastFailure({ title: "The link could not be copied", description: address });
  }
}

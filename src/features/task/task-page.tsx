import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useId, useMemo } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { useToday } from "../../clock/use-today.ts";
import { DayLines } from "../../completions/day-lines.tsx";
import { ask } from "../../dialogs/ask.ts";
import { addDays } from "../../domain/dates/calendar.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatNextDate } from "../../domain/dates/format-date.ts";
import { msg } from "../../domain/language/messages.ts";
import { nextTaskDates, noNextDatesText } from "../../domain/recurrence/next-dates.ts";
import { checkedLines, checklistDay } from "../../domain/tasks/checklist.ts";
import { dayStatus, dueDays, missedText } from "../../domain/tasks/day-status.ts";
import { statusText } from "../../domain/tasks/status-text.ts";
import { mayEdit, type Task } from "../../domain/tasks/task.ts";
import { hasTurns } from "../../domain/turns/has-turns.ts";
import { Button } from "../../ui/button.tsx";
import { CategoryBadge } from "../../ui/category-heading.tsx";
import { copyLink } from "../../ui/copy-link.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { late, Nothing } from "../../ui/late.tsx";
import LinkedText from "../../ui/linked-text.tsx";
import { PagePart } from "../../ui/page-part.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { DueNow } from "./due-now.tsx";
import { TaskEvents } from "./task-events.tsx";
import { TaskFacts } from "./task-facts.tsx";

const TaskTurns = late(() => import("./task-turns.tsx"), Nothing);

const NEXT_DATES = 5;

interface TaskPageProps {
  task: Task;
  onPrintLabel: () => void;
  /** the calendar of its days, which belongs to another feature */
  history: ReactNode;
  /** whether the user is told what others do in it, likewise */
  watch?: ReactNode;
  /** a day, likewise: what can be done with it, or all that there is of it */
  renderDay: (date: CalendarDate, place: "first" | "timeline") => ReactNode;
}

export function TaskPage(props: TaskPageProps) {
  const { task, renderDay } = props;
  const { t } = useLocale();
  const { today } = useToday();

  return (
    <Stack gap="6">
      <chakra.div>
        <CategoryBadge category={task.category} />
        <chakra.h1 mt="1.5" dir="auto">
          {task.title}
        </chakra.h1>
        <StatusLine task={task} today={today} />
      </chakra.div>
      <DueNow task={task} today={today} renderDay={(date) => renderDay(date, "first")} />
      <Stack gap="2">
        <NextDates task={task} />
        <TaskFacts task={task} />
        <TaskButtons task={task} onPrintLabel={props.onPrintLabel} />
        {props.watch}
      </Stack>
      {hasTurns(task) && task.roster.length > 0 && (
        <PagePart title={t("Whose turn")}>
          <TaskTurns task={task} today={today} />
        </PagePart>
      )}
      {task.checklist.length > 0 && (
        <PagePart title={t("Checklist")}>
          <TaskChecklist task={task} today={today} />
        </PagePart>
      )}
      {task.subtitle && (
        <PagePart title={t("Notes")}>
          <p className="notes" dir="auto">
            <LinkedText text={task.subtitle} />
          </p>
        </PagePart>
      )}
      <PagePart title={t("History")}>{props.history}</PagePart>
      <PagePart title={t("What happened")}>
        <TaskEvents task={task} renderDay={(date) => renderDay(date, "timeline")} />
      </PagePart>
    </Stack>
  );
}

const STATUS_COLOURS = {
  paused: "fg.muted",
  overdue: "status.missed",
  today: "status.today",
  "next-due": "status.future",
  none: "fg.muted",
} as const;

function StatusLine({ task, today }: { task: Task; today: CalendarDate }) {
  const locale = useLocale();
  const { missedCount } = dueDays(task, today);
  const { kind, text } = statusText(task, today, locale);
  return (
    <chakra.p
      mt="1"
      color={STATUS_COLOURS[kind]}
      fontWeight="semibold"
      fontVariantNumeric="tabular-nums"
    >
      {text}
      {kind === "overdue" && missedCount > 1 && ` · ${missedText(missedCount, locale)}`}
    </chakra.p>
  );
}

/** Dates that don't fit into one line are hidden. */
function NextDates({ task }: { task: Task }) {
  const locale = useLocale();
  const { today } = useToday();
  const id = useId();
  // Today's occurrence is shown above.
  const dates = useMemo(() => nextTaskDates(task, addDays(today, 1), NEXT_DATES), [task, today]);
  return (
    <chakra.section aria-labelledby={id} display="flex" flexWrap="wrap" columnGap="3">
      <chakra.h2 id={id} fontSize="md" lineHeight="normal" whiteSpace="nowrap">
        {locale.t("Next dates")}
      </chakra.h2>
      {dates.length === 0 ? (
        <p>{noNextDatesText(task, today, locale)}</p>
      ) : (
        <chakra.ul
          aria-label={locale.t("Next dates")}
          flex="1 1 8rem"
          display="flex"
          flexWrap="wrap"
          columnGap="4"
          height="1lh"
          overflow="hidden"
          fontVariantNumeric="tabular-nums"
        >
          {dates.map((date) => (
            <chakra.li key={date} whiteSpace="nowrap">
              {formatNextDate(date, today, locale)}
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </chakra.section>
  );
}

const COPIED = msg("It opens for those who take part in the task.");

function TaskButtons({ task, onPrintLabel }: Pick<TaskPageProps, "task" | "onPrintLabel">) {
  const { t } = useLocale();
  const { user } = useAuth();
  const isMine = mayEdit(task, user?.id ?? "");
  return (
    <chakra.div display="flex" flexWrap="wrap" ms="-2">
      {isMine && (
        <>
          <Action icon="edit" name={t("Edit")} onClick={() => ask({ kind: "edit", task })} />
          <Action
            icon="pause"
            name={t("Pause // a button: pause a task")}
            onClick={() => ask({ kind: "pause", task })}
          />
          <Action icon="delete" name={t("Delete")} onClick={() => ask({ kind: "delete", task })} />
        </>
      )}
      {!isMine && !task.household && (
        <Action
          icon="leave"
          name={t("Leave // a task that somebody shares")}
          onClick={() => ask({ kind: "leave", task })}
        />
      )}
      <Action
        icon="link"
        name={t("Copy link")}
        onClick={() => void copyLink(`${location.origin}/task/${task.id}`, t(COPIED))}
      />
      {isMine && task.household && (
        <Action icon="link" name={t("Print label")} onClick={onPrintLabel} />
      )}
    </chakra.div>
  );
}

function Action({ icon, name, onClick }: { icon: IconName; name: string; onClick: () => void }) {
  return (
    <Button variant="ghost" px="2" gap="1" fontSize="sm" onClick={onClick}>
      <Icon name={icon} />
      {name}
    </Button>
  );
}

/** Can be ticked only on a day on which the task is due. */
function TaskChecklist({ task, today }: { task: Task; today: CalendarDate }) {
  const { t } = useLocale();
  const status = dayStatus(task, today, today);
  const isToday = status === "due-today" || status === "completed";
  const day = checklistDay(task, today);
  const checked = isToday ? checkedLines(task, day) : null;

  if (checked === null) {
    return (
      <chakra.ul listStyleType="disc" ps="5" aria-label={t("Checklist")}>
        {task.checklist.map((line) => (
          <li key={line}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </chakra.ul>
    );
  }
  return <DayLines task={task} day={day} label={t("Checklist for today")} checked={checked} />;
}

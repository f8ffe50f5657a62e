import { chakra } from "@chakra-ui/react";
import { memo, useDeferredValue, useMemo, useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import { MoreButton } from "../../completions/more-button.tsx";
import { useOccurrenceActions } from "../../completions/use-occurrence-actions.ts";
import { useViewer } from "../../completions/use-viewer.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import {
  formatDayOfMonth,
  formatLongDay,
  formatTightWeekday,
  formatWeekday,
} from "../../domain/dates/format-date.ts";
import { doneEarlyText, type EarlyDay } from "../../domain/tasks/done-early.ts";
import { mayUndo, type Task } from "../../domain/tasks/task.ts";
import { type DueTask, type TaskWeek, tasksAhead } from "../../domain/tasks/week-ahead.ts";
import { hasTurns } from "../../domain/turns/has-turns.ts";
import { useNarrowed } from "../../households/room-choice.tsx";
import { Turn } from "../../households/turn.tsx";
import { useTasks } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { useStill } from "../../ui/pressed.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { useUnderWay } from "../../ui/use-under-way.ts";

const MOST = 40;

export function WeekAhead() {
  const { data } = useTasks();
  // A tick is drawn first; the list may be long.
  const tasks = useStill(useDeferredValue(data));
  return tasks && <Week tasks={tasks} />;
}

const Week = memo(function Week({ tasks }: { tasks: readonly Task[] }) {
  const locale = useLocale();
  const moment = useToday();
  const { shown } = useNarrowed(tasks, moment.today);
  const [isWhole, setWhole] = useState(false);
  const { dates, weeks } = useMemo(
    () => tasksAhead(shown, moment, locale),
    [shown, moment, locale],
  );
  if (weeks.length === 0) return <chakra.p color="fg.muted">{locale.t("Nothing due")}</chakra.p>;
  return (
    <Card>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <chakra.span srOnly>{locale.t("Task")}</chakra.span>
            </th>
            {dates.map((date) => (
              <th
                key={date}
                scope="col"
                abbr={formatWeekday(date, locale)}
                title={formatWeekday(date, locale)}
              >
                {formatTightWeekday(date, locale).slice(0, 2)}
                <br />
                {formatDayOfMonth(date, locale)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(isWhole ? weeks : weeks.slice(0, MOST)).map((week) => (
            <Line key={week.task.id} {...week} dates={dates} today={moment.today} />
          ))}
        </tbody>
      </table>
      {weeks.length > MOST && !isWhole && (
        <Button variant="link" fontSize="sm" onClick={() => setWhole(true)}>
          {locale.t("and {count, number} more", { count: weeks.length - MOST })}
        </Button>
      )}
    </Card>
  );
});

interface LineProps extends TaskWeek {
  dates: readonly CalendarDate[];
  today: CalendarDate;
}

function Line({ task, days, early, dates, today }: LineProps) {
  const locale = useLocale();
  return (
    <tr>
      <th scope="row">
        <a href={`/task/${task.id}`}>
          <bdi>{task.title}</bdi>
        </a>
        {early?.done && <p className="early-done">{doneEarlyText(early.date, today, locale)}</p>}
        {early && <DoneNow task={task} early={early} />}
      </th>
      {dates.map((date) => (
        <td key={date}>
          {days.includes(date) &&
            (hasTurns(task) ? (
              <Turn kind="face" task={task} day={date} today={today} />
            ) : (
              <i role="img" aria-label={locale.t("due // a task on a day")} />
            ))}
        </td>
      ))}
    </tr>
  );
}

const AHEAD = {
  "& .ahead": { display: "inline-flex", alignItems: "center" },
  "& .more": {
    display: "grid",
    placeItems: "center",
    w: "2.25rem",
    h: "touch",
    ms: "-1",
    color: "fg.muted",
  },
} as const;

const Card = chakra("div", {
  base: {
    px: "2",
    pt: "2",
    bg: "bg.panel",
    borderWidth: "1px",
    borderRadius: "card",
    "& table": { w: "full", borderCollapse: "collapse", fontSize: "sm" },
    "& thead th": {
      pb: "1",
      fontSize: "0.75rem",
      fontWeight: "semibold",
      lineHeight: "1.2",
      color: "fg.muted",
      textAlign: "center",
      fontVariantNumeric: "tabular-nums",
    },
    "& tbody tr": { borderTopWidth: "1px" },
    "& tbody th": { fontWeight: "normal", textAlign: "start", overflowWrap: "anywhere" },
    "& td": { w: "1.625rem", p: "0.5", textAlign: "center" },
    "& .whose": { display: "inline-grid" },
    "& i": {
      display: "inline-block",
      boxSize: "0.5rem",
      borderRadius: "full",
      bg: "border.control",
      verticalAlign: "middle",
    },
    "& a": {
      display: "flex",
      alignItems: "center",
      minH: "touch",
      py: "1",
      lineHeight: "1.3",
      borderRadius: "sm",
      "& bdi": { lineClamp: "2" },
      _hover: { textDecoration: "underline", textUnderlineOffset: "0.2em" },
    },
    "& .early-done": { mt: "-2", color: "status.completed" },
    ...AHEAD,
    "& th > .ahead": { ms: "-1", mt: "-3" },
  },
});

export function DueTasks({ date, tasks }: { date: CalendarDate; tasks: readonly DueTask[] }) {
  const locale = useLocale();
  const { today } = useToday();
  return (
    <ul>
      {tasks.map(({ task, early }) => (
        <DayTask key={task.id}>
          <div>
            <a href={`/task/${task.id}`}>
              <bdi>{task.title}</bdi>
            </a>
            {early?.done && <p>{doneEarlyText(early.date, today, locale)}</p>}
          </div>
          {early && <DoneNow task={task} early={early} />}
          <Turn kind="face" task={task} day={date} today={today} />
        </DayTask>
      ))}
    </ul>
  );
}

const DayTask = chakra("li", {
  base: {
    display: "flex",
    alignItems: "center",
    columnGap: "2",
    "& > div": { flex: "1", minW: "0" },
    "& a": {
      display: "flex",
      alignItems: "center",
      minH: "touch",
      overflowWrap: "anywhere",
      _hover: { textDecoration: "underline", textUnderlineOffset: "0.2em" },
    },
    "& p": { mt: "-2", pb: "1", fontSize: "sm", color: "status.completed" },
    ...AHEAD,
  },
});

/** One button marks and undoes, so that the focus stays. */
function DoneNow({ task, early: { date, done } }: { task: Task; early: EarlyDay }) {
  const locale = useLocale();
  const viewer = useViewer();
  const { userId, today } = viewer;
  const { complete, undo } = useOccurrenceActions(task, date, viewer);
  const [isUnderWay, begin] = useUnderWay();
  if (done && !mayUndo(task, done, userId)) return null;
  const { t } = locale;
  const { title } = task;
  const day = formatLongDay(date, locale);
  const act = () =>
    done ? undo() : complete(undefined, undefined, doneEarlyText(date, today, locale));
  return (
    <span className="ahead">
      <Button
        variant="link"
        px="1"
        fontSize="sm"
        textAlign="start"
        aria-label={
          done
            ? t("Undo {title} for {day}", { title, day })
            : t("Done now: {title} for {day}", { title, day })
        }
        onClick={() => isUnderWay || begin(act())}
      >
        {done ? t("Undo") : t("Done now")}
      </Button>
      {!done && (
        <MoreButton
          label={t("More for {title} for {day}", { title, day })}
          menu={() => ({
            task,
            open: { dueDate: date, doneDate: date, isUnticked: true, settle: (act) => void act() },
          })}
        />
      )}
    </span>
  );
}

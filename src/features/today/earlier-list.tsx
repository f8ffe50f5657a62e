import { chakra } from "@chakra-ui/react";
import { LOAD_HISTORY_FAILED } from "../../completions/day-changes.ts";
import { useToldFailure } from "../../completions/told-changes.ts";
import { useOccurrenceActions } from "../../completions/use-occurrence-actions.ts";
import { toDayNumber } from "../../domain/dates/calendar-date.ts";
import { tickedWhen } from "../../domain/dates/done-when.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { isolatedIn } from "../../domain/language/isolated.ts";
import { doersName, hasOtherPeople, mayUndo, type Task } from "../../domain/tasks/task.ts";
import { DoerFace } from "../../households/belonging.tsx";
import { Turn } from "../../households/turn.tsx";
import { Button } from "../../ui/button.tsx";
import { Known } from "../../ui/known.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import type { Viewer } from "./occurrence-row.tsx";
import { type EarlierCompletion, useEarlierCompletions } from "./queries.ts";

interface EarlierListProps {
  tasks: readonly Task[];
  viewer: Viewer;
  /** The undone row leaves, and its focused button with it. */
  onLeft: () => void;
}

export default function EarlierList({ tasks, viewer, onLeft }: EarlierListProps) {
  const { t } = useLocale();
  const query = useEarlierCompletions(tasks, viewer.today, viewer.timeZone);
  useToldFailure(LOAD_HISTORY_FAILED, query.error);
  const rowsOf = (data: readonly EarlierCompletion[]) =>
    data.flatMap((done) => {
      const task = tasks.find(({ id: taskId }) => taskId === done.taskId);
      const day = toDayNumber(done.date);
      // Completions that are being undone are left out.
      return task && (task.completedDays.has(day) || task.skippedDays.has(day))
        ? [{ task, done }]
        : [];
    });
  return (
    <Known query={query} failed={t("What was done could not be loaded.")}>
      {(data) => (
        <chakra.ul aria-label={t("Earlier this week")}>
          {rowsOf(data).length === 0 && (
            <chakra.li color="fg.muted">{t("Nothing was done.")}</chakra.li>
          )}
          {rowsOf(data).map(({ task, done }) => (
            <EarlierDone
              key={`${task.id} ${done.date}`}
              task={task}
              done={done}
              viewer={viewer}
              onLeft={onLeft}
            />
          ))}
        </chakra.ul>
      )}
    </Known>
  );
}

interface EarlierDoneProps extends Pick<EarlierListProps, "viewer" | "onLeft"> {
  task: Task;
  done: EarlierCompletion;
}

function EarlierDone({ task, done, viewer, onLeft }: EarlierDoneProps) {
  const locale = useLocale();
  const { t } = locale;
  const { undo } = useOccurrenceActions(task, done.date, viewer);
  return (
    <chakra.li
      display="flex"
      alignItems="center"
      gap="3"
      minH="touch"
      borderColor="border"
      css={{ "& + &": { borderTopWidth: "1px" } }}
    >
      <chakra.div flex="1" minW="0" py="2">
        <chakra.p dir="auto" overflowWrap="anywhere">
          {task.title}
        </chakra.p>
        <chakra.p color="fg.muted" fontVariantNumeric="tabular-nums">
          {t("{deed} · {date} {when} // 'Done', 'Nov 21, 2026', 'at 8:00 PM'", {
            deed: done.status === "skipped" ? t("Skipped // a day") : t("Done // a day"),
            date: formatDate(done.date, locale),
            when: tickedWhen({ ...done, at: done.completedAt }, done.date, viewer.timeZone, locale),
          })}
          {hasOtherPeople(task) && (
            <>
              {" · "}
              <DoerFace task={task} doers={done} />{" "}
              <Turn
                kind="instead"
                said={isolatedIn(locale.direction, doersName(task, done, viewer.userId, locale))}
                task={task}
                day={done.date}
                today={viewer.today}
                doers={done}
              />
            </>
          )}
        </chakra.p>
      </chakra.div>
      {mayUndo(task, done, viewer.userId) && (
        <Button
          variant="link"
          aria-label={t("Undo {title} for {day}", {
            title: task.title,
            day: formatDate(done.date, locale),
          })}
          onClick={() => {
            onLeft();
            void undo();
          }}
        >
          {t("Undo")}
        </Button>
      )}
    </chakra.li>
  );
}

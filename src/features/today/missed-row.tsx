import { memo } from "react";
import { MoreButton } from "../../completions/more-button.tsx";
import { askWhoDid } from "../../dialogs/ask.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { missedText, missedUntilText } from "../../domain/tasks/day-status.ts";
import { sharedHousehold, type Task } from "../../domain/tasks/task.ts";
import { Turn } from "../../households/turn.tsx";
import { rowIcon } from "../../ui/icon.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import type { ShowMissed } from "./earlier-row.tsx";
import { leaveFocus, neighbourOf } from "./leave-focus.ts";
import { useMotionParts } from "./motion-parts.ts";
import { RowTitle, SharedFact, type Viewer } from "./occurrence-row.tsx";
import { pressRowKey } from "./row-keys.ts";
import { TickButton } from "./tick.tsx";
import { useCatchUp } from "./use-catch-up.ts";

interface MissedRowProps {
  task: Task;
  count: number;
  latest: CalendarDate | null;
  isOpen: boolean;
  /** where no heading says it */
  category: string | undefined;
  viewer: Viewer;
  onShow: ShowMissed;
}

export const MissedRow = memo(function MissedRow(props: MissedRowProps) {
  const locale = useLocale();
  const { t } = locale;
  const { task, count, latest, isOpen, viewer } = props;
  const { title } = task;
  const { Row } = useMotionParts();
  const { settleAll } = useCatchUp(task, viewer);
  const household = sharedHousehold(task);
  const countText = missedText(count, locale);
  const untilText = latest ? missedUntilText(count, latest, viewer.today, locale) : countText;

  function askWho(button: HTMLElement) {
    askWhoDid(
      task,
      viewer.userId,
      t("Who did {title}?", { title }),
      (ids) => settleAll("done", viewer.today, count, ids),
      () => neighbourOf(button, task.id),
    );
  }

  async function catchUp(button: HTMLElement) {
    // Hardly ever one person did all of it.
    if (household) return askWho(button);
    leaveFocus(button, task.id);
    await settleAll("done", viewer.today, count);
  }

  function skipAll(button: HTMLElement) {
    leaveFocus(button, task.id);
    return settleAll("skipped", viewer.today, count);
  }

  return (
    <Row
      className="row"
      data-task={task.id}
      onKeyDown={(event) =>
        pressRowKey(event, { s: skipAll, ...(household && { w: (row) => askWho(row) }) })
      }
    >
      {count > 0 ? (
        <TickButton
          label={t("Catch up {title}: mark all missed days as done", { title })}
          onPress={catchUp}
        />
      ) : (
        <span className="tick" />
      )}
      <div className="body">
        <RowTitle task={task} category={props.category} />
        <p className="facts">
          <button
            type="button"
            className="toggle"
            aria-expanded={isOpen}
            aria-label={t("{missed}: days of {title} // opens them", { missed: untilText, title })}
            onClick={() => props.onShow({ taskId: task.id })}
          >
            {countText}
            {rowIcon("down")}
          </button>
          <SharedFact task={task} viewer={viewer} />
        </p>
      </div>
      {latest && <Turn kind="face" task={task} day={latest} today={viewer.today} />}
      {count > 0 && (
        <MoreButton
          label={t("More for the missed days of {title}", { title })}
          menu={(button) => ({
            task,
            askWho: household ? () => askWho(button) : undefined,
            skipAll: () => void skipAll(button),
          })}
        />
      )}
    </Row>
  );
});

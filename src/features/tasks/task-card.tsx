import { type KeyboardEvent, type MouseEvent, memo, useId } from "react";
import { ask } from "../../dialogs/ask.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { msg } from "../../domain/language/messages.ts";
import { repeatText } from "../../domain/recurrence/rule-text.ts";
import { seasonText } from "../../domain/recurrence/season-text.ts";
import { dayToDo } from "../../domain/tasks/day-ledger.ts";
import { effortName } from "../../domain/tasks/effort.ts";
import { statusText } from "../../domain/tasks/status-text.ts";
import { mayEdit, type Task } from "../../domain/tasks/task.ts";
import { Belonging } from "../../households/belonging.tsx";
import { Turn } from "../../households/turn.tsx";
import { Fact } from "../../ui/fact.tsx";
import { rowIcon } from "../../ui/icon.tsx";
import { Notes } from "../../ui/notes.tsx";
import { singleKey } from "../../ui/single-keys.ts";
import { useLocale } from "../../ui/use-locale.ts";

export interface TaskCardProps {
  task: Task;
  today: CalendarDate;
  /** the viewer's, an IANA name */
  timeZone: string;
  /** the viewer's user id: who may not edit and delete it, and has it by a share, can leave */
  userId: string;
  isMixed: boolean;
}

/** Rendered again only when the task or the day has changed. */
export const TaskCard = memo(function TaskCard(props: TaskCardProps) {
  const locale = useLocale();
  const { t } = locale;
  const { task, today, timeZone, userId } = props;
  const isMine = mayEdit(task, userId);
  const menuId = useId();

  /** The menu of a row, for the right mouse button and a key: a card has three buttons and no fourth. */
  function showMenu(event: MouseEvent | KeyboardEvent) {
    // The browser's own is better for an address, or for chosen words.
    if ((event.target as Element).closest("a") && event.type === "contextmenu") return;
    const date = dayToDo(task, { today, timeZone });
    if (date === null || String(getSelection()) !== "") return;
    event.preventDefault();
    const settle = (act: () => Promise<boolean>) => void act();
    const open = { dueDate: date, doneDate: date, isUnticked: true, settle };
    ask({ kind: "menu", menu: { task, trigger: menuId, open, hasEdit: true } });
  }

  return (
    <li
      className="card"
      onContextMenu={showMenu}
      onKeyDown={(event) => singleKey(event.nativeEvent) === "p" && showMenu(event)}
    >
      <h3 className="title" dir="auto">
        <a href={`/task/${task.id}`}>{task.title}</a>
      </h3>
      {task.subtitle && <Notes task={task} text={task.subtitle} />}
      <div className="foot">
        <div className="state">
          <p className="facts">
            <Fact icon="repeat">{repeatText(task, locale)}</Fact>
            {task.season && (
              <Fact icon="calendar">
                {t("Only {months} // 'from May to September'", {
                  months: seasonText(task.season, locale),
                })}
              </Fact>
            )}
            {task.endDate && (
              <Fact icon="calendar">
                {t("Ends {date} // a task", { date: formatDate(task.endDate, locale) })}
              </Fact>
            )}
            {task.checklist.length > 0 && (
              <Fact icon="tasks">
                {t("Checklist of {count, number} // lines", { count: task.checklist.length })}
              </Fact>
            )}
            {task.effort !== null && <Fact icon="history">{effortName(task.effort, locale)}</Fact>}
            <Turn kind="next" task={task} day={today} today={today} />
            {task.household && props.isMixed && <Belonging household={task.household} />}
            {task.isShared && !task.household && (
              <Fact icon="shared">
                <SharedText task={task} isMine={isMine} />
              </Fact>
            )}
          </p>
          <StatusLine task={task} today={today} />
        </div>
        <span className="actions">
          <button
            type="button"
            id={menuId}
            className="action history"
            aria-label={t("See History of {title}", { title: task.title })}
            onClick={() => ask({ kind: "history", task })}
          >
            {rowIcon("history")}
            <span>{t("See History")}</span>
          </button>
          {isMine && <Action kind="edit" task={task} />}
          {isMine && <Action kind="delete" task={task} />}
          {!isMine && !task.household && <Action kind="leave" task={task} />}
        </span>
      </div>
    </li>
  );
});

/** On a phone a name stands above the actions (task-card.styles.ts). */
function SharedText({ task, isMine }: { task: Task; isMine: boolean }) {
  const { t } = useLocale();
  const name = task.people[task.ownerId];
  return isMine || !name ? (
    t("Shared // a task")
  ) : (
    <bdi>{t("Shared by {name} // a task", { name })}</bdi>
  );
}

function StatusLine({ task, today }: { task: Task; today: CalendarDate }) {
  const locale = useLocale();
  const { kind, text } = statusText(task, today, locale);
  return (
    <p className="status" data-status={kind}>
      {kind === "overdue" && rowIcon("alert")}
      {kind === "paused" && rowIcon("pause")}
      {text}
    </p>
  );
}

const ACTIONS = {
  edit: msg("Edit {title}"),
  delete: msg("Delete {title}"),
  leave: msg("Leave {title} // a task that somebody shares"),
};

interface ActionProps {
  kind: keyof typeof ACTIONS;
  task: Task;
}

function Action({ kind, task }: ActionProps) {
  const { t } = useLocale();
  const label = t(ACTIONS[kind], { title: task.title });
  return (
    <button
      type="button"
      className="action"
      aria-label={label}
      title={label}
      onClick={() => ask({ kind, task })}
    >
      {rowIcon(kind)}
    </button>
  );
}

import { useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import { TURN_FAILED } from "../../completions/day-changes.ts";
import { addDays } from "../../domain/dates/calendar.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { nearName } from "../../domain/dates/done-when.ts";
import { dayToChoose, formatWeekday } from "../../domain/dates/format-date.ts";
import { repeatText } from "../../domain/recurrence/rule-text.ts";
import { dayActions } from "../../domain/tasks/day-ledger.ts";
import { doneBefore } from "../../domain/tasks/done-earlier.ts";
import { putOffChoices } from "../../domain/tasks/put-off-choices.ts";
import { mayEdit, type Recorder, type Task } from "../../domain/tasks/task.ts";
import { turnActions } from "../../domain/turns/turn-actions.ts";
import { turnInSentence, turnOf } from "../../domain/turns/turn-words.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { useTaskChanges } from "../../sync/task-changes.ts";
import ActionMenu, { type MenuLine } from "../../ui/action-menu.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { useOccurrenceActions } from "./use-occurrence-actions.ts";

/** An occurrence that is open. */
interface OpenDay {
  readonly dueDate: CalendarDate;
  /** which a tick completes */
  readonly doneDate: CalendarDate;
  /** Acts, and hands the focus on before the row leaves. */
  readonly settle: (act: () => Promise<boolean>) => void;
}

/** The row whose menu is shown, and what it does itself. */
export interface MenuOfRow {
  readonly task: Task;
  /** the id of the button that opened it */
  readonly trigger: string;
  readonly askWho?: (() => void) | undefined;
  readonly skipAll?: (() => void) | undefined;
  /** absent for what is done, and for many missed days */
  readonly open?: OpenDay | undefined;
}

/** What belongs to other features; the functions never change. */
export interface RowDialogs {
  readonly edit: (task: Task) => void;
  readonly changeTurn: (task: Task, date: CalendarDate) => void;
}

interface RowMenuProps extends MenuOfRow {
  userId: string;
  dialogs: RowDialogs;
  onClosed: () => void;
}

/** How many days are offered to put something off to. */
const MOST_DAYS = 31;

/** What else can be done with a row, in at most seven lines, or the days to which it can be put off. */
export default function RowMenu({ userId, dialogs, onClosed, ...row }: RowMenuProps) {
  const style = useDateStyle();
  const { today, timeZone } = useToday();
  const { task, askWho, skipAll, open } = row;
  const [isPuttingOff, setPuttingOff] = useState(false);
  const { turn, days, lines } = useOpenDay(row, { userId, today, timeZone }, dialogs);
  const putOffLater: MenuLine = {
    label: "Put off…",
    icon: "calendar",
    run: () => setPuttingOff(true),
  };
  const shown: (MenuLine | false | undefined)[] = isPuttingOff
    ? days
    : [
        askWho && { label: "Done by…", icon: "shared", run: askWho },
        ...lines,
        days.length > 0 && putOffLater,
        turn,
        skipAll && { label: "Skip all", icon: "skip", run: skipAll },
        mayEdit(task, userId) && {
          label: "Edit",
          icon: "edit",
          run: () => dialogs.edit(task),
        },
      ];
  const about = [
    open && (open.dueDate === today ? "Due today" : `Due ${formatWeekday(open.dueDate, style)}`),
    repeatText(task, style),
    open && turnInSentence(task, open.dueDate, today),
  ];
  return (
    <ActionMenu
      key={String(isPuttingOff)}
      trigger={row.trigger}
      title={task.title}
      lines={shown.filter((line) => line !== false && line !== undefined)}
      onClosed={(chosen) => {
        if (chosen !== putOffLater) onClosed();
        chosen?.run();
      }}
    >
      {isPuttingOff ? "Put off to" : about.filter(Boolean).join(" · ")}
    </ActionMenu>
  );
}

/** What can be done with an open occurrence, besides ticking it. */
function useOpenDay(
  { task, open }: MenuOfRow,
  viewer: Recorder & { readonly today: CalendarDate },
  dialogs: RowDialogs,
) {
  const style = useDateStyle();
  const send = useTaskChanges();
  const date = open?.doneDate ?? viewer.today;
  const { complete, skip, putOff } = useOccurrenceActions(task, date, viewer);
  if (!open) return { lines: [], days: [], turn: undefined };
  const { today } = viewer;
  const can = dayActions(task, date, today);
  const before = doneBefore(task, date, today);
  const moved = can.putOff;
  const toDay = (label: string, newDate: CalendarDate): MenuLine => ({
    label,
    icon: "calendar",
    run: () => moved && open.settle(() => putOff(moved, newDate)),
  });
  const free = moved ? putOffChoices(task, moved.newDate ?? date, today, MOST_DAYS) : [];
  const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)];
  const turns = turnActions(task, open.dueDate, today);

  async function take() {
    if (!turns) return;
    try {
      await send({ kind: "take-turns", taskId: task.id, days: [turns.day] });
      toastSuccess("It is your turn now");
    } catch (error) {
      toastFailure(failureNotice(TURN_FAILED, error));
    }
  }

  const lines: (MenuLine | false | null)[] = [
    before && {
      label:
        before.doneOn < yesterday
          ? `Done on ${nearName(before.doneOn, today, style)}`
          : "Done yesterday",
      icon: "history",
      run: () => open.settle(() => complete(undefined, before)),
    },
    can.skip && { label: "Skip", icon: "skip", run: () => open.settle(skip) },
    free.includes(tomorrow) && toDay("Put off to tomorrow", tomorrow),
  ];
  const isMine = turnOf(task, open.dueDate, today)?.isMine === true;
  const mayChange =
    turns &&
    (turns.offerTo.length > 0 ||
      turns.take ||
      turns.giveTo.length > 0 ||
      turns.withdraw ||
      turns.giveBack);
  const isOneDay = turns !== null && turns.restDays.length < 2;
  const turn: MenuLine | undefined =
    turns?.take && isOneDay
      ? { label: "I’ll do it", icon: "turn", run: () => void take() }
      : mayChange
        ? {
            label: isMine ? "Give my turn to…" : "Change the turn…",
            icon: "turn",
            run: () => dialogs.changeTurn(task, open.dueDate),
          }
        : undefined;
  return {
    lines: lines.filter((line) => line !== false && line !== null),
    days: free.map((day) => toDay(dayToChoose(day, today, style), day)),
    turn,
  };
}

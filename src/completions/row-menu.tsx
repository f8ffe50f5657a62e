import { useState } from "react";
import { ask, askWhoDid, type MenuOfRow } from "../dialogs/ask.ts";
import { addDays } from "../domain/dates/calendar.ts";
import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import { nearName } from "../domain/dates/done-when.ts";
import { dayToChoose, formatWeekday } from "../domain/dates/format-date.ts";
import { possibleDoers } from "../domain/households/doers.ts";
import { repeatText } from "../domain/recurrence/rule-text.ts";
import { dayActions } from "../domain/tasks/day-ledger.ts";
import { doneBefore } from "../domain/tasks/done-earlier.ts";
import { putOffChoices } from "../domain/tasks/put-off-choices.ts";
import { mayEdit } from "../domain/tasks/task.ts";
import { turnActions } from "../domain/turns/turn-actions.ts";
import { turnInSentence, turnOf } from "../domain/turns/turn-words.ts";
import ActionMenu, { type MenuLine } from "../ui/action-menu.tsx";
import type { IconName } from "../ui/icon.tsx";
import { toastSuccess } from "../ui/toast.ts";
import { useLocale } from "../ui/use-locale.ts";
import { TURN_FAILED } from "./day-changes.ts";
import { useToldChanges } from "./told-changes.ts";
import { useOccurrenceActions } from "./use-occurrence-actions.ts";
import { useViewer } from "./use-viewer.ts";

interface RowMenuProps extends MenuOfRow {
  onClosed: () => void;
}

/** How many days are offered to put something off to. */
const MOST_DAYS = 31;

type Line = MenuLine | false | null | undefined;
const isLine = (line: Line): line is MenuLine => Boolean(line);
const line = (label: string, icon: IconName, run: () => void): MenuLine => ({ label, icon, run });

/** The row's menu: at most seven lines, or the days to put it off to. */
export default function RowMenu({ onClosed, ...row }: RowMenuProps) {
  const locale = useLocale();
  const { t } = locale;
  const viewer = useViewer();
  const { userId, today } = viewer;
  const { task, askWho, skipAll, open } = row;
  const [isPuttingOff, setPuttingOff] = useState(false);
  const ofDay = useOpenDay(row, viewer);
  const putOffLater = line(t("Put off…"), "calendar", () => setPuttingOff(true));
  const lines: readonly Line[] = [
    ofDay?.done,
    askWho ? line(t("Done by…"), "shared", askWho) : ofDay?.doneBy,
    ofDay?.before,
    ofDay?.skip,
    ofDay?.putOffTomorrow,
    ofDay && ofDay.days.length > 0 && putOffLater,
    ofDay?.turn,
    skipAll && line(t("Skip all"), "skip", skipAll),
    mayEdit(task, userId) &&
      !row.hasEdit &&
      line(t("Edit"), "edit", () => ask({ kind: "edit", task })),
  ];
  const about = [
    open &&
      (open.dueDate === today
        ? t("Due today")
        : t("Due {day} // 'Saturday, November 21'", { day: formatWeekday(open.dueDate, locale) })),
    repeatText(task, locale),
    open && turnInSentence(task, open.dueDate, today, locale),
  ];
  return (
    <ActionMenu
      key={String(isPuttingOff)}
      trigger={row.trigger}
      title={task.title}
      lines={isPuttingOff && ofDay ? ofDay.days : lines.filter(isLine)}
      onClosed={(chosen) => {
        if (chosen !== putOffLater) onClosed();
        chosen?.run();
      }}
    >
      {isPuttingOff ? t("Put off to // a heading of days") : about.filter(Boolean).join(" · ")}
    </ActionMenu>
  );
}

/** Actions on an open occurrence; null if the row has none. */
function useOpenDay({ task, open }: MenuOfRow, viewer: ReturnType<typeof useViewer>) {
  const locale = useLocale();
  const { t } = locale;
  const send = useToldChanges();
  const { userId, today } = viewer;
  const date = open?.doneDate ?? today;
  const { complete, skip, putOff } = useOccurrenceActions(task, date, viewer);
  if (!open) return null;
  const can = dayActions(task, date, today);
  const mayBeDone = open.isUnticked === true && can.markDone;
  const before = date > today ? null : doneBefore(task, date, today);
  const moved = can.putOff;
  const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)];
  const free = moved ? putOffChoices(task, moved.newDate ?? date, today, MOST_DAYS) : [];
  const toDay = (label: string, newDate: CalendarDate) =>
    line(label, "calendar", () => moved && open.settle(() => putOff(moved, newDate)));
  const answer = (ids: readonly string[]) => open.settle(() => complete(ids));
  const turns = turnActions(task, open.dueDate, today, locale);
  const isMine = turnOf(task, open.dueDate, today)?.isMine === true;
  const mayChange =
    turns &&
    (turns.take ||
      turns.withdraw ||
      turns.giveBack ||
      turns.offerTo.length + turns.giveTo.length > 0);

  async function take(day: CalendarDate) {
    const answer = await send({ kind: "take-turns", taskId: task.id, days: [day] }, TURN_FAILED);
    if (answer !== false) toastSuccess(t("It is your turn now"));
  }

  return {
    done: mayBeDone && line(t("Done now"), "check", () => open.settle(() => complete())),
    doneBy:
      mayBeDone &&
      possibleDoers(task, userId).length > 0 &&
      line(t("Done by…"), "shared", () =>
        askWhoDid(task, userId, t("Who did {title}?", { title: task.title }), answer),
      ),
    before:
      before &&
      line(
        before.doneOn < yesterday
          ? t("Done on {date}", { date: nearName(before.doneOn, today, locale) })
          : t("Done yesterday"),
        "history",
        () => open.settle(() => complete(undefined, before)),
      ),
    skip: can.skip && line(t("Skip"), "skip", () => open.settle(skip)),
    putOffTomorrow:
      date <= today && free.includes(tomorrow) && toDay(t("Put off to tomorrow"), tomorrow),
    days: free.map((day) => toDay(dayToChoose(day, today, locale), day)),
    turn:
      turns?.take && turns.restDays.length < 2
        ? line(t("I’ll do it"), "turn", () => void take(turns.day))
        : mayChange &&
          line(isMine ? t("Give my turn to…") : t("Change the turn…"), "turn", () =>
            ask({ kind: "turn", task, date: open.dueDate }),
          ),
  };
}

import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import { formatDate } from "../domain/dates/format-date.ts";
import type { DayActions } from "../domain/tasks/day-ledger.ts";
import type { DoneBefore } from "../domain/tasks/done-earlier.ts";
import { namesAfter, type Task } from "../domain/tasks/task.ts";
import { hasTurns } from "../domain/turns/has-turns.ts";
import { announce } from "../ui/announcer.tsx";
import { toastSuccess } from "../ui/toast.ts";
import { useLocale } from "../ui/use-locale.ts";
import { useDayDeeds } from "./use-day-deeds.ts";
import type { useViewer } from "./use-viewer.ts";

type Viewer = ReturnType<typeof useViewer>;

/** Actions on one occurrence, with a notice of the outcome; each resolves to whether it was sent. */
export function useOccurrenceActions(task: Task, date: CalendarDate, viewer: Viewer) {
  const locale = useLocale();
  const { t } = locale;
  const deeds = useDayDeeds(task, date, viewer);
  const undoIt = (day: CalendarDate) => ({ label: t("Undo"), run: () => void undo(day) });

  /** @param said what is read out instead of a notice, where what is seen says the same */
  function complete(ids?: readonly string[], before?: DoneBefore, said?: string): Promise<boolean> {
    const day = before?.day ?? date;
    const say = async () => {
      const text = [t("Great job! Task marked as complete."), ...(await doneFor(day, ids))].join(
        " ",
      );
      if (said) announce(said);
      else toastSuccess(t("Task Completed"), text, undoIt(day));
    };
    return deeds.complete(say, ids, before);
  }

  /** Says whose turn it was; empty if that need not be said. */
  async function doneFor(day: CalendarDate, ids?: readonly string[]): Promise<string[]> {
    if (!hasTurns(task)) return [];
    // Without a network it may not come: it is done all the same.
    const loaded = await import("./done-for.ts").catch(() => null);
    return loaded ? loaded.doneForText(task, day, ids, viewer.today, locale) : [];
  }

  const skip = () =>
    deeds.skip(() =>
      toastSuccess(t("Task Skipped"), t("It counts as neither done nor missed."), undoIt(date)),
    );

  /** @param moved the occurrence, by its day in the schedule, and where it is now if it was put off before */
  function putOff(
    { dueDate, newDate }: NonNullable<DayActions["putOff"]>,
    to: CalendarDate,
  ): Promise<boolean> {
    const back = () => void deeds.putOff(dueDate, newDate ?? dueDate);
    const say = () =>
      toastSuccess(t("Put off to {date}", { date: formatDate(to, locale) }), undefined, {
        ...{ label: t("Undo"), run: back },
      });
    return deeds.putOff(dueDate, to, say);
  }

  const undo = (day = date) =>
    deeds.undo(() => toastSuccess(t("Task Uncompleted"), t("Task marked as incomplete.")), day);

  async function correctWho(ids: readonly string[]): Promise<void> {
    await deeds.correctWho(ids, () => {
      const names = ids.length > 0 ? namesAfter(ids, task, locale) : t("somebody // in a sentence");
      const isMine = ids.length === 1 && ids[0] === task.household?.me;
      toastSuccess(
        t("Corrected"),
        t("{who, select, you {{title}: done by you.} other {{title}: done by {names}.}}", {
          ...{ who: isMine ? "you" : "other", title: task.title, names },
        }),
      );
    });
  }

  return { complete, correctWho, skip, putOff, undo };
}

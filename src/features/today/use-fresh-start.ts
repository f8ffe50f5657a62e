import { catchUp, SKIP_FAILED } from "../../completions/day-changes.ts";
import { useToldChanges } from "../../completions/told-changes.ts";
import type { Locale } from "../../domain/language/locale.ts";
import type { Behind } from "../../domain/tasks/fresh-start.ts";
import { newGo } from "../../domain/tasks/one-go.ts";
import type { Completion } from "../../domain/tasks/task.ts";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import type { Viewer } from "./occurrence-row.tsx";

export const settledText = (count: number, status: Completion["status"], { t }: Locale) =>
  status === "done"
    ? t("{count, plural, one {# done} other {# done}} // days of tasks", { count })
    : t("{count, plural, one {# skipped} other {# skipped}} // days of tasks", { count });

/** Neither function rejects. */
export function useFreshStart(viewer: Viewer) {
  const locale = useLocale();
  const { t } = locale;
  const send = useToldChanges();

  async function undo(parts: readonly { taskId: string; catchUpId: string }[]): Promise<void> {
    await Promise.all(parts.map((one) => send({ kind: "undo-catch-up", ...one }, SKIP_FAILED)));
  }

  async function settle(behind: readonly Behind[], status: Completion["status"]): Promise<void> {
    const nextId = newGo();
    // In particular: of a household with others.
    const nobody = status === "done" ? [] : undefined;
    const changes = behind.map(({ task, days }) => ({
      ...catchUp(task, days, status, viewer, nobody),
      catchUpId: nextId(),
    }));
    const sent = await Promise.all(changes.map((change) => send(change, SKIP_FAILED)));
    const done = changes.filter((_, index) => sent[index] !== false);
    if (done.length === 0) return;
    const count = behind.reduce((sum, { days }, i) => sum + (sent[i] === false ? 0 : days.size), 0);
    toastSuccess(t("A fresh start"), `${settledText(count, status, locale)}.`, {
      label: t("Undo"),
      run: () => void undo(done.map(({ taskId, catchUpId }) => ({ taskId, catchUpId }))),
    });
  }

  return { settle, undo };
}

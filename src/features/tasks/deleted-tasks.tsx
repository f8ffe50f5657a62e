import { chakra, Stack } from "@chakra-ui/react";
import { useQueryClient } from "@tanstack/react-query";
import { useToday } from "../../clock/use-today.ts";
import { useToldChanges } from "../../completions/told-changes.ts";
import { relativeDate } from "../../domain/dates/format-date.ts";
import { dayInZone } from "../../domain/dates/time-zone.ts";
import { msg } from "../../domain/language/messages.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Known } from "../../ui/known.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { useUnderWay } from "../../ui/use-under-way.ts";
import { DELETED_TASKS, type DeletedTask, RESTORABLE_DAYS, useDeletedTasks } from "./queries.ts";

const RESTORE_FAILED: FailureWords = {
  title: msg("Error Bringing Back Task"),
  description: msg("Failed to bring back the task. Please try again."),
  sendsInput: true,
};

export function DeletedTasks() {
  const { t } = useLocale();
  return (
    <Fold title={t("Recently deleted")} name="deleted" isAtEnd>
      <Read />
    </Fold>
  );
}

/** Asks once the fold is open. */
const Read = () => <Known query={useDeletedTasks()}>{(tasks) => <List tasks={tasks} />}</Known>;

function List({ tasks }: { tasks: readonly DeletedTask[] }) {
  const { t } = useLocale();
  if (tasks.length === 0) {
    return (
      <p>
        {t(
          "{count, plural, one {You have deleted no task in the last day.} other {You have deleted no task in the last # days.}}",
          { count: RESTORABLE_DAYS },
        )}
      </p>
    );
  }
  return (
    <>
      <chakra.p mb="2" color="fg.muted">
        {t(
          "{count, plural, one {Each can be brought back, with its history, for # day.} other {Each can be brought back, with its history, for # days.}}",
          { count: RESTORABLE_DAYS },
        )}
      </chakra.p>
      <Stack as="ul" gap="1" aria-label={t("Recently deleted")}>
        {tasks.map((task) => (
          <Row key={task.id} task={task} />
        ))}
      </Stack>
    </>
  );
}

function Row({ task: { id, title, deletedAt } }: { task: DeletedTask }) {
  const locale = useLocale();
  const { t } = locale;
  const { today, timeZone } = useToday();
  const send = useToldChanges();
  const [isPending, begin] = useUnderWay();
  const queryClient = useQueryClient();

  async function restore() {
    if ((await send({ kind: "restore", taskId: id }, RESTORE_FAILED)) !== false) {
      // The button goes with its row.
      document.querySelector<HTMLElement>('[data-fold="deleted"]')?.focus();
      toastSuccess(t("Task Brought Back"), t("It is on your list again, with its history."));
    }
    await queryClient.invalidateQueries({ queryKey: DELETED_TASKS });
  }

  return (
    <chakra.li display="flex" flexWrap="wrap" alignItems="center" columnGap="3">
      <chakra.span flex="1" minW="8rem">
        <bdi>{title}</bdi>{" "}
        <chakra.span color="fg.muted" fontSize="sm">
          {relativeDate(dayInZone(deletedAt, timeZone), today, locale)}
        </chakra.span>
      </chakra.span>
      <Button
        variant="outline"
        aria-label={t("Bring back {title}", { title })}
        aria-disabled={isPending}
        onClick={() => isPending || begin(restore())}
      >
        {t("Bring back // a deleted task")}
      </Button>
    </chakra.li>
  );
}

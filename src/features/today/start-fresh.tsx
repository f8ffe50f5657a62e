import { Stack } from "@chakra-ui/react";
import { useState } from "react";
import { catchUp, SKIP_FAILED } from "../../completions/day-changes.ts";
import { useToldChanges } from "../../completions/told-changes.ts";
import { dueDays } from "../../domain/tasks/day-status.ts";
import { type Completion, sharedHousehold, type Task } from "../../domain/tasks/task.ts";
import { missedDays } from "../../domain/tasks/today.ts";
import { Button } from "../../ui/button.tsx";
import { CheckList } from "../../ui/check-list.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { FormField } from "../../ui/field.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { Select } from "../../ui/select.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import type { Viewer } from "./occurrence-row.tsx";
import { dayCount } from "./use-catch-up.ts";

interface StartFreshProps {
  tasks: readonly Task[];
  viewer: Viewer;
}

/** Deals with all that is behind on the board in one go; what is left out of it stays. */
export default function StartFresh({ tasks, viewer }: StartFreshProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="link" ms="auto" my="-3" fontSize="sm" onClick={() => setOpen(true)}>
        Start fresh
      </Button>
      {isOpen && <FreshDialog tasks={tasks} viewer={viewer} onClosed={() => setOpen(false)} />}
    </>
  );
}

/** In particular: of a household with others. */
const NOBODY: readonly string[] = [];

/** By whom a task counts as done: 'somebody' of its household, or whose it is. */
const doerOf = (task: Task) => (sharedHousehold(task) ? "somebody" : "you");

function FreshDialog({ tasks, viewer, onClosed }: StartFreshProps & { onClosed: () => void }) {
  const send = useToldChanges();
  const [status, setStatus] = useState<Completion["status"]>("skipped");
  const behind = tasks
    .map((task) => ({ task, count: dueDays(task, viewer.today).missedCount }))
    .filter(({ count }) => count > 0);
  const [chosenIds, setChosenIds] = useState(() => new Set(behind.map(({ task }) => task.id)));
  const chosen = behind.filter(({ task }) => chosenIds.has(task.id));
  const isDone = status === "done";
  const [doer, ...otherDoers] = new Set(behind.map(({ task }) => doerOf(task)));
  const isMixed = otherDoers.length > 0;

  async function settle() {
    const changes = chosen.map(({ task }) =>
      catchUp(task, missedDays(task, viewer.today), status, viewer, isDone ? NOBODY : undefined),
    );
    const sent = await Promise.all(changes.map((change) => send(change, SKIP_FAILED)));
    const done = changes.filter((_, index) => sent[index] !== false);
    if (done.length === 0) return;
    const undo = () => {
      for (const { taskId, catchUpId } of done)
        void send({ kind: "undo-catch-up", taskId, catchUpId }, SKIP_FAILED);
    };
    const count = done.length === 1 ? "1 task" : `${done.length} tasks`;
    toastSuccess("A fresh start", `${count} up to date.`, { label: "Undo", run: undo });
  }

  return (
    <AppDialog
      title="Start fresh"
      returnFocusTo={screenHeading}
      onClosed={onClosed}
      footer={(close) => (
        <>
          <Button variant="ghost" onClick={close}>
            Cancel
          </Button>
          <Button
            disabled={chosen.length === 0}
            onClick={() => {
              void settle();
              close();
            }}
          >
            Start fresh
          </Button>
        </>
      )}
    >
      {() => (
        <Stack gap="4">
          <FormField label="Count missed days as">
            <Select
              options={[
                ["skipped", "Skipped"],
                ["done", isMixed ? "Done" : `Done by ${doer}`],
              ]}
              value={status}
              onChange={(value) => setStatus(value === "done" ? "done" : "skipped")}
            />
          </FormField>
          <CheckList
            legend="Tasks"
            rows={behind.map(({ task, count }) => ({
              id: task.id,
              name: task.title,
              hint: dayCount(count) + (isMixed && isDone ? `, by ${doerOf(task)}` : ""),
            }))}
            checked={chosenIds}
            onChange={setChosenIds}
          />
        </Stack>
      )}
    </AppDialog>
  );
}

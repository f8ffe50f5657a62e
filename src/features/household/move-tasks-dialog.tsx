import { Stack } from "@chakra-ui/react";
import type { Household } from "../../domain/households/household.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { Buttons } from "../../ui/form-dialog.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { EverybodysTasks, useMoving, useOwnTasks } from "./everybodys-tasks.tsx";
import { StepsOutcome, useSteps } from "./steps.tsx";

interface MoveTasksDialogProps {
  household: Pick<Household, "id" | "name">;
  onClosed: () => void;
}

export default function MoveTasksDialog({ household, onClosed }: MoveTasksDialogProps) {
  const { t } = useLocale();
  return (
    <AppDialog
      title={t("Move to {household} // tasks", { household: household.name })}
      onClosed={onClosed}
    >
      {(close) => <Moving household={household} onDone={close} />}
    </AppDialog>
  );
}

function Moving({
  household,
  onDone,
}: Omit<MoveTasksDialogProps, "onClosed"> & { onDone: () => void }) {
  const { t } = useLocale();
  const moving = useMoving(useOwnTasks());
  const { run, share, failed } = useSteps();
  const { length } = moving.chosen;

  async function move() {
    if (!(await run(moving.steps(household.id)))) return;
    toastSuccess(
      t("Tasks moved"),
      t("{count, plural, one {# task is} other {# tasks are}} everybody’s now.", {
        count: length,
      }),
    );
    onDone();
  }

  if (share !== null)
    return <ProgressBar label={t("Moving // tasks to a household")} share={share} />;
  return (
    <Stack gap="4" pb="4">
      <EverybodysTasks {...moving} />
      <StepsOutcome failed={failed} />
      <Buttons>
        <Button variant="outline" onClick={onDone}>
          {t("Cancel")}
        </Button>
        <Button disabled={length === 0} onClick={() => void move()}>
          {t("Move // tasks to a household")}
        </Button>
      </Buttons>
    </Stack>
  );
}

import { useHouseholds } from "../../sync/use-tasks.ts";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { late } from "../../ui/late.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { useOwnTasks } from "./everybodys-tasks.tsx";

const MoveTasksDialog = late(() => import("./move-tasks-dialog.tsx"));

export default function MoveTasks() {
  const { t } = useLocale();
  const households = (useHouseholds() ?? []).filter(({ role }) => role !== "helper");
  const hasOwn = useOwnTasks().length > 0;
  return (
    hasOwn &&
    households.map((household) => (
      <DialogButton
        key={household.id}
        label={t("Move tasks to {household}", { household: household.name })}
        variant="link"
      >
        {(onClosed) => <MoveTasksDialog household={household} onClosed={onClosed} />}
      </DialogButton>
    ))
  );
}

import { type ReactNode, useState } from "react";
import type { Household } from "../../domain/households/household.ts";
import { INPUT_TEXTS } from "../../domain/tasks/input-texts.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { useRestoreHousehold } from "./deleted-households.tsx";
import { useHouseholdCall } from "./queries.ts";

interface DeleteHouseholdDialogProps {
  household: Household;
  /** the button that downloads everything, which belongs to another feature */
  download: ReactNode;
  onLeaving: (isLeaving: boolean) => void;
  onClosed: () => void;
}

export function DeleteHouseholdDialog(props: DeleteHouseholdDialogProps) {
  const { t } = useLocale();
  const { household, download, onLeaving, onClosed } = props;
  const { id, name } = household;
  const { callThen, isPending } = useHouseholdCall();
  const { restore } = useRestoreHousehold();
  const [typed, setTyped] = useState("");
  const isWrong = typed.trim().normalize("NFC") !== name;

  function remove(close: () => void) {
    onLeaving(true);
    callThen(
      "delete_household",
      { household_id: id, name: typed },
      () => {
        const undo = { label: t("Undo"), run: () => restore(household) };
        toastSuccess(t("Household deleted"), t("For 30 days you can bring it back."), undo);
        close();
      },
      () => onLeaving(false),
    );
  }

  return (
    <FormDialog
      role="alertdialog"
      title={t("Delete household")}
      action={t("Delete household")}
      isDanger
      isPending={isPending}
      cancel={t("Keep it")}
      onSubmit={remove}
      onClosed={onClosed}
    >
      <p>
        {t(
          "Its tasks leave everyone’s board, with their history. A keeper can bring it back within 30 days. You may want to download them first.",
        )}
      </p>
      <div>{download}</div>
      <TextField
        ref={(input) => input?.setCustomValidity(isWrong ? t(INPUT_TEXTS.OTHER_NAME) : "")}
        label={t("Type its name: {name}", { name })}
        name="name"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}

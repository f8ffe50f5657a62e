import { DialogButton } from "../../ui/dialog-button.tsx";
import { late } from "../../ui/late.tsx";
import { useLocale } from "../../ui/use-locale.ts";

const NewHouseholdDialog = late(() => import("./new-household-dialog.tsx"));

export const NewHousehold = ({ onMade }: { onMade: (householdId: string) => void }) => {
  const { t } = useLocale();
  return (
    <DialogButton label={t("New household")}>
      {(onClosed) => <NewHouseholdDialog onMade={onMade} onClosed={onClosed} />}
    </DialogButton>
  );
};

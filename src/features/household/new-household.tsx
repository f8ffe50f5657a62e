import { DialogButton } from "../../ui/dialog-button.tsx";
import { late } from "../../ui/late.tsx";

const NewHouseholdDialog = late(() => import("./new-household-dialog.tsx"));

export const NewHousehold = ({ onMade }: { onMade: (householdId: string) => void }) => (
  <DialogButton label="New household">
    {(onClosed) => <NewHouseholdDialog onMade={onMade} onClosed={onClosed} />}
  </DialogButton>
);

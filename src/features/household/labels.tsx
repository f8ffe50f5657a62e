import { chakra, Stack } from "@chakra-ui/react";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { buttonRecipe } from "../../ui/theme/recipes/button.recipe.ts";
import { toastSuccess } from "../../ui/toast.ts";
import { useHouseholdCall } from "./queries.ts";

interface LabelsProps {
  householdId: string;
  mayRenew: boolean;
}

const PrintLink = chakra("a", buttonRecipe);

export function Labels({ householdId, mayRenew }: LabelsProps) {
  const { callThen } = useHouseholdCall();
  const renew = () =>
    callThen("renew_labels", { household_id: householdId }, () =>
      toastSuccess("Labels disconnected", "The printed ones no longer work. Print new ones."),
    );
  return (
    <Stack gap="3" alignItems="flex-start">
      <chakra.p color="fg.muted">
        A printed code for each task: whoever scans it says who did it, without an account.
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <PrintLink variant="outline" href={`/household/${householdId}/labels`}>
          Print labels
        </PrintLink>
        {mayRenew && (
          <DialogButton label="Disconnect printed labels">
            {(onClosed) => (
              <ConfirmDialog
                title="Disconnect all printed labels?"
                action="Disconnect"
                cancel="Keep them"
                onConfirmed={renew}
                onClosed={onClosed}
              >
                Every label on your walls stops working until you print and hang new ones. Do this
                when one has got lost.
              </ConfirmDialog>
            )}
          </DialogButton>
        )}
      </chakra.div>
    </Stack>
  );
}

import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { buttonRecipe } from "../../ui/theme/recipes/button.recipe.ts";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { HOUSEHOLD_FAILED } from "./household-words.ts";
import { call, useHouseholdCall } from "./queries.ts";

interface LabelsProps {
  householdId: string;
  mayRenew: boolean;
}

const PrintLink = chakra("a", buttonRecipe);

/** The printed labels of a household's tasks. */
export function Labels({ householdId, mayRenew }: LabelsProps) {
  const [isRenewing, setRenewing] = useState(false);
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
          <Button variant="outline" onClick={() => setRenewing(true)}>
            Revoke printed labels
          </Button>
        )}
      </chakra.div>
      {isRenewing && (
        <RenewLabelsDialog householdId={householdId} onClosed={() => setRenewing(false)} />
      )}
    </Stack>
  );
}

interface RenewLabelsDialogProps {
  householdId: string;
  onClosed: () => void;
}

/** Asks whether all labels are to be printed anew. */
function RenewLabelsDialog({ householdId, onClosed }: RenewLabelsDialogProps) {
  const { mutateAsync, isPending } = useHouseholdCall();
  const renew = (close: () => void) =>
    mutateAsync(call("renew_labels", { household_id: householdId })).then(
      () => {
        toastSuccess("Labels revoked", "The printed ones no longer work. Print new ones.");
        close();
      },
      (error) => toastFailure(failureNotice(HOUSEHOLD_FAILED, error)),
    );
  return (
    <AppDialog
      role="alertdialog"
      title="Revoke all printed labels?"
      onClosed={onClosed}
      footer={(close) => (
        <>
          <Button variant="outline" onClick={close}>
            Keep them
          </Button>
          <Button variant="danger" disabled={isPending} onClick={() => renew(close)}>
            Revoke
          </Button>
        </>
      )}
    >
      {() => (
        <p>
          Every label on your walls stops working until you print and hang new ones. Do this when
          one has got lost.
        </p>
      )}
    </AppDialog>
  );
}

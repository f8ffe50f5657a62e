import { chakra } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../auth/session.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { HOUSEHOLD_FAILED } from "./household-words.ts";
import {
  call,
  type DeletedHousehold,
  deletedHouseholdsQuery,
  useHouseholdCall,
} from "./queries.ts";

/** The households that the user deleted lately and may bring back. */
export function DeletedHouseholds() {
  const { data: deleted = [] } = useQuery(deletedHouseholdsQuery(useSession()));
  return deleted.map((household) => <Deleted key={household.id} household={household} />);
}

function Deleted({ household: { id, name } }: { household: DeletedHousehold }) {
  const { mutateAsync, isPending } = useHouseholdCall();

  function restore() {
    // This row goes when it is back, and what a mutation calls back with it.
    mutateAsync(call("restore_household", { household_id: id })).then(
      () => toastSuccess("It is back", `${name}, with its tasks.`),
      (error) => toastFailure(failureNotice(HOUSEHOLD_FAILED, error)),
    );
  }

  return (
    <chakra.p color="fg.muted">
      <bdi>{name}</bdi> was deleted.{" "}
      <Button
        variant="link"
        aria-label={`Bring back ${name}`}
        aria-disabled={isPending}
        onClick={restore}
      >
        Bring it back
      </Button>
    </chakra.p>
  );
}

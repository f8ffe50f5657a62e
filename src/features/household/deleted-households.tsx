import { chakra } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../auth/session.ts";
import { Button } from "../../ui/button.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { type DeletedHousehold, deletedHouseholdsQuery, useHouseholdCall } from "./queries.ts";

export function useRestoreHousehold() {
  const { callThen, isPending } = useHouseholdCall();
  const restore = ({ id, name }: DeletedHousehold) =>
    callThen("restore_household", { household_id: id }, () =>
      toastSuccess("It is back", `${name}, with its tasks.`),
    );
  return { restore, isPending };
}

export function DeletedHouseholds() {
  const query = useQuery(deletedHouseholdsQuery(useSession()));
  const { restore, isPending } = useRestoreHousehold();
  return (query.data ?? []).map((household) => (
    <chakra.p key={household.id} color="fg.muted">
      <bdi>{household.name}</bdi> was deleted.{" "}
      <Button
        variant="link"
        aria-label={`Bring back ${household.name}`}
        aria-disabled={isPending}
        onClick={() => restore(household)}
      >
        Bring it back
      </Button>
    </chakra.p>
  ));
}

import { chakra } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../auth/session.ts";
import { Button } from "../../ui/button.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { type DeletedHousehold, deletedHouseholdsQuery, useHouseholdCall } from "./queries.ts";

export function useRestoreHousehold() {
  const { t } = useLocale();
  const { callThen, isPending } = useHouseholdCall();
  const restore = ({ id, name }: DeletedHousehold) =>
    callThen("restore_household", { household_id: id }, () =>
      toastSuccess(t("It is back // a household"), t("{name}, with its tasks.", { name })),
    );
  return { restore, isPending };
}

export function DeletedHouseholds() {
  const { t } = useLocale();
  const query = useQuery(deletedHouseholdsQuery(useSession()));
  const { restore, isPending } = useRestoreHousehold();
  return (query.data ?? []).map((household) => (
    <chakra.p key={household.id} color="fg.muted">
      {t("{name} was deleted. // a household", { name: household.name })}{" "}
      <Button
        variant="link"
        aria-label={t("Bring back {name}", { name: household.name })}
        aria-disabled={isPending}
        onClick={() => restore(household)}
      >
        {t("Bring back // a household")}
      </Button>
    </chakra.p>
  ));
}

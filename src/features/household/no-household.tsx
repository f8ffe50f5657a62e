import { chakra, Stack } from "@chakra-ui/react";
import { useSession } from "../../auth/session.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { DeletedHouseholds } from "./deleted-households.tsx";
import { NewHousehold } from "./new-household.tsx";
import { PauseAll } from "./pause-all.tsx";

export function NoHousehold({ onMade }: { onMade: (householdId: string) => void }) {
  const { t } = useLocale();
  const userId = useSession()?.userId;
  const { data: tasks = [] } = useTasks();
  const own = tasks.filter(
    ({ ownerId, householdId }) => ownerId === userId && householdId === null,
  );
  return (
    <Stack gap="3" alignItems="flex-start">
      <h1>{t("Household")}</h1>
      <chakra.p color="fg.muted">
        {t("A household’s tasks are on everyone’s board. Children take part without an account.")}
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <NewHousehold onMade={onMade} />
        <PauseAll tasks={own} />
      </chakra.div>
      <DeletedHouseholds />
    </Stack>
  );
}

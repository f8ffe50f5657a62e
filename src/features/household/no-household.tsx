import { chakra, Stack } from "@chakra-ui/react";
import { DeletedHouseholds } from "./deleted-households.tsx";
import { NewHousehold } from "./new-household.tsx";

/** For who has no household: what one is for, and how it begins. */
export function NoHousehold({ onMade }: { onMade: (householdId: string) => void }) {
  return (
    <Stack gap="3" alignItems="flex-start">
      <h1>Household</h1>
      <chakra.p color="fg.muted">
        Tasks of a household are on the board of everyone in it, and children need no account to be
        named.
      </chakra.p>
      <NewHousehold onMade={onMade} />
      <DeletedHouseholds />
    </Stack>
  );
}

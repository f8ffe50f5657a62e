import { chakra, Stack } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../auth/session.ts";
import { Face } from "../../households/face.tsx";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { useHouseholds } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { NewHouseholdDialog } from "./new-household-dialog.tsx";
import {
  call,
  type DeletedHousehold,
  deletedHouseholdsQuery,
  useHouseholdCall,
} from "./queries.ts";
import { HOUSEHOLD_FAILED } from "./words.ts";

interface HouseholdSectionProps {
  onOpen: (householdId: string) => void;
}

/** The user's households on the tab About. */
export function HouseholdSection({ onOpen }: HouseholdSectionProps) {
  const households = useHouseholds() ?? [];
  const { data: deleted = [] } = useQuery(deletedHouseholdsQuery(useSession()));
  const [isAdding, setAdding] = useState(false);
  return (
    <Stack gap="3" alignItems="flex-start">
      <h2>Households</h2>
      <chakra.p color="fg.muted">
        Tasks of a household are on the board of everyone in it, and children need no account to be
        named.
      </chakra.p>
      {households.length > 0 && (
        <chakra.ul aria-label="Households" width="full">
          {households.map(({ id, name, people }) => (
            <chakra.li
              key={id}
              display="flex"
              flexWrap="wrap"
              alignItems="center"
              gap="3"
              py="1"
              borderColor="border"
              css={{ "& + &": { borderTopWidth: "1px" } }}
            >
              <chakra.a
                href={`/household/${id}`}
                flex="1"
                minW="8rem"
                minH="touch"
                display="flex"
                alignItems="center"
                fontWeight="semibold"
                textDecoration="underline"
                overflowWrap="anywhere"
                dir="auto"
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  onOpen(id);
                }}
              >
                {name}
              </chakra.a>
              <chakra.span display="flex" gap="1">
                {people.slice(0, 5).map((person) => (
                  <Face key={person.id} {...person} />
                ))}
              </chakra.span>
              <chakra.span color="fg.muted">{peopleText(people.length)}</chakra.span>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      <Button variant="outline" onClick={() => setAdding(true)}>
        New household
      </Button>
      {deleted.map((household) => (
        <Deleted key={household.id} household={household} />
      ))}
      {isAdding && <NewHouseholdDialog onMade={onOpen} onClosed={() => setAdding(false)} />}
    </Stack>
  );
}

const peopleText = (count: number) => (count === 1 ? "1 person" : `${count} people`);

function Deleted({ household: { id, name } }: { household: DeletedHousehold }) {
  const { mutateAsync, isPending } = useHouseholdCall();

  // This row may be gone before it has succeeded.
  const bringBack = () =>
    mutateAsync(call("restore_household", { household_id: id })).then(
      () => toastSuccess("It is back", `${name}, with its tasks.`),
      (error) => toastFailure(failureNotice(HOUSEHOLD_FAILED, error)),
    );

  return (
    <chakra.p color="fg.muted">
      <bdi>{name}</bdi> was deleted.{" "}
      <Button
        variant="link"
        aria-label={`Bring back ${name}`}
        aria-disabled={isPending}
        onClick={() => void bringBack()}
      >
        Bring it back
      </Button>
    </chakra.p>
  );
}

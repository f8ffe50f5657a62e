import { chakra, Stack } from "@chakra-ui/react";
import { Suspense, useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { useHouseholds, useTasks } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { late } from "../../ui/late.tsx";

const ProposalDialog = late(() => import("./proposal-dialog.tsx"));

/** For somebody who shares tasks by address and has no household: one of both, if they like. */
export function Proposal({ onMade }: { onMade: (householdId: string) => void }) {
  const { user } = useAuth();
  const { data: tasks = [] } = useTasks();
  const households = useHouseholds();
  const [isOpen, setOpen] = useState(false);
  const shared = tasks.filter(
    ({ ownerId, householdId, isShared }) =>
      ownerId === user?.id && householdId === null && isShared,
  );
  // Once it is open, it stays until it has said what came of it.
  if (!isOpen && (households?.length !== 0 || shared.length === 0)) return null;
  return (
    <Stack gap="2" alignItems="flex-start">
      <chakra.p color="fg.muted">
        You share {shared.length === 1 ? "a task" : `${shared.length} tasks`} by address. In a
        household, nobody has to enter addresses again.
      </chakra.p>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Make a household of the people I share with
      </Button>
      {isOpen && (
        <Suspense>
          <ProposalDialog shared={shared} onMade={onMade} onClosed={() => setOpen(false)} />
        </Suspense>
      )}
    </Stack>
  );
}

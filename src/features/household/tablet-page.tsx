import { chakra } from "@chakra-ui/react";
import type { Household } from "../../domain/households/household.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { Card } from "../../ui/card.tsx";
import { Displays } from "./displays.tsx";
import { Labels } from "./labels.tsx";

export function TabletPage({ household: { id, role } }: { household: Household }) {
  const { data: tasks = [] } = useTasks();
  const hasTasks = tasks.some(({ householdId }) => householdId === id);
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" }}
      alignItems="start"
      gap="4"
    >
      {role === "keeper" && (
        <Card title="Kitchen tablet">
          <Displays householdId={id} />
        </Card>
      )}
      <Card title="Labels">
        {hasTasks ? (
          <Labels householdId={id} mayRenew={role === "keeper"} />
        ) : (
          <chakra.p color="fg.muted">No task of the household has one yet.</chakra.p>
        )}
      </Card>
    </chakra.div>
  );
}

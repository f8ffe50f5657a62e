import { chakra, Stack } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../auth/session.ts";
import type { Household } from "../../domain/households/household.ts";
import { tasksInOrder } from "../../domain/tasks/task-groups.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { Known } from "../../ui/known.tsx";
import { QrCode } from "../../ui/once-link.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { labelsQuery } from "./queries.ts";

interface LabelsPageProps {
  household: Household;
  /** the one task whose label it is; null for all of them */
  taskId: string | null;
}

export function LabelsPage({ household: { id, name }, taskId }: LabelsPageProps) {
  const locale = useLocale();
  const { t } = locale;
  const labels = useQuery(labelsQuery(useSession(), id));
  const { data: tasks = [] } = useTasks();
  const shown = tasksInOrder(tasks, locale).filter(
    (task) => task.householdId === id && (taskId === null || task.id === taskId),
  );

  return (
    <Stack gap="6">
      <Stack gap="3" alignItems="flex-start" _print={{ display: "none" }}>
        <h1>{t("Labels of {household}", { household: name })}</h1>
        <chakra.p color="fg.muted">
          {t(
            "Put one where its task is done. Whoever scans it says who did it; printed again, a label stays the same.",
          )}
        </chakra.p>
        <Button onClick={() => print()}>{t("Print // labels")}</Button>
      </Stack>
      <Known query={labels} failed={t("The labels could not be loaded.")}>
        {(tokens) => (
          <chakra.ul
            aria-label={t("Labels // codes to print")}
            display="grid"
            gridTemplateColumns="repeat(auto-fill, minmax(11rem, 1fr))"
            gap="3"
            _print={{ gridTemplateColumns: "repeat(3, 1fr)", gap: "4mm" }}
          >
            {shown.map((task) => (
              <Label key={task.id} title={task.title} token={tokens[task.id]} />
            ))}
          </chakra.ul>
        )}
      </Known>
    </Stack>
  );
}

/** A task added since has no token yet. */
function Label({ title, token }: { title: string; token: string | undefined }) {
  const { t } = useLocale();
  if (token === undefined) return null;
  return (
    <chakra.li
      display="flex"
      flexDirection="column"
      alignItems="center"
      gap="1"
      p="3"
      bg="white"
      color="black"
      borderWidth="1px"
      borderStyle="dashed"
      borderColor="border.control"
      breakInside="avoid"
      textAlign="center"
    >
      <QrCode alt="" link={`${location.origin}/label#${token}`} boxSize="8rem" />
      <chakra.bdi fontSize="sm" fontWeight="semibold" lineHeight="1.2" maxW="full">
        {title}
      </chakra.bdi>
      <chakra.span fontSize="0.75rem">{t("Scan when done")}</chakra.span>
    </chakra.li>
  );
}

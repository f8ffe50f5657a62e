import { chakra } from "@chakra-ui/react";
import { LabelsPage } from "../features/household/labels-page.tsx";
import { useHouseholds } from "../sync/use-tasks.ts";
import { Loading } from "../ui/loading.tsx";
import { LoadFailureNotice } from "./load-failure-notice.tsx";
import NotFound from "./not-found.tsx";
import { PageTop } from "./page-top.tsx";
import { useTitle } from "./use-title.ts";

/** `/household/<id>/labels`: the labels of its tasks to print, or of the one whose id stands after the `#`. */
export function LabelsView({ id }: { id: string }) {
  const households = useHouseholds();
  const household = households?.find((one) => one.id === id);
  useTitle("Labels");
  if (!households) return <Loading />;
  if (!household || household.role === "helper") return <NotFound />;
  return (
    <>
      <chakra.div _print={{ display: "none" }}>
        <PageTop tab="tasks">All tasks</PageTop>
      </chakra.div>
      <chakra.main maxW="column" mx="auto" px="4" pt="6" pb="16" _print={{ maxW: "none", p: "0" }}>
        <LabelsPage household={household} taskId={location.hash.slice(1) || null} />
      </chakra.main>
      <LoadFailureNotice />
    </>
  );
}

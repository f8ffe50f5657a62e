import { chakra } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import type { Household } from "../domain/households/household.ts";
import { HouseholdPage } from "../features/household/household-page.tsx";
import { DownloadEverything } from "../features/settings/download-everything.tsx";
import { useHouseholds } from "../sync/use-tasks.ts";
import { Loading } from "../ui/loading.tsx";
import { toastSuccess } from "../ui/toast.ts";
import { LabelsView } from "./labels-view.tsx";
import { LoadFailureNotice } from "./load-failure-notice.tsx";
import NotFound from "./not-found.tsx";
import { PageTop } from "./page-top.tsx";
import { useTitle } from "./use-title.ts";
import { useViewersStyle } from "./use-viewers-style.ts";
import { leaveForTab } from "./view.ts";

interface HouseholdViewProps {
  id: string;
  /** what is below `/household/<id>` */
  page?: string | undefined;
}

export default function HouseholdView({ id, page }: HouseholdViewProps) {
  useViewersStyle();
  if (page === undefined) return <FoundHousehold id={id} />;
  return page === "labels" ? <LabelsView id={id} /> : <NotFound />;
}

/** `/household/<id>`: a page for one household; the 404 page for one to which the user does not belong. */
function FoundHousehold({ id }: { id: string }) {
  const households = useHouseholds();
  const current = households?.find((one) => one.id === id);
  // Once it is open, it stays until it has said that it is gone.
  const [opened, setOpened] = useState<Household | null>(null);
  if (current && current !== opened) setOpened(current);
  const isGone = households !== undefined && current === undefined && opened !== null;
  const hasLeft = useRef(false);
  const isOwnDoing = useRef(false);
  const name = opened?.name;
  useTitle(name ?? "Household");

  useEffect(() => {
    if (!isGone || hasLeft.current) return;
    hasLeft.current = true;
    if (!isOwnDoing.current)
      toastSuccess("No longer yours", `You do not belong to ${name} any more.`);
    leaveForTab("about");
  }, [isGone, name]);

  if (!households) return <Loading />;
  if (!opened) return <NotFound />;
  return (
    <>
      <PageTop tab="about">About</PageTop>
      <chakra.main maxW="column" mx="auto" px="4" pt="6" pb="16">
        <HouseholdPage
          household={opened}
          onPrintLabels={() => navigate(`/household/${id}/labels`)}
          download={<DownloadEverything />}
          onLeaving={(isLeaving) => {
            isOwnDoing.current = isLeaving;
          }}
        />
      </chakra.main>
      <LoadFailureNotice />
    </>
  );
}

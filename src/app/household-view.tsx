import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, Redirect } from "wouter";
import type { Household } from "../domain/households/household.ts";
import { msg } from "../domain/language/messages.ts";
import { HouseholdPage } from "../features/household/household-page.tsx";
import { LabelsPage } from "../features/household/labels-page.tsx";
import { NoHousehold } from "../features/household/no-household.tsx";
import { TabletPage } from "../features/household/tablet-page.tsx";
import { Programs } from "../features/programs/programs.tsx";
import { Record } from "../features/record/record.tsx";
import { HouseholdFile } from "../features/settings/household-file.tsx";
import { DownloadEverything } from "../features/settings/your-data.tsx";
import { Webhooks } from "../features/webhooks/webhooks.tsx";
import { useHouseholds } from "../sync/use-tasks.ts";
import { Loading } from "../ui/loading.tsx";
import { toastSuccess } from "../ui/toast.ts";
import { useLocale } from "../ui/use-locale.ts";
import NotFound from "./not-found.tsx";
import { Page } from "./page.tsx";
import { leaveForTab, openHousehold } from "./view.ts";

interface HouseholdViewProps {
  /** none for what stands there before there is a household */
  id?: string;
  page?: string | undefined;
}

/** `/household/<id>`: a household's place; the 404 page for one to which the user does not belong. */
export default function HouseholdView({ id, page = "" }: HouseholdViewProps) {
  const { t } = useLocale();
  const households = useHouseholds();
  const current = households?.find((one) => one.id === id);
  // Once it is open, it stays until it has said that it is gone.
  const [opened, setOpened] = useState<Household | null>(null);
  if (current && current !== opened) setOpened(current);
  const isGone = households !== undefined && current === undefined && opened !== null;
  const hasLeft = useRef(false);
  const isOwnDoing = useRef(false);
  const name = opened?.name ?? "";

  useEffect(() => {
    if (!isGone || hasLeft.current) return;
    hasLeft.current = true;
    if (!isOwnDoing.current)
      toastSuccess(
        t("No longer yours // a household"),
        t("You do not belong to {household} any more.", { household: name }),
      );
    leaveForTab("today");
  }, [isGone, name, t]);

  if (!households) return <Loading />;
  if (id === undefined) return <NoHouseholdView households={households} />;
  if (!opened) return <NotFound />;
  const isHelper = opened.role === "helper";
  if (page === "labels" && !isHelper) return <LabelsView household={opened} />;
  if (!isPlace(page) || (page === "tablet" && isHelper)) return <NotFound />;
  return (
    <Place household={opened} page={page}>
      {page === "record" && <Record household={opened} />}
      {page === "tablet" && (
        <TabletPage
          household={opened}
          programs={<Programs householdId={opened.id} />}
          webhooks={<Webhooks householdId={opened.id} />}
        />
      )}
      {page === "" && (
        <HouseholdPage
          household={opened}
          download={<DownloadEverything />}
          file={<HouseholdFile household={opened} />}
          onMade={openHousehold}
          onLeaving={(isLeaving) => {
            isOwnDoing.current = isLeaving;
          }}
        />
      )}
    </Place>
  );
}

/** All labels, or the one whose task id follows the `#`. */
function LabelsView({ household }: { household: Household }) {
  const { t } = useLocale();
  return (
    <Page
      title={t("Labels // printed ones, of tasks")}
      back={[`/household/${household.id}/tablet`, household.name]}
    >
      <LabelsPage household={household} taskId={location.hash.slice(1) || null} />
    </Page>
  );
}

function NoHouseholdView({ households }: { households: readonly Household[] }) {
  const { t } = useLocale();
  // A household made here is opened once all of it is made.
  const [first] = useState(households[0]);
  if (first) return <Redirect to={`/household/${first.id}`} replace state={history.state} />;
  return (
    <Page title={t("Household")} back="today">
      <NoHousehold onMade={openHousehold} />
    </Page>
  );
}

const PAGES = {
  "": msg("People"),
  record: msg("Record // what was done: a page"),
  tablet: msg("Tablet & labels"),
} as const;
const isPlace = (page: string): page is keyof typeof PAGES => Object.hasOwn(PAGES, page);

interface PlaceProps {
  household: Household;
  page: keyof typeof PAGES;
  children: ReactNode;
}

/** Its pages replace one another in the history, so that Back leaves all of them. */
function Place({ household: { id, name, role }, page, children }: PlaceProps) {
  const { t } = useLocale();
  return (
    <Page key={page} title={page === "" ? name : t(PAGES[page])} back="today" isWide>
      <Stack gap="4">
        <chakra.h1 dir="auto">{name}</chakra.h1>
        <Pages aria-label={name}>
          {Object.entries(PAGES).map(
            ([path, title]) =>
              (path !== "tablet" || role !== "helper") && (
                <Link
                  key={path}
                  href={`/household/${id}${path && `/${path}`}`}
                  replace
                  state={history.state}
                  aria-current={path === page ? "page" : undefined}
                >
                  {t(title)}
                </Link>
              ),
          )}
        </Pages>
        {children}
      </Stack>
    </Page>
  );
}

const Pages = chakra("nav", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    borderBottomWidth: "1px",
    _print: { display: "none" },
    "& a": {
      display: "inline-flex",
      alignItems: "center",
      minH: "touch",
      px: "3",
      mb: "-1px",
      color: "fg.muted",
      fontWeight: "semibold",
      borderBottomWidth: "2px",
      borderColor: "transparent",
      _hover: { color: "fg" },
      "&[aria-current]": { color: "accent", borderColor: "accent" },
    },
  },
});

import { chakra, Stack } from "@chakra-ui/react";
import type { ReactNode } from "react";
import type { Household } from "../../domain/households/household.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { AwayDialog } from "./away-dialog.tsx";
import { DeleteHouseholdDialog } from "./delete-household-dialog.tsx";
import { DeletedHouseholds } from "./deleted-households.tsx";
import { Fair } from "./fair-shares.tsx";
import { HouseAway, HouseAwayDialog } from "./house-away.tsx";
import { People } from "./household-people.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { NewHousehold } from "./new-household.tsx";
import { Invitations } from "./open-invitations.tsx";
import { LanguageDialog, RenameDialog, ZoneDialog } from "./settings-dialogs.tsx";

interface HouseholdPageProps {
  household: Household;
  /** the button that downloads everything, which belongs to another feature */
  download: ReactNode;
  /** buttons for the household's own file, of another feature, too */
  file?: ReactNode;
  onMade: (householdId: string) => void;
  /** Whether the user is about to lose it by what they do. */
  onLeaving: (isLeaving: boolean) => void;
}

export function HouseholdPage(props: HouseholdPageProps) {
  const { household, download, file, onMade, onLeaving } = props;
  const locale = useLocale();
  const { t } = locale;
  const { id, role, people } = household;
  const isKeeper = role === "keeper";
  const { data: tasks = [] } = useTasks();
  const theirs = tasks.filter(({ householdId }) => householdId === id);

  return (
    <Stack gap="4">
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        {isKeeper && (
          <DialogButton label={t("Invite // somebody into the household")} variant="solid">
            {(onClosed) => <InviteDialog {...{ household, onClosed }} person={null} />}
          </DialogButton>
        )}
        {role !== "helper" && (
          <DialogButton label={t("We are away")}>
            {(onClosed) => <HouseAwayDialog {...{ household, onClosed }} />}
          </DialogButton>
        )}
        <DialogButton label={t("I am away")}>
          {(onClosed) => <AwayDialog {...{ household, onClosed }} />}
        </DialogButton>
      </chakra.div>
      <HouseAway household={household} />
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: "minmax(0, 1fr)", md: "repeat(2, minmax(0, 1fr))" }}
        alignItems="start"
        gap="4"
      >
        <People household={household} onLeaving={onLeaving} />
        {theirs.length > 0 && people.length > 1 && <Fair household={household} tasks={theirs} />}
        {isKeeper && <Invitations household={household} />}
      </chakra.div>
      <chakra.p color="fg.muted" fontSize="sm">
        {t(
          "{role, select, keeper {Your role: admin, manages tasks and people.} member {Your role: member, adds and changes tasks, ticks for anyone.} other {Your role: helper, ticks, skips, puts off, writes notes.}}",
          { role },
        )}
        {household.timeZone && ` ${zoneText(household, locale)}`}
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        {isKeeper && (
          <>
            <DialogButton label={t("Rename // the household")}>
              {(onClosed) => <RenameDialog {...{ household, onClosed }} />}
            </DialogButton>
            <DialogButton label={t("Time zone")}>
              {(onClosed) => <ZoneDialog {...{ household, onClosed }} />}
            </DialogButton>
            <DialogButton label={t("Language")}>
              {(onClosed) => <LanguageDialog {...{ household, onClosed }} />}
            </DialogButton>
            {file}
            <DialogButton label={t("Delete household")}>
              {(onClosed) => (
                <DeleteHouseholdDialog {...{ household, download, onLeaving, onClosed }} />
              )}
            </DialogButton>
          </>
        )}
        <NewHousehold onMade={onMade} />
      </chakra.div>
      <DeletedHouseholds />
    </Stack>
  );
}

/** 'Time zone: Europe/Berlin.', or with the one of tomorrow */
function zoneText({ timeZone = "", nextTimeZone }: Household, { t }: Locale): string {
  const zone = timeZone.replaceAll("_", " ");
  if (!nextTimeZone) return t("Time zone: {zone}.", { zone });
  const next = nextTimeZone.replaceAll("_", " ");
  return t("Time zone: {zone}, from tomorrow on {next}.", { zone, next });
}

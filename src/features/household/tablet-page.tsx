import { chakra, Stack } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSession } from "../../auth/session.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import type { Household } from "../../domain/households/household.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { Known } from "../../ui/known.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { buttonRecipe } from "../../ui/theme/recipes/button.recipe.ts";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { NewDisplayDialog } from "./new-display-dialog.tsx";
import { type Display, displaysQuery, useHouseholdCall } from "./queries.ts";

interface TabletPageProps {
  household: Household;
  /** for keepers: the tokens of other programs, which belong to another feature */
  programs: ReactNode;
  /** those of the household, which belong to another feature */
  webhooks: ReactNode;
}

export function TabletPage({ household: { id, role }, programs, webhooks }: TabletPageProps) {
  const { t } = useLocale();
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
        <Card title={t("Kitchen tablet")}>
          <Displays householdId={id} />
        </Card>
      )}
      <Card title={t("Labels // codes to print")}>
        {hasTasks ? (
          <Labels householdId={id} mayRenew={role === "keeper"} />
        ) : (
          <chakra.p color="fg.muted">{t("No task of the household has one yet.")}</chakra.p>
        )}
      </Card>
      {role === "keeper" && <Card title={t("Other programs")}>{programs}</Card>}
      {role === "keeper" && <Card title={t("Webhooks")}>{webhooks}</Card>}
    </chakra.div>
  );
}

function Displays({ householdId }: { householdId: string }) {
  const locale = useLocale();
  const { t } = locale;
  const query = useQuery(displaysQuery(useSession(), householdId));
  const { callThen } = useHouseholdCall();
  const revoke = (id: string) =>
    callThen("revoke_display", { id }, () => {
      toastSuccess(t("Tablet disconnected"), t("Its address no longer works."));
      screenHeading()?.focus();
    });

  return (
    <Stack gap="3" alignItems="flex-start">
      <chakra.p color="fg.muted">
        {t(
          "A tablet in the kitchen shows what is due today, and asks who did it. It needs no account.",
        )}
      </chakra.p>
      <Known query={query} failed={t("Your tablets could not be loaded.")}>
        {(displays) =>
          displays.length > 0 && (
            <chakra.ul aria-label={t("Tablets")} width="full">
              {displays.map((display) => (
                <ListRow
                  key={display.id}
                  text={<strong dir="auto">{display.name}</strong>}
                  hint={datesText(display, locale)}
                >
                  <Button
                    variant="link"
                    aria-label={t("Disconnect {tablet}", { tablet: display.name })}
                    onClick={() => revoke(display.id)}
                  >
                    {t("Disconnect")}
                  </Button>
                </ListRow>
              ))}
            </chakra.ul>
          )
        }
      </Known>
      <DialogButton label={t("New tablet")}>
        {(onClosed) => <NewDisplayDialog householdId={householdId} onClosed={onClosed} />}
      </DialogButton>
    </Stack>
  );
}

function datesText({ createdAt, usedAt }: Display, locale: Locale): string {
  const { t } = locale;
  const made = formatDate(createdAt.slice(0, 10), locale);
  return usedAt
    ? t("Made {made}, last used {used}", { made, used: formatDate(usedAt.slice(0, 10), locale) })
    : t("Made {made}, not used yet", { made });
}

const PrintLink = chakra("a", buttonRecipe);

function Labels({ householdId, mayRenew }: { householdId: string; mayRenew: boolean }) {
  const { t } = useLocale();
  const { callThen } = useHouseholdCall();
  const renew = () =>
    callThen("renew_labels", { household_id: householdId }, () =>
      toastSuccess(t("Labels disconnected"), t("The printed ones no longer work. Print new ones.")),
    );
  return (
    <Stack gap="3" alignItems="flex-start">
      <chakra.p color="fg.muted">
        {t("A printed code for each task: whoever scans it says who did it, without an account.")}
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <PrintLink variant="outline" href={`/household/${householdId}/labels`}>
          {t("Print labels")}
        </PrintLink>
        {mayRenew && (
          <DialogButton label={t("Disconnect printed labels")}>
            {(onClosed) => (
              <ConfirmDialog
                title={t("Disconnect all printed labels?")}
                action={t("Disconnect")}
                cancel={t("Keep them")}
                onConfirmed={renew}
                onClosed={onClosed}
              >
                {t(
                  "Every label on your walls stops working until you print and hang new ones. Do this when one has got lost.",
                )}
              </ConfirmDialog>
            )}
          </DialogButton>
        )}
      </chakra.div>
    </Stack>
  );
}

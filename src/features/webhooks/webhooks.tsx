import { chakra, Stack } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../auth/session.ts";
import { useToday } from "../../clock/use-today.ts";
import { told } from "../../completions/told-changes.ts";
import { Button } from "../../ui/button.tsx";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { Known } from "../../ui/known.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { NewWebhookDialog } from "./new-webhook-dialog.tsx";
import {
  type Tested,
  useWebhookChanges,
  WEBHOOK_FAILED,
  type Webhook,
  webhooksQuery,
} from "./queries.ts";
import { stateText, whyText } from "./webhook-words.ts";

/** The webhooks of a household, for its keepers, or one's own. */
export function Webhooks({ householdId = null }: { householdId?: string | null }) {
  const { t } = useLocale();
  const query = useQuery(webhooksQuery(useSession(), householdId));
  return (
    <Stack gap="3" alignItems="flex-start">
      <chakra.p color="fg.muted">
        {householdId === null
          ? t(
              "Another program of yours is told what happens in your own tasks, and what becomes due.",
            )
          : t(
              "Another program is told what happens in the household’s tasks, by whom, and what becomes due.",
            )}
      </chakra.p>
      <Known query={query} failed={t("The webhooks could not be loaded.")}>
        {(webhooks) => <List webhooks={webhooks} householdId={householdId} />}
      </Known>
      <DialogButton label={t("New webhook")}>
        {(onClosed) => <NewWebhookDialog householdId={householdId} onClosed={onClosed} />}
      </DialogButton>
    </Stack>
  );
}

interface ListProps {
  readonly webhooks: readonly Webhook[];
  readonly householdId: string | null;
}

function List({ webhooks, householdId }: ListProps) {
  const locale = useLocale();
  const { t } = locale;
  const { timeZone } = useToday();
  const { test, remove } = useWebhookChanges(householdId);

  const tell = ({ host }: Webhook, outcome: Tested | null) => {
    if (outcome?.isTaken) toastSuccess(t("{host} took the test", { host }));
    else if (outcome?.failure)
      toastFailure({
        title: t("{host} did not take the test", { host }),
        description: whyText(outcome.failure, locale),
      });
    else toastSuccess(t("The test is on its way to {host}", { host }));
  };
  const take = ({ id, host }: Webhook) =>
    told(remove.mutateAsync(id), WEBHOOK_FAILED, () => {
      toastSuccess(t("{host} is told nothing more", { host }));
      screenHeading()?.focus();
    });

  if (webhooks.length === 0) return null;
  return (
    <chakra.ul aria-label={t("Webhooks")} width="full">
      {webhooks.map((webhook) => {
        const { id, host } = webhook;
        return (
          <ListRow
            key={id}
            text={<strong dir="ltr">{host}</strong>}
            hint={stateText(webhook, timeZone, locale)}
          >
            <Button
              variant="link"
              aria-label={t("Send a test to {host}", { host })}
              disabled={test.isPending}
              onClick={() =>
                void told(test.mutateAsync(id), WEBHOOK_FAILED, (outcome) => tell(webhook, outcome))
              }
            >
              {t("Send a test")}
            </Button>
            <Button
              variant="link"
              aria-label={t("Remove the webhook to {host}", { host })}
              onClick={() => void take(webhook)}
            >
              {t("Remove // a webhook")}
            </Button>
          </ListRow>
        );
      })}
    </chakra.ul>
  );
}

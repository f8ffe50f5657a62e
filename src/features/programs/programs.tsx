import { chakra, Stack } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../auth/session.ts";
import { told } from "../../completions/told-changes.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { msg } from "../../domain/language/messages.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { Known } from "../../ui/known.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { NewTokenDialog } from "./new-token-dialog.tsx";
import { type Token, tokensQuery, useTokenChanges } from "./queries.ts";

const FAILED: FailureWords = {
  title: msg("Error Ending Token"),
  description: msg("Nothing has changed. Please try again."),
};

/** The tokens of other programs: one's own, or a household's for its keepers. */
export function Programs({ householdId = null }: { householdId?: string | null }) {
  const locale = useLocale();
  const { t } = locale;
  const query = useQuery(tokensQuery(useSession(), householdId));
  const { end } = useTokenChanges();
  const [asked, setAsked] = useState<Token | null>(null);
  const ended = (id: string) =>
    told(end.mutateAsync(id), FAILED, () => {
      toastSuccess(t("Token ended"), t("It no longer works. What it did stays in the record."));
      screenHeading()?.focus();
    });

  return (
    <Stack gap="3" alignItems="flex-start">
      <chakra.p color="fg.muted">
        {householdId === null
          ? t(
              "A token lets another program, such as Home Assistant or a script of yours, act as you: it reaches your tasks and can do no more than you can. What it does is told with its name.",
            )
          : t(
              "A token lets another program read the household’s tasks and tick them, as the kitchen tablet does: it says who did it. What it does is told with its name.",
            )}
      </chakra.p>
      <Known query={query} failed={t("The tokens could not be loaded.")}>
        {(tokens) =>
          tokens.length > 0 && (
            <chakra.ul aria-label={t("Tokens")} width="full">
              {tokens.map((token) => (
                <ListRow
                  key={token.id}
                  text={<strong dir="auto">{token.name}</strong>}
                  hint={datesText(token, locale)}
                >
                  <Button
                    variant="link"
                    aria-label={t("End {token}", { token: token.name })}
                    onClick={() => setAsked(token)}
                  >
                    {t("End // a token")}
                  </Button>
                </ListRow>
              ))}
            </chakra.ul>
          )
        }
      </Known>
      <DialogButton label={t("New token")}>
        {(onClosed) => <NewTokenDialog householdId={householdId} onClosed={onClosed} />}
      </DialogButton>
      {asked && (
        <ConfirmDialog
          title={t("End {token}? // a token, by its name", { token: asked.name })}
          action={t("End // a token")}
          cancel={t("Keep it")}
          onConfirmed={() => void ended(asked.id)}
          onClosed={() => setAsked(null)}
        >
          {t("The program that has it can’t reach Rota any more.")}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

function datesText({ scope, createdAt, usedOn }: Token, locale: Locale): string {
  const { t } = locale;
  const may = t(
    "{scope, select, read {Reads} tick {Reads and ticks} other {Reads, ticks and adds}}",
    { scope },
  );
  const made = formatDate(createdAt.slice(0, 10), locale);
  return usedOn
    ? t("{may}. Made {made}, last used {used}", { may, made, used: formatDate(usedOn, locale) })
    : t("{may}. Made {made}, not used yet", { may, made });
}

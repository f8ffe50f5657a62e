import { chakra, Stack } from "@chakra-ui/react";
import { useQuery } from "@tanstack/react-query";
import { readFactor } from "../../auth/authenticator.ts";
import { useSession } from "../../auth/session.ts";
import { sessionQuery } from "../../auth/session-query.ts";
import { DialogButton } from "../../ui/dialog-button.tsx";
import { Known } from "../../ui/known.tsx";
import { late } from "../../ui/late.tsx";
import { useLocale } from "../../ui/use-locale.ts";

const TurnOnDialog = late(() => import("./turn-on-dialog.tsx"));
const TurnOffDialog = late(() => import("./turn-off-dialog.tsx"));

/** Whether the account has a second factor, and what turns it on or off. */
export function SecondFactor() {
  const session = useSession();
  const { t } = useLocale();
  const factor = useQuery(sessionQuery(session, ["second-factor"], readFactor));
  const done = () => void factor.refetch();
  return (
    <Known query={factor} failed={t("Whether a second factor is on could not be loaded.")}>
      {(id) => (
        <Stack gap="4" alignItems="flex-start">
          <p>{id === null ? t("Second factor: off") : t("Second factor: on")}</p>
          <chakra.p color="fg.muted">
            {t("When it is on, a sign-in also takes the code that an app on your phone shows.")}
          </chakra.p>
          {id === null ? (
            <DialogButton key="on" label={t("Turn on")}>
              {(onClosed) => <TurnOnDialog onClosed={onClosed} onDone={done} />}
            </DialogButton>
          ) : (
            <DialogButton key="off" label={t("Turn off")}>
              {(onClosed) => <TurnOffDialog id={id} onClosed={onClosed} onDone={done} />}
            </DialogButton>
          )}
        </Stack>
      )}
    </Known>
  );
}

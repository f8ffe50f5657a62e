import { chakra, Stack } from "@chakra-ui/react";
import { told } from "../../completions/told-changes.ts";
import { formatHour } from "../../domain/dates/format-hour.ts";
import { hasTurns } from "../../domain/turns/has-turns.ts";
import { sendsMail } from "../../supabase/sends-mail.ts";
import { useTasks } from "../../sync/use-tasks.ts";
import { HourField } from "../../ui/hour-field.tsx";
import { Known } from "../../ui/known.tsx";
import { SwitchRow } from "../../ui/switch-row.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import {
  MORNING_MAIL_FAILED,
  type MorningMail,
  useMorningMail,
  useSetMorningMail,
} from "./queries.ts";

export const MorningSetting = () => {
  const { t } = useLocale();
  return sendsMail ? (
    <Setting />
  ) : (
    <p>{t("This Rota sends no mail, so there is nothing to choose.")}</p>
  );
};

function Setting() {
  const locale = useLocale();
  const { t } = locale;
  const query = useMorningMail();
  const { data: tasks } = useTasks();
  const { mutateAsync, variables, isPending } = useSetMorningMail();

  const save = (next: MorningMail) =>
    void told(mutateAsync(next), MORNING_MAIL_FAILED, () =>
      toastSuccess(
        next.isOn
          ? t("Morning mail at {hour}", { hour: formatHour(next.hour, locale) })
          : t("Morning mail is off"),
      ),
    );

  return (
    <Stack gap="3">
      <h2>{t("Morning mail")}</h2>
      <chakra.p color="fg.muted">
        {t(
          "What is due today, what is overdue, and who did what yesterday. When nothing is due, no mail comes.",
        )}
      </chakra.p>
      <Known query={query} failed={t("Your choice could not be loaded.")}>
        {(stored) => {
          const mail = (isPending ? variables : undefined) ?? stored;
          const change = (some: Partial<MorningMail>) => save({ ...mail, ...some });
          return (
            <>
              <SwitchRow
                label={t("Send me a mail each morning")}
                isOn={mail.isOn}
                onChange={(isOn) => change({ isOn })}
              />
              {mail.isOn && (
                <HourField
                  label={t("Send it at // an hour follows: the morning mail")}
                  hint={t("In your time zone.")}
                  value={mail.hour}
                  onChange={(hour) => change({ hour })}
                />
              )}
              {mail.isOn && (mail.onlyMyTurns || tasks?.some(hasTurns)) && (
                <SwitchRow
                  label={t("Without the turns of others")}
                  isOn={mail.onlyMyTurns}
                  onChange={(onlyMyTurns) => change({ onlyMyTurns })}
                />
              )}
            </>
          );
        }}
      </Known>
    </Stack>
  );
}

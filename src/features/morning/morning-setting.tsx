import { chakra, Stack } from "@chakra-ui/react";
import type { DateStyle } from "../../domain/dates/date-style.ts";
import { formatHour } from "../../domain/dates/format-hour.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { sendsMail } from "../../supabase/sends-mail.ts";
import { FormField } from "../../ui/field.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Select } from "../../ui/select.tsx";
import { SwitchRow } from "../../ui/switch-row.tsx";
import { toastFailure, toastSuccess } from "../../ui/toast.ts";
import { useDateStyle } from "../../ui/use-date-style.ts";
import {
  MORNING_MAIL_FAILED,
  type MorningMail,
  useMorningMail,
  useSetMorningMail,
} from "./queries.ts";

const hours = (style: DateStyle) =>
  Array.from({ length: 24 }, (_, hour) => [String(hour), formatHour(hour, style)] as const);

/** Whether to get a mail each morning, and when. */
export const MorningSetting = () =>
  sendsMail ? <Setting /> : <p>This Rota sends no mail, so there is nothing to choose.</p>;

function Setting() {
  const style = useDateStyle();
  const { data, error, refetch } = useMorningMail();
  const { mutateAsync, variables, isPending } = useSetMorningMail();
  const mail = (isPending ? variables : undefined) ?? data;

  function save(next: MorningMail) {
    mutateAsync(next).then(
      () =>
        toastSuccess(
          next.isOn ? `Morning mail at ${formatHour(next.hour, style)}` : "Morning mail is off",
        ),
      (failure) => toastFailure(failureNotice(MORNING_MAIL_FAILED, failure)),
    );
  }

  return (
    <Stack gap="3">
      <h2>Morning mail</h2>
      <chakra.p color="fg.muted">
        What is due today, what is late, and who did what yesterday. When nothing is due, no mail
        comes.
      </chakra.p>
      {mail && (
        <>
          <SwitchRow
            label="Send me a mail each morning"
            isOn={mail.isOn}
            onChange={(isOn) => save({ ...mail, isOn })}
          />
          {mail.isOn && (
            <chakra.div maxW="narrow">
              <FormField label="Send it at" hint="In your time zone.">
                <Select
                  options={hours(style)}
                  value={String(mail.hour)}
                  onChange={(hour) => save({ ...mail, hour: Number(hour) })}
                />
              </FormField>
            </chakra.div>
          )}
        </>
      )}
      {error && !data && <LoadFailure onRetry={() => void refetch()} />}
    </Stack>
  );
}

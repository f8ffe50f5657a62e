import { chakra } from "@chakra-ui/react";
import { told } from "../../completions/told-changes.ts";
import { formatHour } from "../../domain/dates/format-hour.ts";
import { Button } from "../../ui/button.tsx";
import { NoticeCard } from "../../ui/card.tsx";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { MORNING_MAIL_FAILED, OFF, useSetMorningMail } from "./queries.ts";

export default function OfferCard() {
  const locale = useLocale();
  const { t } = locale;
  const { mutateAsync, isPending, isSuccess } = useSetMorningMail();
  // Decided; the list that says so is on its way.
  if (isPending || isSuccess) return null;

  function decide(isOn: boolean) {
    screenHeading()?.focus();
    void told(mutateAsync({ ...OFF, isOn }), MORNING_MAIL_FAILED, () =>
      toastSuccess(
        isOn
          ? t("Morning mail at {hour}", { hour: formatHour(OFF.hour, locale) })
          : t("No morning mail"),
        t("You can change this in the settings."),
      ),
    );
  }

  return (
    <NoticeCard title={t("Your day by mail?")}>
      <chakra.p mt="1" mb="3">
        {t(
          "Each morning at {hour}: what is due, what is overdue, and a button to mark it as done. Nothing due, no mail.",
          { hour: formatHour(OFF.hour, locale) },
        )}
      </chakra.p>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Button onClick={() => decide(true)}>{t("Send it // the morning mail")}</Button>
        <Button variant="link" onClick={() => decide(false)}>
          {t("No, thanks")}
        </Button>
      </chakra.div>
    </NoticeCard>
  );
}

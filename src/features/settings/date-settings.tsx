import { Stack } from "@chakra-ui/react";
import { useToday } from "../../clock/use-today.ts";
import type { DateStyle } from "../../domain/dates/date-style.ts";
import { formatDate, formatWeekdayName } from "../../domain/dates/format-date.ts";
import { formatHour } from "../../domain/dates/format-hour.ts";
import { LANGUAGES, PSEUDO } from "../../domain/language/languages.ts";
import { msg } from "../../domain/language/messages.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { FormField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { ZoneSelect } from "../../ui/zone-select.tsx";
import { useSaveProfile } from "./use-save-profile.ts";

const TIME_ZONE_FAILED: FailureWords = {
  title: msg("Error Saving Time Zone"),
  description: msg("Failed to save your time zone. Please try again."),
};

const LANGUAGE_FAILED: FailureWords = {
  title: msg("Error Saving Language"),
  description: msg("Failed to save your language. Please try again."),
};

const STYLE_FAILED: FailureWords = {
  title: msg("Error Saving Dates"),
  description: msg("Failed to save how dates are written. Please try again."),
};

export const DateSettings = () => (
  <Stack gap="5" maxW="narrow">
    <LanguageField />
    <TimeZoneField />
    <StyleFields />
  </Stack>
);

function LanguageField() {
  const { language, t } = useLocale();
  const { save } = useSaveProfile(t("Language saved"), LANGUAGE_FAILED);
  return (
    <FormField label={t("Language")} hint={t("In the app, in mails and in notifications.")}>
      <Select
        options={Object.entries({ ...LANGUAGES, ...(import.meta.env.DEV && PSEUDO) })}
        value={language}
        onChange={(chosen) => void save({ language: chosen })}
      />
    </FormField>
  );
}

function TimeZoneField() {
  const { t } = useLocale();
  const { timeZone } = useToday();
  const { save } = useSaveProfile(t("Time zone saved"), TIME_ZONE_FAILED);
  return (
    <FormField label={t("Time zone")} hint={t("Your day begins and ends by it.")}>
      <ZoneSelect value={timeZone} onChange={(zone) => void save({ time_zone: zone })} />
    </FormField>
  );
}

/** Each with a day that is one. */
const WEEK_STARTS = [
  ["sun", "2023-01-01"],
  ["mon", "2023-01-02"],
  ["sat", "2023-01-07"],
] as const;

function StyleFields() {
  const { today } = useToday();
  const style = useLocale();
  const { t } = style;
  const { save } = useSaveProfile(t("Dates saved"), STYLE_FAILED);
  const choiceOf = (part: keyof DateStyle) => ({
    value: style[part],
    onChange: (value: string) => {
      const { order, hours, weekStart } = { ...style, [part]: value } as DateStyle;
      void save({ date_style: `${order}-${hours}-${weekStart}` });
    },
  });

  const orders = (["mdy", "dmy", "ymd"] as const).map(
    (order) => [order, formatDate(today, { ...style, order })] as const,
  );
  const clocks = (["12", "24"] as const).map(
    (hours) => [hours, formatHour(20, { ...style, hours })] as const,
  );
  const weekStarts = WEEK_STARTS.map(
    ([start, day]) => [start, formatWeekdayName(day, style)] as const,
  );
  return (
    <>
      <FormField label={t("Dates")} hint={t("In the app and in mails.")}>
        <Select options={orders} {...choiceOf("order")} />
      </FormField>
      <FormField label={t("Times // of day: how they are written")}>
        <Select options={clocks} {...choiceOf("hours")} />
      </FormField>
      <FormField label={t("Weeks begin on // a weekday follows")}>
        <Select options={weekStarts} {...choiceOf("weekStart")} />
      </FormField>
    </>
  );
}

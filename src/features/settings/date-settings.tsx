import { Stack } from "@chakra-ui/react";
import { useToday } from "../../clock/use-today.ts";
import type { DateStyle } from "../../domain/dates/date-style.ts";
import { formatDate } from "../../domain/dates/format-date.ts";
import { formatHour } from "../../domain/dates/format-hour.ts";
import { LANGUAGES, PSEUDO } from "../../domain/language/languages.ts";
import { failedWords } from "../../supabase/failure-notice.ts";
import { FormField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { ZoneSelect } from "../../ui/zone-select.tsx";
import { useSaveProfile } from "./use-save-profile.ts";

const TIME_ZONE_FAILED = failedWords("Saving Time Zone", "save your time zone");

const LANGUAGE_FAILED = failedWords("Saving Language", "save your language");

const STYLE_FAILED = failedWords("Saving Dates", "save how dates are written");

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
  const { timeZone } = useToday();
  const { save } = useSaveProfile("Time zone saved", TIME_ZONE_FAILED);
  return (
    <FormField label="Time zone" hint="Your day begins and ends by it.">
      <ZoneSelect value={timeZone} onChange={(zone) => void save({ time_zone: zone })} />
    </FormField>
  );
}

const WEEK_STARTS = [
  ["sun", "Sunday"],
  ["mon", "Monday"],
  ["sat", "Saturday"],
] as const;

function StyleFields() {
  const { today } = useToday();
  const style = useLocale();
  const { save } = useSaveProfile("Dates saved", STYLE_FAILED);
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
  return (
    <>
      <FormField label="Dates" hint="In the app and in mails.">
        <Select options={orders} {...choiceOf("order")} />
      </FormField>
      <FormField label="Times">
        <Select options={clocks} {...choiceOf("hours")} />
      </FormField>
      <FormField label="Weeks begin on">
        <Select options={WEEK_STARTS} {...choiceOf("weekStart")} />
      </FormField>
    </>
  );
}

import { Stack } from "@chakra-ui/react";
import { type Ref, useState } from "react";
import type { Locale } from "../../domain/language/locale.ts";
import { inOrder, LAST_DAY_OF_MONTH, toggled } from "../../domain/recurrence/custom-rule.ts";
import { countsWeekdays } from "../../domain/recurrence/recurrence-rule.ts";
import { monthDayName } from "../../domain/recurrence/rule-phrases.ts";
import { FormField } from "../../ui/field.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Input } from "../../ui/input.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { ChipChoice, type ChipOption, monthOptions } from "./chip-choice.tsx";
import { COUNT_MAX, type CustomRule, sanitiseCount } from "./custom-rule-text.ts";

function monthDays(locale: Locale): readonly ChipOption<number>[] {
  const lastDay = locale.t("Last day // of the month, a choice");
  return [
    ...Array.from({ length: 31 }, (_, index) => index + 1).map((day) => ({
      value: day,
      short: `${day}`,
      name: monthDayName(day, locale),
    })),
    // It fills the grid's last row.
    { value: LAST_DAY_OF_MONTH, short: lastDay, name: lastDay, span: 4 },
  ];
}

interface MoreChoicesProps {
  choices: CustomRule;
  onChange: (choices: CustomRule) => void;
  foldRef: Ref<HTMLButtonElement>;
}

export function MoreChoices({ choices, onChange, foldRef }: MoreChoicesProps) {
  const locale = useLocale();
  const { t } = locale;
  const { frequency, months, count } = choices;
  const isUsed = choices.monthDays.length + months.length > 0 || count !== null;
  return (
    <Fold title={t("More choices")} isOpenAtFirst={isUsed} ref={foldRef}>
      <Stack gap="5" pt="2">
        {countsWeekdays(frequency) && (
          <ChipChoice
            legend={t("Only on these days of the month")}
            columns={7}
            options={monthDays(locale)}
            chosen={choices.monthDays}
            onToggle={(day) =>
              onChange({ ...choices, monthDays: inOrder(toggled(choices.monthDays, day)) })
            }
          />
        )}
        <ChipChoice
          legend={t("Months")}
          columns={4}
          options={monthOptions(locale)}
          chosen={months}
          onToggle={(month) => onChange({ ...choices, months: inOrder(toggled(months, month)) })}
        />
        <CountField choices={choices} onChange={onChange} />
      </Stack>
    </Fold>
  );
}

function CountField({ choices, onChange }: Omit<MoreChoicesProps, "foldRef">) {
  const locale = useLocale();
  const { t } = locale;
  const { count, others } = choices;
  const shown = count === null ? "" : String(count);
  const [text, setText] = useState(shown);
  // RFC 5545 forbids a rule with both ends.
  const endsByDate = others.until !== undefined && count === null;
  return (
    <FormField
      label={t("Number of times")}
      disabled={endsByDate}
      hint={hintOf(count, endsByDate, locale)}
    >
      <Input
        inputMode="numeric"
        autoComplete="off"
        maxLength={String(COUNT_MAX).length}
        placeholder={t("No end")}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onChange({ ...choices, count: sanitiseCount(event.target.value) });
        }}
        onBlur={() => setText(shown)}
      />
    </FormField>
  );
}

function hintOf(count: number | null, endsByDate: boolean, { t }: Locale): string {
  if (endsByDate) return t("The rule ends on a date: see below.");
  if (count === null) return t("Repeats until the end date, if there is one.");
  return t("Ends after {count, plural, =1 {one time} other {# times}}.", { count });
}

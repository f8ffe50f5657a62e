import { Input, Stack } from "@chakra-ui/react";
import { type Ref, useState } from "react";
import { inOrder, LAST_DAY_OF_MONTH, toggled } from "../../domain/recurrence/custom-rule.ts";
import { countsWeekdays } from "../../domain/recurrence/recurrence-rule.ts";
import { ordinalSuffix } from "../../domain/recurrence/rule-text.ts";
import { FormField } from "../../ui/field.tsx";
import { Fold } from "../../ui/fold.tsx";
import { ChipChoice, type ChipOption, MONTHS } from "./chip-choice.tsx";
import { COUNT_MAX, type CustomRule, sanitiseCount } from "./custom-rule-text.ts";

const MONTH_DAYS: readonly ChipOption<number>[] = [
  ...Array.from({ length: 31 }, (_, index) => index + 1).map((day) => ({
    value: day,
    short: `${day}`,
    name: `${day}${ordinalSuffix(day)}`,
  })),
  // It fills the grid's last row.
  { value: LAST_DAY_OF_MONTH, short: "Last day", name: "Last day", span: 4 },
];

interface MoreChoicesProps {
  choices: CustomRule;
  onChange: (choices: CustomRule) => void;
  foldRef: Ref<HTMLButtonElement>;
}

export function MoreChoices({ choices, onChange, foldRef }: MoreChoicesProps) {
  const { frequency, monthDays, months, count } = choices;
  const isUsed = monthDays.length + months.length > 0 || count !== null;
  return (
    <Fold title="More choices" isOpenAtFirst={isUsed} ref={foldRef}>
      <Stack gap="5" pt="2">
        {countsWeekdays(frequency) && (
          <ChipChoice
            legend="Only on these days of the month"
            columns={7}
            options={MONTH_DAYS}
            chosen={monthDays}
            onToggle={(day) =>
              onChange({ ...choices, monthDays: inOrder(toggled(monthDays, day)) })
            }
          />
        )}
        <ChipChoice
          legend="Months"
          columns={4}
          options={MONTHS}
          chosen={months}
          onToggle={(month) => onChange({ ...choices, months: inOrder(toggled(months, month)) })}
        />
        <CountField choices={choices} onChange={onChange} />
      </Stack>
    </Fold>
  );
}

function CountField({ choices, onChange }: Omit<MoreChoicesProps, "foldRef">) {
  const { count, others } = choices;
  const shown = count === null ? "" : String(count);
  const [text, setText] = useState(shown);
  // RFC 5545 forbids a rule with both ends.
  const endsByDate = others.until !== undefined && count === null;
  return (
    <FormField label="Number of times" disabled={endsByDate} hint={hintOf(count, endsByDate)}>
      <Input
        inputMode="numeric"
        autoComplete="off"
        maxLength={String(COUNT_MAX).length}
        placeholder="No end"
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

function hintOf(count: number | null, endsByDate: boolean): string {
  if (endsByDate) return "The rule ends on a date: see below.";
  if (count === null) return "Repeats until the end date, if there is one.";
  return count === 1 ? "Ends after one time." : `Ends after ${count} times.`;
}

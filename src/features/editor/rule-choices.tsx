import { chakra, Input, Stack } from "@chakra-ui/react";
import { type ReactNode, useRef, useState } from "react";
import {
  type CustomFrequency,
  type CustomRule,
  INTERVAL_MAX,
  offersMonthDays,
  offersWeekdays,
  sanitiseInterval,
  sanitiseSetPosition,
  toggleWeekday,
  withFrequency,
} from "../../domain/recurrence/custom-rule.ts";
import { ruleText } from "../../domain/recurrence/rule-text.ts";
import { FormField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { MoreChoices } from "./more-choices.tsx";
import { OtherPartsList } from "./other-parts-list.tsx";
import { WeekdayChoice } from "./weekday-choice.tsx";

const FREQUENCIES: Record<CustomFrequency, string> = {
  daily: "Daily",
  weekly: "Weekly",
  monthly: "Monthly",
  yearly: "Yearly",
};

const UNITS: Record<CustomFrequency, string> = {
  daily: "day",
  weekly: "week",
  monthly: "month",
  yearly: "year",
};

/** The positions that are offered. */
const POSITIONS: Readonly<Record<string, string>> = {
  "1": "First",
  "2": "Second",
  "3": "Third",
  "4": "Fourth",
  "5": "Fifth",
  "-1": "Last",
};

interface FieldProps {
  choices: CustomRule;
  onChange: (choices: CustomRule) => void;
}

interface RuleChoicesProps extends FieldProps {
  /** What the choices come to. */
  rule: string;
  /** What follows the preview. */
  children: ReactNode;
}

/** The controls of the Custom Recurrence dialog and the preview of what they say. */
export function RuleChoices({ choices, rule, onChange, children }: RuleChoicesProps) {
  const style = useDateStyle();
  const { frequency } = choices;
  const moreChoices = useRef<HTMLElement>(null);
  return (
    <Stack gap="5">
      <chakra.div
        display="grid"
        gridTemplateColumns="repeat(auto-fit, minmax(min(8rem, 100%), 1fr))"
        gap="4"
      >
        <FormField label="Frequency">
          <Select
            options={Object.entries(FREQUENCIES)}
            value={frequency}
            onChange={(value) => onChange(withFrequency(choices, value as CustomFrequency))}
          />
        </FormField>
        <IntervalField choices={choices} onChange={onChange} />
      </chakra.div>
      {offersWeekdays(frequency) && (
        <WeekdayChoice
          chosen={choices.weekdays}
          onToggle={(code) => onChange(toggleWeekday(choices, code))}
        />
      )}
      {offersMonthDays(frequency) && <SetPositionField choices={choices} onChange={onChange} />}
      <MoreChoices choices={choices} onChange={onChange} summaryRef={moreChoices} />
      <OtherPartsList
        choices={choices}
        onRemoved={(rest) => {
          onChange(rest);
          moreChoices.current?.focus();
        }}
      />
      <Stack gap="2">
        <chakra.output
          aria-label="Preview"
          display="block"
          p="3"
          bg="accent.subtle"
          borderRadius="md"
        >
          {ruleText(rule, style)}
        </chakra.output>
        <chakra.div px="3">{children}</chakra.div>
      </Stack>
    </Stack>
  );
}

/** Keeps the typed text until the field is left; the rule has the number. */
function IntervalField({ choices, onChange }: FieldProps) {
  const { interval, frequency } = choices;
  const [text, setText] = useState(String(interval));
  const unit = UNITS[frequency];
  return (
    <FormField
      label="Interval"
      hint={interval === 1 ? `Every ${unit}` : `Every ${interval} ${unit}s`}
    >
      <Input
        inputMode="numeric"
        autoComplete="off"
        maxLength={String(INTERVAL_MAX).length}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onChange({ ...choices, interval: sanitiseInterval(event.target.value) });
        }}
        onBlur={() => setText(String(interval))}
      />
    </FormField>
  );
}

function SetPositionField({ choices, onChange }: FieldProps) {
  const value = String(choices.setPosition ?? "");
  // A stored rule may have a position that the list does not offer.
  const other = value === "" || value in POSITIONS ? {} : { [value]: value };
  return (
    <FormField
      label="Set position"
      disabled={choices.weekdays.length === 0}
      hint={positionHint(choices)}
    >
      <Select
        options={[
          ["", "Every one"],
          ...Object.entries({ ...POSITIONS, ...other }).sort(byPosition),
        ]}
        value={value}
        onChange={(next) => onChange({ ...choices, setPosition: sanitiseSetPosition(next) })}
      />
    </FormField>
  );
}

/** What the field is for, by what is chosen. */
function positionHint({ weekdays, setPosition, frequency }: CustomRule): string {
  const period = UNITS[frequency];
  if (weekdays.length === 0) {
    return `Which one in the ${period}, such as the second Tuesday. Choose weekdays first.`;
  }
  return setPosition === null
    ? `Each of these weekdays in the ${period}; or one of them, such as the second.`
    : `Only this one of these weekdays in the ${period}.`;
}

/** From the first on, then those counted from the end. */
function byPosition([one]: [string, string], [other]: [string, string]): number {
  const rank = (position: string) =>
    Number(position) > 0 ? Number(position) : 1_000 - Number(position);
  return rank(one) - rank(other);
}

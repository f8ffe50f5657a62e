import { chakra, Input, Stack } from "@chakra-ui/react";
import { type ReactNode, useRef, useState } from "react";
import { INTERVAL_MAX, inOrder, offersWeekdays } from "../../domain/recurrence/custom-rule.ts";
import { countsWeekdays, type Frequency } from "../../domain/recurrence/recurrence-rule.ts";
import {
  FREQUENCY_NAMES,
  PERIOD_NAMES,
  positionText,
  ruleText,
} from "../../domain/recurrence/rule-text.ts";
import { FieldRow, FormField } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Select } from "../../ui/select.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { WeekdayChoice } from "./chip-choice.tsx";
import {
  type CustomRule,
  sanitiseInterval,
  toggleWeekday,
  withFrequency,
  withoutOthers,
} from "./custom-rule-text.ts";
import { MoreChoices } from "./more-choices.tsx";
import { otherParts } from "./other-parts.ts";

const POSITIONS = [1, 2, 3, 4, 5, -1];

interface FieldProps {
  choices: CustomRule;
  onChange: (choices: CustomRule) => void;
}

interface RuleChoicesProps extends FieldProps {
  rule: string;
  /** shown after the preview */
  children: ReactNode;
}

export function RuleChoices({ choices, rule, onChange, children }: RuleChoicesProps) {
  const locale = useLocale();
  const { frequency } = choices;
  const moreChoices = useRef<HTMLButtonElement>(null);
  return (
    <Stack gap="5">
      <FieldRow>
        <FormField label="Frequency">
          <Select
            options={Object.entries(FREQUENCY_NAMES)}
            value={frequency}
            onChange={(value) => onChange(withFrequency(choices, value as Frequency))}
          />
        </FormField>
        <IntervalField choices={choices} onChange={onChange} />
      </FieldRow>
      {offersWeekdays(frequency) && (
        <WeekdayChoice
          chosen={choices.weekdays}
          onToggle={(code) => onChange(toggleWeekday(choices, code))}
        />
      )}
      {countsWeekdays(frequency) && <SetPositionField choices={choices} onChange={onChange} />}
      <MoreChoices choices={choices} onChange={onChange} foldRef={moreChoices} />
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
          {ruleText(rule, locale)}
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
  const unit = PERIOD_NAMES[frequency];
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
  const { setPosition } = choices;
  // A stored rule may have a position that is not offered.
  const positions = inOrder(setPosition === null ? POSITIONS : [...POSITIONS, setPosition]);
  return (
    <FormField
      label="Set position"
      disabled={choices.weekdays.length === 0}
      hint={positionHint(choices)}
    >
      <Select
        options={[
          ["", "Every one"],
          ...positions.map((one) => [`${one}`, capitalised(positionText(one))] as const),
        ]}
        value={`${setPosition ?? ""}`}
        onChange={(next) => onChange({ ...choices, setPosition: Number(next) || null })}
      />
    </FormField>
  );
}

function positionHint({ weekdays, setPosition, frequency }: CustomRule): string {
  const period = PERIOD_NAMES[frequency];
  if (weekdays.length === 0) {
    return `Which one in the ${period}, such as the second Tuesday. Choose weekdays first.`;
  }
  return setPosition === null
    ? `Each of these weekdays in the ${period}; or one of them, such as the second.`
    : `Only this one of these weekdays in the ${period}.`;
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

interface OtherPartsListProps {
  choices: CustomRule;
  /** Called after a part was removed, and its button with it. */
  onRemoved: (choices: CustomRule) => void;
}

/** Lists the parts of an imported rule that the dialog has no control for; they stay until removed here. */
function OtherPartsList({ choices, onRemoved }: OtherPartsListProps) {
  const locale = useLocale();
  const parts = otherParts(choices, locale);
  if (parts.length === 0) return null;
  return (
    <chakra.ul aria-label="Also in this rule" listStyleType="none" fontSize="sm">
      {parts.map(({ names, text }) => (
        <chakra.li key={text} display="flex" alignItems="center" gap="2" ps="3">
          <chakra.span flex="1" minW="0">
            Also: {text}
          </chakra.span>
          <IconButton
            icon="close"
            label={`Remove: ${text}`}
            onClick={() => onRemoved(withoutOthers(choices, names))}
          />
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

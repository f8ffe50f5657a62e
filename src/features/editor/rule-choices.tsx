import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useRef, useState } from "react";
import type { Locale } from "../../domain/language/locale.ts";
import { INTERVAL_MAX, inOrder, offersWeekdays } from "../../domain/recurrence/custom-rule.ts";
import { countsWeekdays, type Frequency } from "../../domain/recurrence/recurrence-rule.ts";
import { positionText } from "../../domain/recurrence/rule-phrases.ts";
import { EVERY, FREQUENCY_NAMES, ruleText } from "../../domain/recurrence/rule-text.ts";
import { FieldRow, FormField } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Input } from "../../ui/input.tsx";
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
  const { t } = locale;
  const { frequency } = choices;
  const moreChoices = useRef<HTMLButtonElement>(null);
  return (
    <Stack gap="5">
      <FieldRow>
        <FormField label={t("Frequency")}>
          <Select
            options={Object.entries(FREQUENCY_NAMES).map(
              ([value, name]) => [value, t(name)] as const,
            )}
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
          aria-label={t("Preview")}
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
  const { t } = useLocale();
  const { interval, frequency } = choices;
  const [text, setText] = useState(String(interval));
  return (
    <FormField label={t("Interval")} hint={t(EVERY[frequency], { n: interval })}>
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
  const locale = useLocale();
  const { t } = locale;
  const { setPosition } = choices;
  // A stored rule may have a position that is not offered.
  const positions = inOrder(setPosition === null ? POSITIONS : [...POSITIONS, setPosition]);
  return (
    <FormField
      label={t("Set position")}
      disabled={choices.weekdays.length === 0}
      hint={positionHint(choices, locale)}
    >
      <Select
        options={[
          ["", t("Every one // of the chosen weekdays")],
          ...positions.map((one) => [`${one}`, positionText(one, "alone", locale)] as const),
        ]}
        value={`${setPosition ?? ""}`}
        onChange={(next) => onChange({ ...choices, setPosition: Number(next) || null })}
      />
    </FormField>
  );
}

function positionHint({ weekdays, setPosition, frequency }: CustomRule, { t }: Locale): string {
  const period = frequency === "yearly" ? "year" : "month";
  if (weekdays.length === 0) {
    return t(
      "Which one in the {period, select, year {year} other {month}}, such as the second Tuesday. Choose weekdays first.",
      { period },
    );
  }
  return setPosition === null
    ? t(
        "Each of these weekdays in the {period, select, year {year} other {month}}; or one of them, such as the second.",
        { period },
      )
    : t("Only this one of these weekdays in the {period, select, year {year} other {month}}.", {
        period,
      });
}

interface OtherPartsListProps {
  choices: CustomRule;
  /** Called after a part was removed, and its button with it. */
  onRemoved: (choices: CustomRule) => void;
}

/** Lists the parts of an imported rule that the dialog has no control for; they stay until removed here. */
function OtherPartsList({ choices, onRemoved }: OtherPartsListProps) {
  const locale = useLocale();
  const { t } = locale;
  const parts = otherParts(choices, locale);
  if (parts.length === 0) return null;
  return (
    <chakra.ul aria-label={t("Also in this rule")} listStyleType="none" fontSize="sm">
      {parts.map(({ names, text }) => (
        <chakra.li key={text} display="flex" alignItems="center" gap="2" ps="3">
          <chakra.span flex="1" minW="0">
            {t("Also: {part} // of a rule: 'until Dec 31'", { part: text })}
          </chakra.span>
          <IconButton
            icon="close"
            label={t("Remove: {part} // of a rule: 'until Dec 31'", { part: text })}
            onClick={() => onRemoved(withoutOthers(choices, names))}
          />
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

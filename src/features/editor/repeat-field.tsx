import { chakra, Stack } from "@chakra-ui/react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { isOnce, ONCE_RULE } from "../../domain/recurrence/custom-rule.ts";
import { parseRule } from "../../domain/recurrence/recurrence-rule.ts";
import { repeatHint } from "../../domain/recurrence/repeat-hint.ts";
import { repeatText, ruleText } from "../../domain/recurrence/rule-text.ts";
import { REPEAT_VALUES, type RepeatValue } from "../../domain/tasks/repeat-values.ts";
import { announce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { FormField } from "../../ui/field.tsx";
import { Loading } from "../../ui/loading.tsx";
import { Select } from "../../ui/select.tsx";
import type { Draft } from "./draft.ts";
import { NextDates } from "./next-dates.tsx";

const CustomRecurrenceDialog = lazy(() => import("./custom-recurrence-dialog.tsx"));

const LABELS: Record<RepeatValue, string> = {
  daily: "Daily",
  weekly: "Weekly",
  monthly: "Monthly",
  yearly: "Yearly",
  custom: "Custom",
};

/** A choice of its own, and a custom rule in storage. */
const ONCE = "once";
const OPTIONS = [
  [ONCE, "Once"] as const,
  ...REPEAT_VALUES.map((value) => [value, LABELS[value]] as const),
];

interface RepeatFieldProps {
  draft: Draft;
  today: CalendarDate;
  onChange: (part: Partial<Draft>) => void;
}

/** The repeat choice. 'Custom' opens its dialog; cancelled, the choice stays as it was. */
export function RepeatField({ draft, today, onChange }: RepeatFieldProps) {
  /** What opened the dialog, and gets the focus back; null while the dialog is closed. */
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const hint = repeatHint(draft);
  const knownHint = useRef(hint);

  // A change of the start date may bring up the hint.
  useEffect(() => {
    if (hint !== null && hint !== knownHint.current) announce(hint);
    knownHint.current = hint;
  }, [hint]);

  const parsed = draft.customRrule ? parseRule(draft.customRrule) : null;
  const hasOnceRule = parsed !== null && isOnce(parsed);
  const isCustom = draft.repeatValue === "custom";
  /** The rule before 'Once' was chosen, for a choice that is taken back. */
  const ruleBefore = useRef<Partial<Draft> | null>(null);

  function choose(value: string, select: HTMLSelectElement) {
    if (value === ONCE) {
      const { customRrule, customRruleText } = draft;
      if (customRrule && !hasOnceRule) ruleBefore.current = { customRrule, customRruleText };
      onChange({ repeatValue: "custom", ...ruleAndText(ONCE_RULE) });
    } else if (value !== "custom") onChange({ repeatValue: value as RepeatValue });
    else if (draft.customRrule && !hasOnceRule) onChange({ repeatValue: value });
    else if (ruleBefore.current) onChange({ repeatValue: value, ...ruleBefore.current });
    else setOpener(select);
  }

  return (
    <Stack gap="3">
      <FormField label="Repeat" hint={hint ?? undefined}>
        <Select
          options={OPTIONS}
          value={isCustom && hasOnceRule ? ONCE : draft.repeatValue}
          onChange={choose}
        />
      </FormField>
      {isCustom && !hasOnceRule && (
        <chakra.div
          display="flex"
          alignItems="center"
          gap="3"
          ps="4"
          pe="1"
          py="1"
          bg="accent.subtle"
          borderRadius="md"
        >
          <chakra.span flex="1">{repeatText(draft)}</chakra.span>
          <Button variant="link" onClick={(event) => setOpener(event.currentTarget)}>
            Change rule
          </Button>
        </chakra.div>
      )}
      <NextDates schedule={draft} today={today} />
      <Suspense fallback={<Loading size="sm" />}>
        {opener && (
          <CustomRecurrenceDialog
            rule={hasOnceRule ? null : draft.customRrule}
            dates={{ startDate: draft.startDate, endDate: draft.endDate || null }}
            today={today}
            returnFocusTo={() => opener}
            onApply={(rule) =>
              // What was stored with a rule stays with it.
              onChange({
                repeatValue: "custom",
                ...(rule !== draft.customRrule && ruleAndText(rule)),
              })
            }
            onClosed={() => setOpener(null)}
          />
        )}
      </Suspense>
    </Stack>
  );
}

function ruleAndText(rule: string) {
  return { customRrule: rule, customRruleText: ruleText(rule) };
}

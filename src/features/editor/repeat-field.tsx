import { chakra, Stack } from "@chakra-ui/react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { repeatHint } from "../../domain/recurrence/repeat-hint.ts";
import { repeatText } from "../../domain/recurrence/rule-text.ts";
import { REPEAT_VALUES, type RepeatValue } from "../../domain/tasks/repeat-values.ts";
import { announce } from "../../ui/announcer.tsx";
import { Button } from "../../ui/button.tsx";
import { FormField } from "../../ui/field.tsx";
import { Loading } from "../../ui/loading.tsx";
import { Select } from "../../ui/select.tsx";
import type { Draft } from "./draft.ts";

const CustomRecurrenceDialog = lazy(() => import("./custom-recurrence-dialog.tsx"));

const LABELS: Record<RepeatValue, string> = {
  daily: "Daily",
  weekly: "Weekly",
  monthly: "Monthly",
  yearly: "Yearly",
  custom: "Custom",
};

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

  function choose(value: RepeatValue, select: HTMLSelectElement) {
    if (value === "custom" && !draft.customRrule) setOpener(select);
    else onChange({ repeatValue: value });
  }

  return (
    <Stack gap="3">
      <FormField label="Repeat" hint={hint ?? undefined}>
        <Select
          options={REPEAT_VALUES.map((value) => [value, LABELS[value]])}
          value={draft.repeatValue}
          onChange={(value, select) => choose(value as RepeatValue, select)}
        />
      </FormField>
      {draft.repeatValue === "custom" && (
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
      <Suspense fallback={<Loading size="sm" />}>
        {opener && (
          <CustomRecurrenceDialog
            rule={draft.customRrule}
            dates={{ startDate: draft.startDate, endDate: draft.endDate || null }}
            today={today}
            returnFocusTo={() => opener}
            onApply={(customRrule, customRruleText) =>
              onChange({ repeatValue: "custom", customRrule, customRruleText })
            }
            onClosed={() => setOpener(null)}
          />
        )}
      </Suspense>
    </Stack>
  );
}

import { chakra, Stack } from "@chakra-ui/react";
import { lazy, Suspense, useState } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { REPEAT_VALUES, type RepeatValue } from "../../domain/tasks/task.ts";
import { Button } from "../../ui/button.tsx";
import { Labelled } from "../../ui/field.tsx";
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

/** The repeat choice. 'Custom' asks for its rule at once; without one the choice stays as it was. */
export function RepeatField({ draft, today, onChange }: RepeatFieldProps) {
  /** What opened the dialog, and gets the focus back; null while the dialog is closed. */
  const [opener, setOpener] = useState<HTMLElement | null>(null);

  function choose(value: RepeatValue, select: HTMLSelectElement) {
    if (value === "custom" && !draft.customRrule) setOpener(select);
    else onChange({ repeatValue: value });
  }

  return (
    <Stack gap="3">
      <Labelled label="Repeat">
        <Select
          options={REPEAT_VALUES.map((value) => [value, LABELS[value]])}
          value={draft.repeatValue}
          onChange={(value, select) => choose(value as RepeatValue, select)}
        />
      </Labelled>
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
          <chakra.span flex="1">{draft.customRruleText}</chakra.span>
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

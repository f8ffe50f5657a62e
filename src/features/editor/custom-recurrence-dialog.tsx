import { useState } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { type CustomRule, DEFAULT_CUSTOM_RULE } from "../../domain/recurrence/custom-rule.ts";
import { customRuleText } from "../../domain/recurrence/rule-text.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { buildRule, type RuleDates, readRule } from "./dialog-rule.ts";
import { NextDates } from "./next-dates.tsx";
import { RuleChoices } from "./rule-choices.tsx";

interface CustomRecurrenceDialogProps {
  /** An existing rule to start from. */
  rule: string | null;
  /** The task's own dates, which the next dates depend on. */
  dates: RuleDates;
  today: CalendarDate;
  returnFocusTo: () => HTMLElement;
  onApply: (rule: string, text: string) => void;
  onClosed: () => void;
}

/** Builds a rule; Apply returns it with its text. */
export default function CustomRecurrenceDialog(props: CustomRecurrenceDialogProps) {
  const [choices, setChoices] = useState<CustomRule>(
    () => (props.rule && readRule(props.rule)) || DEFAULT_CUSTOM_RULE,
  );

  return (
    <AppDialog
      title="Custom Recurrence"
      returnFocusTo={props.returnFocusTo}
      onClosed={props.onClosed}
      footer={(close) => (
        <>
          <Button variant="ghost" onClick={close}>
            Cancel
          </Button>
          <Button
            onClick={() => {
              props.onApply(buildRule(choices), customRuleText(choices));
              close();
            }}
          >
            Apply
          </Button>
        </>
      )}
    >
      {() => (
        <>
          <RuleChoices choices={choices} onChange={setChoices} />
          <NextDates rule={choices} dates={props.dates} today={props.today} />
        </>
      )}
    </AppDialog>
  );
}

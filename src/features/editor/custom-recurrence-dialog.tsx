import { useState } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { ScheduleFields } from "../../domain/tasks/task-input.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import {
  appliedRule,
  buildRule,
  type CustomRule,
  DEFAULT_CUSTOM_RULE,
  readCustomRule,
} from "./custom-rule-text.ts";
import { NextDates } from "./next-dates-line.tsx";
import { RuleChoices } from "./rule-choices.tsx";

interface CustomRecurrenceDialogProps {
  rule: string | null;
  schedule: ScheduleFields;
  today: CalendarDate;
  returnFocusTo: () => HTMLElement;
  /** Gets the rule as it was when nothing was changed. */
  onApply: (rule: string) => void;
  onClosed: () => void;
}

export default function CustomRecurrenceDialog(props: CustomRecurrenceDialogProps) {
  const { t } = useLocale();
  const [choices, setChoices] = useState<CustomRule>(
    () => readCustomRule(props.rule ?? "") ?? DEFAULT_CUSTOM_RULE,
  );
  const rule = buildRule(choices);

  return (
    <AppDialog
      title={t("Custom Recurrence")}
      returnFocusTo={props.returnFocusTo}
      onClosed={props.onClosed}
      footer={(close) => (
        <>
          <Button variant="ghost" onClick={close}>
            {t("Cancel")}
          </Button>
          <Button
            onClick={() => {
              props.onApply(appliedRule(choices, props.rule));
              close();
            }}
          >
            {t("Apply")}
          </Button>
        </>
      )}
    >
      {() => (
        <RuleChoices choices={choices} rule={rule} onChange={setChoices}>
          <NextDates
            schedule={{ ...props.schedule, repeatValue: "custom", customRrule: rule }}
            today={props.today}
          />
        </RuleChoices>
      )}
    </AppDialog>
  );
}

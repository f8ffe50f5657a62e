import { chakra, Stack } from "@chakra-ui/react";
import { useRef, useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import { rangeText, usePauses } from "../../completions/pauses.ts";
import type { TaskDialogProps } from "../../dialogs/ask.ts";
import { fromDayNumber, isCalendarDate } from "../../domain/dates/calendar-date.ts";
import { INPUT_TEXTS } from "../../domain/tasks/input-texts.ts";
import { houseAwayDays } from "../../domain/tasks/paused.ts";
import { useLatestTask } from "../../sync/use-tasks.ts";
import { Button } from "../../ui/button.tsx";
import { AppDialog } from "../../ui/dialog.tsx";
import { FieldRow, TextField } from "../../ui/field.tsx";
import { useLocale } from "../../ui/use-locale.ts";

export default function PauseDialog({ task: opened, onClosed }: TaskDialogProps) {
  const locale = useLocale();
  const { t } = locale;
  const { today } = useToday();
  const { task } = useLatestTask(opened);
  const change = usePauses();
  const [from, setFrom] = useState(today);
  const [to, setTo] = useState(today);
  const [isChecked, setChecked] = useState(false);
  const fromField = useRef<HTMLInputElement>(null);
  const isWrong = !isCalendarDate(from) || !isCalendarDate(to) || to < from;

  function pause(close: () => void) {
    setChecked(true);
    if (isWrong) return fromField.current?.focus();
    void change([task], from, to, true);
    close();
  }

  // Its household's absences are ended for all of its tasks, on its page.
  const own = task.pausedDays.minus(houseAwayDays(task.household));
  const pauses = own.toRuns().reverse();
  return (
    <AppDialog
      title={t("Pause {title}", { title: task.title })}
      onClosed={onClosed}
      footer={(close) => (
        <>
          <Button variant="ghost" onClick={close}>
            {t("Cancel")}
          </Button>
          <Button onClick={() => pause(close)}>{t("Pause // a button: pause a task")}</Button>
        </>
      )}
    >
      {() => (
        <Stack gap="5">
          <p>{t("Nothing will be due on these days. They may also be past ones.")}</p>
          <FieldRow alignItems="start">
            <TextField
              ref={fromField}
              label={t("First day")}
              type="date"
              value={from}
              onChange={(event) => setFrom(event.target.value)}
            />
            <TextField
              label={t("Last day")}
              type="date"
              value={to}
              error={isChecked && isWrong ? t(wrongText(from, to)) : undefined}
              onChange={(event) => setTo(event.target.value)}
            />
          </FieldRow>
          {pauses.length > 0 && (
            <chakra.section aria-labelledby={`${task.id}pauses`}>
              <chakra.h3 id={`${task.id}pauses`} fontSize="sm">
                {t("Paused // a heading of days")}
              </chakra.h3>
              <ul>
                {pauses.map(([day, length]) => {
                  const [first, last] = [fromDayNumber(day), fromDayNumber(day + length - 1)];
                  const text = rangeText(first, last, locale);
                  return (
                    <chakra.li key={day} display="flex" alignItems="center" gap="3" minH="touch">
                      <chakra.span flex="1">{text}</chakra.span>
                      <Button
                        variant="link"
                        aria-label={t("Resume: {days}", { days: text })}
                        onClick={() => {
                          // This button is removed with the pause.
                          fromField.current?.focus();
                          void change([task], first, last, false);
                        }}
                      >
                        {t("Resume // end a pause")}
                      </Button>
                    </chakra.li>
                  );
                })}
              </ul>
            </chakra.section>
          )}
        </Stack>
      )}
    </AppDialog>
  );
}

const wrongText = (from: string, to: string) =>
  isCalendarDate(from) && isCalendarDate(to)
    ? INPUT_TEXTS.PAUSE_ENDS_BEFORE_START
    : INPUT_TEXTS.INVALID;

import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import { isCalendarDate } from "../../domain/dates/calendar-date.ts";
import { scheduleText } from "../../domain/moving/schedule-text.ts";
import type { TodoistTask } from "../../domain/moving/todoist-file.ts";
import { Button } from "../../ui/button.tsx";
import { FormField, TextField } from "../../ui/field.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { Select } from "../../ui/select.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { CHOICES, type Choices } from "./import-file.ts";
import { ImportList } from "./import-list.tsx";

const muted = (inner: readonly unknown[]) => (
  <chakra.span color="fg.muted">{inner.join("")}</chakra.span>
);

interface TodoistCheckProps {
  tasks: readonly TodoistTask[];
  onChosen: (choices: Choices) => void;
}

export function TodoistCheck({ tasks, onChosen }: TodoistCheckProps) {
  const locale = useLocale();
  const { t } = locale;
  const { today } = useToday();
  const [choices, setChoices] = useState<Choices>({});
  const unsure = tasks.filter(({ date }) => date === null);
  const understood = tasks.flatMap(({ title, words, date }) =>
    date ? [{ title, words, text: scheduleText(date.repeat, locale, today) }] : [],
  );
  const isWrong = Object.values(choices).some(
    ({ repeat, startDate }) => repeat !== "" && !isCalendarDate(startDate),
  );

  return (
    <Stack gap="4">
      <chakra.h3 fontSize="md">{t("Please check // what was read")}</chakra.h3>
      <p>{t("It isn’t clear when these are due. Choose a day, or leave them out.")}</p>
      <Stack as="ul" gap="5" aria-label={t("Please check // what was read")}>
        {unsure.map(({ source, title, words }) => {
          const { repeat = "", startDate = today } = choices[source] ?? {};
          const choose = (changes: Partial<Choices[string]>) =>
            setChoices({ ...choices, [source]: { repeat, startDate, ...changes } });
          return (
            <li key={source}>
              <p>
                <RichText
                  parts={
                    words === ""
                      ? locale.parts("{task} <muted>has no date</muted>", { task: title, muted })
                      : locale.parts("{task} <muted>says “{words}”</muted>", {
                          ...{ task: title, words, muted },
                        })
                  }
                />
              </p>
              <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="4" mt="1">
                <FormField label={t("Repeat of {task} // how often", { task: title })}>
                  <Select
                    options={CHOICES.map(([value, text]) => [value, t(text)] as const)}
                    value={repeat}
                    onChange={(value) => choose({ repeat: value })}
                  />
                </FormField>
                {repeat !== "" && (
                  <TextField
                    label={t("First day of {task}", { task: title })}
                    type="date"
                    required
                    value={startDate}
                    onChange={(event) => choose({ startDate: event.target.value })}
                  />
                )}
              </chakra.div>
            </li>
          );
        })}
      </Stack>
      {understood.length > 0 && (
        <ImportList title={t("Understood // dates of tasks")} rows={understood} />
      )}
      <div>
        <Button disabled={isWrong} onClick={() => onChosen(choices)}>
          {t("Continue")}
        </Button>
      </div>
    </Stack>
  );
}

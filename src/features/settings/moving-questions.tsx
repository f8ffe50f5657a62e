import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import type { Answers, Question } from "../../domain/moving/moving-form.ts";
import { Button } from "../../ui/button.tsx";
import { FormField, TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { ZoneSelect } from "../../ui/zone-select.tsx";

interface MovingQuestionsProps {
  questions: readonly Question[];
  onAnswered: (answers: Answers) => void;
}

/** What a file leaves open is asked, and never guessed. */
export function MovingQuestions({ questions, onAnswered }: MovingQuestionsProps) {
  const { t } = useLocale();
  const { today, timeZone } = useToday();
  const [answers, setAnswers] = useState<Answers>({});
  const firstOf = ({ kind, first, choices }: Question) =>
    first ?? { choice: choices[0]?.value ?? "", day: today, zone: timeZone }[kind];
  const answerTo = (question: Question) => answers[question.id] ?? firstOf(question);

  return (
    <Stack gap="5">
      <chakra.h3 fontSize="md">{t("Please check // what was read")}</chakra.h3>
      {questions.map((question) => (
        <Stack key={question.id} gap="2">
          <Answer
            question={question}
            value={answerTo(question)}
            onChange={(value) => setAnswers({ ...answers, [question.id]: value })}
          />
          {question.sample.length > 0 && <Sample rows={question.sample} label={question.text} />}
        </Stack>
      ))}
      <div>
        <Button
          onClick={() =>
            onAnswered(Object.fromEntries(questions.map((one) => [one.id, answerTo(one)])))
          }
        >
          {t("Continue")}
        </Button>
      </div>
    </Stack>
  );
}

interface AnswerProps {
  question: Question;
  value: string;
  onChange: (value: string) => void;
}

function Answer({ question: { kind, text, choices }, value, onChange }: AnswerProps) {
  if (kind === "day") {
    return (
      <TextField
        label={text}
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <FormField label={text}>
      {kind === "zone" ? (
        <ZoneSelect value={value} onChange={onChange} />
      ) : (
        <Select
          options={choices.map((choice) => [choice.value, choice.label] as const)}
          value={value}
          onChange={onChange}
        />
      )}
    </FormField>
  );
}

/** The first rows of a file, the head first. */
function Sample({ rows: [head = [], ...rows], label }: { rows: string[][]; label: string }) {
  return (
    <chakra.div overflowX="auto" tabIndex={0} role="region" aria-label={label} fontSize="sm">
      <table>
        <thead>
          <tr>
            {head.map((name, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns stay as they are, and may have one name
              <chakra.th key={column} textAlign="start" pe="4">
                {name}
              </chakra.th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows stay as they are
            <tr key={place}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: so do their cells
                <chakra.td key={column} pe="4">
                  {cell}
                </chakra.td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </chakra.div>
  );
}

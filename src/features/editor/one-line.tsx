import { chakra, Input } from "@chakra-ui/react";
import { type ReactNode, useEffect, useRef } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { type LinePart, partsOf } from "../../domain/quick-add/line-parts.ts";
import type { Question } from "../../domain/quick-add/questions.ts";
import { Button } from "../../ui/button.tsx";
import { FormField } from "../../ui/field.tsx";
import { useDateStyle } from "../../ui/use-date-style.ts";
import type { Draft } from "./draft.ts";
import { LineChip } from "./line-chip.tsx";
import { LineQuestions, titleOf } from "./line-questions.tsx";
import { LINE_MAX_LENGTH, type OneLine } from "./use-one-line.ts";
import { useWhenQuiet } from "./use-when-quiet.ts";

interface OneLineFieldProps {
  line: OneLine;
  draft: Draft;
  today: CalendarDate;
  categories: readonly string[];
  /** whether a save was refused as something is left open */
  isRefused: boolean;
  /** Opens the fields, with the focus in one of them. */
  onOpen: (field: keyof Draft) => void;
  /** further chips */
  children: ReactNode;
}

/** A new task in one line: what is understood of it stands below as chips, before anything is saved. */
export function OneLineField(props: OneLineFieldProps) {
  const { line, draft, today, onOpen, children } = props;
  const style = useDateStyle();
  const field = useRef<HTMLInputElement>(null);
  const isAsked = (name: string) => line.questions.some(({ field }) => field === name);
  const parts = line.isUsed
    ? partsOf(line.read, draft, today, style).filter(({ kind }) => !isAsked(kind))
    : [];
  const unknown = line.read.unknown.map((words) => `'${words}' isn't understood`);
  const texts = [...parts.map(textOf), ...unknown, ...line.questions.map(askedText)];
  const said = useWhenQuiet(line.isUsed ? texts.join(". ") : null);

  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  return (
    <chakra.div>
      <FormField label="Add in one line" hint={unknown.length > 0 ? unknown.join(". ") : undefined}>
        <Input
          ref={field}
          dir="auto"
          placeholder="Bins every Thursday @Kitchen"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={LINE_MAX_LENGTH}
          value={line.text}
          onChange={(event) => line.type(event.target.value)}
        />
      </FormField>
      {parts.length > 0 && (
        <chakra.ul aria-label="Understood" display="flex" flexWrap="wrap" gap="2" mt="2">
          {parts.map((part) => (
            <LineChip
              key={part.name}
              part={part}
              underlined={part.kind === "title" ? line.read.unknown : []}
              onPress={() => onOpen(part.field)}
              onLeave={(words) => {
                line.leaveInTitle(words);
                // The button is removed with what was understood.
                field.current?.focus();
              }}
            />
          ))}
        </chakra.ul>
      )}
      <LineQuestions {...props} />
      {line.isUsed && (
        <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" gap="2" mt="2">
          {children}
          <Button variant="link" ms="auto" onClick={() => onOpen("title")}>
            All fields
          </Button>
        </chakra.div>
      )}
      <chakra.span role="status" srOnly>
        {said}
      </chakra.span>
    </chakra.div>
  );
}

const askedText = (question: Question) => [titleOf(question), question.answer].join(" ").trim();

const textOf = ({ name, text, dates = [] }: LinePart) => `${name}: ${[text, ...dates].join(" · ")}`;

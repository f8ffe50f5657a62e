import { chakra, Input } from "@chakra-ui/react";
import { Fragment, type ReactNode, useEffect, useRef } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatShortWeekday } from "../../domain/dates/format-date.ts";
import { type LinePart, partsOf } from "../../domain/quick-add/line-parts.ts";
import { FIRST_CATEGORIES, type Question, RHYTHMS } from "../../domain/quick-add/questions.ts";
import { Button } from "../../ui/button.tsx";
import { FormField } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { ChipChoice } from "./chip-choice.tsx";
import type { Draft } from "./draft.ts";
import { LINE_MAX_LENGTH, type OneLine } from "./use-one-line.ts";
import { useWhenQuiet } from "./use-when-quiet.ts";

interface OneLineFieldProps {
  line: OneLine;
  draft: Draft;
  today: CalendarDate;
  categories: readonly string[];
  isRefused: boolean;
  onOpen: (field: keyof Draft) => void;
  children: ReactNode;
}

export function OneLineField(props: OneLineFieldProps) {
  const { line, draft, today, onOpen, children } = props;
  const locale = useLocale();
  const field = useRef<HTMLInputElement>(null);
  const isAsked = (name: string) => line.questions.some(({ field }) => field === name);
  const parts = line.isUsed
    ? partsOf(line.read, draft, today, locale).filter(({ kind }) => !isAsked(kind))
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

interface LineChipProps {
  part: LinePart;
  underlined: readonly string[];
  onPress: () => void;
  onLeave: (words: string) => void;
}

function LineChip({ part: { name, text, dates = [], words }, ...props }: LineChipProps) {
  return (
    <chakra.li
      display="flex"
      maxW="full"
      borderWidth="1px"
      borderRadius="md"
      bg={words === undefined ? undefined : "accent.subtle"}
    >
      <chakra.button
        type="button"
        flex="1"
        minW="0"
        minH="touch"
        px="3"
        py="1.5"
        textAlign="start"
        borderRadius="md"
        cursor="pointer"
        onClick={props.onPress}
      >
        <chakra.span lineClamp={dates.length > 0 ? undefined : "3"}>
          <chakra.span fontSize="sm" color="fg.muted">
            {name}{" "}
          </chakra.span>
          <bdi>{withUnderlined(text, props.underlined)}</bdi>
          {dates.map((date) => (
            <Fragment key={date}>
              {" · "}
              <chakra.span whiteSpace="nowrap">{date}</chakra.span>
            </Fragment>
          ))}
        </chakra.span>
      </chakra.button>
      {words !== undefined && (
        <IconButton
          icon="close"
          label={`Leave ${words} in the title`}
          onClick={() => props.onLeave(words)}
        />
      )}
    </chakra.li>
  );
}

function withUnderlined(text: string, words: readonly string[]): ReactNode {
  const [first = "", ...others] = words.map((one) => one.replaceAll(/\s+/g, " "));
  const at = first === "" ? -1 : text.indexOf(first);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <chakra.u textDecorationStyle="wavy" textDecorationColor="danger" textUnderlineOffset="0.2em">
        {first}
      </chakra.u>
      {withUnderlined(text.slice(at + first.length), others)}
    </>
  );
}

interface LineQuestionsProps {
  line: OneLine;
  draft: Draft;
  /** of the user, the most used first */
  categories: readonly string[];
  isRefused: boolean;
  onOpen: (field: keyof Draft) => void;
}

const MOST_CATEGORIES = 6;

/** Enter takes the marked chip. */
function LineQuestions({ line, ...props }: LineQuestionsProps) {
  return line.questions.map((question) => (
    <chakra.div key={question.field} mt="3" data-question={question.field}>
      <ChipChoice
        isOne
        legend={
          <chakra.span color={props.isRefused && !question.answer ? "danger" : undefined}>
            {titleOf(question)}
            {!question.answer && " Choose one."}
          </chakra.span>
        }
        options={optionsOf(question, props)}
        chosen={question.answer ? [question.answer] : []}
        onToggle={(value) => line.answer(question.field, value)}
      >
        <Button
          variant="outline"
          px="3"
          borderRadius="md"
          fontWeight="normal"
          onClick={() => props.onOpen(question.field === "repeat" ? "repeatValue" : "category")}
        >
          Other
        </Button>
      </ChipChoice>
    </chakra.div>
  ));
}

const titleOf = ({ field }: Question) => (field === "repeat" ? "How often?" : "Category?");

const optionsOf = (
  { field }: Question,
  { draft, categories }: Pick<LineQuestionsProps, "draft" | "categories">,
) => {
  const offered = categories.length > 0 ? categories : FIRST_CATEGORIES;
  const values = field === "repeat" ? RHYTHMS : offered.slice(0, MOST_CATEGORIES);
  return values.map((value) => {
    const name = field === "repeat" ? rhythmName(value, draft) : value;
    return { value, short: name, name };
  });
};

/** 'Once', 'Weekly on Fri' */
function rhythmName(rhythm: string, { startDate }: Draft): string {
  const name = rhythm.charAt(0).toUpperCase() + rhythm.slice(1);
  return rhythm === "weekly" ? `${name} on ${formatShortWeekday(startDate)}` : name;
}

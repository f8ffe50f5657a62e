import { chakra } from "@chakra-ui/react";
import { Fragment, type ReactNode, useEffect, useRef } from "react";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatShortWeekday } from "../../domain/dates/format-date.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { type LinePart, partsOf } from "../../domain/quick-add/line-parts.ts";
import {
  FIRST_CATEGORIES,
  type Question,
  RHYTHMS,
  type RhythmName,
} from "../../domain/quick-add/questions.ts";
import { FREQUENCY_NAMES } from "../../domain/recurrence/rule-text.ts";
import { Button } from "../../ui/button.tsx";
import { FormField } from "../../ui/field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Input } from "../../ui/input.tsx";
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
  const { t } = locale;
  const field = useRef<HTMLInputElement>(null);
  const isAsked = (name: string) => line.questions.some(({ field }) => field === name);
  const parts = line.isUsed
    ? partsOf(line.read, draft, today, locale).filter(({ kind }) => !isAsked(kind))
    : [];
  const unknown = line.read.unknown.map((words) => t("''{words}'' isn't understood", { words }));
  const texts = [
    ...parts.map((part) => textOf(part, locale)),
    ...unknown,
    ...line.questions.map((question) => askedText(question, draft, locale)),
  ];
  const { language } = line.read;
  const isForeign = language === "en" && !locale.tag.startsWith("en");
  const said = useWhenQuiet(line.isUsed ? texts.join(". ") : null);

  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  return (
    <chakra.div>
      <FormField
        label={t("Add in one line")}
        hint={
          unknown.length > 0
            ? unknown.join(". ")
            : isForeign
              ? t("This line is read in English")
              : undefined
        }
      >
        <Input
          ref={field}
          dir="auto"
          placeholder={t("Bins every Thursday @Kitchen // a line to be read, as one writes it")}
          autoComplete="off"
          enterKeyHint="done"
          maxLength={LINE_MAX_LENGTH}
          value={line.text}
          onChange={(event) => line.type(event.target.value)}
        />
      </FormField>
      {parts.length > 0 && (
        <chakra.ul
          aria-label={t("Understood // of a line: what was")}
          display="flex"
          flexWrap="wrap"
          gap="2"
          mt="2"
        >
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
            {t("All fields")}
          </Button>
        </chakra.div>
      )}
      <chakra.span role="status" srOnly>
        {said}
      </chakra.span>
    </chakra.div>
  );
}

function askedText(question: Question, draft: Draft, locale: Locale): string {
  const { field, answer } = question;
  const said = field === "repeat" && answer ? rhythmName(answer, draft, locale) : answer;
  return [titleOf(question, locale), said].join(" ").trim();
}

const textOf = ({ name, text, dates = [] }: LinePart, { t }: Locale) =>
  t("{field}: {text} // a field and what it has", {
    field: name,
    text: [text, ...dates].join(" · "),
  });

interface LineChipProps {
  part: LinePart;
  underlined: readonly string[];
  onPress: () => void;
  onLeave: (words: string) => void;
}

function LineChip({ part: { name, text, dates = [], words }, ...props }: LineChipProps) {
  const { t } = useLocale();
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
          label={t("Leave {words} in the title", { words })}
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
  const locale = useLocale();
  const { t } = locale;
  return line.questions.map((question) => (
    <chakra.div key={question.field} mt="3" data-question={question.field}>
      <ChipChoice
        isOne
        legend={
          <chakra.span color={props.isRefused && !question.answer ? "danger" : undefined}>
            {titleOf(question, locale)}
            {!question.answer && ` ${t("Choose one.")}`}
          </chakra.span>
        }
        options={optionsOf(question, props, locale)}
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
          {t("Other // than the offered ones")}
        </Button>
      </ChipChoice>
    </chakra.div>
  ));
}

const titleOf = ({ field }: Question, { t }: Locale) =>
  field === "repeat" ? t("How often?") : t("Category?");

const optionsOf = (
  { field }: Question,
  { draft, categories }: Pick<LineQuestionsProps, "draft" | "categories">,
  locale: Locale,
) => {
  const option = (value: string, name = value) => ({ value, short: name, name });
  if (field === "repeat")
    return RHYTHMS.map((rhythm) => option(rhythm, rhythmName(rhythm, draft, locale)));
  const first = FIRST_CATEGORIES.map((category) => locale.t(category));
  return (categories.length > 0 ? categories : first)
    .slice(0, MOST_CATEGORIES)
    .map((category) => option(category));
};

/** 'Once', 'Weekly on Fri' */
function rhythmName(rhythm: RhythmName, { startDate }: Draft, locale: Locale): string {
  const { t } = locale;
  if (rhythm === "once") return t("Once");
  return rhythm === "weekly"
    ? t("Weekly on {weekday} // a short weekday, 'Fri'", {
        weekday: formatShortWeekday(startDate, locale),
      })
    : t(FREQUENCY_NAMES[rhythm]);
}

import { chakra } from "@chakra-ui/react";
import { formatShortWeekday } from "../../domain/dates/format-date.ts";
import { FIRST_CATEGORIES, type Question, RHYTHMS } from "../../domain/quick-add/questions.ts";
import { Button } from "../../ui/button.tsx";
import { ChipChoice } from "./chip-choice.tsx";
import type { Draft } from "./draft.ts";
import type { OneLine } from "./use-one-line.ts";

interface LineQuestionsProps {
  line: OneLine;
  draft: Draft;
  /** of the user, the most used first */
  categories: readonly string[];
  /** whether a save was refused as something is left open */
  isRefused: boolean;
  onOpen: (field: keyof Draft) => void;
}

const MOST_CATEGORIES = 6;

/** Asks for what the line leaves open, as chips; Enter takes the marked one. */
export function LineQuestions({ line, ...props }: LineQuestionsProps) {
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

export const titleOf = ({ field }: Question) => (field === "repeat" ? "How often?" : "Category?");

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

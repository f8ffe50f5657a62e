import { spokenLanguage } from "../../../src/domain/language/languages.ts";
import { guessCategory } from "../../../src/domain/quick-add/guess-category.ts";
import { loadLineWords } from "../../../src/domain/quick-add/load-words.ts";
import {
  answersOf,
  FIRST_CATEGORIES,
  openQuestions,
} from "../../../src/domain/quick-add/questions.ts";
import { readLine } from "../../../src/domain/quick-add/read-line.ts";
import { checkInput, createTaskSchema, emptyFields } from "../../../src/domain/tasks/task-input.ts";
import type { TaskJson } from "../../../src/domain/tasks/task-json.ts";
import { validationFailure } from "../_shared/failure.ts";
import { readersLocale } from "../_shared/readers-locale.ts";
import type { Asked } from "./shapes.ts";

interface Line {
  readonly line: string;
  readonly language?: string | undefined;
  readonly household?: string | undefined;
}

/**
 * The fields of a task that one line says, as the app would fill in its form.
 * @param tasks those that there are, whose categories may suggest its own
 * @throws Failure if it doesn't say how often
 */
export async function fieldsOfLine(
  { line, language, household }: Line,
  tasks: readonly TaskJson[],
  { list, today }: Asked,
) {
  const style = list.profile?.dateStyle ?? null;
  const tag = language ?? list.profile?.language ?? null;
  const locale = await readersLocale({ language: tag, dateStyle: style });
  const read = readLine(line, {
    ...{ today, order: locale.order, words: await loadLineWords(spokenLanguage([tag])) },
    categories: [...new Set(tasks.map(({ category }) => category))],
  });
  const [first] = FIRST_CATEGORIES.map((category) => locale.t(category));
  const guess = (title: string) => guessCategory(title, tasks);
  const answers = answersOf(
    openQuestions(read, {
      ...{ rhythm: null, category: null, guessCategory: guess },
      firstCategory: first ?? null,
    }),
  );
  const repeat = read.repeat ?? answers.repeat;
  if (repeat === null) {
    throw validationFailure([{ path: "line", message: "It doesn’t say how often, or when" }]);
  }
  return {
    ...emptyFields(read.startDate ?? today),
    ...{ title: read.title, endDate: read.endDate, householdId: household ?? null },
    category: read.category ?? guess(read.title) ?? answers.category ?? "",
    // As the app's line.
    missedPolicy: repeat.repeatValue === "daily" ? "latest" : "keep",
    ...repeat,
  };
}

/** Checks a new task's fields by the rules of the form. @throws Failure */
export function checkedTask(fields: object) {
  const checked = checkInput(createTaskSchema, { id: crypto.randomUUID(), ...fields });
  if (!checked.ok) throw validationFailure(checked.issues);
  const { id, shareWith: _, ...entered } = checked.input;
  return { id, fields: entered };
}

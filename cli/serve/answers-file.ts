import { StackError } from "embedded-supabase";
import { readCsv } from "../../src/domain/moving/csv-rows.ts";
import type { Answers, Question } from "../../src/domain/moving/moving-form.ts";
import { csvOf } from "./csv.ts";

/** What an imported file leaves open, as a CSV file with a line for each question, to be answered by hand. */

const HEAD = ["id", "question", "answers", "answer"];

const TAKES = {
  day: "a day such as 2026-11-28",
  zone: "a time zone such as Europe/Berlin",
} as const;

/** 'today: Due once, today; leave: Leave it out' */
export const choicesText = ({ kind, choices }: Question): string =>
  kind === "choice"
    ? choices.map(({ value, label }) => `${value}: ${label}`).join("; ")
    : TAKES[kind];

/** The answers so far, and the questions that are open. */
export function answersFile(answers: Answers, questions: readonly Question[]): string {
  const open = new Set(questions.map(({ id }) => id));
  const given = Object.entries(answers).filter(([id]) => !open.has(id));
  return csvOf([
    HEAD,
    ...given.map(([id, answer]) => [id, "", "", answer]),
    ...questions.map((question) => [question.id, question.text, choicesText(question), ""]),
  ]);
}

/** Reads such a file; a line without an answer is a question that is open. @throws StackError for another file */
export async function readAnswersFile(text: string): Promise<Answers> {
  const [head = [], ...rows] = await readCsv(text, ",");
  if (head.map((name) => name.trim().toLowerCase()).join() !== HEAD.join()) {
    throw new StackError(`its first line isn't "${HEAD.join(",")}".`);
  }
  return Object.fromEntries(
    rows.flatMap(([id = "", , , answer = ""]) =>
      answer.trim() === "" ? [] : [[id, answer.trim()] as const],
    ),
  );
}

import { useEffect, useEffectEvent, useState } from "react";
import { isCalendarDate } from "../../domain/dates/calendar-date.ts";
import type { PartKind } from "../../domain/quick-add/find-parts.ts";
import {
  answersOf,
  openQuestions,
  type Question,
  type RhythmName,
} from "../../domain/quick-add/questions.ts";
import type { Writer } from "../../domain/quick-add/read-date.ts";
import { type ReadLine, readLine } from "../../domain/quick-add/read-line.ts";
import type { TaskFields } from "../../domain/tasks/task-input.ts";
import { type Draft, newDraft } from "./draft.ts";

/** The draft's keys that each part of the line fills in. */
const FILLED = {
  title: ["title"],
  category: ["category"],
  repeat: ["repeatValue", "customRrule", "customRruleText", "afterDone", "waitsFor", "waitsAmount"],
  start: ["startDate"],
  end: ["endDate"],
  missed: ["missedPolicy"],
} as const satisfies Record<PartKind | "title" | "missed", readonly (keyof TaskFields)[]>;
type Filled = keyof typeof FILLED;
const FIELDS = Object.keys(FILLED) as Filled[];

/** A line is no place to choose it: a week's dishes are done in one go. */
const missedOf = (rule: Partial<Pick<TaskFields, "repeatValue">> | null | undefined) => ({
  missedPolicy: rule?.repeatValue === "daily" ? ("latest" as const) : ("keep" as const),
});

const isRepeat = ({ kind }: ReadLine["understood"][number]) => kind === "repeat";

export const LINE_MAX_LENGTH = 500;

interface OneLineOptions extends Writer {
  readonly categories: readonly string[];
  /** offered first while there are none; null where there are */
  readonly firstCategory: string | null;
  /** what a title without one is given; null where it has to be said */
  readonly guessCategory: (title: string) => string | null;
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
}

export interface OneLine {
  readonly text: string;
  readonly read: ReadLine;
  /** Its chips stand for the form's fields. */
  readonly isUsed: boolean;
  readonly questions: readonly Question[];
  readonly answer: (question: Question["field"], value: string) => void;
  readonly type: (text: string) => void;
  readonly leaveInTitle: (words: string) => void;
}

interface LineState {
  readonly text: string;
  readonly rhythm: RhythmName | null;
  readonly category: string | null;
  /** words that would be understood and shall be title */
  readonly asTitle: readonly string[];
  /** what was edited in a field, and is the hand's from then on */
  readonly byHand: readonly Filled[];
}

const EMPTY: LineState = { text: "", rhythm: null, category: null, asTitle: [], byHand: [] };

/** The line fills in the draft, except fields edited by hand; text about those stays in the title. */
export function useOneLine(options: OneLineOptions) {
  const { draft, today, order, words, categories, firstCategory, guessCategory } = options;
  const [state, setState] = useState(EMPTY);
  // Text shared from another app comes with the address.
  const shared: unknown = globalThis.history?.state?.line;
  useEffect(() => {
    if (typeof shared === "string") writeShared(shared);
  }, [shared]);
  const read = readAs(state);

  function readAs({ text, asTitle, byHand }: LineState, startDate = draft.startDate): ReadLine {
    const isOwn = byHand.includes("start") && isCalendarDate(startDate);
    return readLine(text, {
      today,
      order,
      words,
      categories,
      startDate: isOwn ? startDate : undefined,
      isTitle: (words, kind) => asTitle.includes(words) || byHand.includes(kind),
    });
  }

  const questionsOf = ({ text, rhythm, category, byHand }: LineState, said: ReadLine) =>
    text.trim() === ""
      ? []
      : openQuestions(said, { rhythm, category, firstCategory, guessCategory }).filter(
          ({ field }) => !byHand.includes(field),
        );

  function write(next: LineState) {
    setState(next);
    const { text, byHand } = next;
    const said = readAs(next);
    const { title, repeat, startDate, endDate } = said;
    const isEmpty = text.trim() === "";
    const usual = newDraft(today);
    const answers = answersOf(questionsOf(next, said));
    const isByHand = byHand.includes("repeat");
    const rule = repeat ?? answers.repeat;
    const fields = {
      ...usual,
      ...(!isEmpty && missedOf(isByHand ? draft : rule)),
      title,
      category: isEmpty ? "" : (said.category ?? answers.category ?? guessCategory(title) ?? ""),
      ...rule,
      startDate: startDate ?? today,
      endDate,
    };
    const written = FIELDS.filter((field) => !byHand.includes(field)).flatMap((one) => FILLED[one]);
    options.change(Object.fromEntries(written.map((name) => [name, fields[name]])));
  }

  const writeShared = useEffectEvent((text: string) =>
    write({ ...EMPTY, text: text.slice(0, LINE_MAX_LENGTH) }),
  );

  function changeByHand(part: Partial<Draft>) {
    const edited = FIELDS.filter((field) => FILLED[field].some((name) => name in part));
    const next = { ...state, byHand: [...new Set([...state.byHand, ...edited])] };
    setState(next);
    // The days that the line has said stay, whatever the start is.
    const isSaid = !next.byHand.includes("repeat") && read.understood.some(isRepeat);
    const said = isSaid && edited.includes("start") && readAs(next, part.startDate).repeat;
    const { repeatValue } = part;
    const isOurs = repeatValue && state.text.trim() !== "" && !next.byHand.includes("missed");
    options.change({ ...said, ...part, ...(isOurs && missedOf({ repeatValue })) });
  }

  const line: OneLine = {
    text: state.text,
    read,
    isUsed: state.text.trim() !== "",
    questions: questionsOf(state, read),
    answer: (field, value) =>
      write({ ...state, [field === "repeat" ? "rhythm" : "category"]: value }),
    type: (text) => write({ ...state, text }),
    leaveInTitle: (words) => write({ ...state, asTitle: [...state.asTitle, words] }),
  };
  return { line, changeByHand };
}

import { useEffect, useEffectEvent, useState } from "react";
import { type CalendarDate, isCalendarDate } from "../../domain/dates/calendar-date.ts";
import type { PartKind } from "../../domain/quick-add/find-parts.ts";
import { type ReadLine, readLine } from "../../domain/quick-add/read-line.ts";
import type { TaskFields } from "../../domain/tasks/task-input.ts";
import { type Draft, newDraft } from "./draft.ts";

/** What the line fills in, by the fields that people see. */
const FILLED = {
  title: ["title"],
  category: ["category"],
  repeat: ["repeatValue", "customRrule", "customRruleText", "afterDone"],
  start: ["startDate"],
  end: ["endDate"],
} as const satisfies Record<PartKind | "title", readonly (keyof TaskFields)[]>;
type Filled = keyof typeof FILLED;
const FIELDS = Object.keys(FILLED) as Filled[];

const FIRST_CATEGORY = "Home";

const isRepeat = ({ kind }: ReadLine["understood"][number]) => kind === "repeat";

export const LINE_MAX_LENGTH = 500;

interface OneLineOptions {
  readonly today: CalendarDate;
  readonly categories: readonly string[];
  /** of the task that the user added last; undefined where there is none */
  readonly lastCategory: string | undefined;
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
}

export interface OneLine {
  readonly text: string;
  readonly read: ReadLine;
  /** The line, and no field below it, was changed last. */
  readonly isTyping: boolean;
  readonly type: (text: string) => void;
  /** Leaves words that were understood in the title. */
  readonly leaveInTitle: (words: string) => void;
}

interface LineState {
  readonly text: string;
  readonly isTyping: boolean;
  /** words that would be understood and shall be title */
  readonly asTitle: readonly string[];
  /** what was edited below, and is the hand's from then on */
  readonly byHand: readonly Filled[];
  /** words that were understood until then: what replaced them must not bring them back into the title */
  readonly replaced: readonly string[];
}

const EMPTY: LineState = { text: "", isTyping: false, asTitle: [], byHand: [], replaced: [] };

/**
 * The line above the form. It writes into the draft, which is the one state of the form, all fields but
 * those that were edited by hand; what it says of these later on is title.
 */
export function useOneLine(options: OneLineOptions) {
  const { draft, today, categories } = options;
  const [state, setState] = useState(EMPTY);
  // What another app has shared comes with the address.
  const shared: unknown = globalThis.history?.state?.line;
  useEffect(() => {
    if (typeof shared === "string") writeShared(shared);
  }, [shared]);
  const read = readAs(state);

  function readAs(
    { text, asTitle, byHand, replaced }: LineState,
    startDate = draft.startDate,
  ): ReadLine {
    const isOwn = byHand.includes("start") && isCalendarDate(startDate);
    return readLine(text, {
      today,
      categories,
      startDate: isOwn ? startDate : undefined,
      isTitle: (words, kind) =>
        asTitle.includes(words) || (byHand.includes(kind) && !replaced.includes(words)),
    });
  }

  function write(next: LineState) {
    setState(next);
    const { text, byHand } = next;
    const { title, category, repeat, startDate, endDate } = readAs(next);
    const isEmpty = text.trim() === "";
    const fields = {
      ...newDraft(today),
      title,
      category: category ?? (isEmpty ? "" : (options.lastCategory ?? FIRST_CATEGORY)),
      ...repeat,
      startDate: startDate ?? today,
      endDate,
    };
    const written = FIELDS.filter((field) => !byHand.includes(field)).flatMap((one) => FILLED[one]);
    options.change(Object.fromEntries(written.map((name) => [name, fields[name]])));
  }

  const writeShared = useEffectEvent((text: string) =>
    write({ ...EMPTY, text: text.slice(0, LINE_MAX_LENGTH), isTyping: true }),
  );

  /** A change that was made in a field below. */
  function changeByHand(part: Partial<Draft>) {
    const edited = FIELDS.filter((field) => FILLED[field].some((name) => name in part));
    const next = {
      ...state,
      isTyping: false,
      byHand: [...new Set([...state.byHand, ...edited])],
      replaced: read.understood.map(({ words }) => words),
    };
    setState(next);
    // The days that the line says stay, whatever the start is.
    const isSaid = !next.byHand.includes("repeat") && read.understood.some(isRepeat);
    const said = isSaid && edited.includes("start") && readAs(next, part.startDate).repeat;
    options.change({ ...said, ...part });
  }

  const line: OneLine = {
    text: state.text,
    read,
    isTyping: state.isTyping,
    type: (text) => write({ ...state, text, isTyping: true }),
    leaveInTitle: (words) =>
      write({ ...state, isTyping: true, asTitle: [...state.asTitle, words] }),
  };
  return { line, changeByHand };
}

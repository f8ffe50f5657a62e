import type { CalendarDate } from "../dates/calendar-date.ts";
import type { Locale } from "../language/locale.ts";
import { FileProblem } from "../portability/rota-file.ts";
import {
  CATEGORY_MAX_LENGTH,
  CHECKLIST_LINE_MAX_LENGTH,
  CHECKLIST_MAX_LINES,
} from "../tasks/task-input.ts";
import { type ReadDate, readTodoistDate } from "./todoist-dates.ts";

/** A project that Todoist has exported as CSV, by the columns that its help page names. */

/** A task of the file, ready for the import. */
export interface TodoistTask {
  /** what it is known by: where it stands and what it says */
  readonly source: string;
  readonly title: string;
  readonly category: string;
  /** its description and comments; empty when there are none */
  readonly notes: string;
  /** its sub-tasks that have no date of their own */
  readonly checklist: readonly string[];
  /** whose it is, 'Alice (1234)'; empty for nobody's */
  readonly responsible: string;
  /** how long it takes; null where it doesn't say */
  readonly minutes: number | null;
  /** the words of its date; empty when it has none */
  readonly words: string;
  /** null: to be checked by the person */
  readonly date: ReadDate | null;
}

/** A row by its columns' names in capital letters. */
export type TodoistRow = Readonly<Record<string, string | undefined>>;

const LABEL = /(?:^|\s)@([^\s@]+)/g;

interface Draft {
  readonly row: TodoistRow;
  readonly section: string;
  readonly indent: number;
  readonly notes: string[];
  readonly checklist: string[];
}

/**
 * The tasks of a file's rows. A section is the category of its tasks, else their only label, else the
 * project, which is the file's name. @throws FileProblem for rows that are no tasks of Todoist's
 */
export function readTodoistRows(
  rows: readonly TodoistRow[],
  fileName: string,
  today: CalendarDate,
  { t }: Locale,
): TodoistTask[] {
  const [first] = rows;
  if (first?.TYPE === undefined || first.CONTENT === undefined) {
    throw new FileProblem(t("This is no CSV file of Todoist: it has no columns TYPE and CONTENT."));
  }
  const project = projectOf(fileName);
  const seen = new Map<string, number>();
  return draftsOf(rows).map((draft) => {
    const task = taskOf(draft, project, today);
    const times = (seen.get(task.source) ?? 0) + 1;
    seen.set(task.source, times);
    return times === 1 ? task : { ...task, source: `${task.source} #${times}` };
  });
}

/** 'Chores [220474322].csv' -> 'Chores' */
const projectOf = (fileName: string) =>
  fileName
    .replace(/\.csv$/i, "")
    .replace(/ ?\[\d+\]$/, "")
    .trim() || "Todoist";

function draftsOf(rows: readonly TodoistRow[]): Draft[] {
  const drafts: Draft[] = [];
  let section = "";
  /** the task that a comment or sub-task below it belongs to */
  let last: Draft | undefined;
  for (const row of rows) {
    const content = row.CONTENT?.trim() ?? "";
    if (row.TYPE === "section") {
      section = content;
      last = undefined;
    } else if (row.TYPE === "note" && content !== "") {
      last?.notes.push(content);
    } else if (row.TYPE === "task" && content !== "") {
      const indent = Number(row.INDENT) || 1;
      const parent = drafts.findLast((draft) => draft.indent < indent);
      const line = withoutLabels(content);
      const isLine = last && parent && !row.DATE?.trim() && fits(parent, line);
      if (isLine) {
        parent.checklist.push(line);
      } else {
        last = { row, section, indent, notes: [], checklist: [] };
        drafts.push(last);
      }
    }
  }
  return drafts;
}

const fits = ({ checklist }: Draft, line: string) =>
  checklist.length < CHECKLIST_MAX_LINES &&
  [...line].length <= CHECKLIST_LINE_MAX_LENGTH &&
  !checklist.includes(line);

const withoutLabels = (content: string) => content.replaceAll(LABEL, "").trim();

function taskOf(
  { row, section, notes, checklist }: Draft,
  project: string,
  today: CalendarDate,
): TodoistTask {
  const content = row.CONTENT?.trim() ?? "";
  const labels = [...content.matchAll(LABEL)].map(([, label = ""]) => label);
  const words = row.DATE?.trim() ?? "";
  const isEnglish = !row.DATE_LANG || row.DATE_LANG.toLowerCase().startsWith("en");
  const category = section || (labels.length === 1 ? labels[0] : undefined) || project;
  return {
    source: `todoist: ${[project, section, content, words].join(" / ")}`.slice(0, 480),
    title: withoutLabels(content) || content,
    category: [...category].slice(0, CATEGORY_MAX_LENGTH).join(""),
    notes: [row.DESCRIPTION?.trim() ?? "", ...notes].filter((text) => text !== "").join("\n\n"),
    checklist,
    responsible: row.RESPONSIBLE?.trim() ?? "",
    minutes: row.DURATION_UNIT === "minute" ? Number(row.DURATION) || null : null,
    words,
    date: isEnglish && words !== "" ? readTodoistDate(words, today) : null,
  };
}

import { isCalendarDate } from "../dates/calendar-date.ts";
import { simpleRepeat } from "../recurrence/repeat.ts";
import { readCsv } from "./csv-rows.ts";
import { effortOf } from "./effort-of.ts";
import { type Draft, Move } from "./move.ts";
import type { Reader } from "./moving-form.ts";
import { addUnscheduled } from "./open-rhythms.ts";
import { once, type Rhythm } from "./rhythm.ts";
import { readTodoistRows, type TodoistRow, type TodoistTask } from "./todoist-file.ts";

const NAME = "Todoist";
const SIMPLE = ["daily", "weekly", "monthly", "yearly"] as const;

/** Reads a project that Todoist has exported as CSV: it has no past. */
export const readTodoist: Reader = async (file, answers, locale, today) => {
  const move = new Move({ source: "todoist", name: NAME }, file, answers, locale, today);
  const { t } = locale;
  const [head = [], ...cells] = await readCsv(new TextDecoder().decode(file.bytes), ",");
  const names = head.map((name) => name.trim().toUpperCase());
  const rows = cells.map(
    (row): TodoistRow => Object.fromEntries(names.map((name, place) => [name, row[place]])),
  );
  const tasks = readTodoistRows(rows, file.name, today, locale);
  const undated: Omit<Draft, "rhythm">[] = [];
  for (const task of tasks) addTask(task, move, undated);
  addUnscheduled(move, undated);
  const timed = tasks.filter(({ date }) => date?.hasTime).length;
  if (timed > 0) {
    move.leaveOut({
      what: t("Times of day are left out ({count, number}). // of how many tasks", {
        count: timed,
      }),
    });
  }
  const counted = tasks.filter(({ date }) => date?.countsFromToday).length;
  if (counted > 0) {
    move.leaveOut({
      what: t(
        "Todoist's file does not say on which day some tasks are next due, so those count from today ({count, number}). // how many tasks",
        { count: counted },
      ),
    });
  }
  move.leaveOut({ what: t("Priorities and what was done: this file doesn’t have it.") });
  const [project = NAME] = file.name.split(/ ?\[|\.csv$/i);
  return move.result(project);
};

function addTask(task: TodoistTask, move: Move, undated: Omit<Draft, "rhythm">[]) {
  const { title, category, notes, checklist, words, date, responsible, minutes } = task;
  const base: Omit<Draft, "rhythm"> = {
    ...{ source: task.source.replace(/^todoist: /, ""), title, category, checklist, deeds: [] },
    notes: [notes],
    effort: effortOf(minutes),
    roster: responsible ? [personOf(responsible, move)] : [],
  };
  if (date) {
    const { startDate: next, endDate, ...repeat } = date.repeat;
    move.add({ ...base, words, rhythm: { repeat, next, endDate } });
  } else if (words === "") undated.push(base);
  else {
    const rhythm = askRhythm(task, move);
    if (rhythm) move.add({ ...base, rhythm });
  }
}

/** 'Alice (1234)', as Todoist names people. */
function personOf(responsible: string, move: Move): string {
  const [, name = responsible, id = responsible] = /^(.*?) ?\((\d+)\)$/.exec(responsible) ?? [];
  if (!move.knows(id)) move.addPerson(id, name);
  return id;
}

/** Words for a date that are not understood, or not sure. */
function askRhythm({ source, title, words }: TodoistTask, move: Move): Rhythm | null {
  const { t } = move.locale;
  const labels = {
    ...{ once: t("Once"), daily: t("Daily"), weekly: t("Weekly") },
    ...{ monthly: t("Monthly"), yearly: t("Yearly"), leave: t("Leave it out // a task") },
  };
  const answer = move.ask({
    ...{ id: `rhythm ${source}`, kind: "choice" },
    text: t("How often is {title} due? It says “{words}”.", { title, words }),
    choices: Object.entries(labels).map(([value, label]) => ({ value, label })),
  });
  if (answer === null) return null;
  if (answer === "leave") {
    move.leaveOut({ what: labels.leave, title });
    return null;
  }
  const next = move.ask({
    ...{ id: `first ${source}`, kind: "day", first: move.today },
    text: t("First day of {task}", { task: title }),
  });
  if (next === null || !isCalendarDate(next)) return null;
  const simple = SIMPLE.find((name) => name === answer);
  return simple ? { repeat: simpleRepeat(simple), next } : once(next);
}

import * as v from "valibot";
import { listed } from "../joined.ts";
import { FileProblem } from "../portability/rota-file.ts";
import { simpleRepeat } from "../recurrence/repeat.ts";
import type { Deed } from "./deeds.ts";
import { type Draft, Move } from "./move.ts";
import type { Reader } from "./moving-form.ts";
import { addUnscheduled, addUnsure } from "./open-rhythms.ts";
import { plainText } from "./plain-text.ts";
import { afterDone, every, once, type Rhythm, SIMPLE_REPEATS } from "./rhythm.ts";
import { column } from "./sqlite.ts";
import { unzipped } from "./unzipped.ts";
import { readWhen } from "./when.ts";

const NAME = "Vikunja";
const DATA = /(?:^|\/)data\.json$/;
const { text, number, flag } = column;
const REPEAT_MODES = { MONTHLY: 1, FROM_CURRENT_DATE: 2 } as const;
const DAY_SECONDS = 86_400;

const list = <Item extends v.GenericSchema>(item: Item) => v.nullish(v.array(item), []);
const user = v.object({ id: v.number(), name: text, username: text });
const relatives = v.object({ id: v.number() });
const task = v.object({
  ...{ id: v.number(), title: v.string(), description: text, done: flag, done_at: text },
  ...{
    due_date: text,
    start_date: text,
    end_date: text,
    repeat_after: number,
    repeat_mode: number,
  },
  assignees: list(user),
  labels: list(v.object({ title: text })),
  related_tasks: v.nullish(v.object({ subtask: list(relatives) })),
  comments: list(v.object({ comment: text, author: v.nullish(user) })),
});
const project = v.object({
  ...{ title: v.string(), is_archived: flag, owner: v.nullish(user) },
  tasks: list(task),
});
/** Before version 0.21 projects, once called lists, were in namespaces. */
const dataSchema = v.pipe(
  v.array(v.object({ ...project.entries, lists: list(project), projects: list(project) })),
  v.transform((all) => all.flatMap((one): Project[] => [one, ...one.lists, ...one.projects])),
);

type Task = v.InferOutput<typeof task>;
type Project = v.InferOutput<typeof project>;

/** Reads the ZIP of Vikunja's export. Of a task that repeats it has the last time alone at which it was done. */
export const readVikunja: Reader = async (file, answers, locale, today) => {
  const move = new Move({ source: "vikunja", name: NAME }, file, answers, locale, today);
  const { t } = locale;
  const files = await unzipped(file.bytes, (path) => DATA.test(path), locale);
  const [data] = files.values();
  const read = v.safeParse(dataSchema, data === undefined ? null : parsed(data));
  if (!read.success) throw new FileProblem(t("This is no file of {program}.", { program: NAME }));
  const projects = read.output;
  move.setZone(null);
  addPeople(projects, move);
  const byId = new Map(projects.flatMap(({ tasks }) => tasks.map((one) => [one.id, one] as const)));
  const lines = linesOf(byId);
  const unscheduled: Omit<Draft, "rhythm">[] = [];
  for (const one of projects) {
    for (const own of one.tasks) {
      if (lines.asLine.has(own.id)) continue;
      addTask(own, one, lines.ofTask.get(own.id) ?? [], move, unscheduled);
    }
  }
  addUnscheduled(move, unscheduled);
  const repeating = [...byId.values()].filter(isRepeating).length;
  if (repeating > 0) {
    move.leaveOut({
      what: t(
        "{count, plural, one {# task repeats} other {# tasks repeat}}: {program} keeps only the last time that such a task was done, and not by whom.",
        { count: repeating, program: NAME },
      ),
    });
  }
  return move.result(NAME);
};

function addPeople(projects: readonly Project[], move: Move) {
  const users = projects.flatMap(({ owner, tasks }) => [
    ...(owner ? [owner] : []),
    ...tasks.flatMap(({ assignees, comments }) => [
      ...assignees,
      ...comments.flatMap(({ author }) => author ?? []),
    ]),
  ]);
  for (const { id, name, username } of new Map(users.map((one) => [one.id, one])).values()) {
    move.addPerson(String(id), name || (username ?? ""), username ?? undefined);
  }
}

const isRepeating = ({ repeat_after, repeat_mode }: Task) =>
  (repeat_after ?? 0) > 0 || repeat_mode === REPEAT_MODES.MONTHLY;

/** Sub-tasks that are nothing but a line: open, without a date, repeats or a history. */
function linesOf(tasks: ReadonlyMap<number, Task>) {
  const asLine = new Set<number>();
  const ofTask = new Map<number, string[]>();
  const isLine = (one: Task) =>
    !one.done &&
    !isRepeating(one) &&
    [one.due_date, one.start_date, one.end_date].every((date) => readWhen(date, "UTC") === null) &&
    (one.related_tasks?.subtask ?? []).length === 0;
  for (const { id, related_tasks } of tasks.values()) {
    for (const related of related_tasks?.subtask ?? []) {
      const one = tasks.get(related.id);
      if (!one || !isLine(one) || asLine.has(one.id)) continue;
      asLine.add(one.id);
      ofTask.set(id, [...(ofTask.get(id) ?? []), one.title]);
    }
  }
  return { asLine, ofTask };
}

function addTask(
  own: Task,
  { title: projectTitle, is_archived }: Project,
  checklist: readonly string[],
  move: Move,
  unscheduled: Omit<Draft, "rhythm">[],
) {
  const { t } = move.locale;
  const { id, title, labels, comments, assignees } = own;
  const row = id;
  const due = [own.due_date, own.start_date, own.end_date]
    .map((date) => readWhen(date, move.zone)?.day)
    .find((day) => day !== undefined);
  const said = comments.map(({ comment, author }) =>
    [author && (author.name || author.username), plainText(comment ?? "")]
      .filter(Boolean)
      .join(": "),
  );
  if (assignees.length > 1) {
    const names = assignees.map((one) => one.name || (one.username ?? ""));
    const what = t("It is assigned to {names} together: here it is anybody’s.", {
      names: listed(names, move.locale),
    });
    move.leaveOut({ what, title, row });
  }
  const named = labels.map((label) => label.title ?? "");
  const done = deedOf(own, due, move);
  const base: Omit<Draft, "rhythm"> = {
    ...{ source: String(id), title, row, checklist, deeds: done },
    category: named.length === 1 ? named[0] : projectTitle,
    notes: [own.description, named.length > 1 ? named.join(", ") : "", ...said],
    roster: assignees.length === 1 ? assignees.map((one) => move.person(String(one.id))) : [],
  };
  const add = (rhythm: Rhythm) => move.add({ ...base, rhythm });
  const repeat = repeatOf(own);
  if (is_archived || own.done) {
    if (done.length > 0) add(once(null));
    else move.leaveOut({ what: t("It is archived, and was never done."), title, row });
  } else if (repeat === "none") {
    if (due === undefined) unscheduled.push(base);
    else add(once(due));
  } else if ("repeatValue" in repeat && (due !== undefined || repeat.afterDone !== null)) {
    add({ repeat, next: due ?? null });
  } else {
    const text = t(
      "How often is {title} due? {program} has a rhythm for it that Rota doesn’t have.",
      { title, program: NAME },
    );
    const offers = "repeatValue" in repeat ? [repeat] : repeat;
    addUnsure(move, base, { text, offers, next: due ?? null }, (rhythm) => ({ ...base, rhythm }));
  }
}

/** One that is done: of a task that doesn't repeat, its due day is. Vikunja doesn't keep by whom. */
function deedOf(own: Task, due: string | undefined, move: Move): Deed[] {
  const when = readWhen(own.done_at, move.zone);
  if (!when) {
    if (own.done)
      move.leaveOut({
        what: move.locale.t("It has no date."),
        title: own.title,
        row: own.id,
        deeds: 1,
      });
    return [];
  }
  const day = own.done && !isRepeating(own) && due !== undefined ? due : when.day;
  return [{ day, when, status: "done", by: [], row: own.id }];
}

function repeatOf({ repeat_after, repeat_mode }: Task) {
  if (repeat_mode === REPEAT_MODES.MONTHLY) return simpleRepeat("monthly");
  const seconds = repeat_after ?? 0;
  if (seconds <= 0) return "none";
  if (seconds % DAY_SECONDS !== 0) return [simpleRepeat("daily"), ...SIMPLE_REPEATS.slice(1)];
  const days = seconds / DAY_SECONDS;
  const [interval, unit] = days % 7 === 0 ? ([days / 7, "W"] as const) : ([days, "D"] as const);
  if (repeat_mode === REPEAT_MODES.FROM_CURRENT_DATE) {
    return afterDone(interval, unit) ?? SIMPLE_REPEATS;
  }
  return every(interval, unit);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

import type { Deed } from "./deeds.ts";
import {
  type DonetickChore,
  type DonetickDeed,
  type DonetickFile,
  type DonetickPerson,
  readDonetickFile,
} from "./donetick-file.ts";
import { repeatOf } from "./donetick-rhythm.ts";
import { grouped } from "./grouped.ts";
import { type Draft, Move } from "./move.ts";
import type { Reader } from "./moving-form.ts";
import { addUnscheduled, addUnsure } from "./open-rhythms.ts";
import { once, type Rhythm } from "./rhythm.ts";
import { isTimeZone, readWhen } from "./when.ts";

const NAME = "Donetick";
const STATUSES = { DONE: 1, SKIPPED: 2, PENDING: 3 } as const;

/** Reads Donetick's database, or answers of its API. */
export const readDonetick: Reader = async (file, answers, locale, today) => {
  const move = new Move({ source: "donetick", name: NAME }, file, answers, locale, today);
  const all = await readDonetickFile(file.bytes, locale);
  const circle = circleOf(all, move);
  const isIn = (one: { circle: number | null }) => one.circle === null || one.circle === circle?.id;
  const people = all.people.filter(isIn);
  const zones = [...new Set(people.flatMap(({ zone }) => zone || []))].filter(isTimeZone);
  move.setZoneOf(zones, people.find(({ id }) => id === circle?.creator)?.zone ?? zones[0]);
  for (const person of people) addPerson(person, move);
  const chores = all.chores.filter(isIn);
  const byChore = grouped(all.deeds, ({ chore }) => chore);
  const unscheduled: Omit<Draft, "rhythm">[] = [];
  for (const chore of chores) addChore(chore, byChore.get(chore.id) ?? [], move, unscheduled);
  addUnscheduled(move, unscheduled);
  leaveOutOthers(all, chores, move);
  return move.result(circle?.name ?? NAME, circle ? String(circle.id) : undefined);
};

/** The household: a database may have several. */
function circleOf({ circles, chores }: DonetickFile, move: Move) {
  const used = circles.filter(({ id }) => chores.some(({ circle }) => circle === id));
  const [only] = used;
  if (used.length < 2) return only ?? circles[0];
  const answer = move.ask({
    ...{ id: "circle", kind: "choice" },
    text: move.locale.t("There are several households in this file. Which one moves?"),
    choices: used.map(({ id, name }) => ({ value: String(id), label: name || String(id) })),
  });
  return used.find(({ id }) => String(id) === answer) ?? only;
}

function addPerson({ id, name, username, role, isChild, hasLeft }: DonetickPerson, move: Move) {
  const isKeeper = role === "admin" && !isChild;
  move.addPerson(String(id), name || username, username, {
    role: isKeeper ? "keeper" : isChild ? "helper" : "member",
    ...(hasLeft && { hasLeft }),
  });
}

function addChore(
  chore: DonetickChore,
  histories: readonly DonetickDeed[],
  move: Move,
  unscheduled: Omit<Draft, "rhythm">[],
) {
  const { t } = move.locale;
  const { id, name, isActive } = chore;
  const title = name;
  const kept = histories.filter((history) => isKept(history, chore, move));
  const next = readWhen(chore.next, move.zone)?.day ?? null;
  const done = kept
    .flatMap(({ status, at }) =>
      status === STATUSES.DONE ? (readWhen(at, move.zone)?.day ?? []) : [],
    )
    .sort();
  const repeat = repeatOf(chore, done);
  const head = { source: String(id), title, row: id };
  const draft = (rhythm: Rhythm): Draft => ({
    ...head,
    rhythm,
    category: chore.labels.length === 1 ? chore.labels[0] : chore.project,
    notes: [chore.description, chore.labels.length > 1 ? chore.labels.join(", ") : ""],
    checklist: chore.lines,
    roster: rosterOf(chore, move),
    deeds: kept.flatMap((history) => deedOf(history, rhythm, move)),
  });
  if (!isActive) {
    if (kept.length > 0) move.add(draft(once(null)));
    else move.leaveOut({ what: t("It is archived, and was never done."), title, row: id });
  } else if (repeat === "none" && next !== null) move.add(draft(once(next)));
  else if (repeat === "none") unscheduled.push(draft(once(null)));
  else if ("repeatValue" in repeat) move.add(draft({ repeat, next }));
  else {
    const text = t(
      "How often is {title} due? {program} has a rhythm for it that Rota doesn’t have.",
      {
        ...{ title, program: NAME },
      },
    );
    addUnsure(move, head, { text, offers: repeat, next }, draft);
  }
}

/** What is neither done nor skipped is no deed. */
function isKept({ id, status, at }: DonetickDeed, { name }: DonetickChore, move: Move): boolean {
  const { t } = move.locale;
  const isDeed = status === STATUSES.DONE || status === STATUSES.SKIPPED;
  if (isDeed && readWhen(at, move.zone)) return true;
  const reasons: Readonly<Record<number, string>> = {
    0: t("It was begun, and not done."),
    3: t("It was waiting for approval."),
    4: t("It was not approved."),
    5: t("It was missed: what was not done is not kept."),
    6: t("It was moved to another day."),
  };
  const what = isDeed ? t("It has no date.") : (reasons[status] ?? t("It can't be read"));
  const wasDone = status === STATUSES.DONE || status === STATUSES.PENDING;
  move.leaveOut({ what, title: name, row: id, deeds: wasDone ? 1 : 0 });
  return false;
}

function deedOf(
  { id, at, by, due, note, status }: DonetickDeed,
  { repeat }: Rhythm,
  move: Move,
): Deed[] {
  const when = readWhen(at, move.zone);
  if (!when) return [];
  const dueDay = readWhen(due, move.zone)?.day;
  const isInterval = repeat.afterDone !== null;
  return [
    {
      day: isInterval || dueDay === undefined ? when.day : dueDay,
      when,
      status: status === STATUSES.DONE ? "done" : "skipped",
      by: by ? [move.person(String(by))] : [],
      note,
      row: id,
      ...(isInterval && dueDay !== undefined && { dueOn: dueDay }),
    },
  ];
}

/** Whoever has the next turn is the first. */
function rosterOf({ id, name, strategy, assignedTo, assignees }: DonetickChore, move: Move) {
  if (strategy === "no_assignee") return [];
  if (strategy === "keep_last_assigned" && assignedTo) return [move.person(String(assignedTo))];
  const first = Math.max(0, assignees.indexOf(assignedTo ?? 0));
  const inTurn = [...assignees.slice(first), ...assignees.slice(0, first)];
  if (inTurn.length > 1 && strategy !== "round_robin") {
    const what = move.locale.t("Whose turn it is was drawn in {program}; here it goes round.", {
      program: NAME,
    });
    move.leaveOut({ what, title: name, row: id });
  }
  return inTurn.map((person) => move.person(String(person)));
}

/** Deeds of chores that are not there. */
function leaveOutOthers(
  { chores: all, deeds }: DonetickFile,
  chores: readonly DonetickChore[],
  move: Move,
) {
  const { t } = move.locale;
  const known = new Set(all.map(({ id }) => id));
  const kept = new Set(chores.map(({ id }) => id));
  for (const { id, chore, status } of deeds) {
    if (known.has(chore)) continue;
    const done = status === STATUSES.DONE ? 1 : 0;
    move.leaveOut({ what: t("Its task was deleted."), row: id, deeds: done });
  }
  const others = all.filter(({ id }) => !kept.has(id));
  if (others.length === 0) return;
  const ids = new Set(others.map(({ id }) => id));
  move.leaveOut({
    what: t("{count, plural, one {# task} other {# tasks}} of other households in this file.", {
      count: others.length,
    }),
    deeds: deeds.filter(({ chore, status }) => ids.has(chore) && status === STATUSES.DONE).length,
  });
}

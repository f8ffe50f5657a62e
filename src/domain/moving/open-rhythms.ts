import type { CalendarDate } from "../dates/calendar-date.ts";
import { listed } from "../joined.ts";
import type { Repeat } from "../recurrence/repeat.ts";
import { repeatText } from "../recurrence/rule-text.ts";
import { emptyFields } from "../tasks/task-input.ts";
import type { Draft, Move } from "./move.ts";
import { oneLine } from "./plain-text.ts";
import { averageOf, once, type Rhythm } from "./rhythm.ts";

/** What another program's rhythm is here, where a person has to say it. */

interface Unsure {
  /** the question, in the reader's language */
  readonly text: string;
  readonly offers: readonly (Repeat | null)[];
  readonly next: CalendarDate | null;
  readonly endDate?: CalendarDate | null;
}

/** Of how many tasks a question tells the titles. */
const TOLD = 5;
const LEAVE = "leave";

const codeOf = ({ afterDone, customRrule, repeatValue }: Repeat) =>
  afterDone ?? customRrule ?? repeatValue;

const leaving = ({ locale: { t } }: Move) => ({
  value: LEAVE,
  label: t("Leave it out // a task"),
});

/** A task whose rhythm is none of Rota's: which one it gets is asked. */
export function addUnsure(
  move: Move,
  head: Pick<Draft, "source" | "title" | "row">,
  { text, offers, next, endDate = null }: Unsure,
  draft: (rhythm: Rhythm) => Draft,
) {
  const repeats = offers.filter((offer) => offer !== null);
  const startDate = next ?? move.today;
  const choices = repeats.map((repeat) => ({
    value: codeOf(repeat),
    label: repeatText({ ...emptyFields(startDate), ...repeat }, move.locale),
  }));
  const answer = move.ask({
    ...{ id: `rhythm ${head.source}`, text, kind: "choice" },
    choices: [...choices, leaving(move)],
  });
  const repeat = repeats.find((one) => codeOf(one) === answer);
  if (repeat) move.add(draft({ repeat, next, endDate }));
  else if (answer === LEAVE) leaveOut(move, draft(once(null)));
}

/**
 * Tasks without a schedule: what was done is kept and nothing is due, or as often as until now; what was never done is
 * due once; or they are left out.
 */
export function addUnscheduled(move: Move, drafts: readonly Unscheduled[]) {
  const { t } = move.locale;
  const done = drafts.filter(({ deeds }) => deeds.length > 0);
  const open = drafts.filter(({ deeds }) => deeds.length === 0);
  addAlike(move, done, {
    id: "unscheduled",
    text: t(
      "{count, plural, one {{titles} has no schedule. What becomes of it?} other {# tasks have no schedule: {titles}. What becomes of them?}}",
      { count: done.length, titles: titlesOf(done, move) },
    ),
    choices: [
      { value: "keep", label: t("Keep what was done; nothing is due"), rhythm: () => once(null) },
      {
        value: "average",
        label: t("Keep what was done; due again as often as it was done on average"),
        rhythm: ({ deeds }) => averageRhythm(deeds.map(({ day }) => day)),
      },
    ],
  });
  addAlike(move, open, {
    id: "undated",
    text: t(
      "{count, plural, one {{titles} has no date. What becomes of it?} other {# tasks have no date: {titles}. What becomes of them?}}",
      { count: open.length, titles: titlesOf(open, move) },
    ),
    choices: [{ value: "today", label: t("Due once, today"), rhythm: () => once(move.today) }],
  });
}

type Unscheduled = Omit<Draft, "rhythm">;

interface Alike {
  readonly id: string;
  readonly text: string;
  readonly choices: readonly {
    readonly value: string;
    readonly label: string;
    readonly rhythm: (draft: Unscheduled) => Rhythm;
  }[];
}

function addAlike(move: Move, drafts: readonly Unscheduled[], { id, text, choices: all }: Alike) {
  if (drafts.length === 0) return;
  const choices = [...all.map(({ value, label }) => ({ value, label })), leaving(move)];
  const answer = move.ask({ id, text, kind: "choice", choices });
  const chosen = all.find(({ value }) => value === answer);
  for (const draft of drafts) {
    if (chosen) move.add({ ...draft, rhythm: chosen.rhythm(draft) });
    else if (answer === LEAVE) leaveOut(move, draft);
  }
}

/** What was done once is due no more. */
function averageRhythm(days: readonly CalendarDate[]): Rhythm {
  const repeat = averageOf(days);
  return repeat ? { repeat, next: null } : once(null);
}

function leaveOut(move: Move, { title, row, deeds }: Pick<Draft, "title" | "row" | "deeds">) {
  move.leaveOut({
    what: move.locale.t("You leave it out // a task"),
    title,
    ...(row !== undefined && { row }),
    deeds: deeds.filter(({ status }) => status === "done").length,
  });
}

function titlesOf(drafts: readonly { readonly title: string }[], { locale }: Move): string {
  const titles = drafts.slice(0, TOLD).map(({ title }) => oneLine(title));
  return listed(drafts.length > TOLD ? [...titles, "…"] : titles, locale);
}

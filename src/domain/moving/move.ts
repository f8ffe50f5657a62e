import type { CalendarDate } from "../dates/calendar-date.ts";
import { isCalendarDate } from "../dates/calendar-date.ts";
import type { Locale } from "../language/locale.ts";
import { MAX_FILE_BYTES } from "../portability/import-input.ts";
import { FileProblem } from "../portability/rota-file.ts";
import {
  CATEGORY_MAX_LENGTH,
  CHECKLIST_LINE_MAX_LENGTH,
  CHECKLIST_MAX_LINES,
  TITLE_MIN_LENGTH,
} from "../tasks/task-input.ts";
import { type Deed, pastOf } from "./deeds.ts";
import type {
  Answers,
  LeftOutPart,
  Moving,
  MovingFile,
  MovingPerson,
  MovingTask,
  Question,
} from "./moving-form.ts";
import { cutTo, oneLine, plainText } from "./plain-text.ts";
import { occurrenceBefore, openDay, type Rhythm, scheduleSince } from "./rhythm.ts";
import { isTimeZone } from "./when.ts";

const TITLE_MOST = 100;
const NOTES_MOST = 5_000;
const NAME_MOST = 100;
const SOURCE_MOST = 480;

/** A task of a file, before it is fitted into what Rota keeps. */
export interface Draft {
  /** what it is known by in the file */
  readonly source: string;
  readonly title: string;
  readonly category?: string | null | undefined;
  /** plain text or HTML */
  readonly notes?: readonly (string | null | undefined)[];
  readonly checklist?: readonly string[];
  readonly roster?: readonly string[];
  readonly effort?: number | null;
  /** what the file says of its schedule, in words */
  readonly words?: string | undefined;
  readonly rhythm: Rhythm;
  readonly deeds: readonly Deed[];
  /** days on which it is not due */
  readonly without?: readonly CalendarDate[];
  readonly putOffs?: MovingTask["putOffs"];
  readonly row?: number | undefined;
}

interface Program {
  readonly source: Moving["source"];
  /** its name, the category of what has none */
  readonly name: string;
}

/** What a reader finds, as the neutral form: it fits each part, and notes what is not kept. */
export class Move {
  readonly locale: Locale;
  readonly today: CalendarDate;
  readonly #program: Program;
  readonly #answers: Answers;
  readonly #people = new Map<string, MovingPerson>();
  readonly #names = new Set<string>();
  readonly #titles = new Set<string>();
  readonly #sources = new Set<string>();
  readonly #tasks: Moving["tasks"] = [];
  readonly #leftOut: LeftOutPart[] = [];
  readonly #questions: Question[] = [];
  readonly #onDeeds: MovingFile["onDeeds"];
  #deeds = 0;
  #zone: string | null = null;

  /** @throws FileProblem for a file that is too large */
  constructor(
    program: Program,
    file: MovingFile,
    answers: Answers,
    locale: Locale,
    today: CalendarDate,
  ) {
    if (file.bytes.length > MAX_FILE_BYTES) {
      throw new FileProblem(locale.t("This file is too large: an import takes at most 100 MB."));
    }
    this.locale = locale;
    this.today = today;
    this.#program = program;
    this.#answers = answers;
    this.#onDeeds = file.onDeeds;
  }

  /** The answer to a question, or null: then it is asked. */
  ask(question: Omit<Question, "choices" | "sample"> & Partial<Question>): string | null {
    const answer = this.#answers[question.id];
    const { kind, choices = [], sample = [] } = question;
    const isAnswer = {
      choice: choices.some(({ value }) => value === answer),
      day: isCalendarDate(answer ?? ""),
      zone: isTimeZone(answer ?? ""),
    };
    if (answer !== undefined && isAnswer[kind]) return answer;
    this.#questions.push({ ...question, choices, sample });
    return null;
  }

  /** One of the file's zones; where there are several, it is asked. */
  setZoneOf(zones: readonly string[], first = zones[0]) {
    if (zones.length < 2) return this.setZone(zones[0]);
    const text = this.locale.t("In which time zone do the days of this file count?");
    this.#zone = this.ask({ id: "zone", text, kind: "zone", ...(first && { first }) });
  }

  /** The file's zone, or the one that is answered. */
  setZone(known: string | null | undefined) {
    const { t } = this.locale;
    const text = t("The times in this file have no time zone. In which one were they written?");
    this.#zone = known && isTimeZone(known) ? known : this.ask({ id: "zone", text, kind: "zone" });
  }

  /** IANA name of the zone of its days; UTC where it isn't known, or nothing depends on it */
  get zone(): string {
    return this.#zone ?? "UTC";
  }

  /** @param more what tells apart two people of one name */
  addPerson(id: string, name: string, more = id, rest: Partial<MovingPerson> = {}) {
    const called = cutTo(oneLine(name) || oneLine(more), NAME_MOST);
    const told = this.#names.has(called)
      ? cutTo(`${called} (${oneLine(more)})`, NAME_MOST)
      : called;
    this.#names.add(told);
    this.#people.set(id, { ...rest, id, name: told });
  }

  knows(id: string): boolean {
    return this.#people.has(id);
  }

  /** The id of somebody, whom the file may not know any more. */
  person(id: string): string {
    if (!this.#people.has(id)) {
      const name = this.locale.t("Somebody who isn’t in the file ({id})", { id });
      this.addPerson(id, name, id, { hasLeft: true });
    }
    return id;
  }

  leaveOut(part: LeftOutPart) {
    this.#leftOut.push({
      ...part,
      ...(part.title !== undefined && { title: oneLine(part.title) }),
    });
  }

  add(draft: Draft) {
    const { locale, today } = this;
    const title = this.#titleOf(draft);
    const open = openDay(draft.rhythm);
    const isTaken = open !== null && draft.deeds.some((deed) => deed.day === open);
    const before = isTaken ? occurrenceBefore(draft.rhythm.repeat, open) : null;
    const past = pastOf(draft.deeds, { zone: this.#zone, today, title, locale, open, before });
    const { lines, rest } = checklistOf(draft.checklist ?? []);
    const isCut = title !== oneLine(draft.title) && oneLine(draft.title).length > TITLE_MOST;
    const texts = [isCut ? draft.title : "", ...(draft.notes ?? []), rest.join("\n")];
    const notes = texts.map((text) => plainText(text ?? "")).filter((text) => text !== "");
    const whole = notes.join("\n\n");
    const kept = cutTo(whole, NOTES_MOST);
    const { fields, ...schedule } = scheduleSince(draft.rhythm, past.deeds, today);
    const without = (draft.without ?? []).map((day): [string, string] => [day, day]);
    if (kept !== whole) {
      this.leaveOut({
        ...{ what: locale.t("The end of its notes, which are too long."), title },
        ...(draft.row !== undefined && { row: draft.row }),
      });
    }
    for (const part of past.leftOut) this.#leftOut.push(part);
    this.#deeds += draft.deeds.length;
    this.#onDeeds?.(this.#deeds);
    this.#tasks.push({
      source: this.#sourceOf(draft.source),
      ...(draft.words && { words: draft.words }),
      fields: {
        title,
        category: cutTo(oneLine(draft.category ?? "") || this.#program.name, CATEGORY_MAX_LENGTH),
        subtitle: kept || null,
        checklist: lines,
        effort: draft.effort ?? null,
        ...fields,
      },
      roster: [...new Set(draft.roster)],
      ...schedule,
      pausedDays: [...schedule.pausedDays, ...without],
      putOffs: [...schedule.putOffs, ...(draft.putOffs ?? [])],
      completions: past.completions,
      notes: past.notes,
      ...{ catchUps: [], checks: [], swaps: [] },
    });
  }

  /** @param name the household's, or what the file is called */
  result(name: string, id?: string): Moving {
    this.leaveOut({
      what: this.locale.t(
        "Times of day, reminders, priorities, pictures and what else in {program} is no task.",
        {
          program: this.#program.name,
        },
      ),
    });
    return {
      source: this.#program.source,
      ...(id !== undefined && { id: `${this.#program.source}: ${id}`.slice(0, SOURCE_MOST) }),
      name: cutTo(oneLine(name) || this.#program.name, NAME_MOST),
      timeZone: this.#zone,
      people: [...this.#people.values()],
      tasks: this.#tasks,
      leftOut: this.#leftOut,
      questions: this.#questions,
      ...{ zones: [], absences: [], houseAbsences: [], displays: [], labels: [] },
    };
  }

  /** Long enough, short enough, and no other's. */
  #titleOf({ title }: Draft): string {
    const { t } = this.locale;
    const line = oneLine(title);
    const isShort = [...line].length < TITLE_MIN_LENGTH;
    const named = isShort ? (line ? t("Task {title}", { title: line }) : t("(no title)")) : line;
    let free = cutTo(named, TITLE_MOST);
    for (let count = 2; this.#titles.has(free); count++) {
      free = `${cutTo(named, TITLE_MOST - String(count).length - 3)} (${count})`;
    }
    this.#titles.add(free);
    return free;
  }

  #sourceOf(source: string): string {
    const known = oneLine(`${this.#program.source}: ${source}`).slice(0, SOURCE_MOST);
    let free = known;
    for (let count = 2; this.#sources.has(free); count++) free = `${known} #${count}`;
    this.#sources.add(free);
    return free;
  }
}

/** The lines that a checklist takes, and those that the notes do. */
function checklistOf(all: readonly string[]): { lines: string[]; rest: string[] } {
  const lines: string[] = [];
  const rest: string[] = [];
  for (const line of new Set(all.map(oneLine))) {
    if (line === "") continue;
    const fits =
      lines.length < CHECKLIST_MAX_LINES && [...line].length <= CHECKLIST_LINE_MAX_LENGTH;
    if (fits) lines.push(line);
    else rest.push(line);
  }
  return { lines, rest };
}

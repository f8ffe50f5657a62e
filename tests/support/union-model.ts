import { fromDayNumber, toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { DaySet } from "../../src/domain/dates/day-set.ts";
import type { TaskChange } from "../../src/sync/task-change.ts";

/**
 * The deeds of two devices without a network, and the expected record of one task when they are back: the five
 * lines of docs/design/offline.md, written only from these. Days are day numbers, instants seconds.
 */

export interface Party {
  readonly account: string;
  /** the id in the task's household */
  readonly person: string;
}

/** The answer to a deed: the days on which another deed came first, or a refusal's code; null if it was accepted. */
export type Told = { readonly days: readonly number[] } | { readonly code: string } | null;

interface Settled {
  readonly words: string;
  readonly by: string;
  readonly people: readonly string[];
  readonly status: string;
  readonly doneOn: string | null;
  readonly at: number;
  readonly catchUpId?: string;
}

interface Said {
  readonly kind: string;
  readonly day: number;
  readonly at: number;
  /** the person whose deed it was about */
  readonly about?: string;
}

/** Seconds within which the order of arrival counts. */
const PATIENCE = 10;

const first = (...days: number[]): Told => ({ days });

export class UnionModel {
  readonly settled = new Map<number, Settled>();
  readonly moved = new Map<number, number>();
  readonly notes = new Map<number, string>();
  readonly lines = new Map<string, { isChecked: boolean; at: number }>();
  /** the ids of new tasks by title */
  readonly created = new Map<string, string>();
  /** the days of each catch-up when it was made */
  readonly #caughtUp = new Map<string, number[]>();
  readonly #said: Said[] = [];
  readonly #latestToday: number;

  /** @param latestToday the latest today on Earth */
  constructor(latestToday: number) {
    this.#latestToday = latestToday;
  }

  /** Applies a person's deed, made at an instant, when it arrives. */
  arrive(change: TaskChange, by: Party, at: number): Told {
    switch (change.kind) {
      case "create": {
        const { id, title } = change.input;
        const known = this.created.get(title) ?? id;
        this.created.set(title, known);
        return known === id ? null : { code: "DUPLICATE_TASK" };
      }
      case "complete":
        return this.#settle([this.#place(change.date)], "done", change, by, at);
      case "skip": {
        const place = this.#place(change.date);
        const isLater = place > toDayNumber(change.date) && place > this.#latestToday;
        return isLater
          ? first(toDayNumber(change.date))
          : this.#settle([place], "skipped", change, by, at);
      }
      case "catch-up":
        return this.#settle([...daysOf(change.days)], change.status, change, by, at);
      case "undo": {
        const place = this.#settledPlace(change.date);
        const known = this.settled.get(place);
        if (!known) return null;
        if (known.at > at + PATIENCE) return first(place);
        this.#undo(place, at);
        return null;
      }
      case "undo-catch-up": {
        for (const [day, known] of this.settled) {
          const isOfIt = known.catchUpId === change.catchUpId;
          if (isOfIt && known.at <= at + PATIENCE) this.#undo(day, at);
        }
        const redone = (this.#caughtUp.get(change.catchUpId) ?? []).filter((day) =>
          this.settled.has(day),
        );
        return redone.length > 0 ? first(...redone) : null;
      }
      case "put-off":
        return this.#putOff(toDayNumber(change.dueDate), toDayNumber(change.newDate), at);
      case "correct":
        return this.#correct(change, by, at);
      case "note": {
        const day = toDayNumber(change.day);
        if (day > this.#latestToday) return { code: "VALIDATION_FAILED" };
        const stored = this.notes.get(day) ?? "";
        if (stored !== change.note && stored !== change.basedOn) return first(day);
        this.notes.set(day, change.note);
        return null;
      }
      case "check-line": {
        const place = this.#place(change.day);
        if (place > this.#latestToday) return { code: "VALIDATION_FAILED" };
        const key = `${place} ${change.line}`;
        const known = this.lines.get(key) ?? { isChecked: false, at: Number.NEGATIVE_INFINITY };
        if (known.isChecked === change.isChecked) return null;
        if (known.at > at + PATIENCE) return first(place);
        this.lines.set(key, { isChecked: change.isChecked, at });
        return null;
      }
      default:
        return null;
    }
  }

  /** The day of an occurrence now. */
  #place(date: string): number {
    const day = toDayNumber(date);
    const isTaken = [...this.moved.values()].includes(day);
    return isTaken ? day : (this.moved.get(day) ?? day);
  }

  #settledPlace(date: string): number {
    const day = toDayNumber(date);
    return this.settled.has(day) ? day : this.#place(date);
  }

  #wasSaid(kinds: readonly string[], day: number, at: number, about?: string): boolean {
    return this.#said.some(
      (said) =>
        kinds.includes(said.kind) &&
        said.day === day &&
        said.at > at + PATIENCE &&
        (about === undefined || said.about === about),
    );
  }

  /** The first deed to arrive stays. */
  #settle(
    places: readonly number[],
    status: "done" | "skipped",
    change: Extract<TaskChange, { kind: "complete" | "skip" | "catch-up" }>,
    { account: by, person }: Party,
    at: number,
  ): Told {
    const named = "doers" in change ? change.doers?.map(({ id }) => id) : undefined;
    const people = named ?? [person];
    const doneOn = "doneOn" in change ? (change.doneOn ?? null) : null;
    const words = JSON.stringify([status, by, people, doneOn]);
    const catchUp = change.kind === "catch-up" ? { catchUpId: change.catchUpId } : {};
    const others: number[] = [];
    for (const day of places) {
      const known = this.settled.get(day);
      const isMoved = change.kind === "catch-up" && this.#place(fromDayNumber(day)) !== day;
      if (known ? known.words !== words : isMoved || this.#wasSaid(["undone"], day, at, by)) {
        others.push(day);
      } else if (!known) {
        this.settled.set(day, { words, by, people, status, doneOn, at, ...catchUp });
        if (change.kind === "catch-up") {
          const days = this.#caughtUp.get(change.catchUpId) ?? [];
          this.#caughtUp.set(change.catchUpId, [...days, day]);
        }
        this.#said.push({ kind: status, day, at });
      }
    }
    return others.length > 0 ? first(...others) : null;
  }

  #undo(day: number, at: number): void {
    const about = this.settled.get(day)?.by ?? "";
    this.settled.delete(day);
    this.#said.push({ kind: "undone", day, at, about });
  }

  #putOff(due: number, day: number, at: number): Told {
    const place = this.moved.get(due) ?? due;
    if (place === day) return null;
    if (this.#wasSaid(["put_off"], due, at)) return first(due);
    const settled = [place, day].find((one) => this.settled.has(one));
    if (settled !== undefined) return first(settled);
    const isTaken = [...this.moved].some(([other, there]) => other !== due && there === day);
    if (isTaken) return { code: "VALIDATION_FAILED" };
    for (const [key, line] of [...this.lines]) {
      const text = key.slice(key.indexOf(" "));
      if (!key.startsWith(`${place} `)) continue;
      const there = this.lines.get(`${day}${text}`);
      if (there?.isChecked) continue;
      this.lines.delete(key);
      this.lines.set(`${day}${text}`, line);
    }
    if (due === day) this.moved.delete(due);
    else this.moved.set(due, day);
    this.#said.push({ kind: "put_off", day: due, at });
    return null;
  }

  #correct(change: Extract<TaskChange, { kind: "correct" }>, by: Party, at: number): Told {
    const place = this.#settledPlace(change.date);
    if (this.#wasSaid(["corrected", "undone", "done", "skipped"], place, at)) return first(place);
    const known = this.settled.get(place);
    if (known?.status !== "done" || known.catchUpId !== undefined)
      return { code: "VALIDATION_FAILED" };
    const people = change.doers?.map(({ id }) => id) ?? known.people;
    const isOther = [...people].sort().join() !== [...known.people].sort().join();
    const changed = {
      ...known,
      ...(isOther && { people, by: by.account }),
      doneOn: change.doneOn ?? known.doneOn,
    };
    if (JSON.stringify(changed) === JSON.stringify(known)) return null;
    const words = JSON.stringify([changed.status, changed.by, changed.people, changed.doneOn]);
    this.settled.set(place, { ...changed, words });
    this.#said.push({ kind: "corrected", day: place, at });
    return null;
  }
}

function* daysOf(runs: readonly (readonly number[])[]): Iterable<number> {
  for (const [start = 0, end] of DaySet.fromRuns(runs)
    .toRuns()
    .map(([day, n]) => [day, day + n])) {
    for (let day = start; day < (end ?? start); day += 1) yield day;
  }
}

import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { RepeatValue, Task } from "../../domain/tasks/task.ts";
import type { CreateTaskInput } from "../../domain/tasks/task-input.ts";

/** What the editor's fields hold. Shares are kept as changes, because the list may load later. */
export interface Draft {
  readonly category: string;
  readonly title: string;
  readonly subtitle: string;
  readonly startDate: string;
  /** '' when there is none */
  readonly endDate: string;
  readonly repeatValue: RepeatValue;
  readonly customRrule: string | null;
  readonly customRruleText: string | null;
  readonly isShared: boolean;
  readonly addedShares: readonly string[];
  readonly removedShares: readonly string[];
  /** what stands in the share field and is not in the list yet */
  readonly typedShare: string;
}

export function newDraft(today: CalendarDate): Draft {
  return {
    category: "",
    title: "",
    subtitle: "",
    startDate: today,
    endDate: "",
    repeatValue: "daily",
    customRrule: null,
    customRruleText: null,
    isShared: false,
    addedShares: [],
    removedShares: [],
    typedShare: "",
  };
}

export function draftOf(task: Task): Draft {
  return {
    category: task.category,
    title: task.title,
    subtitle: task.subtitle ?? "",
    startDate: task.startDate,
    endDate: task.endDate ?? "",
    repeatValue: task.repeatValue,
    customRrule: task.customRrule,
    customRruleText: task.customRruleText,
    isShared: task.isShared,
    addedShares: [],
    removedShares: [],
    typedShare: "",
  };
}

/** What of a draft is a task's, by the names on screen; a repeat is one choice in three parts. */
const TASK_PARTS: Readonly<Record<string, readonly (keyof Draft)[]>> = {
  Category: ["category"],
  Title: ["title"],
  Notes: ["subtitle"],
  "Start date": ["startDate"],
  "End date": ["endDate"],
  Repeat: ["repeatValue", "customRrule", "customRruleText"],
  Shared: ["isShared"],
};

/** A draft brought up to a task that has changed since. */
export interface Merge {
  readonly draft: Draft;
  /** names of what was taken over from the task */
  readonly taken: readonly string[];
  /** names of what stayed as it was entered, although the task has something else now */
  readonly kept: readonly string[];
}

/** Takes over what differs between the task's `base` and `now`, except where something was entered. */
export function mergeChange(draft: Draft, base: Draft, now: Draft): Merge {
  const taken: string[] = [];
  const kept: string[] = [];
  let merged = draft;
  for (const [name, keys] of Object.entries(TASK_PARTS)) {
    const differ = (a: Draft, b: Draft) => keys.some((key) => a[key] !== b[key]);
    if (!differ(base, now) || !differ(draft, now)) continue;
    if (differ(draft, base)) {
      kept.push(name);
    } else {
      taken.push(name);
      merged = { ...merged, ...Object.fromEntries(keys.map((key) => [key, now[key]])) };
    }
  }
  return { draft: merged, taken, kept };
}

/** Addresses differ in nothing but their case and surrounding space when they are the same one. */
export const sameAddress = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** The share list on screen: the stored one with the draft's changes. */
export function sharesOf(draft: Draft, stored: readonly string[]): string[] {
  const kept = stored.filter(
    (email) => !draft.removedShares.some((gone) => sameAddress(gone, email)),
  );
  const added = draft.addedShares.filter((email) => !kept.some((one) => sameAddress(one, email)));
  return [...kept, ...added];
}

export function withShare(draft: Draft, email: string): Draft {
  return {
    ...draft,
    typedShare: "",
    removedShares: draft.removedShares.filter((gone) => !sameAddress(gone, email)),
    addedShares: [...draft.addedShares.filter((one) => !sameAddress(one, email)), email.trim()],
  };
}

export function withoutShare(draft: Draft, email: string): Draft {
  return {
    ...draft,
    addedShares: draft.addedShares.filter((one) => !sameAddress(one, email)),
    removedShares: [...draft.removedShares, email],
  };
}

export function sharesChanged(draft: Draft, initial: Draft): boolean {
  return (
    draft.addedShares.length + draft.removedShares.length > 0 || draft.isShared !== initial.isShared
  );
}

/** The task's fields as they are sent; `shareWith` is the caller's to add. */
export function fieldsOf(draft: Draft): Omit<CreateTaskInput, "id" | "shareWith"> {
  const custom = draft.repeatValue === "custom";
  return {
    category: draft.category.trim(),
    title: draft.title.trim(),
    subtitle: draft.subtitle.trim() || null,
    startDate: draft.startDate,
    endDate: draft.endDate || null,
    repeatValue: draft.repeatValue,
    customRrule: custom ? draft.customRrule : null,
    customRruleText: custom ? draft.customRruleText : null,
    isShared: draft.isShared,
  };
}

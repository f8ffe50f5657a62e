import type { CalendarDate } from "../../domain/calendar-date.ts";
import type { RepeatValue, Task } from "../../domain/task.ts";
import type { CreateTaskInput } from "../../domain/task-input.ts";

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

import type { ReactNode } from "react";
import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import { possibleDoers } from "../domain/households/doers.ts";
import { sharedHousehold, type Task } from "../domain/tasks/task.ts";
import type { WhoQuestion } from "../households/who-dialog.tsx";
import { createStore } from "../store/store.ts";

/** The dialog that a row, a page or a key asks the app to show, one at a time (app/task-dialogs.tsx). */

/** An occurrence that is open. */
interface OpenDay {
  readonly dueDate: CalendarDate;
  /** which a tick completes */
  readonly doneDate: CalendarDate;
  /** whether it has no circle beside it: its menu says Done */
  readonly isUnticked?: boolean;
  /** Acts, and hands the focus on where the row leaves. */
  readonly settle: (act: () => Promise<boolean>) => void;
}

/** The row whose menu is shown, and what it does itself. */
export interface MenuOfRow {
  readonly task: Task;
  /** the id of the button beside which it stands, and which has the focus afterwards */
  readonly trigger: string;
  readonly askWho?: (() => void) | undefined;
  readonly skipAll?: (() => void) | undefined;
  /** absent for what is done, and for many missed days */
  readonly open?: OpenDay | undefined;
  /** whether Edit stands beside it already */
  readonly hasEdit?: boolean;
}

type Asked =
  | { readonly kind: "menu"; readonly menu: MenuOfRow }
  | { readonly kind: "who"; readonly question: WhoQuestion }
  | { readonly kind: "turn"; readonly task: Task; readonly date: CalendarDate }
  | { readonly kind: "shortcuts" }
  | {
      readonly kind: "edit" | "history" | "pause" | "delete" | "leave";
      readonly task: Task;
    };

export interface TaskDialogProps {
  /** as it was when the dialog was opened */
  task: Task;
  onClosed: () => void;
}

export const asked = createStore<Asked | null>(null);

export const ask = (what: Asked): void => asked.setState(what);

/** Asks who did it. `nextFocus` is where the focus goes when it has been answered; back, unless given. */
export function askWhoDid(
  task: Task,
  /** who asks */
  userId: string,
  title: ReactNode,
  onAnswer: (ids: readonly string[]) => unknown,
  nextFocus: () => HTMLElement | null = () => null,
): void {
  const people = possibleDoers(task, userId);
  const maySeveral = sharedHousehold(task) !== null;
  ask({ kind: "who", question: { title, people, maySeveral, nextFocus, onAnswer } });
}

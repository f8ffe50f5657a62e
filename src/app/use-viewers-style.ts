import { browserStyle } from "../auth/browser-style.ts";
import { readStyle, setViewersStyle } from "../domain/dates/date-style.ts";
import { useProfile } from "../sync/use-tasks.ts";

/** Has a view write dates as the user chose, or as their browser's language does; called before any is drawn. */
export function useViewersStyle(): void {
  setViewersStyle(readStyle(useProfile()?.dateStyle ?? browserStyle()));
}

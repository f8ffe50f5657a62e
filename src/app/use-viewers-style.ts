import { readStyle, setViewersStyle } from "../domain/dates/date-style.ts";
import { useProfile } from "../sync/use-tasks.ts";

/** Has a view write dates as its user does; called before any is drawn. */
export function useViewersStyle(): void {
  setViewersStyle(readStyle(useProfile()?.dateStyle));
}

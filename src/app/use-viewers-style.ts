import { readStyle, setViewersStyle } from "../domain/dates/date-style.ts";
import { useProfile } from "../sync/use-tasks.ts";

/**
 * Has a view write dates as its user does; called before any is drawn. Answers how, as a key for what is
 * drawn once and kept.
 */
export function useViewersStyle(): string {
  const style = useProfile()?.dateStyle ?? "";
  setViewersStyle(readStyle(style));
  return style;
}

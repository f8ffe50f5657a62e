import { usualStyle } from "../domain/dates/usual-style.ts";

/** How dates are written in the language of this browser, such as 'dmy-24-mon'; null when it has none. */
export function browserStyle(): string | null {
  try {
    return usualStyle(navigator.language);
  } catch {
    return null;
  }
}

import type { Locale } from "../language/locale.ts";
import { msg } from "../language/messages.ts";

/** How long a task takes, roughly, in the order of the numbers that it has: 1 to 5. */
export const EFFORT_NAMES = [
  msg("A moment // how long a task takes"),
  msg("A while // how long a task takes"),
  msg("About an hour // how long a task takes"),
  msg("Some hours // how long a task takes"),
  msg("Half a day // how long a task takes"),
] as const;

/** Minutes that each effort counts for in sums. */
const MINUTES = [5, 20, 60, 180, 300] as const;

/** 'About an hour' */
export const effortName = (effort: number, { t }: Locale): string => {
  const name = EFFORT_NAMES[effort - 1];
  return name ? t(name) : "";
};

/** About how many minutes it takes; null where nobody has said so. */
export const effortMinutes = (effort: number | null): number | null =>
  effort === null ? null : (MINUTES[effort - 1] ?? null);

/** 'about 40 min', 'about 3 h'; a dash for none */
export function minutesText(minutes: number, { t }: Locale): string {
  if (minutes === 0) return "–";
  if (minutes < 60) return t("about {minutes, number} min", { minutes });
  return t("about {hours, number} h", { hours: Math.round(minutes / 60) });
}

import type { Locale } from "../language/locale.ts";
import { timeInZone } from "./time-zone.ts";

/** '7:00 AM' or '07:00' for 7, of 0 to 23. */
export const formatHour = (hour: number, locale: Locale): string =>
  timeInZone(Date.UTC(2026, 0, 1, hour), "UTC", locale);

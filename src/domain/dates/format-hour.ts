import type { DateStyle } from "./date-style.ts";

/** '7:00 AM' or '07:00' for 7, of 0 to 23. */
export function formatHour(hour: number, { hours }: DateStyle): string {
  if (hours === "24") return `${String(hour).padStart(2, "0")}:00`;
  return `${hour % 12 || 12}:00 ${hour < 12 ? "AM" : "PM"}`;
}

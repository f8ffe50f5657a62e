import type { CalendarDate } from "../dates/calendar-date.ts";
import type { Repeat } from "../recurrence/repeat.ts";
import { simpleRepeat } from "../recurrence/repeat.ts";
import type { DonetickChore, Meta } from "./donetick-file.ts";
import {
  afterDone,
  averageOf,
  dayOfMonth,
  every,
  SIMPLE_REPEATS,
  type Unit,
  weekdayCode,
} from "./rhythm.ts";

/**
 * The repeat of a chore of Donetick; "none" where it has no schedule, and what it might be where Rota has no such one
 * (internal/chore/scheduler.go of version 0.1.76 decides).
 */
export function repeatOf(
  {
    kind,
    frequency,
    meta,
    isRolling,
  }: Pick<DonetickChore, "kind" | "frequency" | "meta" | "isRolling">,
  doneOn: readonly CalendarDate[],
): Repeat | "none" | readonly (Repeat | null)[] {
  const byKind = (interval: number, unit: Unit) => {
    const after = isRolling ? afterDone(interval, unit) : null;
    return after ?? (interval > 0 && Number.isInteger(interval) ? every(interval, unit) : UNSURE);
  };
  switch (kind) {
    case "once":
    case "no_repeat":
    case "trigger":
      return "none";
    case "daily":
      return byKind(1, "D");
    case "weekly":
      return byKind(1, "W");
    case "monthly":
      return byKind(1, "M");
    case "yearly":
      return byKind(1, "Y");
    case "interval": {
      if (meta.unit === "hours") {
        return frequency % 24 === 0 ? byKind(frequency / 24, "D") : [simpleRepeat("daily")];
      }
      const unit = UNITS[meta.unit ?? ""];
      return unit ? byKind(frequency, unit) : UNSURE;
    }
    case "days_of_the_week":
      return onWeekdays(meta);
    case "day_of_the_month":
      return onDayOfMonth(frequency, meta);
    case "adaptive":
      return [averageOf(doneOn), ...UNSURE];
    default:
      return UNSURE;
  }
}

const UNITS: Readonly<Record<string, Unit>> = { days: "D", weeks: "W", months: "M", years: "Y" };

const UNSURE = SIMPLE_REPEATS;

function onWeekdays({ days, weekPattern, occurrences, weekNumbers }: Meta) {
  const codes = [...new Set((days ?? []).flatMap((day) => weekdayCode(day) ?? []))];
  if (codes.length === 0) return UNSURE;
  if (!weekPattern || weekPattern === "every_week") {
    return codes.length === 7 ? simpleRepeat("daily") : every(1, "W", `BYDAY=${codes.join()}`);
  }
  const counted = [occurrences ?? [], weekNumbers ?? []].find(({ length }) => length > 0) ?? [];
  const isKnown = counted.length > 0 && counted.every((one) => one === -1 || (one > 0 && one < 6));
  if (weekPattern !== "week_of_month" || !isKnown) return UNSURE;
  const [only] = counted;
  return counted.length === 1 && codes.length === 1
    ? every(1, "M", `BYDAY=${codes.join()};BYSETPOS=${only}`)
    : every(1, "M", `BYDAY=${counted.flatMap((n) => codes.map((code) => `${n}${code}`)).join()}`);
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const LONGEST_MONTH = 31;

/** In a month without that day Donetick takes the last one. */
function onDayOfMonth(day: number, { months }: Meta) {
  const chosen = MONTHS.flatMap((month, index) =>
    (months ?? []).some((name) => name.toLowerCase().startsWith(month)) ? index + 1 : [],
  );
  if (chosen.length === 0 || !(day >= 1 && day <= LONGEST_MONTH)) return UNSURE;
  const inMonths = chosen.length === MONTHS.length ? "" : `BYMONTH=${chosen.join()};`;
  return every(1, "M", `${inMonths}${dayOfMonth(day)}`);
}

import { addDays } from "../domain/dates/calendar.ts";
import type { CalendarDate } from "../domain/dates/calendar-date.ts";
import { dayInZone, startOfDayInZone } from "../domain/dates/time-zone.ts";

/**
 * The longest time between two checks of the clock, in milliseconds. Timers stop while the machine
 * sleeps, so a single timer until midnight would fire late.
 */
const LONGEST_WAIT = 60_000;

const MINUTE = 60_000;

/** Tells when a new day begins in a time zone. */
export class DayClock {
  readonly #timeZone: string;
  #day: CalendarDate = "";
  /** the minute since the epoch for which `#day` holds */
  #minute = Number.NaN;

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  /** Cached for a minute: every render asks, formatting is slow, days begin on full minutes. */
  readonly today = (): CalendarDate => {
    const now = Date.now();
    const minute = Math.floor(now / MINUTE);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#day = dayInZone(now, this.#timeZone);
    }
    return this.#day;
  };

  /** Calls back when the day has changed; checks at once when the page is shown or focused. */
  readonly subscribe = (onChange: () => void): (() => void) => {
    let day = this.today();
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      clearTimeout(timer);
      const now = this.today();
      const midnight = startOfDayInZone(addDays(now, 1), this.#timeZone);
      timer = setTimeout(look, Math.min(midnight - Date.now(), LONGEST_WAIT));
      if (now === day) return;
      day = now;
      onChange();
    };
    look();
    globalThis.document?.addEventListener("visibilitychange", look);
    globalThis.window?.addEventListener("focus", look);
    return () => {
      clearTimeout(timer);
      globalThis.document?.removeEventListener("visibilitychange", look);
      globalThis.window?.removeEventListener("focus", look);
    };
  };
}

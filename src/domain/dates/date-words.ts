import { WEEKDAY_CODES } from "../recurrence/recurrence-rule.ts";

/** Weekdays, months and days of the month as people write them in English, as patterns of lower-case text. */

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** In full or cut, one or many: 'mon', 'tues', 'Sundays'. */
export const WEEKDAY =
  "(?:mon(?:day)?|tues?(?:day)?|wed(?:s|nesday)?|thu(?:rs?)?(?:day)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)s?";
export const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
/** '1', '1st', '31st'; the number is a group. */
export const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";

/** 1 to 12, of a name that `MONTH` matches. */
export const monthNumber = (name: string) => MONTHS.indexOf(name.slice(0, 3)) + 1;

/** As a calendar cuts them; alone, some are other words. */
export const SHORT_WEEKDAY = "(?:mo|tu|we|th|fr|sa|su)";

/** 0 Monday to 6 Sunday, of a name that `WEEKDAY` or `SHORT_WEEKDAY` matches. */
export const weekdayNumber = (name: string) =>
  WEEKDAYS.findIndex((weekday) => weekday.startsWith(name.slice(0, 3)));

const EACH_WEEKDAY = new RegExp(`${WEEKDAY}|\\b${SHORT_WEEKDAY}\\b`, "g");

/** 'MO,TH': the weekdays that a text names, each once, Monday first. */
export function weekdayCodesIn(text: string): string {
  const found = new Set([...text.matchAll(EACH_WEEKDAY)].map(([name]) => weekdayNumber(name)));
  return WEEKDAY_CODES.filter((_, day) => found.has(day)).join();
}

/** 'yyyy-MM-dd', which may be no date. */
export function dateText(year: number | string, month: number, day: number | string): string {
  const two = (number: number | string) => String(number).padStart(2, "0");
  return `${year}-${two(month)}-${two(day)}`;
}

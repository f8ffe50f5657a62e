/**
 * Calendar dates: `yyyy-MM-dd` strings, compared as strings. Recurrence asks about many thousands of
 * days, so it runs on day numbers (whole days since 1970-01-01) and on arithmetic without Date
 * objects; months and weeks as people count them are in calendar.ts.
 */

/** A date as `yyyy-MM-dd`, years 0001 to 9999. */
export type CalendarDate = string;

/** Day number of 9999-12-31, the last calendar date there is. */
export const LAST_DAY = 2_932_896;
/** Day number of 0001-01-01, the first calendar date there is. */
export const FIRST_DAY = -719_162;

const DAYS_PER_ERA = 146_097; // 400 Gregorian years
const EPOCH_SHIFT = 719_468; // days from 0000-03-01 to 1970-01-01

export interface YearMonthDay {
  readonly year: number;
  /** 1 to 12 */
  readonly month: number;
  /** 1 to 31 */
  readonly day: number;
}

/**
 * Day number of a Gregorian date in the years 1 to 10000; `month` 1 to 12. Years start in March
 * here, so that the leap day comes last. `| 0` cuts off as Math.floor does and stays an integer.
 */
export function dayNumberOf(year: number, month: number, day: number): number {
  const shiftedYear = month > 2 ? year : year - 1;
  const shiftedMonth = month > 2 ? month - 3 : month + 9;
  const leapDays = ((shiftedYear / 4) | 0) - ((shiftedYear / 100) | 0) + ((shiftedYear / 400) | 0);
  return (
    shiftedYear * 365 + leapDays + (((153 * shiftedMonth + 2) / 5) | 0) + day - 1 - EPOCH_SHIFT
  );
}

/** The Gregorian date of a day number in the years 1 to 10000. */
export function yearMonthDay(dayNumber: number): YearMonthDay {
  const shifted = dayNumber + EPOCH_SHIFT;
  const era = (shifted / DAYS_PER_ERA) | 0;
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const leapDays = ((dayOfEra / 1460) | 0) - ((dayOfEra / 36_524) | 0) + ((dayOfEra / 146_096) | 0);
  const yearOfEra = ((dayOfEra - leapDays) / 365) | 0;
  const dayOfYear = dayOfEra - (365 * yearOfEra + ((yearOfEra / 4) | 0) - ((yearOfEra / 100) | 0));
  const shiftedMonth = ((5 * dayOfYear + 2) / 153) | 0;
  const day = dayOfYear - (((153 * shiftedMonth + 2) / 5) | 0) + 1;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Days in a month, 28 to 31; `month` 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** The weekday of a day number: 0 Monday to 6 Sunday (RFC 5545's order). */
export function weekdayOf(dayNumber: number): number {
  return (((dayNumber + 3) % 7) + 7) % 7;
}

const HYPHEN = 45;
const ZERO = 48;

/** The day number of a calendar date, or NaN when the text is not one. */
export function toDayNumber(date: CalendarDate): number {
  if (date.length !== 10 || date.charCodeAt(4) !== HYPHEN || date.charCodeAt(7) !== HYPHEN) {
    return Number.NaN;
  }
  const year = twoDigitsAt(date, 0) * 100 + twoDigitsAt(date, 2);
  const month = twoDigitsAt(date, 5);
  const day = twoDigitsAt(date, 8);
  const isDate =
    year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
  return isDate ? dayNumberOf(year, month, day) : Number.NaN;
}

/** The number that two digits write; far below zero when one of them is no digit. */
function twoDigitsAt(text: string, index: number): number {
  const tens = text.charCodeAt(index) - ZERO;
  const ones = text.charCodeAt(index + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1_000_000;
}

/** The calendar date of a day number between FIRST_DAY and LAST_DAY; throws RangeError outside. */
export function fromDayNumber(dayNumber: number): CalendarDate {
  if (!(dayNumber >= FIRST_DAY && dayNumber <= LAST_DAY)) {
    throw new RangeError(`No calendar date has the day number ${dayNumber}`);
  }
  const { year, month, day } = yearMonthDay(dayNumber);
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, "0");
}

/** True for an existing date written as `yyyy-MM-dd`. */
export function isCalendarDate(text: string): boolean {
  return !Number.isNaN(toDayNumber(text));
}

import type ICAL from "ical.js";
import type { CalendarDate } from "../dates/calendar-date.ts";
import { isCalendarDate } from "../dates/calendar-date.ts";
import type { Locale } from "../language/locale.ts";
import { FileProblem } from "../portability/rota-file.ts";
import { grouped } from "./grouped.ts";
import { readWhen, type When } from "./when.ts";

/** The tasks and events of an iCalendar file. */

export interface IcsItem {
  readonly uid: string;
  readonly isTask: boolean;
  /** its place in the file, from 1 */
  readonly row: number;
  readonly text: (name: string) => string;
  readonly texts: (name: string) => readonly string[];
  /** Its days; an instant is one of the zone's, a local time the day that is written. */
  readonly days: (name: string, zone: string) => readonly CalendarDate[];
  readonly when: (name: string, zone: string) => When | null;
}

/** One of the file, and what it says of single days of it. */
export interface IcsSeries {
  readonly master: IcsItem;
  readonly overrides: readonly IcsItem[];
}

export interface IcsFile {
  readonly name: string;
  /** as the file writes them: none of them need be one */
  readonly zones: readonly string[];
  /** an instant's day is one of a zone */
  readonly hasInstants: boolean;
  readonly series: readonly IcsSeries[];
}

type Component = InstanceType<typeof ICAL.Component>;
type Property = ReturnType<Component["getAllProperties"]>[number];

const DATES = ["dtstart", "due", "completed", "exdate", "recurrence-id"];

/** @throws FileProblem for what is no calendar */
export async function readIcsFile(text: string, { t }: Locale): Promise<IcsFile> {
  const { Component: Calendar, parse } = (await import("ical.js")).default;
  const calendars: Component[] = [];
  try {
    const parsed: (string | unknown[])[] = parse(text);
    // One calendar is its parts, several are a list of them.
    const all = parsed.every((one) => Array.isArray(one)) ? parsed : [parsed];
    calendars.push(...all.map((one) => new Calendar(one)));
  } catch {
    throw new FileProblem(t("This calendar file is broken."));
  }
  const parts = calendars.flatMap((calendar) =>
    calendar.getAllSubcomponents().filter(({ name }) => name === "vtodo" || name === "vevent"),
  );
  const dates = parts.flatMap((part) => DATES.flatMap((name) => part.getAllProperties(name)));
  const heads = (name: string) =>
    calendars.flatMap((one) => one.getAllProperties(name).flatMap(valuesOf));
  const written = dates.map((date) => date.getFirstParameter("tzid"));
  const items = parts.map(itemOf);
  const series = [...grouped(items, ({ uid, row }) => uid || `row ${row}`).values()];
  return {
    name: heads("x-wr-calname")[0] ?? "",
    zones: [...new Set([...heads("x-wr-timezone"), ...written])].filter(Boolean),
    hasInstants: dates.some((date) => valuesOf(date).some((value) => value.endsWith("Z"))),
    series: series.map((own) => {
      const master = own.find((one) => one.text("recurrence-id") === "") ?? own[0];
      return { master, overrides: own.filter((one) => one !== master) } as IcsSeries;
    }),
  };
}

const valuesOf = (property: Property): string[] => property.getValues().map(String);

function itemOf(part: Component, index: number): IcsItem {
  const texts = (name: string) => part.getAllProperties(name).flatMap(valuesOf);
  return {
    ...{ uid: texts("uid")[0] ?? "", isTask: part.name === "vtodo", row: index + 1, texts },
    text: (name) => texts(name)[0] ?? "",
    when: (name, zone) => readWhen(texts(name)[0], zone),
    days: (name, zone) =>
      texts(name).flatMap((value) => {
        const day = value.endsWith("Z") ? readWhen(value, zone)?.day : value.slice(0, 10);
        return day !== undefined && isCalendarDate(day) ? day : [];
      }),
  };
}

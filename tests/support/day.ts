import { addDays } from "../../src/domain/dates/calendar.ts";
import { dayInZone } from "../../src/domain/dates/time-zone.ts";

/** The days of the tests, in a time zone where it is noon: no run goes on until its midnight. */

const hoursAhead = 12 - new Date().getUTCHours();

/** Where the people of the tests live, and their browsers. In these names `-5` is 5 hours ahead of UTC. */
export const ZONE = `Etc/GMT${hoursAhead > 0 ? "-" : "+"}${Math.abs(hoursAhead)}`;

/** The day so many days from now in `ZONE`, as yyyy-MM-dd. */
export const day = (offset: number): string => addDays(dayInZone(Date.now(), ZONE), offset);

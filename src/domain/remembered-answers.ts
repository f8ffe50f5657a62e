import { readFileSync, writeFileSync } from "node:fs";
import * as fc from "fast-check";
import { addDays, type CalendarDate } from "./calendar-date.ts";
import { randomCustomSchedule } from "./random-schedules.ts";
import { type OracleSchedule, rfcOccurrences } from "./rfc5545-oracle.ts";

/**
 * For tests only: the oracle's answers for the schedules of a seed, worked out once and handed in a
 * file to the runs under other time zones, which draw the same schedules. They are UTC's answers.
 */

const remembered: ReadonlyMap<string, string[]> = new Map(
  process.env.ROTA_ANSWERS ? JSON.parse(readFileSync(process.env.ROTA_ANSWERS, "utf8")) : [],
);

function keyOf(schedule: OracleSchedule, to: CalendarDate): string {
  return `${schedule.startDate} ${schedule.endDate} ${to} ${schedule.rule}`;
}

/** The occurrences up to `to` by RFC 5545's text, remembered or worked out. */
export function answerOf(schedule: OracleSchedule, to: CalendarDate): string[] {
  return remembered.get(keyOf(schedule, to)) ?? rfcOccurrences(schedule, to);
}

/** Writes the answers for so many schedules of a seed; ROTA_ANSWERS names the file to later runs. */
export function rememberAnswers(path: string, seed: number, numRuns: number): void {
  const answers = fc.sample(randomCustomSchedule, { seed, numRuns }).map(({ schedule, days }) => {
    const to = addDays(schedule.startDate, days);
    return [keyOf(schedule, to), rfcOccurrences(schedule, to)];
  });
  writeFileSync(path, JSON.stringify(answers));
}

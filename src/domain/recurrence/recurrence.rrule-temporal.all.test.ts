import * as fc from "fast-check";
import { RRuleTemporal } from "rrule-temporal";
import { beforeAll, expect, test } from "vitest";
import { occurrencesBetween } from "../../../tests/support/occurrences.ts";
import { customSchedule, randomCustomSchedule } from "../../../tests/support/random-schedules.ts";
import type { OracleSchedule } from "../../../tests/support/rfc5545-oracle.ts";
import { runs, seed } from "../../../tests/support/runs.ts";
import { addDays } from "../dates/calendar.ts";

/** Random schedules against rrule-temporal, an implementation of others. */

const RUNS = runs(1_000);
const TIMEOUT = 120_000;

beforeAll(() => {
  console.info(`seed ${seed}, TZ ${Intl.DateTimeFormat().resolvedOptions().timeZone}`);
});

/** rrule-temporal builds its answers with a Temporal that Node does not have: the text is enough. */
const temporal = {
  ZonedDateTime: { from: (text: string) => ({ timeZoneId: "UTC", toString: () => text }) },
};

function rruleTemporalOccurrences({ startDate, endDate, rule }: OracleSchedule, to: string) {
  const dtstart = `${startDate.replaceAll("-", "")}T000000`;
  const rruleString = `DTSTART;TZID=UTC:${dtstart}\nRRULE:${rule}`;
  const last = endDate !== null && endDate < to ? endDate : to;
  return new RRuleTemporal({ rruleString, temporal })
    .between(new Date(startDate), new Date(last), true)
    .map((date) => date.toString().slice(0, 10));
}

/**
 * In yearly rules rrule-temporal 2.2 lets one of BYYEARDAY, BYMONTHDAY and BYDAY be enough where
 * RFC 5545 (note 2 of its table) has each limit the other; and where BYDAY names some weekdays
 * plainly and others with a number (-1MO,WE) it forgets the plain ones. The other oracle covers both.
 */
function isUnderstoodByRruleTemporal({ rule }: OracleSchedule): boolean {
  if (!rule.includes("FREQ=YEARLY")) return true;
  const weekdays = rule.match(/BYDAY=([^;]*)/)?.[1]?.split(",") ?? [];
  if (new Set(weekdays.map((day) => day.length > 2)).size > 1) return false;
  const limits = ["BYYEARDAY", "BYMONTHDAY", "BYWEEKNO", "BYDAY"].filter((part) =>
    rule.includes(part),
  );
  return limits.length < 2;
}

test(`${RUNS} custom schedules answer as rrule-temporal does`, {
  timeout: TIMEOUT,
}, () => {
  fc.assert(
    fc.property(
      randomCustomSchedule.filter(({ schedule }) => isUnderstoodByRruleTemporal(schedule)),
      ({ schedule, days }) => {
        const to = addDays(schedule.startDate, days);
        const expected = rruleTemporalOccurrences(schedule, to);
        expect(occurrencesBetween(customSchedule(schedule), schedule.startDate, to)).toEqual(
          expected,
        );
      },
    ),
    { numRuns: RUNS, seed },
  );
});

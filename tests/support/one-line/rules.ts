import fc from "fast-check";
import { WEEKDAY_CODES } from "../../../src/domain/recurrence/recurrence-rule.ts";

const some = <T>(values: readonly T[]) =>
  fc.subarray([...values], { minLength: 1 }).map((chosen) => chosen.join());
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const positions = some([1, 2, 3, 4, 5, -1]);
const kindOfDay = fc.constantFrom(...WEEKDAY_CODES, "MO,TU,WE,TH,FR", "SA,SU");
const position = fc.tuple(kindOfDay, positions).map(([days, at]) => `BYDAY=${days};BYSETPOS=${at}`);
const month = fc.integer({ min: 1, max: 12 });
const yearly = fc.oneof(
  fc
    .tuple(some(numbers(12)), fc.integer({ min: 1, max: 29 }))
    .map(([months, day]) => `BYMONTH=${months};BYMONTHDAY=${day}`),
  fc.tuple(month, position).map(([one, days]) => `BYMONTH=${one};${days}`),
);
const interval = fc.integer({ min: 2, max: 999 }).map((every) => `;INTERVAL=${every}`);
const maybe = fc.option(interval, { nil: "" });
/** All that the one line makes of a custom rule. */
export const lineRule = fc.oneof(
  fc
    .tuple(fc.constantFrom("DAILY", "WEEKLY", "MONTHLY", "YEARLY"), interval)
    .map(([frequency, every]) => `RRULE:FREQ=${frequency}${every}`),
  fc
    .tuple(interval, some(WEEKDAY_CODES))
    .map(([every, days]) => `RRULE:FREQ=WEEKLY${every};BYDAY=${days}`),
  fc
    .tuple(
      maybe,
      fc.oneof(
        position,
        some([...numbers(31), -1]).map((days) => `BYMONTHDAY=${days}`),
      ),
    )
    .map(([every, days]) => `RRULE:FREQ=MONTHLY${every};${days}`),
  fc.tuple(maybe, yearly).map(([every, days]) => `RRULE:FREQ=YEARLY${every};${days}`),
);

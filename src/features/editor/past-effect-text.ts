import { formatCount } from "../../domain/format-count.ts";
import type { PastEffect } from "../../domain/tasks/schedule-change.ts";

/** '12 days become missed, 3 missed days vanish, 2 done days are no longer due'; null when nothing changes. */
export function pastEffectText({
  becomeMissed,
  noLongerMissed,
  doneNotDue,
}: PastEffect): string | null {
  const parts = [
    becomeMissed > 0 && `${days(becomeMissed)} ${becomeMissed === 1 ? "becomes" : "become"} missed`,
    noLongerMissed > 0 &&
      `${days(noLongerMissed, "missed ")} ${noLongerMissed === 1 ? "vanishes" : "vanish"}`,
    doneNotDue > 0 &&
      `${days(doneNotDue, "done ")} ${doneNotDue === 1 ? "is" : "are"} no longer due`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(", ") : null;
}

const days = (count: number, kind = "") =>
  `${formatCount(count)} ${kind}${count === 1 ? "day" : "days"}`;

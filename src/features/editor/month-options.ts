import { MONTH_NAMES } from "../../domain/recurrence/rule-text.ts";
import type { ChipOption } from "./chip-choice.tsx";

/** From January on. */
export const MONTHS: readonly ChipOption<number>[] = MONTH_NAMES.map((name, index) => ({
  value: index + 1,
  short: name.slice(0, 3),
  name,
}));

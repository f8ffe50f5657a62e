/** The five repeat values. */
export const REPEAT_VALUES = ["daily", "weekly", "monthly", "yearly", "custom"] as const;
export type RepeatValue = (typeof REPEAT_VALUES)[number];

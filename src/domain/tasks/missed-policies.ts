/** Which missed occurrences stay open: all, the latest, or none. */
export const MISSED_POLICIES = ["keep", "latest", "pass"] as const;

export type MissedPolicy = (typeof MISSED_POLICIES)[number];

/** What a missed occurrence means: every one counts, the latest alone, or none. */
export const MISSED_POLICIES = ["keep", "latest", "pass"] as const;

export type MissedPolicy = (typeof MISSED_POLICIES)[number];

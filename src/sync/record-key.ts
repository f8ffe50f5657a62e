/**
 * The first part of the key of every query that reads the record of tasks (who did what when); the
 * user's id is the second.
 */
export const RECORD = "record";

import { databaseOf } from "./database.ts";

/** A household of Grocy's with chores that Alice and Bob have done in turns, every week. */

interface Wishes {
  readonly chores: number;
  readonly weeks: number;
  /** `yyyy-MM-dd` of so many days from today */
  readonly day: (offset: number) => string;
}

/** The tables that Grocy 4.6 keeps chores in, as a database's file. */
export const weeklyGrocy = ({ chores, weeks, day }: Wishes) =>
  databaseOf({
    users: {
      columns: ["id", "username", "first_name", "last_name", "password"],
      rows: [
        [1, "alice", "Alice", "Ames", "hash"],
        [2, "bob", "Bob", null, "hash"],
      ],
    },
    chores: {
      columns: [
        ...["id", "name", "description", "period_type", "period_days", "period_config"],
        ...["track_date_only", "rollover", "assignment_type", "assignment_config"],
        ...["next_execution_assigned_to_user_id", "period_interval", "active", "start_date"],
        "rescheduled_date",
      ],
      rows: Array.from({ length: chores }, (_, at) => [
        ...[at + 1, `Chore ${at + 1}`, null, "daily", null, null],
        ...[1, 0, "no-assignment", null],
        ...[null, 7, 1, `${day(-7 * weeks)} 00:00:00`],
        null,
      ]),
    },
    chores_log: {
      columns: [
        ...["id", "chore_id", "tracked_time", "done_by_user_id", "row_created_timestamp", "undone"],
        ...["undone_timestamp", "skipped", "scheduled_execution_time"],
      ],
      rows: Array.from({ length: chores * weeks }, (_, at) => {
        const instant = `${day(-7 * (1 + Math.floor(at / chores)))} 00:00:00`;
        return [at + 1, 1 + (at % chores), instant, 1 + (at % 2), instant, 0, null, 0, null];
      }),
    },
  });

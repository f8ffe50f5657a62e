import type { Random } from "../random.ts";
import { databaseOf } from "./database.ts";
import { dayIn, localTime, NOW, pick, type TrueDeed, type TrueFile } from "./truth.ts";

/** Random households of Grocy 4.6, as its migrations (up to 0254) leave the tables that its chores are in. */

const DAY = 86_400_000;
const HOUR = 3_600_000;
const WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;
const KINDS = [
  "manually",
  "hourly",
  "daily",
  "weekly",
  "monthly",
  "yearly",
  "adaptive",
  "dynamic-regular",
] as const;
const NAMES = ["Alice Ames", "Bob", "Carol Cole"] as const;

interface Log {
  readonly id: number;
  readonly chore: number;
  readonly at: number;
  readonly by: number | null;
  readonly isUndone: boolean;
  readonly isSkipped: boolean;
}

interface Chore {
  readonly id: number;
  readonly name: string;
  readonly kind: (typeof KINDS)[number];
  readonly interval: number;
  readonly days: number;
  readonly config: string;
  readonly start: number;
  readonly moved: number | null;
  readonly isDayOnly: boolean;
  readonly isActive: boolean;
}

const choreOf = (id: number, random: Random): Chore => {
  const kind = pick(random, KINDS);
  return {
    ...{ id, kind, name: `${pick(random, ["Bins", "<u>Oven</u>", "Filter"])} ${id}` },
    interval: kind === "hourly" ? 24 * (1 + random(5)) : 1,
    days: 1 + random(28),
    config: kind === "weekly" ? pick(random, WEEKDAYS) : "",
    start: NOW - random(900) * DAY,
    moved: random(6) === 0 ? NOW + random(9) * DAY : null,
    ...{ isDayOnly: random(3) === 0, isActive: random(8) > 0 },
  };
};

function logOf({ id, isDayOnly }: Chore, firstId: number, zone: string, random: Random): Log[] {
  let at = NOW - random(20) * DAY;
  return Array.from({ length: random(30) }, (_, index) => {
    at -= HOUR + random(4 * DAY);
    const second = at - (at % 1_000);
    const day = `${dayIn(zone, second)} 00:00:00`;
    return {
      ...{ id: firstId + index, chore: id, by: random(6) === 0 ? null : 1 + random(4) },
      at: isDayOnly ? Date.parse(`${day.slice(0, 10)}T00:00:00Z`) : second,
      ...{ isUndone: random(9) === 0, isSkipped: random(9) === 0 },
    };
  });
}

export async function grocyFile(random: Random): Promise<TrueFile> {
  // Neither has a repeated hour in which two instants are written alike.
  const zone = pick(random, ["Asia/Kolkata", "UTC", "America/Bogota"]);
  const chores = Array.from({ length: 1 + random(8) }, (_, index) => choreOf(index + 1, random));
  const log: Log[] = [];
  for (const chore of chores) log.push(...logOf(chore, log.length + 1, zone, random));
  const choreOfLog = (one: Log) => chores[one.chore - 1] as Chore;
  const written = (one: Log) =>
    choreOfLog(one).isDayOnly
      ? `${new Date(one.at).toISOString().slice(0, 10)} 00:00:00`
      : localTime(one.at, zone);
  const bytes = await databaseOf({
    users: {
      columns: [
        "id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT UNIQUE",
        "username TEXT NOT NULL UNIQUE",
        "first_name TEXT",
        "last_name TEXT",
        "password TEXT NOT NULL",
      ],
      rows: NAMES.map((name, index) => [
        index + 1,
        name.toLowerCase(),
        ...(name.split(" ").length > 1 ? name.split(" ") : [name, null]),
        "hash",
      ]),
    },
    chores: {
      columns: [
        "id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT UNIQUE",
        "name TEXT NOT NULL UNIQUE",
        "description TEXT",
        "period_type TEXT NOT NULL",
        "period_days INTEGER",
        "period_config TEXT",
        "track_date_only TINYINT DEFAULT 0",
        "rollover TINYINT DEFAULT 0",
        "assignment_type TEXT",
        "assignment_config TEXT",
        "next_execution_assigned_to_user_id INT",
        "period_interval INTEGER NOT NULL DEFAULT 1 CHECK(period_interval > 0)",
        "active TINYINT NOT NULL DEFAULT 1 CHECK(active IN (0, 1))",
        "start_date DATETIME",
        "rescheduled_date DATETIME",
      ],
      rows: chores.map((one) => [
        ...[one.id, one.name, "<p>With <b>soap</b></p>", one.kind, one.days, one.config],
        ...[Number(one.isDayOnly), 0, "in-alphabetical-order", "1,2", 2, one.interval],
        ...[Number(one.isActive), localTime(one.start, zone)],
        one.moved === null ? null : localTime(one.moved, zone),
      ]),
    },
    chores_log: {
      columns: [
        "id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT UNIQUE",
        "chore_id INTEGER NOT NULL",
        "tracked_time DATETIME",
        "done_by_user_id INTEGER",
        "row_created_timestamp DATETIME",
        "undone TINYINT NOT NULL DEFAULT 0",
        "undone_timestamp DATETIME",
        "skipped TINYINT NOT NULL DEFAULT 0",
        "scheduled_execution_time DATETIME",
      ],
      rows: log.map((one) => [
        ...[one.id, one.chore, written(one), one.by, localTime(NOW, zone)],
        ...[Number(one.isUndone), null, Number(one.isSkipped), null],
      ]),
    },
  });
  return {
    ...{ name: "grocy.db", bytes, zone },
    deeds: log.flatMap((one) => (one.isUndone ? [] : deedOf(one, choreOfLog(one), zone))),
    openSince: "any past day",
  };
}

const deedOf = (one: Log, { name: title, isDayOnly }: Chore, zone: string): TrueDeed => ({
  ...{ title, status: one.isSkipped ? "skipped" : "done", at: isDayOnly ? null : one.at },
  day: isDayOnly ? new Date(one.at).toISOString().slice(0, 10) : dayIn(zone, one.at),
  by: one.by === null ? [] : [NAMES[one.by - 1] ?? `Somebody who isn’t in the file (${one.by})`],
  ...{ note: "", row: one.id, isLost: false },
});

import type { Random } from "../random.ts";
import { databaseOf } from "./database.ts";
import { dayIn, NOW, pick, TODAY, type TrueDeed, type TrueFile } from "./truth.ts";

/** Random households of Donetick 0.1.76, as its models (internal/…/model) have them in SQLite and in the API's JSON. */

const DAY = 86_400_000;
const HOUR = 3_600_000;
const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const STATUS = { STARTED: 0, DONE: 1, SKIPPED: 2, PENDING: 3, REJECTED: 4, MISSED: 5, MOVED: 6 };
const NAMES = ["Alice", "Bob", "Carol", "Dan"] as const;
const KINDS = [
  "daily",
  "weekly",
  "monthly",
  "interval",
  "days_of_the_week",
  "day_of_the_month",
  "adaptive",
  "trigger",
  "no_repeat",
  "once",
] as const;

/** '2025-05-28 10:11:12.123+00:00', as github.com/glebarez/go-sqlite writes a time. */
const goTime = (at: number | null) =>
  at === null ? null : new Date(at).toISOString().replace("T", " ").replace("Z", "+00:00");

interface History {
  readonly id: number;
  readonly chore: number;
  readonly at: number | null;
  readonly by: number;
  readonly due: number | null;
  readonly note: string | null;
  readonly status: number;
}

interface Chore {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly frequency: number;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly next: number | null;
  readonly isRolling: boolean;
  readonly isActive: boolean;
  readonly strategy: string;
  readonly assignees: readonly number[];
}

function metaOf(kind: string, next: number, zone: string, random: Random) {
  const weekday = new Intl.DateTimeFormat("en", { timeZone: zone, weekday: "long" });
  const own = weekday.format(next).toLowerCase();
  if (kind === "interval") return { unit: pick(random, ["days", "weeks", "months"]) };
  if (kind === "days_of_the_week") {
    return { days: [own, pick(random, WEEKDAYS as [string])], weekPattern: "every_week" };
  }
  if (kind === "day_of_the_month") {
    return {
      months: [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
      ],
    };
  }
  return {};
}

function choreOf(id: number, zone: string, random: Random): Chore {
  const kind = pick(random, KINDS);
  // At noon: its day is the same in each zone.
  const next = NOW + (random(40) - (kind === "adaptive" ? 0 : 10)) * DAY;
  const isDated = !["adaptive", "trigger", "no_repeat"].includes(kind);
  return {
    ...{ id, kind, name: `${pick(random, ["Bins", "<b>Plants</b>", "Köök", "Wash"])} ${id}` },
    frequency: kind === "day_of_the_month" ? Number(dayIn(zone, next).slice(8)) : 1 + random(4),
    meta: metaOf(kind, next, zone, random),
    next: isDated || kind === "adaptive" ? next : null,
    isRolling: random(2) === 0,
    isActive: random(8) > 0,
    strategy: pick(random, ["round_robin", "random", "keep_last_assigned", "no_assignee"]),
    assignees: [1, 2, 3].slice(random(3)),
  };
}

const NOTES = ["", "with Dan’s mop", "<i>not</i> HTML", "two\nlines", "x".repeat(120)] as const;

function historiesOf({ id, next, kind }: Chore, firstId: number, random: Random): History[] {
  const isOnce = ["once", "no_repeat"].includes(kind);
  const count = isOnce ? random(2) : random(30);
  let at = (next ?? NOW) - 3 * DAY;
  return Array.from({ length: count }, (_, index) => {
    at -= HOUR + random(4 * DAY);
    const happened = Math.min(at, NOW - HOUR) - index;
    const status = random(5) > 0 ? STATUS.DONE : random(7);
    const isBroken = random(40) === 0;
    return {
      ...{ id: firstId + index, chore: id, status, by: random(6) },
      at: isBroken ? null : random(60) === 0 ? Date.parse("2099-01-01T00:00:00Z") : happened,
      due: random(4) === 0 ? null : happened + (random(48) - 24) * HOUR,
      note: pick(random, NOTES) || null,
    };
  });
}

/** @param format the database or answers of the API */
export async function donetickFile(random: Random, format: "sqlite" | "json"): Promise<TrueFile> {
  const zone = pick(random, ["Europe/Berlin", "America/New_York", "UTC", "Asia/Kolkata"]);
  const chores = Array.from({ length: 1 + random(8) }, (_, index) =>
    choreOf(index + 1, zone, random),
  );
  const histories: History[] = [];
  for (const chore of chores) histories.push(...historiesOf(chore, histories.length + 1, random));
  // Its chore was deleted.
  const orphan = {
    id: histories.length + 1,
    chore: 999,
    at: NOW - DAY,
    by: 1,
    due: null,
    note: null,
  };
  histories.push({ ...orphan, status: STATUS.DONE });
  const bytes =
    format === "sqlite"
      ? await databaseOf(tablesOf(chores, histories, zone))
      : new TextEncoder().encode(JSON.stringify(answersOf(chores, histories)));
  return {
    name: format === "sqlite" ? "donetick.db" : "donetick.json",
    ...{ bytes, zone },
    deeds: histories.flatMap((history) => deedOf(history, chores, zone) ?? []),
    openSince: new Map(
      chores.flatMap((chore) => {
        const isDated =
          !isInterval(chore) && !["trigger", "no_repeat", "adaptive"].includes(chore.kind);
        const day = chore.next === null ? null : dayIn(zone, chore.next);
        return chore.isActive && isDated && day !== null ? [[chore.name, day] as const] : [];
      }),
    ),
  };
}

const isInterval = ({ kind, isRolling }: Chore) =>
  isRolling && ["daily", "weekly", "monthly", "interval"].includes(kind);

function deedOf(
  { id, chore, at, by, due, note, status }: History,
  chores: readonly Chore[],
  zone: string,
) {
  const own = chores.find((one) => one.id === chore);
  const isDeed = status === STATUS.DONE || status === STATUS.SKIPPED;
  // What waits for approval was done; nothing else of these is a deed.
  const isPending = status === STATUS.PENDING;
  if (!isDeed && !isPending) return null;
  const name = NAMES[by - 1] ?? `Somebody who isn’t in the file (${by})`;
  return {
    ...{ title: own?.name ?? "", status: status === STATUS.SKIPPED ? "skipped" : "done" },
    ...{ at: at ?? 0, day: dayIn(zone, at ?? 0), due: due === null ? undefined : dayIn(zone, due) },
    ...{ by: by === 0 ? [] : [name], note: note ?? "", row: id },
    isLost: !own || isPending || at === null || dayIn(zone, at) > TODAY,
  } satisfies TrueDeed as TrueDeed;
}

function tablesOf(chores: readonly Chore[], histories: readonly History[], zone: string) {
  return {
    users: {
      columns: [
        "id integer PRIMARY KEY AUTOINCREMENT",
        "display_name text",
        "username text",
        "circle_id integer",
        "timezone text",
        "user_type integer DEFAULT 0",
        "disabled numeric",
      ],
      rows: NAMES.map((name, index) => [index + 1, name, name.toLowerCase(), 1, zone, 0, 0]),
    },
    circles: {
      columns: ["id integer PRIMARY KEY AUTOINCREMENT", "name text", "created_by integer"],
      rows: [[1, "Home", 1]],
    },
    user_circles: {
      columns: [
        "id integer PRIMARY KEY AUTOINCREMENT",
        "user_id integer",
        "circle_id integer",
        "role text",
        "is_active numeric DEFAULT false",
      ],
      rows: NAMES.map((_, index) => [index + 1, index + 1, 1, index === 0 ? "admin" : "member", 1]),
    },
    chores: {
      columns: [
        "id integer PRIMARY KEY AUTOINCREMENT",
        "name text",
        "frequency_type text",
        "frequency integer",
        "frequency_meta text",
        "frequency_meta_v2 json",
        "next_due_date datetime",
        "is_rolling numeric",
        "assigned_to integer",
        "assign_strategy text",
        "is_active numeric",
        "circle_id integer",
        "description text",
        "project_id integer",
      ],
      rows: chores.map((one) => [
        ...[one.id, one.name, one.kind, one.frequency, null],
        // Go's driver writes JSON as bytes.
        new TextEncoder().encode(JSON.stringify(one.meta)),
        ...[goTime(one.next), Number(one.isRolling), one.assignees[0] ?? null, one.strategy],
        ...[Number(one.isActive), 1, null, null],
      ]),
    },
    chore_assignees: {
      columns: ["id integer PRIMARY KEY AUTOINCREMENT", "chore_id integer", "user_id integer"],
      rows: chores.flatMap(({ id, assignees }) => assignees.map((user) => [null, id, user])),
    },
    chore_histories: {
      columns: [
        "id integer PRIMARY KEY AUTOINCREMENT",
        "chore_id integer",
        "performed_at datetime",
        "completed_by integer",
        "assigned_to integer",
        "notes text",
        "due_date datetime",
        "updated_at datetime",
        "created_at datetime",
        "status integer",
        "points integer",
      ],
      rows: histories.map((one) => [
        ...[one.id, one.chore, goTime(one.at), one.by, null, one.note, goTime(one.due)],
        ...[goTime(NOW), goTime(NOW), one.status, null],
      ]),
    },
  };
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

const answersOf = (chores: readonly Chore[], histories: readonly History[]) => ({
  chores: {
    res: chores.map((one) => ({
      ...{ id: one.id, name: one.name, frequencyType: one.kind, frequency: one.frequency },
      ...{ frequencyMetadata: one.meta, nextDueDate: iso(one.next), isRolling: one.isRolling },
      ...{ isActive: one.isActive, assignStrategy: one.strategy, labelsV2: null, subTasks: [] },
      ...{ assignedTo: one.assignees[0] ?? null, project: null },
      assignees: one.assignees.map((userId) => ({ userId })),
    })),
  },
  history: {
    res: histories.map((one) => ({
      ...{ id: one.id, choreId: one.chore, performedAt: iso(one.at), completedBy: one.by },
      ...{ notes: one.note, dueDate: iso(one.due), status: one.status },
    })),
  },
  members: NAMES.map((displayName, index) => ({
    ...{ userId: index + 1, displayName, username: displayName.toLowerCase() },
    ...{ role: index === 0 ? "admin" : "member", isActive: true },
  })),
});

import { strToU8, zipSync } from "fflate";
import type { Random } from "../random.ts";
import { dayIn, NOW, pick, type TrueDeed, type TrueFile } from "./truth.ts";

/** Random lists of Vikunja 2.5, TickTick 7.1, calendars and plain tables. */

const DAY = 86_400_000;
const HOUR = 3_600_000;
const ZONE = "Europe/Berlin";
const TITLES = ["Bins", "<b>Plants</b>", "Fenster, außen", 'The "good" pan'] as const;
const titleOf = (id: number, random: Random) => `${pick(random, TITLES)} ${id}`;
const instant = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;
const NEVER = "0001-01-01T00:00:00Z";
const second = (at: number) => at - (at % 1_000);

/** Of what has a due day: it is done, and open otherwise. */
interface Item {
  readonly id: number;
  readonly title: string;
  readonly due: number | null;
  readonly doneAt: number | null;
  readonly isDone: boolean;
  readonly isRepeating: boolean;
}

function itemOf(id: number, random: Random): Item {
  const isRepeating = random(3) === 0;
  const isDone = !isRepeating && random(2) === 0;
  // At noon: its day is the same in each zone.
  const due = isRepeating || random(3) > 0 ? NOW + (random(60) - 30) * DAY : null;
  const doneAt =
    isDone || (isRepeating && random(2) === 0) ? second(NOW - HOUR - random(900 * DAY)) : null;
  return { id, title: titleOf(id, random), due, doneAt, isDone, isRepeating };
}

const deedOf = ({ id, title, doneAt, due, isDone }: Item, row = id): TrueDeed[] =>
  doneAt === null
    ? []
    : [
        {
          ...{ title, status: "done", at: doneAt, day: dayIn(ZONE, doneAt), by: [], note: "" },
          due: isDone && due !== null ? dayIn(ZONE, due) : undefined,
          ...{ row, isLost: false },
        },
      ];

const openSinceOf = (items: readonly Item[]) =>
  new Map(
    items.flatMap(({ title, due, isDone }) =>
      due === null || isDone ? [] : [[title, dayIn(ZONE, due)] as const],
    ),
  );

const items = (random: Random) =>
  Array.from({ length: 1 + random(20) }, (_, index) => itemOf(index + 1, random));

export async function vikunjaFile(random: Random): Promise<TrueFile> {
  const all = items(random);
  const user = { id: 1, name: "", username: "alice" };
  const tasks = all.map((one) => ({
    ...{ id: one.id, title: one.title, description: "<p>a &amp; b</p>", done: one.isDone },
    done_at: one.doneAt === null ? NEVER : instant(one.doneAt),
    due_date: one.due === null ? NEVER : instant(one.due),
    ...{ start_date: NEVER, end_date: NEVER, repeat_mode: 0 },
    repeat_after: one.isRepeating ? 86_400 * (1 + random(30)) : 0,
    ...{ assignees: random(2) === 0 ? [user] : null, labels: null, related_tasks: {} },
    comments: [{ id: 1, comment: "<p>mind the cat</p>", author: user }],
  }));
  const data = [{ id: 1, title: "Home", is_archived: false, owner: user, tasks }];
  const zip = zipSync({ "data.json": strToU8(JSON.stringify(data)), VERSION: strToU8("v2.5.0") });
  return {
    ...{ name: "vikunja-export.zip", bytes: new Uint8Array(zip), zone: ZONE },
    deeds: all.flatMap((one) => deedOf(one)),
    openSince: openSinceOf(all),
  };
}

const cellOf = (text: string) => `"${text.replaceAll('"', '""')}"`;
const tickTickTime = (at: number | null) => (at === null ? "" : instant(at).replace("Z", "+0000"));

export async function tickTickFile(random: Random): Promise<TrueFile> {
  const all = items(random).map((one) => (one.isRepeating ? { ...one, doneAt: null } : one));
  const head = [
    "Folder Name",
    "List Name",
    "Title",
    "Kind",
    "Tags",
    "Content",
    "Is Check list",
    "Start Date",
    "Due Date",
    "Reminder",
    "Repeat",
    "Priority",
    "Status",
    "Created Time",
    "Completed Time",
    "Order",
    "Timezone",
    "Is All Day",
    "Is Floating",
    "Column Name",
    "Column Order",
    "View Mode",
    "taskId",
    "parentId",
  ];
  const rows = all.map((one) => [
    ...["Home", "Chores", one.title, "TEXT", "", "two\nlines", "N", tickTickTime(one.due)],
    ...[tickTickTime(one.due), "", one.isRepeating ? "RRULE:FREQ=DAILY;INTERVAL=3" : "", "0"],
    ...[one.isDone ? "2" : "0", tickTickTime(NOW), tickTickTime(one.doneAt), "0", ZONE, "false"],
    ...["false", "", "", "list", String(one.id), ""],
  ]);
  const lines = [head, ...rows].map((row) => row.map(cellOf).join(","));
  const before =
    '\uFEFF"Date: 2026-11-27+0000"\n"Version: 7.1"\n"Status: \n0 Normal\n1 Completed\n2 Archived"';
  return {
    ...{ name: "TickTick-backup.csv", zone: ZONE },
    bytes: new Uint8Array(strToU8([before, ...lines].join("\n"))),
    deeds: all.flatMap((one, index) =>
      deedOf(one, index + 5).map((deed) => ({ ...deed, by: ["Whoever kept this list"] })),
    ),
    openSince: openSinceOf(all),
  };
}

const icsTime = (at: number) => instant(at).replaceAll(/[-:]/g, "");
const icsDay = (at: number) => dayIn(ZONE, at).replaceAll("-", "");

export async function icsFile(random: Random): Promise<TrueFile> {
  const all = items(random).map((one) => (one.isRepeating ? { ...one, doneAt: null } : one));
  const parts = all.map((one) =>
    [
      ...["BEGIN:VTODO", `UID:${one.id}@home`, `SUMMARY:${one.title.replaceAll(",", "\\,")}`],
      ...(one.due === null ? [] : [`DUE;VALUE=DATE:${icsDay(one.due)}`]),
      ...(one.isRepeating
        ? [`DTSTART;VALUE=DATE:${icsDay(one.due ?? NOW)}`, "RRULE:FREQ=DAILY;INTERVAL=2"]
        : []),
      ...(one.doneAt === null ? [] : [`COMPLETED:${icsTime(one.doneAt)}`, "STATUS:COMPLETED"]),
      "END:VTODO",
    ].join("\r\n"),
  );
  const text = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `X-WR-TIMEZONE:${ZONE}`,
    ...parts,
    "END:VCALENDAR",
  ];
  return {
    ...{ name: "tasks.ics", zone: ZONE, bytes: new Uint8Array(strToU8(text.join("\r\n"))) },
    deeds: all.flatMap((one) => deedOf(one)),
    openSince: openSinceOf(all),
  };
}

/** A sheet in which each row is a deed, in one of the forms in which days are written. */
export async function csvFile(random: Random): Promise<TrueFile> {
  const mark = pick(random, [",", ";", "\t"]);
  const form = pick(random, ["iso", "dots", "slashes"]);
  const deeds: TrueDeed[] = Array.from({ length: 1 + random(80) }, (_, index) => {
    const at = NOW - random(900) * DAY;
    const isLost = random(30) === 0;
    return {
      ...{ title: titleOf(random(5), random), status: "done", at: null, day: dayIn("UTC", at) },
      by: random(5) === 0 ? [] : [pick(random, ["Alice", "Bob", "Zoë, née X"])],
      ...{ note: pick(random, ["", "quick", "a; b, c"]), row: index + 2, isLost },
    };
  });
  const written = ({ day, isLost }: TrueDeed) => {
    const [year, month, date] = day.split("-");
    if (isLost) return "last week";
    if (form === "iso") return day;
    return form === "dots"
      ? `${date}.${month}.${year}`
      : `${Number(month)}/${Number(date)}/${year}`;
  };
  const rows = deeds.map((deed) => [deed.title, written(deed), deed.by.join(), deed.note]);
  const lines = [["Chore", "When", "Who", "Notes"], ...rows].map((row) =>
    row.map(cellOf).join(mark),
  );
  return {
    ...{ name: "fridge.csv", zone: "UTC", bytes: new Uint8Array(strToU8(lines.join("\r\n"))) },
    ...{ deeds, openSince: new Map() },
    answers: { task: "0", day: "1", person: "2", note: "3", head: "yes", order: "mdy" },
  };
}

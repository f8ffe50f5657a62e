import { strToU8, Zip, ZipDeflate, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { databaseOf, type Table } from "../../../tests/support/moving/database.ts";
import { missedDays, TODAY } from "../../../tests/support/moving/truth.ts";
import { US_ENGLISH } from "../language/locale.ts";
import { FileProblem } from "../portability/rota-file.ts";
import type { Answers, Moving } from "./moving-form.ts";
import { sourceOf } from "./sources.ts";

/** Files that are broken, none of what they say they are, or made to do harm: each is a sentence or is read. */

type Bytes = Uint8Array<ArrayBuffer>;

const bytesOf = (text: string): Bytes => new Uint8Array(strToU8(text));

async function read(name: string, bytes: Bytes, answers: Answers = {}): Promise<Moving> {
  const source = await sourceOf({ name, bytes });
  const reader = await source?.load();
  if (!reader) throw new Error("nobody knows it");
  return reader({ name, bytes }, answers, US_ENGLISH, TODAY);
}

const choreColumns = [
  "id integer primary key",
  "name text",
  "period_type text",
  "period_interval integer",
  "start_date text",
];
const logColumns = [
  "id integer primary key",
  "chore_id integer",
  "tracked_time text",
  "done_by_user_id integer",
];

const grocy = (
  names: readonly string[],
  log: Table["rows"] = [],
  users: Table["rows"] = [[1, "alice"]],
) =>
  databaseOf({
    chores: {
      columns: choreColumns,
      rows: names.map((name, index) => [index + 1, name, "daily", 2, "2026-11-30 09:00:00"]),
    },
    chores_log: { columns: logColumns, rows: log },
    users: { columns: ["id integer primary key", "username text"], rows: users },
  });

const BERLIN = { zone: "Europe/Berlin" };
const vikunja = (tasks: unknown) => JSON.stringify([{ title: "Home", tasks }]);

describe("a sentence for", () => {
  test("a file of another kind with the right name", async () => {
    for (const name of [
      "grocy.db",
      "donetick.db",
      "export.zip",
      "Loop.zip",
      "tasks.ics",
      "a.json",
    ]) {
      expect(await sourceOf({ name, bytes: bytesOf("Dear diary, today I cooked.") })).toBeNull();
    }
    expect(await sourceOf({ name: "a.csv", bytes: new Uint8Array([0x89, 0x50, 0, 0]) })).toBeNull();
  });

  test("a database that is cut, encrypted after its head, or of another program", async () => {
    const whole = await grocy(["Bins".repeat(900), "Plants".repeat(900)]);
    const cut = whole.slice(0, whole.length - 4_096);
    const noise = whole.map((byte, index) => (index < 4_000 ? byte : byte ^ ((index * 73) & 255)));
    for (const bytes of [cut, noise]) {
      await expect(read("grocy.db", bytes)).rejects.toThrow(
        "This database is broken or encrypted.",
      );
    }
    const other = await databaseOf({ books: { columns: ["id integer"], rows: [] } });
    expect(await sourceOf({ name: "grocy.db", bytes: other })).toBeNull();
  });

  test("a ZIP that is cut", async () => {
    const zip = new Uint8Array(
      zipSync({ "data.json": strToU8(vikunja([])), VERSION: strToU8("2") }),
    );
    await expect(read("v.zip", zip.slice(0, 60))).rejects.toThrow(FileProblem);
  });

  test("a ZIP that unpacks to more than a household ever did", { tags: ["all"] }, async () => {
    const parts: Bytes[] = [];
    const bomb = new Zip((_error, data) => void parts.push(new Uint8Array(data)));
    const file = new ZipDeflate("data.json", { level: 1 });
    bomb.add(file);
    const zeros = new Uint8Array(10_000_000);
    for (let size = 0; size < 21; size++) file.push(zeros);
    file.push(new Uint8Array(0), true);
    bomb.end();
    const packed = new Uint8Array(await new Blob(parts).arrayBuffer());
    expect(packed.length).toBeLessThan(2_000_000);
    await expect(read("v.zip", packed)).rejects.toThrow(
      "This ZIP is too large when it is unpacked.",
    );
  });

  test("what is too large, no calendar, no table, and nothing of the program", async () => {
    const large = new Uint8Array(100_000_001);
    large.set(strToU8("BEGIN:VCALENDAR"));
    await expect(read("a.ics", large)).rejects.toThrow("at most 100 MB");
    await expect(read("a.ics", bytesOf("BEGIN:VCALENDAR\nBEGIN:VTODO\nEND"))).rejects.toThrow(
      FileProblem,
    );
    await expect(read("a.csv", bytesOf("one\ntwo"))).rejects.toThrow("no table");
    await expect(read("a.json", bytesOf('{"frequencyType": 1}'))).rejects.toThrow(
      "This is no file of Donetick.",
    );
    const zip = zipSync({ "data.json": strToU8("{"), VERSION: strToU8("2") });
    await expect(read("v.zip", new Uint8Array(zip))).rejects.toThrow("This is no file of Vikunja.");
  });
});

describe("is read:", () => {
  test("deeds before 1970 and in 2099, and one of nobody, are said or kept", async () => {
    const { tasks, leftOut, people } = await read(
      "grocy.db",
      await grocy(
        ["Bins"],
        [
          [1, 1, "1969-12-31 12:00:00", 1],
          [2, 1, "2099-01-01 12:00:00", 1],
          [3, 1, "1970-01-02 12:00:00", 77],
          [4, 1, "last week", 1],
          [5, 9, "2026-01-02 12:00:00", null],
        ],
      ),
      BERLIN,
    );
    expect(leftOut.slice(0, 4).map(({ row, what, deeds }) => [row, what, deeds])).toEqual([
      [4, "It has no date.", 1],
      [1, "It is dated before 1970.", 1],
      [2, "It is dated in the future.", 1],
      [5, "Its task was deleted.", 1],
    ]);
    expect(tasks[0]?.completions.map(({ by, days }) => [by, days])).toEqual([
      [["77"], [["1970-01-02", "1970-01-02T11:00:00.000Z"]]],
    ]);
    expect(people.find(({ id }) => id === "77")).toMatchObject({ hasLeft: true });
  });

  test("times without a zone ask for one, and the days are those of its clocks", async () => {
    const bytes = await grocy(["Bins"], [[1, 1, "2026-03-29 02:30:00", 1]]);
    const asked = await read("grocy.db", bytes);
    expect(asked.questions).toMatchObject([{ id: "zone", kind: "zone" }]);
    expect(asked.timeZone).toBeNull();
    expect((await read("grocy.db", bytes, { zone: "Mars/Olympus" })).questions).toHaveLength(1);
    // Clocks went from two to three on that night.
    const { tasks, timeZone } = await read("grocy.db", bytes, BERLIN);
    expect([timeZone, tasks[0]?.completions[0]?.days]).toEqual([
      "Europe/Berlin",
      [["2026-03-29", "2026-03-29T01:30:00.000Z"]],
    ]);
  });

  test("two people of one name, HTML in titles, titles that are one, long, empty or strange", async () => {
    const { people, tasks } = await read(
      "grocy.db",
      await databaseOf({
        chores: {
          columns: choreColumns,
          rows: [
            "<script>x</script>",
            "a".repeat(300),
            "",
            "洗",
            "Bins",
            "Bins ",
            "\u202Ex\0y",
          ].map((name, index) => [index + 1, name, "daily", 1, "2026-11-30"]),
        },
        chores_log: { columns: logColumns, rows: [] },
        users: {
          columns: ["id integer primary key", "username text", "first_name text", "last_name text"],
          rows: [
            [1, "bob1", "Bob", "B"],
            [2, "bob2", "Bob", "B"],
          ],
        },
      }),
      BERLIN,
    );
    expect(people.map(({ name }) => name)).toEqual(["Bob B", "Bob B (bob2)"]);
    const titles = tasks.map(({ fields }) => String(fields.title));
    expect(titles.slice(0, 6)).toEqual([
      "<script>x</script>",
      `${"a".repeat(99)}…`,
      "(no title)",
      "Task 洗",
      "Bins",
      "Bins (2)",
    ]);
    expect(titles[6]).not.toContain("\0");
    expect(tasks[1]?.fields.subtitle).toBe("a".repeat(300));
  });

  test("a task that nobody did for years is open once, since its day", async () => {
    const bytes = await databaseOf({
      chores: {
        columns: [...choreColumns, "period_config text"],
        rows: [[1, "Bins", "weekly", 1, "2023-01-02 09:00:00", "monday"]],
      },
      chores_log: { columns: logColumns, rows: [[1, 1, "2023-01-09 10:00:00", 1]] },
      users: { columns: ["id integer primary key", "username text"], rows: [[1, "alice"]] },
    });
    const [task] = (await read("grocy.db", bytes, BERLIN)).tasks;
    expect(task && missedDays(task)).toEqual(["2023-01-16"]);
  });

  test("zones that don't exist, floating times and several calendars in one file", async () => {
    const calendar = (part: string) => `BEGIN:VCALENDAR\r\n${part}\r\nEND:VCALENDAR\r\n`;
    const event = (uid: string, start: string, rest = "") =>
      calendar(
        `BEGIN:VEVENT\r\nUID:${uid}\r\nSUMMARY:${uid}\r\nDTSTART${start}\r\n${rest}END:VEVENT`,
      );
    const text =
      event("mars", ";TZID=Mars/Olympus:20261201T233000", "RRULE:FREQ=WEEKLY;COUNT=9\r\n") +
      event("floating", ":20261202T000500") +
      event("long ago", ";VALUE=DATE:20200101", "RRULE:FREQ=DAILY;COUNT=5000;INTERVAL=2\r\n");
    const { tasks, questions } = await read("a.ics", bytesOf(text));
    expect(questions).toEqual([]);
    expect(tasks.map(({ fields }) => [fields.title, fields.startDate, fields.customRrule])).toEqual(
      [
        ["mars", "2026-12-01", "RRULE:FREQ=WEEKLY;COUNT=9"],
        ["floating", "2026-12-02", "RRULE:FREQ=DAILY;COUNT=1"],
        ["long ago", "2026-11-27", "RRULE:FREQ=DAILY;COUNT=3739;INTERVAL=2"],
      ],
    );
    expect(tasks.flatMap((task) => missedDays(task))).toEqual([]);
  });

  test("5,000 tasks and 20,000 deeds, each of them", { tags: ["all"] }, async () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `Chore ${index}`);
    const log = Array.from({ length: 20_000 }, (_, index) => [
      ...[index + 1, (index % 5_000) + 1],
      ...[`20${10 + Math.floor(index / 5_000)}-05-05 10:00:00`, 1],
    ]);
    const { tasks } = await read("grocy.db", await grocy(names, log), BERLIN);
    const deeds = tasks.flatMap(({ completions }) => completions.flatMap(({ days }) => days));
    expect([tasks.length, deeds.length]).toEqual([5_000, 20_000]);
  });

  test("200,000 deeds, half of them of one task: each is a day's, or said", {
    tags: ["all"],
  }, async () => {
    const instant = (index: number) =>
      new Date(Date.UTC(1990, 0, 1) + index * 7_200_000)
        .toISOString()
        .slice(0, 19)
        .replace("T", " ");
    const log = Array.from({ length: 200_000 }, (_, index) => [
      ...[index + 1, index % 2 === 0 ? 1 : 2 + (index % 101), instant(Math.floor(index / 2)), 1],
    ]);
    const names = Array.from({ length: 102 }, (_, index) => `Chore ${index}`);
    const { tasks, leftOut } = await read("grocy.db", await grocy(names, log), { zone: "UTC" });
    const kept = tasks.flatMap(({ completions }) => completions.flatMap(({ days }) => days));
    const lost = leftOut.reduce((sum, { deeds = 0 }) => sum + deeds, 0);
    expect(kept.length + lost).toBe(200_000);
    const days = new Set(
      log.flatMap(([, chore, at]) => (chore === 1 ? [String(at).slice(0, 10)] : [])),
    );
    const first = tasks[0]?.completions.flatMap((one) => one.days.map(([day]) => day)) ?? [];
    expect(new Set(first)).toEqual(days);
  });
});

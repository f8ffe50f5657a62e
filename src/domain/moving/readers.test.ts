import { strToU8 } from "fflate";
import { describe, expect, test } from "vitest";
import { databaseOf } from "../../../tests/support/moving/database.ts";
import { missedDays, TODAY } from "../../../tests/support/moving/truth.ts";
import { US_ENGLISH } from "../language/locale.ts";
import { repeatOf } from "./donetick-rhythm.ts";
import type { Answers } from "./moving-form.ts";
import { plainText } from "./plain-text.ts";
import { sourceOf } from "./sources.ts";

const NO_META = {
  days: [],
  months: [],
  occurrences: [],
  weekNumbers: [],
  unit: null,
  weekPattern: null,
};

async function read(
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  answers: Answers = {},
) {
  const bytes = typeof content === "string" ? new Uint8Array(strToU8(content)) : content;
  const reader = await (await sourceOf({ name, bytes }))?.load();
  if (!reader) throw new Error("nobody knows it");
  return reader({ name, bytes }, answers, US_ENGLISH, TODAY);
}

describe("a rhythm of Donetick", () => {
  test.each([
    ["daily", {}, "daily"],
    ["daily", { isRolling: true }, "P1D"],
    ["yearly", { isRolling: true }, "P12M"],
    ["interval", { frequency: 3, meta: { unit: "weeks" } }, "RRULE:FREQ=WEEKLY;INTERVAL=3"],
    ["interval", { frequency: 3, isRolling: true, meta: { unit: "weeks" } }, "P3W"],
    ["interval", { frequency: 48, isRolling: true, meta: { unit: "hours" } }, "P2D"],
    [
      "days_of_the_week",
      { meta: { days: ["monday", "thursday"] } },
      "RRULE:FREQ=WEEKLY;BYDAY=MO,TH",
    ],
    [
      "days_of_the_week",
      { meta: { days: ["friday"], weekPattern: "week_of_month", occurrences: [-1] } },
      "RRULE:FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1",
    ],
    [
      "days_of_the_week",
      { meta: { days: ["friday"], weekPattern: "week_of_month", occurrences: [1, 3] } },
      "RRULE:FREQ=MONTHLY;BYDAY=1FR,3FR",
    ],
    [
      "day_of_the_month",
      { frequency: 30, meta: { months: ["january", "february"] } },
      "RRULE:FREQ=MONTHLY;BYMONTH=1,2;BYMONTHDAY=28,29,30;BYSETPOS=-1",
    ],
    ["no_repeat", {}, "none"],
    ["trigger", {}, "none"],
    ["interval", { frequency: 5, meta: { unit: "hours" } }, "asked: daily"],
    [
      "days_of_the_week",
      { meta: { days: ["friday"], weekPattern: "week_of_quarter" } },
      "asked: daily,weekly,monthly,yearly",
    ],
    ["moonlight", {}, "asked: daily,weekly,monthly,yearly"],
  ])(
    "%s %j is %s",
    (kind, {
      meta = {},
      frequency = 1,
      isRolling = false,
    }: object & { meta?: object; frequency?: number; isRolling?: boolean }, expected) => {
      const repeat = repeatOf({ kind, frequency, isRolling, meta: { ...NO_META, ...meta } }, []);
      const codes = (Array.isArray(repeat) ? repeat : [repeat]).map((one) =>
        typeof one === "string" ? one : (one?.afterDone ?? one?.customRrule ?? one?.repeatValue),
      );
      expect(Array.isArray(repeat) ? `asked: ${codes.join()}` : codes[0]).toBe(expected);
    },
  );

  test("one that learns is asked, with its average first", () => {
    const repeat = repeatOf({ kind: "adaptive", frequency: 1, isRolling: false, meta: NO_META }, [
      "2026-01-01",
      "2026-01-08",
      "2026-01-19",
    ]);
    expect(repeat).toMatchObject([{ afterDone: "P9D" }, { repeatValue: "daily" }, {}, {}, {}]);
  });
});

test("Donetick's people, turns, labels and checklist come along; of several households one is chosen", async () => {
  const id = "id integer primary key";
  const bytes = await databaseOf({
    circles: {
      columns: [id, "name text", "created_by integer"],
      rows: [
        [1, "Home", 2],
        [2, "Flat", 3],
      ],
    },
    users: {
      columns: [
        id,
        "display_name text",
        "username text",
        "circle_id integer",
        "timezone text",
        "user_type integer",
      ],
      rows: [
        [1, "Alice", "a", 1, "Europe/Berlin", 0],
        [2, "Bob", "b", 1, "Europe/Berlin", 1],
        [3, "Eve", "e", 2, "UTC", 0],
      ],
    },
    user_circles: {
      columns: [id, "user_id integer", "circle_id integer", "role text", "is_active numeric"],
      rows: [
        [1, 1, 1, "admin", 1],
        [2, 2, 1, "member", 0],
        [3, 3, 2, "admin", 1],
      ],
    },
    chores: {
      columns: [
        id,
        "name text",
        "circle_id integer",
        "frequency_type text",
        "is_active numeric",
        "next_due_date datetime",
        "assigned_to integer",
        "assign_strategy text",
        "description text",
      ],
      rows: [
        [
          1,
          "Bins",
          1,
          "weekly",
          1,
          "2026-11-30 10:00:00+00:00",
          2,
          "round_robin",
          "<p>Black <b>left</b></p><p>5 &lt; 6</p>",
        ],
        [2, "Rent", 2, "monthly", 1, "2026-12-01 10:00:00+00:00", 3, "no_assignee", null],
      ],
    },
    chore_assignees: {
      columns: [id, "chore_id integer", "user_id integer"],
      rows: [
        [1, 1, 1],
        [2, 1, 2],
      ],
    },
    labels: { columns: [id, "name text"], rows: [[1, "Kitchen"]] },
    chore_labels: { columns: ["chore_id integer", "label_id integer"], rows: [[1, 1]] },
    sub_tasks: {
      columns: [id, "chore_id integer", "order_id integer", "name text"],
      rows: [
        [1, 1, 1, "Lid"],
        [2, 1, 0, "Bag"],
      ],
    },
    chore_histories: {
      columns: [
        id,
        "chore_id integer",
        "performed_at datetime",
        "completed_by integer",
        "due_date datetime",
        "notes text",
        "status integer",
      ],
      rows: [],
    },
  });
  const { questions } = await read("donetick.db", bytes);
  expect(questions[0]?.choices).toEqual([
    { value: "1", label: "Home" },
    { value: "2", label: "Flat" },
  ]);
  const { name, people, tasks, timeZone, leftOut } = await read("donetick.db", bytes, {
    circle: "1",
  });
  expect([name, timeZone]).toEqual(["Home", "Europe/Berlin"]);
  expect(people).toEqual([
    { id: "1", name: "Alice", role: "keeper" },
    { id: "2", name: "Bob", role: "helper", hasLeft: true },
  ]);
  expect(tasks).toMatchObject([
    {
      roster: ["2", "1"],
      fields: {
        ...{ title: "Bins", category: "Kitchen", subtitle: "Black left\n5 < 6" },
        ...{ checklist: ["Bag", "Lid"], repeatValue: "weekly", startDate: "2026-11-30" },
      },
    },
  ]);
  expect(leftOut[0]?.what).toBe("1 task of other households in this file.");
});

test("a done task of TickTick with the name of one that repeats is its past if somebody says so", async () => {
  const head =
    "List Name,Title,Kind,Tags,Content,Start Date,Due Date,Repeat,Status,Completed Time,Timezone,taskId,parentId";
  const file = [
    '"Date: 2026-11-27+0000"',
    `"List Name","Title"${head.slice("List Name,Title".length)}`,
    "Home,Plants,TEXT,,▪Fern\t▫Ficus,,2026-11-29T11:00:00+0000,RRULE:FREQ=DAILY;INTERVAL=3;TT_SKIP=WEEKEND,0,,Europe/Berlin,1,",
    "Home,Plants,TEXT,,,,2026-11-20T11:00:00+0000,,2,2026-11-21T11:00:00+0000,Europe/Berlin,2,",
  ].join("\n");
  const asked = await read("backup.csv", file);
  expect(asked.questions.map(({ id }) => id)).toEqual(["copies"]);
  const answers = { copies: "past", "rhythm 1": "RRULE:FREQ=DAILY;INTERVAL=3" };
  const { tasks } = await read("backup.csv", file, answers);
  expect(tasks).toHaveLength(1);
  expect(tasks[0]?.completions).toMatchObject([
    { days: [["2026-11-20", "2026-11-21T11:00:00.000Z"]] },
  ]);
  expect((await read("backup.csv", file, { ...answers, copies: "tasks" })).tasks).toHaveLength(2);
});

test("a series of a calendar: what is left out, moved, done and counted", async () => {
  const part = (...lines: string[]) =>
    ["BEGIN:VTODO", "UID:1", "SUMMARY:Bins", ...lines, "END:VTODO"].join("\r\n");
  const text = [
    "BEGIN:VCALENDAR",
    part(
      "DTSTART;VALUE=DATE:20261102",
      "RRULE:FREQ=WEEKLY;COUNT=8",
      "EXDATE;VALUE=DATE:20261214",
      "CATEGORIES:Kitchen",
      "DURATION:PT50M",
    ),
    ...["20261102", "20261109", "20261116"].map((day) =>
      part(`RECURRENCE-ID;VALUE=DATE:${day}`, "STATUS:COMPLETED", `COMPLETED:${day}T200000Z`),
    ),
    part("RECURRENCE-ID;VALUE=DATE:20261207", "DUE;VALUE=DATE:20261208"),
    "END:VCALENDAR",
  ].join("\r\n");
  const { tasks, leftOut } = await read("a.ics", text, { zone: "Europe/Berlin" });
  const [task] = tasks;
  expect(task?.fields).toMatchObject({
    ...{ category: "Kitchen", effort: 3, startDate: "2026-11-23", scheduleFrom: "2026-11-23" },
    customRrule: "RRULE:FREQ=WEEKLY;COUNT=5",
  });
  expect(task?.completions.flatMap(({ days }) => days.map(([day]) => day))).toEqual([
    "2026-11-02",
    "2026-11-09",
    "2026-11-16",
  ]);
  expect(task?.putOffs).toMatchObject([{ dueDate: "2026-12-07", newDate: "2026-12-08" }]);
  expect(task?.pausedDays).toContainEqual(["2026-12-14", "2026-12-14"]);
  expect(task && missedDays(task)).toEqual(["2026-11-23"]);
  expect(leftOut).toHaveLength(1);
});

test("Todoist's words, people and durations; what isn't understood is asked", async () => {
  const file = [
    "TYPE,CONTENT,DESCRIPTION,INDENT,RESPONSIBLE,DATE,DATE_LANG,DURATION,DURATION_UNIT",
    "task,Bins,,1,Alice (12),every monday,en,20,minute",
    "task,Herbs,,1,,jeden Montag,de,,",
    "task,Someday,,1,,,,,",
  ].join("\n");
  const { questions, people, tasks } = await read("Chores [1].csv", file);
  expect(questions.map(({ id }) => id)).toEqual(
    ["rhythm todoist: Chores / Herbs / jeden Montag", "undated"].map((id) =>
      id.replace("Chores / ", "Chores /  / "),
    ),
  );
  expect(people).toEqual([{ id: "12", name: "Alice" }]);
  expect(tasks).toMatchObject([{ roster: ["12"], fields: { title: "Bins", effort: 2 } }]);
});

test("HTML becomes text, and text that only looks like it stays", () => {
  expect(plainText("<ul><li>a&nbsp;b</li><li>c</li></ul>")).toBe("- a b\n- c");
  expect(plainText("5 < 6 and 7 > 3 &amp; so on")).toBe("5 < 6 and 7 > 3 &amp; so on");
  expect(plainText("<p>&#x1F9F9;&#0;&#xD800;</p>")).toBe("🧹");
});

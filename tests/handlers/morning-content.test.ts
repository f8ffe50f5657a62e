import { describe, expect, test } from "vitest";
import { startOfDayInZone } from "../../src/domain/dates/time-zone.ts";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { taskFromJson } from "../../src/domain/tasks/task-json.ts";
import { morningContent } from "../../supabase/functions/send-mails/morning-content.ts";
import { bitsOf } from "../support/bits.ts";
import { turnTask } from "../support/sample-household.ts";
import { jsonTask } from "../support/task-fixture.ts";

/** The content of a morning mail in New York on 22 November 2026 at 7. */

const today = "2026-11-22";
const timeZone = "America/New_York";
const at = (date: string, hours: number) =>
  new Date(startOfDayInZone(date, timeZone) + hours * 3_600_000).toISOString();
const moment = { today, timeZone, now: Date.parse(at(today, 7)) };

const dayNumber = (date: string) => Date.parse(date) / 86_400_000;
const run = (first: string, last: string): [number, number] => [
  dayNumber(first),
  dayNumber(last) - dayNumber(first) + 1,
];
const since = (first: string, last: string) => {
  const [start, length] = run(first, last);
  return bitsOf(...Array.from({ length }, (_, n) => start + n));
};

let count = 0;
const task = (changes: Partial<TaskJson>): TaskJson =>
  jsonTask({ id: `task ${++count}`, startDate: today, ...changes });

const contentOf = (...tasks: TaskJson[]) =>
  morningContent(
    tasks.map((json) => taskFromJson(json)),
    "alice",
    moment,
    US_ENGLISH,
  );

/** Without the marks that isolate a title's direction. */
const plain = (lines: readonly { text: string; day: string }[] | undefined) =>
  lines?.map(({ text, day }) => [text.replaceAll(/[\u2068\u2069]/g, ""), day]);

describe("no mail", () => {
  test("when nothing is due, and when all of it is done or skipped", () => {
    const dish = { title: "Dishes" };
    expect(contentOf()).toBeNull();
    expect(contentOf(task({ startDate: "2026-11-23" }))).toBeNull();
    expect(contentOf(task({ ...dish, completedDays: since(today, today) }))).toBeNull();
    expect(contentOf(task({ ...dish, skippedDays: since(today, today) }))).toBeNull();
    expect(contentOf(task({ ...dish, pausedDays: [run(today, today)] }))).toBeNull();
    expect(
      contentOf(
        task({ startDate: "2026-11-20", completedDays: since("2026-11-20", today) }),
        task({ repeatValue: "weekly", startDate: "2026-11-20", missedPolicy: "pass" }),
      ),
    ).toBeNull();
  });
});

describe("what is due and what is late", () => {
  test("one line a task that is due; of what was missed there is a count", () => {
    const content = contentOf(
      task({ title: "Plants", category: "Home" }),
      task({ title: "Bins", category: "Garden", startDate: "2026-11-18", repeatValue: "weekly" }),
      task({ title: "Dishes", startDate: "2026-10-01" }),
      task({ title: "Letters", startDate: "2026-10-01", missedPolicy: "latest" }),
    );
    expect(plain(content?.due)).toEqual([
      ["Plants", today],
      ["Dishes", today],
      ["Letters", today],
    ]);
    expect(content?.late).toBe(2);
  });

  test("whose turn it is", () => {
    const content = morningContent(
      [
        turnTask({ title: "Bins", startDate: today, endDate: today }),
        turnTask({ title: "Dishes", startDate: "2026-11-21", endDate: today }),
      ],
      "alice",
      moment,
      US_ENGLISH,
    );
    expect(plain(content?.due)).toEqual([
      ["Bins: your turn", today],
      ["Dishes: Bob’s turn", today],
    ]);
  });

  test("without the turns of others, if wished: of what is due and of what is late", () => {
    const board = [
      turnTask({ title: "Bob's", roster: ["bob"], startDate: "2026-11-20" }),
      turnTask({
        title: "Bob's, late",
        roster: ["bob"],
        startDate: "2026-11-20",
        endDate: "2026-11-20",
      }),
      turnTask({ title: "Mine", roster: ["alice"], startDate: "2026-11-21" }),
      turnTask({ title: "Anybody's", roster: [], startDate: "2026-11-21" }),
      taskFromJson(task({ title: "Private" })),
    ];
    const told = (tasks: typeof board) => morningContent(tasks, "alice", moment, US_ENGLISH, true);
    expect(told(board)?.due.map(({ text }) => text.replaceAll(/[\u2068\u2069]/g, ""))).toEqual([
      ...["Anybody's", "Mine: your turn", "Private"],
    ]);
    expect(told(board)?.late).toBe(2);
    expect(morningContent(board, "alice", moment, US_ENGLISH)?.late).toBe(4);
    expect(told(board.slice(0, 2))).toBeNull();
  });

  test("what is folded on Today is worth no mail, and counts in one", () => {
    const long = task({ title: "Bins", startDate: "2026-11-03", endDate: "2026-11-03" });
    expect(contentOf(long)).toBeNull();
    expect(contentOf(long, task({ title: "Plants" }))).toMatchObject({ late: 1 });
    const thisWeek = task({ startDate: "2026-11-20", endDate: "2026-11-20" });
    expect(contentOf(long, thisWeek)).toMatchObject({ due: [], late: 2 });
  });
});

describe("who did what yesterday, by the clocks of the person", () => {
  const shared = (title: string, changes: Partial<TaskJson>) =>
    task({
      title,
      isShared: true,
      startDate: "2026-11-01",
      people: { alice: "Alice", bob: "Bob" },
      completedDays: since("2026-11-01", "2026-11-21"),
      ...changes,
    });
  const tick = (date: string, completedAt: string, completedBy: string | null = "bob") =>
    ({ date, status: "done", completedAt, timeZone: "UTC", completedBy }) as const;
  const yesterday = "2026-11-21";
  const linesOf = (...tasks: TaskJson[]) =>
    contentOf(...tasks)?.yesterday.map((line) => line.replaceAll(/[\u2068\u2069]/g, ""));

  test("names and titles, also of what was caught up on", () => {
    expect(
      linesOf(
        shared("Dishes", { recentCompletions: [tick(yesterday, at(yesterday, 0))] }),
        shared("Plants", { recentCompletions: [tick("2026-11-19", at(yesterday, 23.9))] }),
        shared("Bins", { recentCompletions: [tick(yesterday, at(yesterday, 12), "alice")] }),
        shared("Letters", { recentCompletions: [tick(yesterday, at(yesterday, 12), null)] }),
        shared("Floor", {
          recentCatchUps: [
            {
              id: "1",
              status: "done",
              days: [run("2026-11-01", "2026-11-03")],
              completedAt: at(yesterday, 9),
              timeZone: "UTC",
              completedBy: "bob",
            },
          ],
        }),
      ),
    ).toEqual(["Bob: Dishes, Plants, Floor (3 days)", "You: Bins", "Someone who left: Letters"]);
  });

  test("nothing of other days, of skips, and of tasks of one's own", () => {
    const skip = { ...tick(yesterday, at(yesterday, 9)), status: "skipped" } as const;
    expect(
      linesOf(
        shared("Today's", { recentCompletions: [tick(yesterday, at(today, 0))] }),
        shared("Before", { recentCompletions: [tick(yesterday, at("2026-11-20", 23.9))] }),
        shared("Skipped", { recentCompletions: [skip] }),
        shared("Own", { isShared: false, recentCompletions: [tick(yesterday, at(yesterday, 9))] }),
      ),
    ).toEqual([]);
  });
});

import { useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { Home } from "../../src/app/home.tsx";
import { formatMonthDay } from "../../src/domain/dates/format-date.ts";
import { timeInZone } from "../../src/domain/dates/time-zone.ts";
import { US_ENGLISH } from "../../src/domain/language/locale.ts";
import { TodayTab } from "../../src/features/today/today-tab.tsx";
import { day, ZONE } from "../support/day.ts";
import { householdOf } from "./households.ts";
import { answer, calls, expectSent, hold, sent } from "./network.ts";
import {
  button,
  chore,
  done,
  listOf,
  onDays,
  overdueChore,
  PETRA,
  show,
  texts,
  toast,
} from "./show.tsx";

/** Today's view of the tasks. */

const section = (name: string) => page.getByRole("region", { name });
const itemOf = (name: string, title: string) =>
  section(name).getByRole("listitem").filter({ hasText: title });

afterEach(() => vi.useRealTimers());

test("says which day it is, and that there is nothing to do", async () => {
  await show(<TodayTab />);
  const options = { weekday: "long", month: "long", day: "numeric", timeZone: ZONE } as const;
  const weekday = new Intl.DateTimeFormat("en-US", options).format();
  await expect.element(page.getByRole("heading", { name: `Today is ${weekday}` })).toBeVisible();
  await expect.element(page.getByText("You're All Done - Congratulations!")).toBeVisible();
  await expect.element(page.getByText("No tasks for today!")).toBeVisible();
  await expect.element(page.getByText("Add a task to get started.")).toBeVisible();
});

test("sorts occurrences into sections, categories and titles, with counts", async () => {
  const tasks = [
    chore("Sweep", { category: "Kitchen", subtitle: "Under the table" }),
    chore("Air the rooms", { category: "Kitchen" }),
    chore("Feed the cat", { category: "Animals" }),
    overdueChore("Pay the rent", { category: "Money" }),
    done(chore("Stretch", { category: "Health" })),
  ];
  await show(<TodayTab />, { tasks });
  await expect.element(page.getByText("You have 4 tasks for today")).toBeVisible();
  expect(texts(page.getByRole("heading", { level: 2 }))).toEqual(["Overdue", "Active", "Done"]);
  const active = section("Active");
  expect(texts(active.getByRole("heading", { level: 3 }))).toEqual([
    expect.stringMatching(/Animals\s*1/),
    expect.stringMatching(/Kitchen\s*2/),
  ]);
  expect(texts(active.getByRole("listitem"))).toEqual([
    expect.stringContaining("Feed the cat"),
    expect.stringContaining("Air the rooms"),
    expect.stringMatching(/Sweep.*Under the table.*Daily/),
  ]);
  await expect.element(section("Overdue")).toHaveTextContent(/Money.*Pay the rent.*Yesterday/);
  await expect.element(section("Done")).toHaveTextContent(/Health.*Stretch.*at \d{1,2}:\d\d [AP]M/);
});

test("while a house is paused says until when, and the way back is one tap", async () => {
  const houseAbsences = [{ id: "now", from: day(-1), to: day(2), by: "Petra Person" }];
  const flat = { ...householdOf("The flat", ["Bob"]), houseAbsences };
  const next = [{ id: "next", from: day(3), to: day(4), by: "Petra Person" }];
  await show(<Home />, { households: [{ ...flat, houseAbsences: next }] });
  await expect.element(page.getByText("No tasks for today!")).toBeVisible();
  expect(page.getByText(/We are away/).elements()).toEqual([]);

  await show(<Home />, { households: [flat] });
  await expect.element(page.getByText(/^We are away until .* entered by you$/)).toBeVisible();
  answer(calls.endHouseAbsence, 204);
  answer(calls.list, 200, listOf({ households: [{ ...flat, houseAbsences: [] }] }));
  await button(/^We are back: We are away until/).click();
  expect(sent(calls.endHouseAbsence)).toEqual([{ household_id: flat.id, id: "now" }]);
  await expect.element(page.getByText(/We are away/)).not.toBeInTheDocument();
});

test("what was done where clocks show another time says where", async () => {
  const mop = done(chore("Mop", { isShared: true }), "robin");
  const [tick] = mop.recentCompletions;
  const timeZone = "Asia/Kathmandu"; // beside every other by a quarter of an hour
  const recentCompletions = tick ? [{ ...tick, timeZone }] : [];
  await show(<TodayTab />, { tasks: [{ ...mop, recentCompletions }] });
  const there = timeInZone(tick?.completedAt ?? "", timeZone, US_ENGLISH);
  await expect
    .element(itemOf("Done", "Mop"))
    .toHaveTextContent(new RegExp(`Robin Roommate (on .* )?at ${there} in Kathmandu`));
});

test("what was done just now says so for a minute", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  const mop = done(chore("Mop", { isShared: true }), "robin");
  const completedAt = new Date().toISOString();
  const recentCompletions = mop.recentCompletions.map((tick) => ({ ...tick, completedAt }));
  await show(<TodayTab />, { tasks: [{ ...mop, recentCompletions }] });
  await expect.element(itemOf("Done", "Mop")).toHaveTextContent(/Roommate at .* · just now/);
  vi.advanceTimersByTime(60_000);
  await expect.element(itemOf("Done", "Mop")).not.toHaveTextContent("just now");
});

test("Done names who did a shared task: the other person, or You", async () => {
  const tasks = [
    done(chore("Sweep", { isShared: true })),
    done(chore("Mop", { isShared: true }), "robin"),
    done(chore("Stretch")),
  ];
  await show(<TodayTab />, { tasks });
  await expect
    .element(itemOf("Done", "Sweep"))
    .toHaveTextContent(/You at \d{1,2}:\d\d [AP]M.*Shared/);
  await expect.element(itemOf("Done", "Mop")).toHaveTextContent(/Robin Roommate at/);
  await expect.element(itemOf("Done", "Stretch")).not.toHaveTextContent("You");
});

test("all missed days are caught up at once, and a day is skipped alone", async () => {
  await show(<TodayTab />, {
    tasks: [chore("Sweep", { startDate: day(-3650) })],
  });
  await button("Earlier: 1 task").click();
  await button("Catch up Sweep: mark all missed days as done").click();
  await expect.element(itemOf("Done", "Sweep")).toHaveTextContent("Sweep: 3,650 days caught up");
  await expect.element(section("Overdue")).not.toBeInTheDocument();
  await expect.element(page.getByText("You have 1 task for today")).toBeVisible();
});

test("a long backlog is settled in one go, but for what is left out, and taken back", async () => {
  const [sweep, mop] = [
    chore("Sweep", { startDate: day(-9) }),
    chore("Mop", { startDate: day(-3) }),
  ];
  await show(<TodayTab />, { tasks: [sweep, mop, chore("Dust")] });
  await button("Start fresh").click();
  const dialog = page.getByRole("dialog", { name: "Start fresh" });
  await expect
    .element(dialog.getByRole("group", { name: "Yours" }))
    .toHaveTextContent(/Sweep\s*9 days/);
  await dialog.getByRole("checkbox", { name: /Mop/ }).click();
  await dialog.getByRole("button", { name: "Start fresh" }).click();
  await expect.element(itemOf("Done", "Sweep")).toHaveTextContent("Sweep: 9 days skipped");
  const { completedDays: skippedDays } = onDays(
    ...Array.from({ length: 9 }, (_, index) => day(index - 9)),
  );
  answer(calls.catchUp, 200, { ...sweep, skippedDays, revision: sweep.revision + 1 });
  await expect.element(section("Overdue")).not.toHaveTextContent("Sweep");
  await expect.element(section("Overdue")).toHaveTextContent("Mop");
  await expect.element(toast("A fresh start")).toBeVisible();
  const [settled, ...others] = sent(calls.catchUp);
  expect(others).toEqual([]);
  expect(settled).toMatchObject({ task_id: sweep.id, status: "skipped" });
  hold(calls.undoCatchUp);
  await button("Undo").click();
  const { id } = settled as { id: string };
  await expectSent(calls.undoCatchUp).toEqual([{ task_id: sweep.id, catch_up_id: id }]);
});

describe("a fresh start counts days as done by nobody in particular in a household alone, and says so", () => {
  const flat = householdOf("Flat", ["Bob Baker"]);
  const ours = chore("Sweep", { startDate: day(-12), householdId: flat.id });
  const mine = chore("Mop", { startDate: day(-12) });
  const shared = chore("Dust", { startDate: day(-12), isShared: true, takingPart: ["robin"] });
  test.each([
    ["of one's own", [mine, shared], "Done by you", [/Mop\s*12 days$/, /Dust\s*12 days$/]],
    ["of a household", [ours], "Done by somebody", [/Sweep\s*12 days$/]],
    ["of both", [ours, mine], "Done", [/Sweep\s*12 days, by somebody$/, /Mop\s*12 days, by you$/]],
  ] as const)("%s", async (_, tasks, option, rows) => {
    await show(<TodayTab />, { tasks: [...tasks], households: [flat] });
    await button("Start fresh").click();
    const dialog = page.getByRole("dialog", { name: "Start fresh" });
    await dialog.getByLabelText("Count missed days as").selectOptions(option);
    for (const row of rows) {
      await expect.element(dialog.getByRole("checkbox", { name: row })).toBeVisible();
    }
    await dialog.getByRole("button", { name: "Start fresh" }).click();
    await expectSent(calls.catchUp).toHaveLength(tasks.length);
    const nobody = (sent(calls.catchUp) as readonly { task_id: string; people?: [] }[]).filter(
      ({ people }) => people?.length === 0,
    );
    expect(nobody.map(({ task_id }) => task_id)).toEqual(tasks.includes(ours) ? [ours.id] : []);
  });
});

test("a short backlog needs no fresh start", async () => {
  await show(<TodayTab />, {
    tasks: [chore("Sweep", { startDate: day(-9) })],
  });
  await expect.element(section("Overdue")).toBeVisible();
  await expect.element(button("Start fresh")).not.toBeInTheDocument();
});

test("what one answer settled of several tasks is one row in Done, with one undo", async () => {
  const [sweep, mop] = [
    chore("Sweep", { startDate: day(-9) }),
    chore("Mop", { startDate: day(-3) }),
  ];
  await show(<TodayTab />, { tasks: [sweep, mop] });
  await button("Start fresh").click();
  hold(calls.catchUp);
  await page
    .getByRole("dialog", { name: "Start fresh" })
    .getByRole("button", { name: "Start fresh" })
    .click();
  const rows = section("Done").getByRole("listitem");
  await expect.element(rows).toHaveTextContent(/^12 skipped/);
  await expect.element(section("Overdue")).not.toBeInTheDocument();
  await expect.element(rows.getByRole("button", { name: "Undo 12 skipped" })).toBeVisible();
});

/** Keeps the day about which a person said that all stays missed. */
const KEPT = `rota.missed.${PETRA.id}`;

/** Today, to which a person returns. */
function Later({ kept }: { kept?: string }) {
  const [visit, setVisit] = useState(1);
  useState(() => kept && localStorage.setItem(KEPT, kept));
  return (
    <>
      <button type="button" onClick={() => setVisit(visit + 1)}>
        Come again
      </button>
      <TodayTab key={visit} />
    </>
  );
}

test("who comes back after a week is asked what became of it, once", async () => {
  const sweep = chore("Sweep", { startDate: day(-30), ...onDays(day(-9)) });
  const welcome = section("Welcome back");
  await show(<Later />, { tasks: [sweep] });
  await expect.element(welcome).toHaveTextContent(`since ${formatMonthDay(day(-8), US_ENGLISH)}`);
  await button("Leave it as missed").click();
  await expect.element(welcome).not.toBeInTheDocument();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveFocus();
  expect(sent(calls.catchUp)).toEqual([]);
  await button("Come again").click();
  await expect.element(button("Earlier: 1 task")).toBeVisible();
  await expect.element(welcome).not.toBeInTheDocument();
  expect(localStorage.getItem(KEPT)).toBe(day(-8));
  // After another time away they are asked anew.
  await show(<Later kept={day(-30)} />, { tasks: [sweep] });
  await expect.element(welcome).toBeVisible();
});

test("what was due meanwhile is skipped, and what was missed before stays", async () => {
  const sweep = chore("Sweep", { startDate: day(-12), ...onDays(day(-9)) });
  await show(<TodayTab />, { tasks: [sweep] });
  await button("Skip it").click();
  await expect.element(itemOf("Done", "Sweep")).toHaveTextContent("Sweep: 8 days skipped");
  await expect.element(section("Welcome back")).not.toBeInTheDocument();
});

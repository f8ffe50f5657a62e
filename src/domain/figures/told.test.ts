import { expect, test } from "vitest";
import { turnTask } from "../../../tests/support/sample-household.ts";
import { daySet } from "../../../tests/support/sample-task.ts";
import { toDayNumber } from "../dates/calendar-date.ts";
import { US_ENGLISH } from "../language/locale.ts";
import type { Task } from "../tasks/task.ts";
import { turnsAsOf } from "./figure-turns.ts";
import { peopleOf } from "./people.ts";
import { latestDays } from "./period.ts";
import { toldDeeds } from "./told.ts";

const today = toDayNumber("2026-11-21");
type Done = Readonly<Record<string, readonly string[]>>;

/** A task of the flat of Alice (who reads it), Bob and Carol, and who did it on which days of November. */
function tell(...tasks: readonly (readonly [Partial<Task>, Done])[]): string {
  const made = tasks.map(([changes, done], n) => {
    const days = Object.keys(done).map((day) => `2026-11-${day}`);
    return turnTask({ id: `${n}`, roster: [], completedDays: daySet(...days), ...changes });
  });
  const factsOf = (done: Done) => ({
    doers: new Map(Object.entries(done).map(([day, who]) => [toDayNumber(`2026-11-${day}`), who])),
    late: new Map(),
    swaps: [],
  });
  const facts = {
    tasks: new Map(tasks.map(([, done], n) => [`${n}`, factsOf(done)])),
    leftOut: new Set<string>(),
  };
  const period = latestDays(7, today);
  const doers = new Set(tasks.flatMap(([, done]) => Object.values(done).flat()));
  const people = peopleOf(made, doers, "alice-account", US_ENGLISH);
  const turns = turnsAsOf(today, facts);
  const text = toldDeeds(null, { tasks: made, facts, period, people, turns }, US_ENGLISH);
  return text.replaceAll(/[\u2068\u2069]/g, "");
}

test("who did how much, the one most often, and what was done for others", () => {
  const cat: Done = { "15": ["carol"], "16": ["carol"], "17": ["carol"], "18": ["carol"] };
  const bins: Done = { "19": ["bob"], "20": ["alice"] };
  const alone = { roster: ["alice"], title: "Bins" };
  expect(tell([{ title: "Cat" }, cat], [alone, bins])).toBe(
    "This week Bob, Carol and you did 6 things; Carol did Cat 4 of 6 times; Bob did 1 for others.",
  );
});

test("nothing, one thing together, and what was done before the week", () => {
  expect(tell([{ title: "Cat" }, {}])).toBe("This week nothing has been done yet.");
  expect(tell([{ title: "Cat" }, { "02": ["bob"] }])).toBe("This week nothing has been done yet.");
  expect(tell([{ title: "Cat" }, { "20": ["alice", "bob"] }])).toBe(
    "This week Bob and you did 1 thing.",
  );
});

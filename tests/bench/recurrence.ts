import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "@playwright/test";
import rrule from "rrule";
import { RRuleTemporal } from "rrule-temporal";
import { addDays } from "../../src/domain/dates/calendar.ts";
import { toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { isOccurrence, occurrencesOf } from "../../src/domain/recurrence/recurrence.ts";
import type { Task } from "../../src/domain/tasks/task.ts";
import { requireBrowser } from "../support/browser.ts";
import { occurrencesBetween } from "../support/occurrences.ts";
import type { Bench } from "./context.ts";
import { bundle } from "./recurrence-bundle.ts";
import { measureInScreens } from "./recurrence-screens.ts";
import { mixedTasks, randomNumbers } from "./recurrence-tasks.ts";
import { table } from "./report.ts";

const FROM = "2021-01-01";
const TO = "2025-12-31";
const TASKS = 1_000;
const DAYS = toDayNumber(TO) - toDayNumber(FROM) + 1;
const QUESTIONS = TASKS * DAYS;
const ROUNDS = 5;
/** Questions put to the libraries a day at a time: all of them would take many minutes. */
const SAMPLE = 4_000;

const dates = Array.from({ length: DAYS }, (_, day) => addDays(FROM, day));

interface Result {
  /** nanoseconds for one question: does this task occur on this day? */
  readonly perQuestion: number;
  readonly occurrences: number;
}

/** The fastest of a few rounds. */
function best(tasks: readonly Task[], work: (tasks: readonly Task[]) => number): Result {
  let fastest = Number.POSITIVE_INFINITY;
  let occurrences = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    occurrences = work(tasks);
    fastest = Math.min(fastest, performance.now() - started);
  }
  return { perQuestion: (fastest * 1e6) / QUESTIONS, occurrences };
}

function oursPerDay(tasks: readonly Task[]): number {
  let occurrences = 0;
  for (const task of tasks) {
    const days = occurrencesOf(task);
    for (const date of dates) if (days.has(toDayNumber(date))) occurrences++;
  }
  return occurrences;
}

function oursByDayNumbers(tasks: readonly Task[]): number {
  const [first, last] = [toDayNumber(FROM), toDayNumber(TO)];
  let occurrences = 0;
  for (const task of tasks) {
    const days = occurrencesOf(task);
    for (let day = first; day <= last; day++) if (days.has(day)) occurrences++;
  }
  return occurrences;
}

function oursOverRange(tasks: readonly Task[]): number {
  return tasks.reduce((sum, task) => sum + occurrencesBetween(task, FROM, TO).length, 0);
}

/** The rule of any task, as an app that knows only rules would write it. */
function ruleText(task: Task): string {
  return task.customRrule ?? `RRULE:FREQ=${task.repeatValue.toUpperCase()}`;
}

function asRrule(task: Task) {
  const options = rrule.RRule.parseString(ruleText(task));
  return new rrule.RRule({ ...options, dtstart: new Date(task.startDate) });
}

function rruleOverRange(tasks: readonly Task[]): number {
  const [first, last] = [new Date(FROM), new Date(TO)];
  return tasks.reduce((sum, task) => sum + asRrule(task).between(first, last, true).length, 0);
}

const temporal = {
  ZonedDateTime: { from: (text: string) => ({ timeZoneId: "UTC", toString: () => text }) },
};

function asRruleTemporal(task: Task) {
  const dtstart = `${task.startDate.replaceAll("-", "")}T000000`;
  return new RRuleTemporal({
    rruleString: `DTSTART;TZID=UTC:${dtstart}\n${ruleText(task)}`,
    temporal,
  });
}

function rruleTemporalOverRange(tasks: readonly Task[]): number {
  const [first, last] = [new Date(FROM), new Date(TO)];
  return tasks.reduce(
    (sum, task) => sum + asRruleTemporal(task).between(first, last, true).length,
    0,
  );
}

/** A random sample of the questions; a task's rule object is made beforehand, outside the clock. */
function sampled<T>(
  tasks: readonly Task[],
  prepare: (task: Task) => T,
  ask: (rule: T, date: string) => boolean,
): Result {
  const random = randomNumbers(3);
  const rules = tasks.map((task) => ({ task, rule: prepare(task) }));
  let elapsed = 0;
  let occurrences = 0;
  for (let question = 0; question < SAMPLE; question++) {
    const asked = rules[Math.floor(random() * rules.length)];
    const date = dates[Math.floor(random() * DAYS)];
    if (asked === undefined || date === undefined) continue;
    const started = performance.now();
    const answer = ask(asked.rule, date);
    elapsed += performance.now() - started;
    if (answer !== isOccurrence(asked.task, date)) {
      throw new Error(`${ruleText(asked.task)} from ${asked.task.startDate} on ${date}: ${answer}`);
    }
    if (answer) occurrences++;
  }
  return { perQuestion: (elapsed * 1e6) / SAMPLE, occurrences };
}

function rrulePerDay(tasks: readonly Task[]): Result {
  return sampled(tasks, asRrule, (rule, date) => {
    const start = new Date(date);
    const end = new Date(start.getTime() + 86_399_999);
    return rule.between(start, end, true).length > 0;
  });
}

function rruleTemporalPerDay(tasks: readonly Task[]): Result {
  return sampled(tasks, asRruleTemporal, (rule, date) => rule.occursOn({ toString: () => date }));
}

const ns = (value: number) => `${value < 100 ? value.toFixed(1) : Math.round(value)} ns`;
const times = (slow: Result, fast: Result) => {
  const ratio = slow.perQuestion / fast.perQuestion;
  return `${ratio < 10 ? ratio.toFixed(1) : Math.round(ratio).toLocaleString("en-US")} ×`;
};

function measureQuestions(): string {
  const tasks = mixedTasks(TASKS, FROM);
  const perDay = best(tasks, oursPerDay);
  const dayNumbers = best(tasks, oursByDayNumbers);
  const range = best(tasks, oursOverRange);
  const rruleRange = best(tasks, rruleOverRange);
  const temporalRange = best(tasks, rruleTemporalOverRange);
  const counts = new Set(
    [perDay, dayNumbers, range, rruleRange, temporalRange].map(({ occurrences }) => occurrences),
  );
  if (counts.size !== 1) throw new Error(`the answers differ: ${[...counts]} occurrences`);
  const rruleDay = rrulePerDay(tasks);
  const temporalDay = rruleTemporalPerDay(tasks);
  const rows = [
    ["rrule, `between` for each day (sampled)", rruleDay, rruleDay],
    ["rrule-temporal, `occursOn` for each day (sampled)", temporalDay, rruleDay],
    ["ours, `has` for each date", perDay, rruleDay],
    ["ours, `has` for each day number", dayNumbers, rruleDay],
    ["rrule, once over the range", rruleRange, rruleRange],
    ["rrule-temporal, once over the range", temporalRange, rruleRange],
    ["ours, `between` over the range", range, rruleRange],
  ] as const;
  return [
    `${TASKS.toLocaleString("en-US")} tasks, a fifth each daily, weekly, monthly, yearly and custom, over five years: ` +
      `${QUESTIONS.toLocaleString("en-US")} questions, ${range.occurrences.toLocaleString("en-US")} occurrences, the same by all. ` +
      `A day at a time, the libraries answer a random ${SAMPLE.toLocaleString("en-US")} of the questions, their rules parsed beforehand.`,
    table(
      ["", "one question", "faster than rrule the same way"],
      rows.map(([name, result, base]) => [name, ns(result.perQuestion), times(base, result)]),
    ),
    `Targets: at least 10,000 × rrule a day at a time (measured ${times(rruleDay, perDay)}), at least 25 × rrule over the range (measured ${times(rruleRange, range)}).`,
  ].join("\n\n");
}

async function measureBytes(): Promise<string> {
  const { gzipBytes } = await bundle("src/domain/recurrence/recurrence.ts");
  return `Recurrence adds ${gzipBytes.toLocaleString("en-US")} bytes (minified, gzip) to the first load.`;
}

async function measureWith(browser: Browser): Promise<string> {
  const sections = [measureQuestions(), await measureInScreens(browser), await measureBytes()];
  return sections.join("\n\n");
}

export const bench: Bench = {
  title: "Recurrence",
  measure: ({ browser }) => measureWith(browser),
};

async function main(): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({
    executablePath: requireBrowser(console.error),
    args: isRoot ? ["--no-sandbox"] : [],
  });
  try {
    console.log(await measureWith(browser));
  } finally {
    await browser.close();
  }
}

// `npx tsx tests/bench/recurrence.ts` measures this alone.
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main();

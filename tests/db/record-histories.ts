import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import pg from "pg";
import { withEarlier, withSchedule } from "../../src/domain/tasks/schedule-change.ts";
import { type Task, withPutOff } from "../../src/domain/tasks/task.ts";
import type { EarlierSchedule } from "../../src/domain/tasks/task-input.ts";
import { fieldsOf } from "../support/actors-tasks.ts";
import { dayAfter, type Run } from "../support/model-events.ts";
import type { CaseStep, PutOffCase } from "../support/put-off-cases.ts";

/** Random histories of a task in the database: the calls of three people. */

const PEOPLE = ["alice", "bob", "carol"] as const;
type Name = (typeof PEOPLE)[number];

/** Custom rules begin with FREQ; durations with P. */
const REPEATS = [
  ...["daily", "weekly", "monthly", "yearly", "P1D", "P3D", "P2W", "P1M"],
  ...["FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=DAILY;INTERVAL=3;COUNT=30"],
  ...["FREQ=MONTHLY;BYDAY=MO,FR;BYSETPOS=2", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU"],
];

/** One deed, in random numbers. */
export interface RandomStep {
  readonly kind: string;
  readonly person: Name;
  /** days from today */
  readonly day: number;
  readonly length: number;
  readonly repeat: string;
  readonly season: readonly number[] | null;
}

export const KINDS = [
  ...["done", "done for", "skip", "undo", "catch up", "undo catch up", "bulk undo", "note"],
  ...["put off", "bring forward", "pause", "resume", "edit", "edit past", "move start", "rename"],
  ...["share", "accept", "leave", "ask back", "close account", "delete", "restore", "days go by"],
  ...["check line", "move in", "move out", "done by", "catch up by", "correct who", "correct when"],
  ...["start earlier", "undo past", "done early", "done earlier", "undo the last"],
  ...["nobody there", "somebody back"],
  ...["done by mail", "undo by mail", "done on tablet", "undo on tablet"],
  ...["done by label", "undo by label"],
  ...["done by program", "undo by program", "skip by program", "put off by program"],
  ...["note by program", "done by household's program", "undo by household's program"],
];

const step: fc.Arbitrary<RandomStep> = fc.record({
  kind: fc.constantFrom(
    ...KINDS,
    ...["done", "catch up", "done by", "correct who", "correct when", "done early", "done earlier"],
    ...["edit past", "edit after done", "done"],
  ),
  person: fc.constantFrom("alice", ...PEOPLE),
  day: fc.integer({ min: -30, max: 4 }),
  length: fc.integer({ min: 0, max: 12 }),
  repeat: fc.constantFrom(...REPEATS),
  season: fc.constantFrom(null, null, null, [1, 2, 3, 11, 12]),
});

/** Steps that often follow another one, as by chance they seldom come in time. */
const NEXT: Readonly<Record<string, string>> = { delete: "restore", "edit past": "undo past" };

/** First the owner shares and others accept, so that more than one person acts. */
export const randomHistory = fc
  .record({
    acceptors: fc.subarray(["bob", "carol"] as const),
    isCommon: fc.boolean(),
    steps: fc.array(step, { minLength: 8, maxLength: 16 }),
  })
  .map(({ acceptors, isCommon, steps: [first, ...rest] }): RandomStep[] => {
    const begin = { ...(first as RandomStep), length: 2 };
    return [
      { ...begin, kind: "share", person: "alice" },
      ...acceptors.map((person) => ({ ...begin, kind: "accept", person })),
      ...(isCommon ? [{ ...begin, kind: "move in", person: "alice" } as const] : []),
      // Nothing can be done while it is deleted.
      ...[first as RandomStep, ...rest].flatMap((one): RandomStep[] => {
        const next = one.length > 2 ? NEXT[one.kind] : undefined;
        return next ? [one, { ...one, kind: next, person: "alice" }] : [one];
      }),
    ];
  });

/** A step as a statement; without a person when an administrator closes an account. */
export interface Statement {
  readonly kind: string;
  readonly today: string;
  readonly person: string | null;
  readonly sql: string;
  /** the days that it names, whatever its result; null for all */
  readonly named: readonly Run[] | null;
  /** the task as the app shows it at once, before the answer, if it does */
  readonly shown?: (task: Task) => Task;
}

const literal = (value: unknown): string => {
  if (value === null) return "null";
  return pg.escapeLiteral(typeof value === "object" ? JSON.stringify(value) : String(value));
};
/** A call that answers the task. */
const call = (name: string, parameters: Record<string, unknown>, answer = "*") =>
  `select ${answer} from public.${name}(${Object.entries(parameters)
    .map(([parameter, value]) => `${parameter} => ${literal(value)}`)
    .join(", ")})`;
const order = (name: string, parameters: Record<string, unknown>) => call(name, parameters, "null");
/** The token of the task's label, from the secret that `play` gives its household. */
const labelToken = (task: string) => `private.label_token(${literal(task)}, '\\x00')`;
const on = (...days: string[]) => days.map((one): Run => [one, one]);
const removal = (table: string, where: string) =>
  `with gone as (delete from ${table} where ${where}) select null`;

/** A task with three separate accounts, two of which are in a household with a person without one. */
export class Histories {
  readonly task = randomUUID();
  readonly household = randomUUID();
  readonly #persons = { alice: randomUUID(), bob: randomUUID(), dora: randomUUID() };
  readonly people = Object.fromEntries(PEOPLE.map((name) => [name, randomUUID()])) as Record<
    Name,
    string
  >;
  #today: string;
  readonly #start: string;
  /** the latest day that somebody ticked, if they could */
  #lastDone: string | undefined;
  #lastCatchUp: { readonly id: string; readonly days: Run } | undefined;
  #lastAbsence = randomUUID();
  #lastHouseAbsence = randomUUID();

  constructor(today: string) {
    this.#today = today;
    this.#start = dayAfter(today, -25);
  }

  readonly #email = (name: Name) => `${name}-${this.people[name]}@example.com`;

  get accounts() {
    return PEOPLE.map((name) => ({ id: this.people[name], email: this.#email(name) }));
  }

  get householdPeople() {
    const { alice, bob, dora } = this.#persons;
    return [
      { id: alice, account: this.people.alice, name: "Alice", role: "keeper" },
      { id: bob, account: this.people.bob, name: "Bob", role: "member" },
      { id: dora, account: null, name: "Dora", role: "member" },
    ];
  }

  /** The statements of a history, beginning with its task's creation. */
  statements(steps: readonly RandomStep[]): Statement[] {
    // Every other day, so that something can be put off to the days between.
    const every = { repeatValue: "custom", customRrule: "RRULE:FREQ=DAILY;INTERVAL=2" };
    const fields = {
      ...{ category: "Home", title: "Task", startDate: this.#start, checklist: ["Soap"] },
      ...every,
    };
    const created = {
      kind: "create",
      today: this.#today,
      person: this.people.alice,
      sql: call("create_task", { id: this.task, fields }),
      named: null,
    };
    return [created, ...steps.map((step) => this.#statement(step))];
  }

  /** The statements of a case in the table of put-offs, beginning with its task's creation. */
  caseStatements({ first, steps }: PutOffCase): Statement[] {
    const fields = { category: "Home", title: "Task", ...first };
    const statement = (kind: string, sql: string): Statement => ({
      kind,
      today: this.#today,
      person: this.people.alice,
      sql,
      named: null,
    });
    const created = statement("create", call("create_task", { id: this.task, fields }));
    return [
      created,
      ...steps.map((step) => {
        if (step.do === "wait") this.#today = step.until;
        return statement(step.do, this.#caseSql(step));
      }),
    ];
  }

  #caseSql(step: CaseStep): string {
    const task_id = this.task;
    switch (step.do) {
      case "put off": {
        const [due_date, new_date] = step.days;
        return call("put_off", { task_id, due_date, new_date });
      }
      case "done":
        return call("complete_task", { task_id, completed_date: step.day });
      case "wait":
        return "select null";
      case "change":
      case "change the past": {
        const scheduleFrom = step.do === "change" ? this.#today : null;
        return call("update_task", { task_id, fields: { ...step.schedule, scheduleFrom } });
      }
      default: {
        const [first_day, last_day] = step.days;
        return call("pause_task", { task_id, first_day, last_day, is_paused: step.do === "pause" });
      }
    }
  }

  #statement(step: RandomStep): Statement {
    const { kind, person } = step;
    if (kind === "days go by") this.#today = dayAfter(this.#today, step.length % 4);
    if (kind === "weeks go by") this.#today = dayAfter(this.#today, step.length + 3);
    if (kind === "close account") {
      // Closing the owner's account deletes the task.
      const id = this.people[person === "alice" ? "bob" : person];
      const sql = removal("auth.users", `id = ${literal(id)}`);
      return { kind, today: this.#today, person: null, sql, named: [] };
    }
    const byDoor = this.#byDoor(step) ?? this.#byProgram(step);
    if (byDoor !== null) {
      const [day, to] = [step.day, step.day + step.length].map((days) =>
        dayAfter(this.#today, days),
      );
      const named = on(day as string, ...(/^put off/.test(kind) ? [to as string] : []));
      return { kind, today: this.#today, person: null, sql: byDoor, named };
    }
    return { kind, today: this.#today, person: this.people[person], ...this.#change(step) };
  }

  /** A tick or undo by a door other than the app, without a caller; null for other kinds of steps. */
  #byDoor({ kind, person, day, length }: RandomStep): string | null {
    const [, action, door] = kind.match(/^(done|undo) (?:by|on) (mail|tablet|label)$/) ?? [];
    const task_id = this.task;
    const date = dayAfter(this.#today, day);
    if (door === "mail") {
      const of = { person: this.people[person], task_id, day: date };
      return call("follow_done_link", { ...of, action: action === "done" ? "do" : "undo" });
    }
    if (door !== "tablet" && door !== "label") return null;
    const token = door === "tablet" ? literal(this.household) : labelToken(task_id);
    const people = action === "done" ? `, people => ${literal(this.#named(length))}` : "";
    return `select * from public.${action === "done" ? "tick" : "undo"}_on_display(token => ${token},
      task_id => ${literal(task_id)}, day => ${literal(date)}, time_zone => 'UTC'${people})`;
  }

  /** A deed by the token of a person, or of the household; null for other kinds of steps. */
  #byProgram({ kind, person, day, length }: RandomStep): string | null {
    const [, deed, whose] = kind.match(/^(.+) by (household's )?program$/) ?? [];
    if (deed === undefined) return null;
    const token = whose ? this.household : this.people[person];
    const people = whose || length % 2 ? this.#some(length) : [];
    const input = {
      ...{ task: this.task, day: dayAfter(this.#today, day) },
      ...(deed === "done" && people.length > 0 && { people }),
      ...(deed === "put off" && { to: dayAfter(this.#today, day + length) }),
      ...(deed === "note" && { text: `Note ${length}` }),
    };
    return `select null from public.use_token(encode(sha256(${literal(token)}), 'hex'),
      ${literal(deed.replace(" ", "-"))}, ${literal(input)})`;
  }

  /** Some of the household's people, or none. */
  #some(length: number): string[] {
    return Object.values(this.#persons).filter((_, index) => length & (1 << index));
  }

  /** The same as a Postgres array. */
  #named(length: number): string {
    return `{${this.#some(length)}}`;
  }

  /** Some of the household's people in an order, seldom none, and the length of their turns. */
  #roster({ day, length }: RandomStep) {
    const people = Object.values(this.#persons);
    const order = [...people.slice(length % 3), ...people.slice(0, length % 3)];
    const roster = order.slice(0, length > 11 ? 0 : 3 - ((length % 5) >> 1));
    return { roster, turn_length: ["each", "each", "week", "month"][Math.abs(day) % 4] };
  }

  /** A change of turns; null for other kinds of steps. */
  #turnChange({ kind, day, length }: RandomStep): string | null {
    const task_id = this.task;
    const first = dayAfter(this.#today, Math.max(0, day));
    const count = length % 4 === 3 ? 3 : 1;
    const days = `{${Array.from({ length: count }, (_, index) => dayAfter(first, index))}}`;
    const person_id = Object.values(this.#persons)[length % 3];
    switch (kind) {
      case "take turn":
        return call("take_turns", { task_id, days });
      case "give turn":
        return call("give_turns", { task_id, days, person_id });
      case "return turn":
        return call("return_turns", { task_id, days });
      case "offer turn":
        return call("offer_turns", { task_id, days, to_person: null });
      case "away": {
        this.#lastAbsence = randomUUID();
        const from_day = dayAfter(this.#today, day);
        return order("enter_absence", {
          ...{ household_id: this.household, id: this.#lastAbsence, person_id, from_day },
          ...{
            to_day: length > 10 ? null : dayAfter(from_day, 2 * length),
            for_past: day % 3 === 0,
          },
        });
      }
      case "back":
        return order("end_absence", { household_id: this.household, id: this.#lastAbsence });
      case "nobody there": {
        this.#lastHouseAbsence = randomUUID();
        const [from_day, to_day] = [day % 4, length].map((days) => dayAfter(this.#today, days));
        const id = this.#lastHouseAbsence;
        return order("enter_house_absence", { household_id: this.household, id, from_day, to_day });
      }
      case "somebody back": {
        const id = this.#lastHouseAbsence;
        return order("end_house_absence", { household_id: this.household, id });
      }
      default:
        return null;
    }
  }

  #change(step: RandomStep): Pick<Statement, "sql" | "named" | "shown"> {
    const { kind, day, length, repeat, season } = step;
    const today = this.#today;
    const task_id = this.task;
    const date = dayAfter(today, day);
    const until = dayAfter(date, length);
    const act = (name: string, parameters: object, named: readonly Run[] | null = []) => ({
      sql: call(name, { task_id, ...parameters }),
      named,
    });
    /** A tick of a day, which later steps come back to. */
    const tick = (completed_date: string, more: object = {}) => {
      this.#lastDone = completed_date;
      return act("complete_task", { completed_date, ...more }, on(completed_date));
    };
    const putOff = (due_date: string, new_date: string) => ({
      ...act("put_off", { due_date, new_date }, on(due_date, new_date)),
      shown: (task: Task) => withPutOff(task, due_date, new_date),
    });
    const update = (columns: object, named: readonly Run[] | null = [], share_with?: string[]) => {
      const addresses = share_with === undefined ? null : `{${share_with}}`;
      return act("update_task", { fields: fieldsOf(columns), share_with: addresses }, named);
    };
    const edit = (columns: object, named: readonly Run[] | null = []) => ({
      ...update(columns, named),
      shown: (task: Task) => withSchedule(task, fieldsOf(columns)),
    });
    const schedule = {
      repeat_value: /^[PF]/.test(repeat) ? "custom" : repeat,
      custom_rrule: repeat.startsWith("F") ? `RRULE:${repeat}` : null,
      after_done: repeat.startsWith("P") ? repeat : null,
      ...{ waits_for: null, waits_amount: null },
      season,
    };
    // In some zones it is already the next day, so a schedule may count from tomorrow on.
    const schedule_from = length % 5 === 0 ? dayAfter(today, 1) : today;
    switch (kind) {
      case "done":
        return tick(date);
      case "done for": {
        const done_by = this.people[length % 2 ? "bob" : "carol"];
        return act("complete_task", { completed_date: date, done_by }, on(date));
      }
      case "done by":
        return tick(date, { people: this.#named(length) });
      case "done early": {
        // Often a day of the coming week, sometimes one too far ahead.
        const early = dayAfter(today, length === 12 ? 368 : 1 + (length % 7));
        return tick(early, { people: length % 2 ? this.#named(length) : null });
      }
      case "done earlier": {
        const done_on = dayAfter(date, -(length % 4));
        return tick(date, { done_on, done_at: length % 2 ? "21:15" : null });
      }
      case "undo the last": {
        const last = this.#lastDone ?? date;
        return act("undo_completion", { completed_date: last }, on(last));
      }
      case "correct who":
      case "correct when": {
        const who = { people: this.#named(length) };
        // A random day is rarely done.
        const done = this.#lastDone ?? date;
        const time = { done_on: dayAfter(done, -length), done_at: length % 2 ? "22:00" : null };
        const what = length % 5 === 0 ? { ...who, ...time } : kind === "correct who" ? who : time;
        // The days stay as they are, even the one that it belongs to.
        return act("correct_completion", { completed_date: done, ...what });
      }
      case "move in":
      case "move out":
        return update({ household_id: kind === "move in" ? this.household : null });
      case "skip":
        return act("skip_occurrence", { day: date }, on(date));
      case "undo":
        return act("undo_completion", { completed_date: date }, on(date));
      case "catch up":
      case "catch up by": {
        const id = randomUUID();
        this.#lastCatchUp = { id, days: [date, until] };
        const days = [[Date.parse(date) / 86_400_000, length + 1]];
        const status = length % 2 ? "done" : "skipped";
        const people = kind === "catch up by" ? this.#named(length) : null;
        return act("catch_up", { id, days, status, people }, [[date, until]]);
      }
      case "undo catch up": {
        const { id, days } = this.#lastCatchUp ?? { id: randomUUID(), days: undefined };
        return act("undo_catch_up", { catch_up_id: id }, days && [days]);
      }
      case "bulk undo": {
        const first = dayAfter(date, -10);
        const days = `completed_date between ${literal(first)} and ${literal(until)}`;
        const where = `task_id = ${literal(task_id)} and ${days}`;
        return { sql: removal("public.task_completions", where), named: [[first, until]] };
      }
      case "put off":
        return putOff(date, until);
      case "bring forward":
        // Often to days of a former schedule.
        return putOff(dayAfter(today, length % 7), dayAfter(today, -length));
      case "pause":
      case "resume": {
        const days = { first_day: date, last_day: until, is_paused: kind === "pause" };
        return act("pause_task", days, [[date, until]]);
      }
      case "note": {
        const noted = act("note_day", { day: date, note: length % 3 ? `Note ${length}` : "" });
        if (length % 2) return noted;
        // Every other writer has seen the existing note.
        const seen = `(select note from public.task_day_notes
          where task_id = ${literal(task_id)} and day = ${literal(date)})`;
        return { ...noted, sql: noted.sql.replace(/\)$/, `, based_on => ${seen})`) };
      }
      case "check line":
        return act("check_line", { day: date, line: "Soap", is_checked: length % 2 === 0 });
      case "rename":
        return update({ title: `Title ${length}` });
      case "edit":
        return edit({ ...schedule, schedule_from });
      case "edit past":
        return edit(
          { ...schedule, start_date: dayAfter(this.#start, -length), schedule_from: null },
          null,
        );
      case "roster":
        return update({ ...this.#roster(step), schedule_from });
      case "roster past":
        return update({ ...this.#roster(step), schedule_from: null }, null);
      case "edit after done":
      case "edit past after done": {
        const after_done = repeat.startsWith("P") ? repeat : `P${1 + (length % 9)}D`;
        const columns = { ...schedule, repeat_value: "custom", custom_rrule: null, after_done };
        return kind === "edit after done"
          ? edit({ ...columns, schedule_from })
          : edit({ ...columns, schedule_from: null }, null);
      }
      case "edit to wait":
      case "edit past to wait": {
        const waits_for = length % 4 === 3 ? "Washing done" : "Dishes done";
        const waits_amount = length % 3 === 2 ? 10 : null;
        const rule = {
          ...{ repeat_value: "custom", custom_rrule: null },
          ...{ after_done: length % 2 ? `P${1 + length}D` : null, waits_for, waits_amount },
        };
        return kind === "edit to wait"
          ? edit({ ...schedule, ...rule, schedule_from })
          : edit({ ...schedule, ...rule, schedule_from: null }, null);
      }
      case "it happens": {
        const name = length % 5 ? "dishes done" : "washing done";
        const at = `${dayAfter(today, Math.min(day, 0))}T12:00:00Z`;
        const number = length % 4 ? 7 * length : null;
        const said = [name, at, number].map(literal).join();
        const sql = `select null from private.happen(${said})`;
        return { sql, named: [] };
      }
      case "put off what is open": {
        const open = `coalesce((
          select greatest(start_date, schedule_from, least(
            case when (happened ->> 'day')::date > coalesce(latest.day, '-infinity')
              then (happened ->> 'day')::date end,
            coalesce(latest.day, greatest(start_date, schedule_from)) + after_done::interval
          )::date)
          from public.tasks, (
            select max(completed_date) as day from public.task_completions
            where task_id = ${literal(task_id)}
          ) as latest
          where id = ${literal(task_id)} and coalesce(after_done, waits_for) is not null
        ), ${literal(date)})`;
        const parameters = `task_id => ${literal(task_id)}, due_date => ${open}`;
        const sql = `select * from public.put_off(${parameters}, new_date => ${open} + ${length - 4})`;
        return { sql, named: null };
      }
      case "start earlier": {
        const earlier = { ...fieldsOf(schedule), startDate: dayAfter(this.#start, -length - 1) };
        return {
          // The task's first start decides which days it names.
          ...act("start_earlier", { earlier }),
          shown: (task: Task) => withEarlier(task, earlier as unknown as EarlierSchedule),
        };
      }
      case "undo past": {
        const latest = `(select max(id) from public.task_events
          where task_id = ${literal(task_id)} and kind = 'schedule_changed')`;
        const sql = `select * from public.undo_schedule_change(${literal(task_id)}, ${latest})`;
        return { sql, named: null };
      }
      case "move start":
        return edit({ start_date: dayAfter(today, -day), schedule_from });
      case "share": {
        const others = (["bob", "carol"] as const).filter(
          (_, index) => (length + 1) & (1 << index),
        );
        return update({ is_shared: others.length > 0 }, [], others.map(this.#email));
      }
      case "accept":
        return { sql: order("accept_sender", { sender: this.people.alice }), named: [] };
      case "leave":
        return { sql: order("leave_task", { task_id }), named: [] };
      case "ask back":
        return { sql: order("ask_for_tasks", { task_ids: `{${task_id}}` }), named: [] };
      case "delete":
        return { sql: order("delete_task", { task_id }), named: [] };
      case "restore":
        return act("restore_task", {});
      default: {
        const sql = this.#turnChange(step);
        return sql === null ? { sql: "select null", named: null } : { sql, named: [] };
      }
    }
  }
}

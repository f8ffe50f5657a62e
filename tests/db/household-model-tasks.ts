import { randomUUID } from "node:crypto";
import {
  type Account,
  belongs,
  type Household,
  type Model,
  type Person,
  pausesOf,
  personOf,
  type Task,
  todayIn,
} from "./household-model.ts";
import type { Plan } from "./household-model-people.ts";

/** People's deeds on tasks: the call, its expected answer, and its effect on the model. */

/** Days that can be done: the first is 2020-02-01. */
const dayOf = (number: number) =>
  new Date((FIRST_DAY + number) * 86_400_000).toISOString().slice(0, 10);
const FIRST_DAY = 18_293;

export function addTask(model: Model, who: Account, home: Household | null, title: string): Plan {
  const id = randomUUID();
  const fields = { category: "Home", title, startDate: "2020-01-01", isShared: true };
  return {
    call: ["create_task", { id, fields: { ...fields, householdId: home?.id ?? null } }],
    code:
      home && !belongs(home, who, "member")
        ? "VALIDATION_FAILED"
        : model.isTaken(title, home, who)
          ? "DUPLICATE_TASK"
          : "ok",
    apply: () => {
      const state = { household: home, isActive: true, isGone: false, owner: who };
      const [shares, done] = [new Map(), new Map()];
      const kept = { shares, waiting: new Set<Account>(), endedShares: new Set<Account>(), done };
      const days = { ownPauses: [], since: home ? todayIn(home) : 0 };
      model.tasks.push({ id, title, ...state, ...kept, ...days });
    },
  };
}

/** The refusal of a person's change to the task, if any. */
const mayChange = (model: Model, task: Task, who: Account) =>
  !model.sees(task, who) ? "TASK_NOT_FOUND" : model.mayEdit(task, who) ? null : "NOT_ALLOWED";

export function rename(model: Model, task: Task, who: Account, title: string): Plan {
  const isTaken = model.isTaken(title, task.household, task.owner, task);
  return {
    call: ["update_task", { task_id: task.id, fields: { title } }],
    code: mayChange(model, task, who) ?? (isTaken ? "DUPLICATE_TASK" : "ok"),
    apply: () => {
      task.title = title;
    },
  };
}

/** Into a household, out of one to oneself, or from one to another. */
export function move(model: Model, task: Task, who: Account, to: Household | null): Plan {
  const from = task.household;
  const refusal = () => {
    if (from === to) return "ok";
    if (from && !belongs(from, who, "keeper")) return "NOT_ALLOWED";
    if (to && !belongs(to, who, "member")) return "VALIDATION_FAILED";
    return model.isTaken(task.title, to, who, task) ? "DUPLICATE_TASK" : "ok";
  };
  return {
    call: ["update_task", { task_id: task.id, fields: { householdId: to?.id ?? null } }],
    code: mayChange(model, task, who) ?? refusal(),
    apply: () => {
      if (from === to) return;
      if (from) task.ownPauses = pausesOf(task).filter((day) => day <= todayIn(from));
      task.household = to;
      if (to) task.since = todayIn(to);
      model.pass(task, who);
      if (to) model.endMemberShares(to);
    },
  };
}

export function remove(model: Model, task: Task, who: Account): Plan {
  const code = task.isActive
    ? (mayChange(model, task, who) ?? "ok")
    : !model.owns(task, who)
      ? "TASK_NOT_FOUND"
      : model.mayEdit(task, who)
        ? "ok"
        : "NOT_ALLOWED";
  return {
    call: ["delete_task", { task_id: task.id }],
    code,
    apply: () => {
      if (!task.isActive) return;
      task.isActive = false;
      model.endShares(task);
    },
  };
}

export function restore(model: Model, task: Task, who: Account): Plan {
  const isTaken = model.isTaken(task.title, task.household, task.owner, task);
  return {
    call: ["restore_task", { task_id: task.id }],
    code: !model.mayEdit(task, who)
      ? "TASK_NOT_FOUND"
      : !task.isActive && isTaken
        ? "DUPLICATE_TASK"
        : "ok",
    apply: () => {
      if (task.isActive) return;
      Object.assign(task, { isActive: true, isGone: false });
      model.restoreShares(task);
    },
  };
}

/** Adds an address to the task's list or removes it, as the person responsible for the task. */
export function share(model: Model, task: Task, other: Account, isOn: boolean): Plan | null {
  if (other === task.owner || other.isClosed) return null;
  const shared = [...task.shares.keys(), ...task.waiting].filter((one) => one !== other);
  const addresses = (isOn ? [...shared, other] : shared).map(({ email }) => email);
  return {
    call: ["update_task", { task_id: task.id, fields: {}, share_with: addresses }],
    code: mayChange(model, task, task.owner) ?? "ok",
    apply: () => {
      if (isOn) return model.share(task, other);
      task.shares.delete(other);
      task.waiting.delete(other);
    },
  };
}

/** A deed through a share makes the person take part openly. */
function act({ shares }: Task, who: Account) {
  if (shares.has(who)) shares.set(who, true);
}

/** The doers named by the caller: by default oneself. Null if they can't be named. */
function doers({ household }: Task, who: Account, named: readonly Person[] | null) {
  const me = household ? personOf(household, who) : undefined;
  if (named === null) return { by: who, people: me ? [me] : null, saidBy: me ?? null };
  const isKnown = named.every((one) => household?.people.includes(one) && !one.hasLeft);
  return me && isKnown ? { by: who, people: named, saidBy: me } : null;
}

const idsOf = (named: readonly Person[] | null) => named?.map(({ id }) => id) ?? null;

export function tick(
  model: Model,
  task: Task,
  who: Account,
  day: number,
  named: readonly Person[] | null,
): Plan {
  const done = doers(task, who, named);
  const isDone = task.done.has(dayOf(day));
  const date = { task_id: task.id, completed_date: dayOf(day) };
  return {
    call: ["complete_task", { ...date, people: idsOf(named) }],
    code: !model.sees(task, who) ? "TASK_NOT_FOUND" : done || isDone ? "ok" : "VALIDATION_FAILED",
    apply: () => {
      if (isDone || !done) return;
      task.done.set(dayOf(day), done);
      act(task, who);
    },
  };
}

export function catchUp(
  model: Model,
  task: Task,
  who: Account,
  first: number,
  named: readonly Person[] | null,
): Plan {
  const done = doers(task, who, named);
  const days = { days: JSON.stringify([[FIRST_DAY + first, 3]]), status: "done" };
  return {
    call: ["catch_up", { id: randomUUID(), task_id: task.id, ...days, people: idsOf(named) }],
    code: !model.sees(task, who) ? "TASK_NOT_FOUND" : done ? "ok" : "VALIDATION_FAILED",
    apply: () => {
      if (!done) return;
      act(task, who);
      for (const day of [first, first + 1, first + 2].map(dayOf)) {
        if (!task.done.has(day)) task.done.set(day, { ...done });
      }
    },
  };
}

export function undo(model: Model, task: Task, who: Account, day: number): Plan {
  const done = task.done.get(dayOf(day));
  const isNamed = done?.people?.some(({ account, hasLeft }) => account === who && !hasLeft);
  const may = !done || done.by === who || isNamed || model.mayEdit(task, who);
  return {
    call: ["undo_completion", { task_id: task.id, completed_date: dayOf(day) }],
    code: !model.sees(task, who) ? "TASK_NOT_FOUND" : may ? "ok" : "COMPLETION_NOT_YOURS",
    apply: () => {
      task.done.delete(dayOf(day));
    },
  };
}

import fc from "fast-check";
import { expect } from "vitest";
import { fromDayNumber } from "../../src/domain/dates/calendar-date.ts";
import type { Household as ListedHousehold, Role } from "../../src/domain/households/household.ts";
import type { TaskJson } from "../../src/domain/tasks/task-json.ts";
import { acceptEachOther, createAccount, newAddress } from "../support/actors.ts";
import { Tally } from "../support/dimensions.ts";
import { callAs } from "../support/direct-calls.ts";
import { become, rolledBack, sql } from "../support/sql.ts";
import {
  type Account,
  type HouseAbsence,
  type Household,
  type Link,
  Model,
  type Person,
  pausesOf,
  type ShownTask,
  type Task,
} from "./household-model.ts";
import * as days from "./household-model-days.ts";
import type { Plan } from "./household-model-people.ts";
import * as people from "./household-model-people.ts";
import * as tasks from "./household-model-tasks.ts";

/** Random steps of households, applied to the database and the model alike. */

const at = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length];

/** The subjects of a step. Reading a missing one ends the step, which then does nothing. */
class Scene {
  readonly model: Model;
  readonly step: Step;
  constructor(model: Model, step: Step) {
    this.model = model;
    this.step = step;
  }
  get who(): Account {
    const who = there(at(this.model.accounts, this.step.who));
    return there(who.isClosed ? undefined : who);
  }
  get other(): Account {
    return there(at(this.model.accounts, this.step.number));
  }
  get home(): Household {
    return there(at(this.model.households, this.step.home));
  }
  /** From any household, so that some are tried where they don't belong. */
  get person(): Person {
    return there(at(this.everybody(), this.step.number + this.step.role));
  }
  get named(): readonly Person[] {
    const second = there(at(this.everybody(), this.step.number + this.step.task));
    return [...new Set([this.person, second])];
  }
  get link(): Link {
    return there(at(this.home.madeLinks.toReversed(), this.step.number));
  }
  get absence(): HouseAbsence {
    return there(
      at(
        this.model.households.flatMap(({ absences }) => absences),
        this.step.number,
      ),
    );
  }
  get task(): Task {
    return there(at(this.model.tasks, this.step.task));
  }
  get role(): Role {
    return there(at(["keeper", "member", "helper"], this.step.role));
  }
  get number(): number {
    return this.step.number;
  }
  private everybody = () => this.model.households.flatMap((home) => home.people);
}

class NothingThere extends Error {}
function there<T>(value: T | undefined): T {
  if (value === undefined) throw new NothingThere();
  return value;
}

const steps = {
  create: ({ model, who }) => people.createHousehold(model, who),
  renameHousehold: ({ home, who, number }) => people.renameHousehold(home, who, `Home ${number}`),
  addPerson: ({ home, who, role }) => people.addPerson(home, who, role),
  invite: ({ home, who, role }) => people.invite(home, who, role, null),
  inviteSomebody: ({ home, who, role, person }) => people.invite(home, who, role, person),
  join: ({ model, home, who, link }) => people.join(model, home, who, link),
  revoke: ({ home, who, link }) => people.revoke(home, who, link),
  changeName: ({ model, home, who, person, number }) =>
    people.changePerson(model, home, who, person, { name: `Name ${number}`, face: number % 10 }),
  changeRole: ({ model, home, who, person, role }) =>
    people.changePerson(model, home, who, person, { role }),
  remove: ({ model, home, who, person }) => people.removePerson(model, home, who, person),
  bringBack: ({ model, home, who, person }) => people.bringBack(model, home, who, person),
  leave: ({ model, home, who }) => {
    const me = home.people.find(({ account }) => account === who);
    return me ? people.removePerson(model, home, who, me) : null;
  },
  deleteHousehold: ({ model, home, who, number }) =>
    people.deleteHousehold(model, home, who, number > 9 ? "Another" : home.name),
  restoreHousehold: ({ model, home, who }) => people.restoreHousehold(model, home, who),
  addOwnTask: ({ model, who, number }) => tasks.addTask(model, who, null, `Task ${number % 4}`),
  addTask: ({ model, who, home, number }) => tasks.addTask(model, who, home, `Task ${number % 4}`),
  moveIn: ({ model, task, who, home }) => tasks.move(model, task, who, home),
  moveOut: ({ model, task, who }) => tasks.move(model, task, who, null),
  edit: ({ model, task, who, number }) => tasks.rename(model, task, who, `Task ${number % 4}`),
  delete: ({ model, task, who }) => tasks.remove(model, task, who),
  restore: ({ model, task, who }) => tasks.restore(model, task, who),
  tick: ({ model, task, who, number }) => tasks.tick(model, task, who, number, null),
  tickFor: ({ model, task, who, number, named }) => tasks.tick(model, task, who, number, named),
  tickBySomebody: ({ model, task, who, number }) => tasks.tick(model, task, who, number, []),
  undo: ({ model, task, who, number }) => tasks.undo(model, task, who, number),
  catchUp: ({ model, task, who, number, named }) =>
    tasks.catchUp(model, task, who, number, number % 2 === 0 ? named : null),
  share: ({ model, task, other }) => tasks.share(model, task, other, true),
  unshare: ({ model, task, other }) => tasks.share(model, task, other, false),
  goAway: ({ model, home, who, number }) => days.enterAbsence(model, home, who, number),
  comeBack: ({ home, who, absence }) => days.endAbsence(home, who, absence),
  setZone: ({ home, who, number }) => days.setZone(home, who, there(at(days.ZONES, number))),
} satisfies Record<string, (scene: Scene) => Plan | null>;

/** What happens without a call of theirs. */
const EVENTS = ["close", "daysPass"] as const;
type Kind = keyof typeof steps | (typeof EVENTS)[number];
const SELDOM = [
  ...["LAST_KEEPER", "UNDO_TOO_LATE", "INVITATION_NOT_FOUND", "ALREADY_JOINED", "DUPLICATE_TASK"],
  "COMPLETION_NOT_YOURS",
];
const REFUSALS = [
  ...["HOUSEHOLD_NOT_FOUND", "TASK_NOT_FOUND", "NOT_ALLOWED", "VALIDATION_FAILED"],
  ...SELDOM,
];
/** What there is of a household's days. */
const DAYS: Record<string, (model: Model) => boolean> = {
  "an absence": ({ households }) => households.some(({ absences }) => absences.length > 0),
  "two absences": ({ households }) => households.some(({ absences }) => absences.length > 1),
  "an absence that never began": ({ households }) =>
    households.some(({ absences }) => absences.some(({ from, endedOn }) => from === endedOn)),
  "an absence that ended early": ({ households }) =>
    households.some(({ absences }) =>
      absences.some(({ from, endedOn }) => endedOn !== null && endedOn > from),
    ),
  "a task with pauses": (model) => model.tasks.some((task) => pausesOf(task).length > 0),
  "a task that came during an absence": (model) =>
    model.tasks.some(({ household, since }) =>
      household?.absences.some(({ from, to }) => from < since && since <= to),
    ),
  "pauses of a household that it left": (model) =>
    model.tasks.some(({ ownPauses }) => ownPauses.length > 0),
  "a zone that is not the founder's": (model) =>
    model.households.some(({ zone }, n) => zone !== model.accounts[n]?.zone),
  "a zone to come": ({ households }) => households.some(({ nextZone }) => nextZone !== null),
};
/** Counts of the steps that were done, of the refusals, and of what there was. */
export const done = new Tally([
  ...Object.keys(steps),
  ...EVENTS,
  ...REFUSALS,
  ...Object.keys(DAYS),
]);

const kinds: readonly Kind[] = [
  ...(Object.keys(steps) as Kind[]),
  // More of the steps that others depend on, and of slow ones.
  ...(["invite", "invite", "join", "join", "join"] as const),
  ...(["restoreHousehold", "addTask", "moveIn"] as const),
  ...(["tickFor", "undo", "share", "restore", "close"] as const),
  ...(["goAway", "comeBack", "setZone", "daysPass"] as const),
];

export interface Step {
  readonly kind: Kind;
  /** Most steps go where they are allowed, which by chance they seldom would be; some where they seldom are refused. */
  readonly aim: "allowed" | "refused" | "any";
  readonly who: number;
  readonly home: number;
  readonly task: number;
  readonly role: number;
  readonly number: number;
}
const step = fc.record<Step>({
  kind: fc.constantFrom(...kinds),
  aim: fc.constantFrom("allowed", "allowed", "allowed", "refused", "any"),
  who: fc.nat(3),
  home: fc.nat(1),
  task: fc.nat(7),
  role: fc.nat(2),
  number: fc.nat(11),
});
export const stepsOf = (count: number) => fc.array(step, { minLength: count, maxLength: count });

/** The plan of a step; null without a possible subject. */
function planOf(model: Model, step: Step): Plan | null {
  if (step.kind === "close" || step.kind === "daysPass") return null;
  try {
    return steps[step.kind](new Scene(model, step));
  } catch (error) {
    if (error instanceof NothingThere) return null;
    throw error;
  }
}

/** The step, or the first one beside it that goes where it is aimed at. */
function aimed(model: Model, step: Step): Step {
  const tries = Array.from({ length: step.aim === "any" ? 1 : 48 }, (_, n) => ({
    ...step,
    who: step.who + n,
    home: step.home + Math.floor(n / 4),
    task: step.task + Math.floor(n / 4),
    number: step.number + (n % 12),
  }));
  const codes = step.aim === "refused" ? SELDOM : ["ok"];
  return tries.find((one) => codes.includes(planOf(model, one)?.code ?? "")) ?? step;
}

/** Applies one step to the database and the model; expects the same answer of both. Resolves to a description. */
export async function take(model: Model, any: Step): Promise<string> {
  if (any.kind === "daysPass") {
    const home = at(model.households, any.home);
    if (!home) return "";
    await days.letPass(model, home, 1 + (any.number % 3));
    done.note("daysPass");
    return `days pass in ${home.id}`;
  }
  if (any.kind === "close") {
    const who = at(model.accounts, any.who) as Account;
    // Seldom, as a run without people shows nothing.
    if (any.number > 1 || who.isClosed) return "";
    await sql("delete from auth.users where id = $1", [who.id]);
    model.close(who);
    model.endLinks();
    done.note("close");
    return `${who.name} closes`;
  }
  const step = aimed(model, any);
  const plan = planOf(model, step);
  if (!plan) return "";
  // The person responsible for a task decides with whom it is shared.
  const scene = new Scene(model, step);
  const who = step.kind === "share" || step.kind === "unshare" ? scene.task.owner : scene.who;
  const what = `${step.kind} by ${who.name}: ${JSON.stringify(plan.call)}`;
  await act(who, plan, what);
  done.note(plan.code === "ok" ? step.kind : plan.code);
  model.endLinks();
  for (const [name, is] of Object.entries(DAYS)) if (is(model)) done.note(name);
  return what;
}

async function act(who: Account, plan: Plan, what: string): Promise<void> {
  const { code, answer } = await callAs(who, ...plan.call);
  expect(code, what).toBe(plan.code);
  if (code === "ok") await plan.apply(answer);
}

export interface List {
  readonly tasks: readonly TaskJson[];
  readonly households: readonly ListedHousehold[];
}

const numbers = (runs: readonly (readonly number[])[]) =>
  runs.flatMap(([first = 0, length = 0]) => Array.from({ length }, (_, n) => first + n));

function shown(task: TaskJson): ShownTask {
  const nameOf = (id: string) => task.people[id] ?? `nobody knows ${id}`;
  const days = [
    ...task.recentCompletions.map((one) => ({ ...one, dates: [one.date] })),
    ...task.recentCatchUps.map((one) => ({
      ...one,
      dates: numbers(one.days).map(fromDayNumber),
    })),
  ];
  const done = days.flatMap(({ dates, people: doers, saidBy, completedBy: by }) =>
    dates.map((date) => [
      date,
      doers
        ? { by, people: doers.map(nameOf), saidBy: saidBy && nameOf(saidBy) }
        : { by: by && nameOf(by) },
    ]),
  );
  return {
    title: task.title,
    ownerId: task.ownerId,
    householdId: task.householdId,
    takingPart: [...task.takingPart].sort(),
    pausedDays: numbers(task.pausedDays),
    done: Object.fromEntries(done),
  };
}

/** Everyone's list, from the database. */
export const readLists = (accounts: readonly Pick<Account, "id">[]) =>
  rolledBack(async (client) => {
    const lists: List[] = [];
    for (const { id } of accounts) {
      await become(client, "authenticated", id);
      const { rows } = await client.query<{ list: List }>("select public.list_tasks() as list");
      lists.push(...rows.map(({ list }) => list));
    }
    return lists;
  });

/** The parts of a list that the model has. */
export function screenOf({ households, tasks: listed }: List) {
  expect(new Set(listed.map(({ id }) => id)).size, "a task is there twice").toBe(listed.length);
  return {
    households: households.map(({ absences = [], ...household }) => ({
      ...household,
      away: absences
        .filter(({ endedOn }) => endedOn === null)
        .map(({ person }) => person)
        .sort(),
    })),
    tasks: Object.fromEntries(listed.map((task) => [task.id, shown(task)])),
  };
}

/** Ann keeps a household with Ben and Eve, Ben one with Cat as a helper and Eve; Dan is in neither. */
export async function start(): Promise<Model> {
  const model = new Model();
  for (const name of ["Ann", "Ben", "Cat", "Dan"]) {
    const email = newAddress(name.toLowerCase());
    const id = await createAccount({ email, metadata: { full_name: name } });
    const zone = days.ZONES[model.accounts.length % 2] as string;
    await sql("update public.profiles set time_zone = $2 where id = $1", [id, zone]);
    model.accounts.push({ id, email, name, zone, isClosed: false });
  }
  await acceptEachOther(model.accounts);
  const [ann, ben, cat] = model.accounts as [Account, Account, Account];
  for (const [keeper, other, role] of [
    [ann, ben, "member"],
    [ben, cat, "helper"],
  ] as const) {
    await act(keeper, people.createHousehold(model, keeper), "start");
    const home = model.households.at(-1) as Household;
    await act(keeper, people.invite(home, keeper, role, null), "start");
    await act(other, people.join(model, home, other, home.links[0] as Link), "start");
    await act(keeper, tasks.addTask(model, keeper, home, "Task 0"), "start");
  }
  return model;
}

import { fromDayNumber, toDayNumber } from "../../src/domain/dates/calendar-date.ts";
import { dayInZone } from "../../src/domain/dates/time-zone.ts";
import type { Household as ListedHousehold, Role } from "../../src/domain/households/household.ts";

/** A model of households: people and roles, the owners of tasks, and who did what. */

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** a household is in its founder's zone */
  readonly zone: string;
  isClosed: boolean;
}
export interface Person {
  readonly id: string;
  name: string;
  face: number;
  role: Role;
  account: Account | null;
  hasLeft: boolean;
  /** a keeper removed them, and may undo that */
  wasLetGo?: boolean;
}
export interface Link {
  readonly token: string;
  readonly id: string;
  readonly role: Role;
  readonly person: Person | null;
  /** the keeper who made it, with whose keepership it ends */
  readonly maker: Person;
}
export interface Household {
  readonly id: string;
  name: string;
  isDeleted: boolean;
  /** in the order in which they joined */
  readonly people: Person[];
  links: Link[];
  /** open or not */
  readonly madeLinks: Link[];
  zone: string;
  /** from its next midnight on */
  nextZone: string | null;
  /** when nobody is there, in the order in which that was entered */
  absences: HouseAbsence[];
}
/** Days as numbers of days since 1970. */
export interface HouseAbsence {
  readonly id: string;
  from: number;
  /** included */
  to: number;
  /** the first day that it doesn't count for, where that was sooner */
  endedOn: number | null;
  /** who entered it */
  readonly by: string;
}
interface Done {
  by: Account | null;
  people: readonly Person[] | null;
  saidBy: Person | null;
}
export interface Task {
  readonly id: string;
  title: string;
  /** the responsible account in a household, else the owner */
  owner: Account;
  household: Household | null;
  isActive: boolean;
  isGone: boolean;
  /** the accounts that it is shared with, and whether they have done something through it */
  readonly shares: Map<Account, boolean>;
  /** the accounts whose share waits, because they have the task, or had it, through its household */
  readonly waiting: Set<Account>;
  readonly endedShares: Set<Account>;
  readonly done: Map<string, Done>;
  /** paused days of its own: those that it had in a household that it has left */
  ownPauses: readonly number[];
  /** the day on which it came to its household */
  since: number;
}

/** A task in somebody's list, with names in place of people's ids. */
export interface ShownTask {
  readonly title: string;
  readonly ownerId: string;
  readonly householdId: string | null;
  readonly takingPart: readonly string[];
  /** as numbers of days since 1970 */
  readonly pausedDays: readonly number[];
  readonly done: Readonly<
    Record<string, { by: string | null; people?: string[]; saidBy?: string }>
  >;
}

/** A household with the ids of the people who are away now. */
type ShownHousehold = Omit<ListedHousehold, "absences"> & { readonly away: readonly string[] };

const RANKS: readonly Role[] = ["keeper", "member", "helper"];

/** Present in an existing household, with at least this role. */
export const belongs = (home: Household, account: Account, least: Role = "helper") =>
  !home.isDeleted && hasRole(home, account, least);

export function hasRole(home: Household, account: Account, least: Role): boolean {
  const role = personOf(home, account)?.role;
  return role !== undefined && RANKS.indexOf(role) <= RANKS.indexOf(least);
}

const present = (home: Household) => home.people.filter(({ hasLeft }) => !hasLeft);

export const personOf = (home: Household, account: Account) =>
  present(home).find((person) => person.account === account);

export const isOnlyKeeper = (home: Household, person: Person) =>
  person.role === "keeper" &&
  person.account !== null &&
  !present(home).some((one) => one !== person && one.role === "keeper" && one.account);

const daysOf = ({ from, to, endedOn }: HouseAbsence) => {
  const end = Math.min(to + 1, endedOn ?? Number.POSITIVE_INFINITY);
  return Array.from({ length: end - from }, (_, n) => from + n);
};

export const todayIn = ({ zone }: Household) => toDayNumber(dayInZone(Date.now(), zone));

/** On which days nothing of a task is due. */
export function pausesOf({ household, ownPauses, since }: Task): number[] {
  const away = household?.absences.flatMap(daysOf).filter((day) => day >= since) ?? [];
  return [...new Set([...ownPauses, ...away])].sort((a, b) => a - b);
}

export class Model {
  readonly accounts: Account[] = [];
  readonly households: Household[] = [];
  tasks: Task[] = [];

  mayEdit = ({ household, owner }: Task, account: Account) =>
    household ? belongs(household, account, "member") : owner === account;
  owns = ({ household, owner }: Task, account: Account) =>
    household ? belongs(household, account) : owner === account;
  sees = (task: Task, account: Account) =>
    task.isActive && (this.owns(task, account) || task.shares.has(account));

  /** Whether another active task of the same person or household has the title. */
  isTaken = (title: string, household: Household | null, owner: Account, but?: Task) =>
    this.tasks.some(
      (task) =>
        task !== but &&
        task.isActive &&
        task.title === title &&
        task.household === household &&
        (household !== null || task.owner === owner),
    );

  endShares(task: Task): void {
    for (const account of [...task.shares.keys(), ...task.waiting]) task.endedShares.add(account);
    task.shares.clear();
    task.waiting.clear();
  }

  restoreShares(task: Task): void {
    for (const account of task.endedShares) {
      if (account !== task.owner) this.share(task, account);
    }
    task.endedShares.clear();
  }

  /** A person who has a task through its household takes part without a share. */
  share(task: Task, account: Account): void {
    if (task.shares.has(account) || task.waiting.has(account)) return;
    if (this.owns(task, account)) task.waiting.add(account);
    else task.shares.set(account, false);
  }

  /** People who get it through its household no longer take part by a share. */
  endMemberShares(household: Household): void {
    for (const task of this.tasks.filter((one) => one.household === household)) {
      for (const account of task.shares.keys()) {
        if (!belongs(household, account)) continue;
        task.shares.delete(account);
        task.waiting.add(account);
      }
    }
  }

  /** A link ends with its maker's keepership. */
  endLinks(): void {
    for (const home of this.households) {
      home.links = home.links.filter(
        ({ maker }) => maker.role === "keeper" && maker.account && !maker.hasLeft,
      );
    }
  }

  /** Somebody else becomes responsible for an account's tasks. */
  handOver(household: Household, account: Account): void {
    const [heir] = present(household)
      .filter((person) => person.account && person.account !== account)
      .sort((one, other) => RANKS.indexOf(one.role) - RANKS.indexOf(other.role));
    if (!heir?.account) return;
    heir.role = "keeper";
    for (const task of this.tasks) {
      if (task.household === household && task.owner === account) this.pass(task, heir.account);
    }
  }

  /** Its shares now belong to the responsible person, as if they had just been made. */
  pass(task: Task, owner: Account): void {
    if (task.owner === owner) return;
    task.owner = owner;
    const shared = new Set([...task.shares.keys(), ...task.waiting]);
    task.shares.clear();
    task.waiting.clear();
    shared.delete(owner);
    for (const account of shared) this.share(task, account);
  }

  close(account: Account): void {
    account.isClosed = true;
    for (const home of [...this.households]) {
      const person = home.people.find((one) => one.account === account);
      if (!person) continue;
      if (present(home).some((one) => one.account && one.account !== account)) {
        this.keepName(home, account, person);
        this.handOver(home, account);
        Object.assign(person, { hasLeft: true, account: null });
      } else {
        this.households.splice(this.households.indexOf(home), 1);
        this.tasks = this.tasks.filter((task) => task.household !== home);
      }
    }
    this.tasks = this.tasks.filter((task) => task.owner !== account);
    for (const task of this.tasks) {
      for (const done of task.done.values()) if (done.by === account) done.by = null;
    }
  }

  private keepName(home: Household, account: Account, person: Person): void {
    for (const task of this.tasks.filter((one) => one.household === home)) {
      for (const done of task.done.values()) {
        if (done.by === account && !done.people)
          Object.assign(done, { people: [person], saidBy: person });
      }
    }
  }

  screen(account: Account) {
    const tasks = this.tasks.filter((task) => this.sees(task, account));
    return {
      households: this.households
        .filter((home) => belongs(home, account))
        .map((home) => this.listed(home, personOf(home, account) as Person)),
      tasks: Object.fromEntries(tasks.map((task) => [task.id, this.shown(task)])),
    };
  }

  private listed(home: Household, me: Person): ShownHousehold {
    const { id, name, people, zone, nextZone } = home;
    const houseAbsences = home.absences
      .filter((absence) => daysOf(absence).length > 0)
      .sort((one, other) => one.from - other.from || (one.id < other.id ? -1 : 1))
      .map((absence) => {
        const days = daysOf(absence).map(fromDayNumber);
        const [from, to] = [days[0] as string, days.at(-1) as string];
        return { id: absence.id, from, to, by: absence.by };
      });
    const shown = people.filter(({ hasLeft }) => !hasLeft);
    const left = people.filter(({ hasLeft }) => hasLeft);
    return {
      ...(left.length > 0 && { former: Object.fromEntries(left.map((one) => [one.id, one.name])) }),
      ...(houseAbsences.length > 0 && { houseAbsences }),
      ...{ timeZone: zone, ...(nextZone && { nextTimeZone: nextZone }) },
      // People who left are away.
      away: left.map((one) => one.id).sort(),
      ...{ id, name, role: me.role, me: me.id },
      people: shown.map((person) => ({
        ...{ id: person.id, name: person.name, face: person.face, role: person.role },
        isJoined: person.account !== null,
      })),
    };
  }

  private shown(task: Task): ShownTask {
    const { title, owner, household, shares, done } = task;
    const openly = [...shares].filter(([account, isOpen]) => isOpen && !account.isClosed);
    const days = [...done].map(([day, { by, people, saidBy }]) => [
      day,
      people
        ? { by: by?.id ?? null, people: people.map(({ name }) => name), saidBy: saidBy?.name }
        : { by: by?.name ?? null },
    ]);
    return {
      ...{ title, ownerId: owner.id, householdId: household?.id ?? null },
      takingPart: openly.map(([{ id }]) => id).sort(),
      pausedDays: pausesOf(task),
      done: Object.fromEntries(days),
    };
  }
}

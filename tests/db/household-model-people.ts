import { randomUUID } from "node:crypto";
import type { Role } from "../../src/domain/households/household.ts";
import { sql, sqlValue } from "../support/sql.ts";
import {
  type Account,
  belongs,
  type Household,
  hasRole,
  isOnlyKeeper,
  type Link,
  type Model,
  type Person,
  personOf,
} from "./household-model.ts";

/** People's deeds in a household: the call, its expected answer, and its effect on the model. */

export interface Plan {
  readonly call: readonly [name: string, parameters: Record<string, unknown>];
  /** "ok", or the code of the refusal */
  readonly code: string;
  readonly apply: (answer: unknown) => void | Promise<void>;
}

/** The refusal of a person's call for which they need this role in the household, or null. */
export const inHousehold = (home: Household, who: Account, least: Role): string | null =>
  !belongs(home, who) ? "HOUSEHOLD_NOT_FOUND" : belongs(home, who, least) ? null : "NOT_ALLOWED";

/** The people of a household in the order in which they joined, from the database. */
const newPeople = (household: string) =>
  sql<{ id: string; name: string; face: number; role: Role; account_id: string | null }>(
    `select id, name, face, role, account_id from public.household_people
     where household_id = $1 order by joined_at, id`,
    [household],
  );

export function createHousehold(model: Model, who: Account): Plan {
  // Two are enough; a third one repeats the first one's id.
  const [known] = model.households.length < 2 ? [] : model.households;
  const id = known?.id ?? randomUUID();
  return {
    call: ["create_household", { id, name: "The flat", others: ["Eve"] }],
    code: !known || belongs(known, who) ? "ok" : "VALIDATION_FAILED",
    apply: async () => {
      if (known) return;
      const people = (await newPeople(id)).map(({ account_id, ...person }) => ({
        ...person,
        account: account_id === null ? null : who,
        hasLeft: false,
      }));
      model.households.push({
        ...{ id, name: "The flat", isDeleted: false, people, links: [], madeLinks: [] },
        ...{ zone: who.zone, nextZone: null, absences: [] },
      });
    },
  };
}

export function renameHousehold(home: Household, who: Account, name: string): Plan {
  return {
    call: ["rename_household", { household_id: home.id, name }],
    code: inHousehold(home, who, "keeper") ?? "ok",
    apply: () => {
      home.name = name;
    },
  };
}

export function addPerson(home: Household, who: Account, role: Role): Plan {
  const person = { id: randomUUID(), name: "Finn", face: 3, role };
  return {
    call: ["save_person", { household_id: home.id, ...person }],
    code: inHousehold(home, who, "keeper") ?? "ok",
    apply: () => {
      home.people.push({ ...person, account: null, hasLeft: false });
    },
  };
}

export function changePerson(
  model: Model,
  home: Household,
  who: Account,
  person: Person,
  changes: Partial<Pick<Person, "name" | "face" | "role">>,
): Plan {
  const after = { name: person.name, face: person.face, role: person.role, ...changes };
  const refusal = () => {
    if (!belongs(home, who)) return "HOUSEHOLD_NOT_FOUND";
    if (person.hasLeft || !home.people.includes(person)) return "VALIDATION_FAILED";
    const isOwn = person.account === who && after.role === person.role;
    if (!isOwn && !belongs(home, who, "keeper")) return "NOT_ALLOWED";
    return after.role !== "keeper" && isOnlyKeeper(home, person) ? "LAST_KEEPER" : "ok";
  };
  return {
    call: ["save_person", { household_id: home.id, id: person.id, ...after }],
    code: refusal(),
    apply: () => {
      Object.assign(person, after);
      if (after.role === "helper" && person.account) model.handOver(home, person.account);
    },
  };
}

export function removePerson(model: Model, home: Household, who: Account, person: Person): Plan {
  const isBack = person.hasLeft && person.account === who;
  const refusal = () => {
    if (isBack) return "ok";
    if (!belongs(home, who) || !home.people.includes(person)) return "HOUSEHOLD_NOT_FOUND";
    if (person.account !== who && !belongs(home, who, "keeper")) return "NOT_ALLOWED";
    return !person.hasLeft && isOnlyKeeper(home, person) ? "LAST_KEEPER" : "ok";
  };
  return {
    call: ["remove_person", { household_id: home.id, id: person.id }],
    code: refusal(),
    apply: () => {
      if (person.hasLeft) return;
      person.hasLeft = true;
      person.wasLetGo = person.account !== who;
      home.links = home.links.filter((link) => link.person !== person);
      if (person.account) model.handOver(home, person.account);
    },
  };
}

export function bringBack(model: Model, home: Household, who: Account, person: Person): Plan {
  const refusal = () => {
    if (!home.people.includes(person)) return "HOUSEHOLD_NOT_FOUND";
    return person.hasLeft && !person.wasLetGo ? "UNDO_TOO_LATE" : "ok";
  };
  return {
    call: ["bring_back_person", { household_id: home.id, id: person.id }],
    code: inHousehold(home, who, "keeper") ?? refusal(),
    apply: () => {
      Object.assign(person, { hasLeft: false, wasLetGo: false });
      model.endMemberShares(home);
    },
  };
}

export function invite(home: Household, who: Account, role: Role, person: Person | null): Plan {
  const isOpen = !person || (!person.account && !person.hasLeft && home.people.includes(person));
  return {
    call: ["invite_to_household", { household_id: home.id, role, person_id: person?.id ?? null }],
    code: inHousehold(home, who, "keeper") ?? (isOpen ? "ok" : "VALIDATION_FAILED"),
    apply: async (token) => {
      const id = await sqlValue<string>(
        `select id from public.household_invitations
         where token_hash = sha256(convert_to($1, 'UTF8'))`,
        [token],
      );
      // Another link for the same person replaces the first.
      home.links = home.links.filter((link) => !person || link.person !== person);
      const maker = personOf(home, who) as Person;
      const link = { token: String(token), id, role, person, maker };
      home.links.push(link);
      home.madeLinks.push(link);
    },
  };
}

export function revoke(home: Household, who: Account, link: Link): Plan {
  return {
    call: ["revoke_household_invitation", { id: link.id }],
    code: "ok",
    apply: () => {
      if (belongs(home, who, "keeper")) home.links = home.links.filter((one) => one !== link);
    },
  };
}

export function join(model: Model, home: Household, who: Account, link: Link): Plan {
  const isOpen = home.links.includes(link) && !home.isDeleted && !link.person?.account;
  return {
    call: ["join_household", { token: link.token }],
    code: !isOpen ? "INVITATION_NOT_FOUND" : belongs(home, who) ? "ALREADY_JOINED" : "ok",
    apply: async () => {
      home.links = home.links.filter((one) => one !== link);
      const before = home.people.find(({ account }) => account === who);
      if (link.person) {
        if (before) before.account = null;
        Object.assign(link.person, { account: who, role: link.role });
      } else if (before) {
        Object.assign(before, { hasLeft: false, wasLetGo: false, role: link.role });
      } else {
        const added = (await newPeople(home.id)).find(({ account_id }) => account_id === who.id);
        const { id } = added as { id: string };
        const face = home.people.length % 10;
        const { name } = who;
        home.people.push({ id, name, face, role: link.role, account: who, hasLeft: false });
      }
      model.endMemberShares(home);
    },
  };
}

export function deleteHousehold(model: Model, home: Household, who: Account, name: string): Plan {
  const isAgain = home.isDeleted && hasRole(home, who, "keeper");
  const isRight = name === home.name;
  return {
    call: ["delete_household", { household_id: home.id, name }],
    code: isAgain
      ? "ok"
      : (inHousehold(home, who, "keeper") ?? (isRight ? "ok" : "VALIDATION_FAILED")),
    apply: () => {
      if (isAgain) return;
      home.isDeleted = true;
      home.links = [];
      for (const task of model.tasks) {
        if (task.household !== home || !task.isActive) continue;
        Object.assign(task, { isActive: false, isGone: true });
        model.endShares(task);
      }
    },
  };
}

export function restoreHousehold(model: Model, home: Household, who: Account): Plan {
  const isKeeper = hasRole(home, who, "keeper");
  const isThere = personOf(home, who) !== undefined && (home.isDeleted || isKeeper);
  return {
    call: ["restore_household", { household_id: home.id }],
    code: !isThere ? "HOUSEHOLD_NOT_FOUND" : isKeeper ? "ok" : "NOT_ALLOWED",
    apply: () => {
      home.isDeleted = false;
      for (const task of model.tasks) {
        if (task.household !== home || !task.isGone) continue;
        Object.assign(task, { isActive: true, isGone: false });
        model.restoreShares(task);
      }
    },
  };
}

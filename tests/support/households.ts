import { randomUUID } from "node:crypto";
import type { Household, Role } from "../../src/domain/households/household.ts";
import { newPerson, type Person, rpc, succeeded } from "./actors.ts";

/** Households through the API. */

/** Makes a household with its keeper and others without an account; resolves to its id. */
export async function newHousehold(
  keeper: Person,
  name = "The flat",
  others: readonly string[] = [],
): Promise<string> {
  const id = randomUUID();
  succeeded(await rpc(keeper, "create_household", { id, name, others }));
  return id;
}

export async function householdsOf(person: Person): Promise<readonly Household[]> {
  return succeeded<{ households: Household[] }>(await rpc(person, "list_tasks")).households;
}

export async function householdOf(person: Person, id: string): Promise<Household> {
  const found = (await householdsOf(person)).find((household) => household.id === id);
  if (!found) throw new Error("does not belong to it");
  return found;
}

/** The id of the person with this name in a household, as seen by somebody in it. */
export async function personId(viewer: Person, household: string, name: string): Promise<string> {
  const { people } = await householdOf(viewer, household);
  const found = people.find((person) => person.name === name);
  if (!found) throw new Error(`nobody is called ${name}`);
  return found.id;
}

export async function invite(
  keeper: Person,
  household: string,
  role: Role = "member",
  person: string | null = null,
): Promise<string> {
  const parameters = { household_id: household, role, person_id: person };
  return succeeded<string>(await rpc(keeper, "invite_to_household", parameters));
}

/** Requests a mail with a link to an address. */
export async function inviteByMail(
  keeper: Person,
  household: string,
  address: string,
  role: Role = "member",
  person: string | null = null,
): Promise<void> {
  const parameters = { household_id: household, address, role, person_id: person };
  succeeded(await rpc(keeper, "invite_to_household_by_mail", parameters));
}

/** Adds somebody to a household, as a new person or as one without an account. */
export async function join(
  keeper: Person,
  household: string,
  newcomer: Person,
  role: Role = "member",
  person: string | null = null,
): Promise<void> {
  const token = await invite(keeper, household, role, person);
  succeeded(await rpc(newcomer, "join_household", { token }));
}

/** Makes a display; resolves to its token. */
export async function newDisplay(
  keeper: Person,
  household: string,
  name = "Kitchen tablet",
): Promise<string> {
  const parameters = { household_id: household, id: randomUUID(), name };
  return succeeded<string>(await rpc(keeper, "create_display", parameters));
}

/** The token of a task's label. */
export async function labelOf(member: Person, household: string, taskId: string): Promise<string> {
  const labels = succeeded<Record<string, string>>(
    await rpc(member, "print_labels", { household_id: household }),
  );
  const token = labels[taskId];
  if (token === undefined) throw new Error("no such label");
  return token;
}

/** The ids of a household's people, by name. */
export async function idsByName(
  viewer: Person,
  household: string,
): Promise<Record<string, string>> {
  const { people } = await householdOf(viewer, household);
  return Object.fromEntries(people.map(({ name, id }) => [name, id]));
}

/**
 * Alice keeps a household with Bob, by default a member, and Carol, who has no account. With a role, Dave is in
 * it, too.
 */
export async function newFlat({ bob = "member" as Role, dave = null as Role | null } = {}) {
  const [alice, his, daves] = await Promise.all([
    newPerson("alice", "Alice"),
    newPerson("bob", "Bob"),
    newPerson("dave", "Dave"),
  ]);
  const id = await newHousehold(alice, "The flat", ["Carol"]);
  await join(alice, id, his, bob);
  if (dave) await join(alice, id, daves, dave);
  const ids = (await idsByName(alice, id)) as Record<"Alice" | "Bob" | "Carol" | "Dave", string>;
  return { id, alice, bob: his, dave: daves, ids };
}

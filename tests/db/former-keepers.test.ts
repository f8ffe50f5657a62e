import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import {
  newAddress,
  newPerson,
  type Person,
  refusalCode,
  rest,
  rpc,
  succeeded,
} from "../support/actors.ts";
import {
  householdOf,
  invite,
  inviteByMail,
  newDisplay,
  newFlat,
  personId,
} from "../support/households.ts";
import { sql } from "../support/sql.ts";

/** Anything that a keeper made ends with their keepership, however that ends; the household's things stay. */

type Flat = Awaited<ReturnType<typeof newFlat>>;
const newKeepers = () => newFlat({ bob: "keeper" });

const call = async (person: Person, name: string, parameters: object) =>
  succeeded(await rpc(person, name, { ...parameters }));

const asRole = (by: Person, { id, ids }: Flat, role: string) =>
  call(by, "save_person", { household_id: id, id: ids.Bob, name: "Bob", face: 1, role });

/** The token of an invitation by mail, as in the mail. */
async function mailedToken(household: string, address: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest();
  const changed = await sql(
    `update public.household_invitations set token_hash = $1
     where household_id = $2 and address = $3 returning id`,
    [hash, household, address],
  );
  expect(changed).toHaveLength(1);
  return token;
}

const links: Readonly<Record<string, (flat: Flat) => Promise<string>>> = {
  "for a keeper": ({ bob, id }) => invite(bob, id, "keeper"),
  "for a helper": ({ bob, id }) => invite(bob, id, "helper"),
  "for somebody who is there": async ({ bob, id }) =>
    invite(bob, id, "member", await personId(bob, id, "Carol")),
  "by mail": async ({ bob, id }) => {
    const address = newAddress("mailed");
    await inviteByMail(bob, id, address, "keeper");
    return mailedToken(id, address);
  },
  "by somebody else's mail, as what they changed it to": async ({ alice, bob, id }) => {
    const address = newAddress("mailed");
    await inviteByMail(alice, id, address, "helper");
    await inviteByMail(bob, id, address, "keeper");
    return mailedToken(id, address);
  },
};

const ends: Readonly<Record<string, (flat: Flat) => Promise<unknown>>> = {
  "is let go": ({ alice, id, ids }) =>
    call(alice, "remove_person", { household_id: id, id: ids.Bob }),
  leaves: ({ bob, id, ids }) => call(bob, "remove_person", { household_id: id, id: ids.Bob }),
  "is made a member": (flat) => asRole(flat.alice, flat, "member"),
  "steps down": (flat) => asRole(flat.bob, flat, "helper"),
  "is a keeper again": async (flat) => {
    await asRole(flat.alice, flat, "member");
    await asRole(flat.alice, flat, "keeper");
  },
  "comes back as somebody else": async (flat) => {
    await call(flat.alice, "remove_person", { household_id: flat.id, id: flat.ids.Bob });
    const token = await invite(
      flat.alice,
      flat.id,
      "keeper",
      await personId(flat.alice, flat.id, "Carol"),
    );
    await call(flat.bob, "join_household", { token });
  },
  "has closed the account": ({ bob }) => sql("delete from auth.users where id = $1", [bob.id]),
};

for (const [end, becomes] of Object.entries(ends)) {
  test(`no link of a keeper who ${end} opens anything`, async () => {
    const flat = await newKeepers();
    const others = await invite(flat.alice, flat.id, "keeper");
    const made: Record<string, string> = {};
    for (const [kind, make] of Object.entries(links)) made[kind] = await make(flat);
    await becomes(flat);

    const friend = await newPerson("friend");
    const answers: Record<string, unknown> = {};
    for (const [kind, token] of Object.entries(made)) {
      const looked = succeeded(await rpc(friend, "read_household_invitation", { token }));
      answers[kind] = looked ?? refusalCode(await rpc(friend, "join_household", { token }));
    }
    expect(answers).toEqual(
      Object.fromEntries(Object.keys(links).map((kind) => [kind, "INVITATION_NOT_FOUND"])),
    );
    // They aren't listed either; another keeper's still works.
    const listed = await rest(
      flat.alice,
      "GET",
      `household_invitations?household_id=eq.${flat.id}&select=id`,
    );
    expect(succeeded(listed)).toHaveLength(1);
    await call(friend, "join_household", { token: others });
  });
}

test("another name, another colour and a keeper's own keepership end no link", async () => {
  const flat = await newKeepers();
  const token = await invite(flat.bob, flat.id, "member");
  const { id, ids } = flat;
  await call(flat.bob, "save_person", {
    household_id: id,
    id: ids.Bob,
    name: "Rob",
    face: 5,
    role: "keeper",
  });
  await call(flat.alice, "remove_person", {
    household_id: id,
    id: (await householdOf(flat.alice, id)).me,
  });
  await call(await newPerson("friend"), "join_household", { token });
});

test("displays are the household's, and stay", async () => {
  const flat = await newKeepers();
  const token = await newDisplay(flat.bob, flat.id);
  await call(flat.alice, "remove_person", { household_id: flat.id, id: flat.ids.Bob });
  succeeded(await rpc(null, "read_display", { token }));
});

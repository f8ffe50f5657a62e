import { randomUUID } from "node:crypto";
import { acceptEachOther, newAddress, rpc, succeeded } from "../support/actors.ts";
import { invite, inviteByMail, join, newHousehold, personId } from "../support/households.ts";
import { newSignedInPerson, type SignedInPerson } from "../support/people.ts";
import { addChore, type ChoreOptions, complete, completeInThePast, day } from "./chores.ts";

/** People with something on every screen. */

const LONG =
  "Sort the letters, bills and leaflets of the week into those to answer, to pay, and to throw away";

const NOTES = ["Answer:", "- the bank", "- the school", "See https://example.com/(bills)."].join(
  "\n",
);

/** Makes a text of at most so many characters. */
export type Writer = (text: string, maxLength: number) => string;

/** A person with something of every kind, some of it long; texts begin with what `write` is given. */
export async function newBusyPerson(write: Writer = (text) => text): Promise<SignedInPerson> {
  const [person, robin] = await Promise.all([
    newSignedInPerson(write("Petra Person", 100), "petra-person"),
    newSignedInPerson(write("Robin Roommate", 100), "robin-roommate"),
  ]).then(acceptEachOther);
  const add = (owner: SignedInPerson, options: ChoreOptions) =>
    addChore(owner, {
      ...options,
      title: write(options.title, 100),
      category: write(options.category ?? "Home", 50),
      ...(options.subtitle && { subtitle: write(options.subtitle, 5_000) }),
      ...(options.custom_rrule_text && {
        custom_rrule_text: write(options.custom_rrule_text, 1_000),
      }),
    });
  const yesterday = { start_date: day(-1), end_date: day(-1) };
  const shared = { share_with: [robin.email, "somebody.with.a.long.name@example.com"] };
  const sweep = await add(person, {
    title: "Sweep the hall",
    category: "Household",
    subtitle: "Under the table too.",
    checklist: ["Move the chairs", write("Sweep under the bench by the window", 100), "Mats"],
    start_date: day(-40),
    ...shared,
  });
  const past = Array.from({ length: 40 }, (_, index) => day(index - 40));
  await completeInThePast(
    person,
    sweep,
    past.filter((_, index) => index % 3 > 0),
  );
  await completeInThePast(robin, sweep, past.filter((_, index) => index % 3 === 0).slice(0, -1));
  await add(person, {
    title: LONG,
    category: "Paperwork that nobody likes to do on a Sunday",
    subtitle: NOTES,
    end_date: day(90),
    repeat_value: "custom",
    custom_rrule: "RRULE:FREQ=DAILY;INTERVAL=2",
  });
  await add(person, { title: "Water the ferns", category: "Plants", repeat_value: "weekly" });
  await add(person, {
    title: "Read the meter",
    category: "Money",
    repeat_value: "custom",
    // No dialog builds this rule, so its own text is shown.
    custom_rrule: "RRULE:FREQ=MONTHLY;BYMONTHDAY=1,11,21;UNTIL=20991231T000000Z",
    custom_rrule_text: "On the 1st, the 11th and the 21st",
  });
  await add(person, { title: "Pay the rent", category: "Money", ...yesterday });
  const dishes = await add(person, { title: "Do the dishes", category: "Kitchen", ...shared });
  await complete(robin, dishes);
  const bins = await add(person, {
    title: "Take out the bins",
    category: "Household",
    ...yesterday,
  });
  await complete(person, bins, day(-1));
  await add(robin, { title: "Walk the dog", category: "Pets", share_with: [person.email] });
  return person;
}

/** A person with invitations, an accepted and a blocked person, a task that they left and one declined. */
export async function newInvitedPerson(write: Writer = (text) => text): Promise<SignedInPerson> {
  const [person, robin, blake, dana, ...strangers] = await Promise.all([
    newSignedInPerson(write("Petra Person", 100), "petra-person"),
    newSignedInPerson(write("Robin Roommate", 100), "robin-roommate"),
    newSignedInPerson(write("Blake Blocked", 100), "blake-blocked"),
    newSignedInPerson(write("Dana Declined", 100), "dana-declined"),
    newSignedInPerson(write("Sam Sharer", 100), "sam-sharer"),
    newSignedInPerson(write("Tim", 100), "tim"),
  ]);
  await acceptEachOther([person, robin]);
  const inviteBy = (sender: SignedInPerson) =>
    addChore(sender, {
      title: write("Walk the dog", 100),
      category: write("Pets", 50),
      share_with: [person.email],
    });
  const left = await inviteBy(robin);
  await Promise.all([blake, dana, ...strangers].map(inviteBy));
  succeeded(await rpc(person, "leave_task", { task_id: left.id }));
  succeeded(await rpc(person, "block_sender", { sender: blake.id }));
  succeeded(await rpc(person, "decline_sender", { sender: dana.id }));
  return person;
}

/** The keeper of a household with people, invitations, an absence, turns and an offer. */
export async function newKeeper(write: Writer = (text) => text): Promise<SignedInPerson> {
  const [person, robin] = await Promise.all([
    newSignedInPerson(write("Petra Person", 100), "petra-person"),
    newSignedInPerson(write("Robin Roommate", 100), "robin-roommate"),
  ]);
  const carol = write("Carol", 100);
  const household = await newHousehold(person, write("The flat", 100), [carol, "Dan"]);
  await join(person, household, robin);
  await invite(person, household, "helper", await personId(person, household, carol));
  await inviteByMail(person, household, newAddress("dan-with-a-long-name"));
  const add = (title: string, options: Partial<ChoreOptions> = {}) =>
    addChore(person, {
      title: write(title, 100),
      category: write("Home", 50),
      household_id: household,
      ...options,
    });
  const [petra, robins, carols] = await Promise.all(
    [person.name, robin.name, carol].map((name) => personId(person, household, name)),
  );
  const turns = (...ids: (string | undefined)[]) => ({ roster: ids.flatMap((id) => id ?? []) });
  await add("Bins", turns(petra, robins, carols));
  const plants = await add("Plants", { start_date: day(-4), ...turns(robins) });
  const dishes = await add("Dishes", { start_date: day(0), ...turns(petra) });
  succeeded(await rpc(robin, "offer_turns", { task_id: plants.id, days: [day(0)] }));
  succeeded(
    await rpc(person, "enter_absence", {
      ...{ household_id: household, id: randomUUID(), from_day: day(-1), to_day: day(8) },
      person_id: await personId(person, household, "Dan"),
    }),
  );
  await addChore(person, { title: write("Stretch", 100), category: write("Home", 50) });
  succeeded(
    await rpc(robin, "complete_task", {
      task_id: dishes.id,
      completed_date: day(0),
      people: [await personId(person, household, carol)],
    }),
  );
  return person;
}

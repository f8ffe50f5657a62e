import type { Person } from "./actors.ts";
import { addTask } from "./actors-tasks.ts";
import { day } from "./day.ts";
import { newHousehold, personId } from "./households.ts";
import { newSignedInPerson, type SignedInPerson } from "./people.ts";

/** Who looks at the screens that are measured, each with as much to do as many have. */

const CHORES = [
  ["Bedroom", "Make the beds"],
  ["Home", "Water the plants"],
  ["Kitchen", "Do the dishes"],
  ["Kitchen", "Set the table"],
  ["Pets", "Feed the cat"],
] as const;

const addDaily = (owner: Person, category: string, title: string, more: object = {}) =>
  addTask(owner, { category, title, start_date: day(0), repeat_value: "daily", ...more });

/** Somebody alone with five tasks that are due today. */
export async function aloneWithFive(): Promise<SignedInPerson> {
  const person = await newSignedInPerson("Mia Miller");
  for (const [category, title] of CHORES) await addDaily(person, category, title);
  return person;
}

/** A family of four: six tasks are due today, three of them in turns, and three days of one were missed. */
export async function familyOfFour(): Promise<SignedInPerson> {
  const mia = await newSignedInPerson("Mia Miller");
  const home = await newHousehold(mia, "Home", ["Tom Miller", "Lina", "Ben"]);
  const names = ["Mia Miller", "Tom Miller", "Lina"];
  const roster = await Promise.all(names.map((name) => personId(mia, home, name)));
  for (const [index, [category, title]] of CHORES.entries()) {
    const isInTurns = index % 2 === 0;
    await addDaily(mia, category, title, {
      household_id: home,
      start_date: title === "Do the dishes" ? day(-3) : day(0),
      ...(isInTurns && { roster: [...roster.slice(index / 2), ...roster.slice(0, index / 2)] }),
    });
  }
  await addDaily(mia, "Me", "Stretch");
  return mia;
}

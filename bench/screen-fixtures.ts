import type { Person } from "../tests/support/actors.ts";
import { addTask } from "../tests/support/actors-tasks.ts";
import { day } from "../tests/support/day.ts";
import { newHousehold, personId } from "../tests/support/households.ts";
import { newSignedInPerson, type SignedInPerson } from "../tests/support/people.ts";
import { sql } from "../tests/support/sql.ts";

/** People for measuring screens, each with a typical amount to do. */

const CHORES = [
  ["Bedroom", "Make the beds"],
  ["Home", "Water the plants"],
  ["Kitchen", "Do the dishes"],
  ["Kitchen", "Set the table"],
  ["Pets", "Feed the cat"],
] as const;

const addDaily = (owner: Person, category: string, title: string, more: object = {}) =>
  addTask(owner, { category, title, start_date: day(0), repeat_value: "daily", ...more });

/** A single person with five tasks due today. */
export async function aloneWithFive(): Promise<SignedInPerson> {
  const person = await newSignedInPerson("Mia Miller");
  for (const [category, title] of CHORES) await addDaily(person, category, title);
  return person;
}

/** A family of four: six tasks are due today, three of them with turns, and one was missed on three days. */
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

/** Category, title, the first day relative to today, repetition, person (an index of the roster, or nobody), notes. */
type Messy = readonly [
  category: string,
  title: string,
  start: number,
  every: keyof typeof EVERY,
  whose?: 0 | 1 | 2 | undefined,
  notes?: string | undefined,
  checklist?: readonly string[],
];

const EVERY = { d: "daily", w: "weekly", m: "monthly", y: "yearly", once: "custom" } as const;

const MESSY: readonly Messy[] = [
  ["Bathroom", "Clean the bathroom", -20, "w", 0],
  ["Bathroom", "Towels", -18, "w"],
  ["Bathroom", "Descale the shower head", -16, "once", undefined, "The vinegar is under the sink"],
  ["Bedroom", "Make the beds", -21, "d", 2],
  ["Bedroom", "Change the sheets", -19, "w", 1],
  ["Car", "Check the tyres", -15, "m"],
  ["Car", "Winter tyres", -12, "once", 1, "Appointment at Miller's, take the wheels along"],
  ["Garden", "Rake the leaves", -20, "w", 1],
  ["Garden", "Bulbs into the ground", -17, "once"],
  ["Health", "Vitamins", -21, "d"],
  ["Health", "Dentist for Ben", -9, "once", 0],
  ["Home", "Water the plants", -21, "d", 1, "Not the cactus"],
  [
    "Home",
    "Air the rooms",
    -21,
    "d",
    undefined,
    "Ten minutes with all windows wide open, not tilted",
  ],
  ["Home", "Vacuum downstairs", -20, "w", 1],
  ["Home", "vacuum upstairs", -19, "w", 2],
  ["Home", "Smoke alarms", -11, "y"],
  ["Home", "Wipe the windows", -14, "m"],
  ["Kids", "Homework", -21, "d", 2],
  [
    "Kids",
    "Pack the school bags",
    -21,
    "d",
    2,
    "Look at the timetable",
    ["Books", "Lunch", "Sports things", "Keys"],
  ],
  ["Kids", "Cut nails", -18, "w"],
  [
    "Kitchen",
    "Do the dishes",
    -21,
    "d",
    0,
    undefined,
    ["Pans by hand", "Empty the sieve", "Wipe the table"],
  ],
  ["Kitchen", "Set the table", -21, "d", 2],
  ["Kitchen", "Wipe the worktops", -21, "d", 1],
  ["Kitchen", "Clean out the fridge", -17, "w", 0],
  ["Kitchen", "Descale the kettle", -13, "m"],
  ["Kitchen", "Defrost the freezer", -10, "once", undefined, "Eat up the peas first"],
  [
    "Laundry",
    "Wash whites",
    -20,
    "w",
    0,
    "60 degrees, and the bath towels with them",
    ["Towels", "Sheets"],
  ],
  ["Laundry", "Wash dark", -18, "w", 0],
  ["Laundry", "Iron shirts", -16, "w", 1],
  ["Me", "Stretch", -21, "d"],
  ["Me", "Call grandma", -19, "w", undefined, "0171 555 01 23, never before ten"],
  ["Me", "Tax return", -20, "once", undefined, "The folder is on the shelf"],
  ["Paper", "Pay the rent", -20, "m", 0],
  ["Paper", "Sort the mail", -17, "w"],
  ["Paper", "Renew the passports", -14, "once", 1],
  ["Pets", "Feed the cat", -22, "d", 2],
  [
    "Pets",
    "Litter box",
    -21,
    "d",
    1,
    "New litter is in the cellar on the left; every Saturday all of it is changed",
  ],
  ["Pets", "Vet", -13, "once"],
  ["Rubbish", "Bins out", -16, "w", 1, "Paper every other week"],
  ["Rubbish", "Bottles to the bank", -9, "m"],
];

/** A family of four who did nothing for three weeks: forty tasks, in the order in which they came to mind. */
export async function threeWeeksBehind(): Promise<SignedInPerson> {
  const mia = await newSignedInPerson("Mia Miller");
  const home = await newHousehold(mia, "Home", ["Tom Miller", "Lina", "Ben"]);
  const names = ["Mia Miller", "Tom Miller", "Lina"];
  const people = await Promise.all(names.map((name) => personId(mia, home, name)));
  for (const [category, title, start, every, whose, subtitle = null, checklist] of MESSY) {
    const person = whose === undefined ? undefined : people[whose];
    await addDaily(mia, category, title, {
      ...{ subtitle, start_date: day(start), repeat_value: EVERY[every] },
      ...(every === "once" && { custom_rrule: "FREQ=DAILY;COUNT=1" }),
      ...(checklist && { checklist }),
      ...(category !== "Me" && { household_id: home }),
      ...(person && { roster: [person] }),
    });
  }
  await sql(
    `insert into public.task_completions (task_id, completed_date, user_id, completed_at)
     select id, start_date, user_id, start_date from public.tasks
     where household_id = $1 and title = 'Feed the cat'`,
    [home],
  );
  return mia;
}

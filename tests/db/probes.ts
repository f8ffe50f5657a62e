import { readFileSync } from "node:fs";
import { type Actor, actors } from "./rights-world.ts";

/** The statements that everybody tries, as `rights.txt` has them: a line each, up to what it answers. */
export const statements: readonly string[] = readFileSync(
  new URL("rights.txt", import.meta.url),
  "utf8",
)
  .split("\n")
  .filter((line) => /^(select|insert|update|delete) /.test(line))
  .map((line) => line.split(/ {2}(?:others|everyone): /)[0] as string);

export const valuesIn = (statement: string) =>
  [...statement.matchAll(/(?<!:):([a-zA-Z]+)/g)].map(([, name]) => name as string);

const household: readonly Actor[] = ["owner", "member", "helper"];
const elsewhere: readonly Actor[] = ["owner", "member", "neighbour"];
/** The people who know each value and may be told it. A token belongs to anyone who has it. */
const inside: Readonly<Record<string, readonly Actor[]>> = {
  ...{ task: ["owner", "recipient"], catchUp: ["owner", "recipient"] },
  ...{ common: [...household, "recipient"], hers: household, deletedCommon: household },
  ...{ elsewhere, garden: elsewhere },
  ...{ link: actors, displayToken: actors, label: actors },
  ...Object.fromEntries(actors.map((actor) => [actor, [actor]])),
  // The owner knows with whom they share.
  ...Object.fromEntries(actors.map((actor) => [`${actor}Email`, [actor, "owner"]])),
  ...Object.fromEntries(
    [
      ...["household", "gone", "me", "carol", "absence", "houseAbsence", "invitation", "mailed"],
      ...["display", "keeperPerson", "memberPerson", "helperPerson"],
    ].map((name) => [name, household]),
  ),
};
/** Whether all values in a statement belong to others. */
export const isOutside = (actor: Actor, statement: string) =>
  valuesIn(statement).every((name) => !(inside[name] ?? ["owner"]).includes(actor));

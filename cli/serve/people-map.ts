import { StackError } from "embedded-supabase";
import { readCsv } from "../../src/domain/moving/csv-rows.ts";
import { type MatchedHousehold, offeredMatch } from "../../src/domain/moving/import-plan.ts";
import type { MovingPerson } from "../../src/domain/moving/moving-form.ts";
import type { Match, Matches } from "../../src/domain/moving/moving-in.ts";
import { csvOf } from "./csv.ts";

/** Who the people of an imported file are in a household, as a CSV file with a line for each: its id, its name, who it is. */

const HEAD = ["id", "name", "is"];
const ME = "me";
const NEW = "new";

interface Known {
  readonly people: readonly MovingPerson[];
  /** none for a new one */
  readonly household: MatchedHousehold | undefined;
  /** the name of who imports it */
  readonly importer: string;
}

/** Whoever has the same name. */
export const offeredMatches = ({ people, household, importer }: Known): Matches =>
  new Map(people.map((one) => [one.id, offeredMatch(one, household, importer)]));

const wordFor = (match: Match, household: MatchedHousehold | undefined): string => {
  if (match === null) return NEW;
  if (match === "me") return ME;
  const { name = match.id } = household?.people.find(({ id }) => id === match.id) ?? {};
  const isOnly = household?.people.filter((one) => isSame(one.name, name)).length === 1;
  return isOnly ? name : match.id;
};

const isSame = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** The file with these matches, to be changed by hand. */
export function peopleMap({ people, household }: Known, matches: Matches): string {
  const rows = people.map(({ id, name }) => [
    id,
    name,
    wordFor(matches.get(id) ?? null, household),
  ]);
  return csvOf([HEAD, ...rows]);
}

/** One line for each: 'Bob is Bob here', 'Carla is a new person'. */
export const matchesText = ({ people, household, importer }: Known, matches: Matches): string[] =>
  people.map(({ id, name, hasLeft }) => {
    const match = matches.get(id) ?? null;
    if (match === null) return `${name} is ${hasLeft ? "somebody who left" : "a new person"}`;
    return `${name} is ${match === "me" ? `${importer}, who imports it` : `${wordFor(match, household)} here`}`;
  });

/**
 * Reads such a file. `is` is "me", "new", or somebody of the household by name or id.
 * @throws StackError with every line that says nothing usable, and everybody who is missing
 */
export async function readPeopleMap(
  text: string,
  { people, household }: Known,
): Promise<Map<string, Match>> {
  const [head = [], ...rows] = await readCsv(text, ",");
  if (head.map((name) => name.trim().toLowerCase()).join() !== HEAD.join()) {
    throw new StackError(`its first line isn't "${HEAD.join(",")}".`);
  }
  const matches = new Map<string, Match>();
  const problems: string[] = [];
  for (const [place, [id = "", name = "", is = ""]] of rows.entries()) {
    const line = `line ${place + 2}`;
    const known = people.some((one) => one.id === id);
    const match = matchOf(is, household);
    if (!known) problems.push(`${line}: nobody in the imported file has the id "${id}"`);
    else if (matches.has(id)) problems.push(`${line}: "${id}" stands there twice`);
    else if (match === undefined) {
      const others = (household?.people ?? []).map((one) => one.name);
      const choices = [ME, NEW, ...others].map((word) => `"${word}"`).join(", ");
      problems.push(`${line}: "${is}" is nobody here: ${name || id} is one of ${choices}`);
    } else matches.set(id, match);
  }
  const isMe = [...matches.values()].filter((match) => match === ME);
  if (isMe.length > 1) problems.push('"me" stands there twice');
  if (problems.length === 0) {
    const missing = people.filter(({ id }) => !matches.has(id)).map(({ name }) => name);
    if (missing.length > 0) problems.push(`it doesn't say who this is: ${missing.join(", ")}`);
  }
  if (problems.length > 0) throw new StackError(`\n  ${problems.join("\n  ")}`);
  return matches;
}

/** undefined for nobody, and for a name that several have */
function matchOf(is: string, household: MatchedHousehold | undefined): Match | undefined {
  const word = is.trim();
  if (isSame(word, ME)) return ME;
  if (isSame(word, NEW)) return null;
  const found = (household?.people ?? []).filter(
    ({ id, name }) => id === word || isSame(name, word),
  );
  const [one] = found;
  if (found.length !== 1 || one === undefined) return undefined;
  return one.id === household?.me ? ME : { id: one.id };
}

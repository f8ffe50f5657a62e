import { type Screen, screens } from "./screens.ts";

const people = [
  "nobody",
  "a new person",
  "a busy person",
  "an invited person",
  "a keeper",
] as const;
const SCREENS_AT_ONCE = 4;

interface Portion {
  readonly needs: Screen["needs"];
  readonly portion: readonly Screen[];
}

/** Groups of one person's screens, for tests of similar length. */
export const portions = people.flatMap((needs): readonly Portion[] => {
  const theirs = screens.filter((screen) => screen.needs === needs);
  const count = Math.ceil(theirs.length / SCREENS_AT_ONCE);
  return Array.from({ length: count }, (_, index) => ({
    needs,
    portion: theirs.slice(index * SCREENS_AT_ONCE, (index + 1) * SCREENS_AT_ONCE),
  }));
});

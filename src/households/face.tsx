import type { HouseholdPerson } from "../domain/households/household.ts";

interface FaceProps {
  name: string;
  /** the colour, 0 to 9; none for somebody who chose none */
  face: number | undefined;
  /** small for a line of text, large to be recognised and tapped from standing */
  size?: "small" | "large";
}

/** The colour of a face; grey without one. The same lightness for each, so that white letters can be read on all of them. */
export const faceColour = (face: number | undefined) =>
  face === undefined ? "oklch(0.45 0 0)" : `oklch(0.45 0.11 ${face * 36})`;

/** A person as initials on a colour; the name stands beside it, or is its control's. */
export function Face({ name, face, size }: FaceProps) {
  return (
    <span
      className={size ? `face ${size}` : "face"}
      aria-hidden="true"
      data-initials={initials(name)}
      style={{ background: faceColour(face) }}
    />
  );
}

/** 'A' for Alice, 'AB' for Alice Brown. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}

/** How many faces stand in a row; how many more there are is said by a number. */
const MOST_FACES = 4;

/** The faces of some people, for a line of text that names them. */
export function Faces({ people }: { people: readonly HouseholdPerson[] }) {
  const more = people.length - MOST_FACES;
  return (
    <span className="faces" aria-hidden="true">
      {people.slice(0, MOST_FACES).map(({ id, name, face }) => (
        <Face key={id} name={name} face={face} size="small" />
      ))}
      {more > 0 && `+${more}`}
    </span>
  );
}

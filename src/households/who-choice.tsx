import { chakra } from "@chakra-ui/react";
import type { Household } from "../domain/households/household.ts";
import { Choice } from "./choice.tsx";
import { Face } from "./face.tsx";

interface WhoChoiceProps {
  legend: string;
  household: Household;
  /** person ids; none for nobody in particular */
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** Who did something, of the people of a household: one, several or somebody. */
export function WhoChoice({ legend, household, chosen, onChange }: WhoChoiceProps) {
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <chakra.fieldset minW="0">
      <chakra.legend fontSize="sm" fontWeight="semibold" mb="1.5">
        {legend}
      </chakra.legend>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        {household.people.map(({ id, name, face }) => (
          <Choice key={id}>
            <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
            <Face name={name} face={face} />
            <chakra.bdi overflowWrap="anywhere">{id === household.me ? "You" : name}</chakra.bdi>
          </Choice>
        ))}
        <Choice ps="3">
          <input type="checkbox" checked={chosen.length === 0} onChange={() => onChange([])} />
          Somebody
        </Choice>
      </chakra.div>
    </chakra.fieldset>
  );
}

/** The chosen people in the middle of a sentence: 'you', 'Carol and Dan', 'somebody'. */
export function chosenText(household: Household, chosen: readonly string[]): string {
  const people = household.people.filter(({ id }) => chosen.includes(id));
  if (people.length === 0) return "somebody";
  return people.map(({ id, name }) => (id === household.me ? "you" : name)).join(" and ");
}

/** The chosen people as a completion has them; undefined where it is the viewer alone, as with any tick. */
export function doersOf(household: Household, chosen: readonly string[]) {
  if (chosen.length === 1 && chosen[0] === household.me) return undefined;
  return namedPeople(household, chosen);
}

/** The chosen people who are present, with their names. */
export const namedPeople = ({ people }: Household, chosen: readonly string[]) =>
  people.filter(({ id }) => chosen.includes(id)).map(({ id, name }) => ({ id, name }));

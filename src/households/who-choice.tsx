import { chakra } from "@chakra-ui/react";
import type { Household } from "../domain/households/household.ts";
import { Face } from "./face.tsx";

const Choice = chakra("label", {
  base: {
    position: "relative",
    display: "inline-flex",
    alignItems: "center",
    gap: "2",
    minH: "touch",
    maxW: "full",
    ps: "1.5",
    pe: "3",
    borderWidth: "1px",
    borderColor: "border.control",
    borderRadius: "full",
    cursor: "pointer",
    "&:hover:not(:has(:checked))": { bg: "bg.muted" },
    "&:has(:checked)": {
      bg: "accent.subtle",
      borderColor: "accent",
      fontWeight: "semibold",
      boxShadow: "inset 0 0 0 1px {colors.accent}",
    },
    "&:has(:focus-visible)": { outline: "2px solid", outlineColor: "accent", outlineOffset: "2px" },
    "& input": { position: "absolute", inset: "0", opacity: "0", cursor: "pointer" },
  },
});

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
  return household.people
    .filter(({ id }) => chosen.includes(id))
    .map(({ id, name }) => ({ id, name }));
}

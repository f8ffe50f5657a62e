import { chakra } from "@chakra-ui/react";
import type { Household } from "../domain/households/household.ts";
import { useLocale } from "../ui/use-locale.ts";
import { Choice } from "./choice.tsx";
import { Face } from "./face.tsx";

interface WhoChoiceProps {
  legend: string;
  household: Household;
  /** person ids; none for nobody in particular */
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** A choice among the household's people: one, several or somebody. */
export function WhoChoice({ legend, household, chosen, onChange }: WhoChoiceProps) {
  const { t } = useLocale();
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <fieldset>
      <legend>{legend}</legend>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        {household.people.map(({ id, name, face }) => (
          <Choice key={id}>
            <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
            <Face name={name} face={face} />
            <chakra.bdi overflowWrap="anywhere">{id === household.me ? t("You") : name}</chakra.bdi>
          </Choice>
        ))}
        <Choice ps="3">
          <input type="checkbox" checked={chosen.length === 0} onChange={() => onChange([])} />
          {t("Somebody")}
        </Choice>
      </chakra.div>
    </fieldset>
  );
}

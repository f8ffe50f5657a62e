import { chakra } from "@chakra-ui/react";
import { useId } from "react";
import { Switch } from "./switch.tsx";

interface SwitchRowProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly isBusy?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function SwitchRow({ label, isOn, isBusy = false, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <chakra.div display="flex" alignItems="center" gap="3" minH="touch" py="1">
      <Switch
        id={id}
        checked={isOn}
        aria-busy={isBusy}
        onChange={({ target }) => !isBusy && onChange(target.checked)}
      />
      <chakra.label htmlFor={id} dir="auto" minW="0" overflowWrap="anywhere">
        {label}
      </chakra.label>
    </chakra.div>
  );
}

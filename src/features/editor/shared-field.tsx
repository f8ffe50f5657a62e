import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useId } from "react";
import { Switch } from "../../ui/switch.tsx";

interface SharedFieldProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

export function SharedField({ checked, onChange, children }: SharedFieldProps) {
  const id = useId();
  return (
    <Stack gap="4" pt="2">
      <chakra.div display="flex" alignItems="center" gap="3" minH="touch">
        <chakra.div flex="1">
          <chakra.label htmlFor={id} fontWeight="semibold">
            Shared
          </chakra.label>
          <chakra.p id={`${id}hint`} color="fg.muted" fontSize="sm">
            Others see it, tick it off, and everyone sees who did.
          </chakra.p>
        </chakra.div>
        <Switch
          id={id}
          aria-describedby={`${id}hint`}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
      </chakra.div>
      {checked && children}
    </Stack>
  );
}

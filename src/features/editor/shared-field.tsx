import { chakra, Stack } from "@chakra-ui/react";
import { type ReactNode, useId } from "react";

const Track = chakra("input", {
  base: {
    appearance: "none",
    flexShrink: "0",
    width: "3rem",
    height: "1.75rem",
    p: "3px",
    borderRadius: "full",
    bg: "border.control",
    cursor: "pointer",
    transition: "background-color 150ms",
    _before: {
      content: '""',
      display: "block",
      height: "full",
      aspectRatio: "1",
      borderRadius: "full",
      bg: "bg.panel",
      transition: "translate 150ms",
    },
    _checked: { bg: "accent", _before: { translate: "1.25rem" } },
  },
});

interface SharedFieldProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The field for addresses, shown while the task is shared. */
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
        <Track
          id={id}
          type="checkbox"
          role="switch"
          aria-describedby={`${id}hint`}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
      </chakra.div>
      {checked && children}
    </Stack>
  );
}

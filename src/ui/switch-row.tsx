import { chakra } from "@chakra-ui/react";
import { useId } from "react";

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

/** Its label is the caller's. */
export const Switch = chakra(
  "input",
  {
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
        transition: "margin 150ms",
      },
      _checked: { bg: "accent", _before: { ms: "1.25rem" } },
    },
  },
  { defaultProps: { type: "checkbox", role: "switch" } },
);

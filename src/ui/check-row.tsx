import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";

interface CheckRowProps {
  checked: boolean;
  onChange: (isChecked: boolean) => void;
  hint?: ReactNode;
  isStruck?: boolean;
  children: ReactNode;
}

export function CheckRow({ checked, onChange, hint, isStruck, children }: CheckRowProps) {
  return (
    <chakra.label
      display="flex"
      alignItems="center"
      gap="3"
      minH="touch"
      py="1"
      borderRadius="md"
      cursor="pointer"
      {...(isStruck && checked && { color: "fg.muted", textDecoration: "line-through" })}
    >
      <chakra.input
        type="checkbox"
        boxSize="1.25rem"
        flexShrink="0"
        accentColor="accent"
        cursor="pointer"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <chakra.span minW="0" overflowWrap="anywhere">
        <bdi>{children}</bdi>
        {hint && (
          <chakra.span display="block" color="fg.muted" fontSize="sm">
            {hint}
          </chakra.span>
        )}
      </chakra.span>
    </chakra.label>
  );
}

import { chakra } from "@chakra-ui/react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { LinePart } from "./line-parts.ts";

interface LineChipProps {
  part: LinePart;
  /** Its words shall be title. */
  onLeave: (words: string) => void;
}

/** What was understood of the line; pressed, it leads to the field that changes it. */
export function LineChip({ part: { name, text, field, words }, onLeave }: LineChipProps) {
  return (
    <chakra.li
      display="flex"
      maxW="full"
      borderWidth="1px"
      borderRadius="md"
      bg={words === undefined ? undefined : "accent.subtle"}
    >
      <chakra.button
        type="button"
        flex="1"
        minW="0"
        minH="touch"
        px="3"
        py="1.5"
        textAlign="start"
        overflowWrap="anywhere"
        lineClamp="3"
        borderRadius="md"
        cursor="pointer"
        onClick={(event) => {
          const input = event.currentTarget.form?.elements.namedItem(field);
          if (input instanceof HTMLElement) input.focus();
        }}
      >
        <chakra.span fontSize="sm" color="fg.muted">
          {name}{" "}
        </chakra.span>
        <bdi>{text}</bdi>
      </chakra.button>
      {words !== undefined && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Leave ${words} in the title`}
          onClick={() => onLeave(words)}
        >
          <Icon name="close" />
        </Button>
      )}
    </chakra.li>
  );
}

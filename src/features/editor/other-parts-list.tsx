import { chakra } from "@chakra-ui/react";
import { IconButton } from "../../ui/icon-button.tsx";
import { useDateStyle } from "../../ui/use-date-style.ts";
import { type CustomRule, withoutOthers } from "./custom-rule-text.ts";
import { otherParts } from "./other-parts.ts";

interface OtherPartsListProps {
  choices: CustomRule;
  /** Called after a part was removed, and its button with it. */
  onRemoved: (choices: CustomRule) => void;
}

/** Lists the parts of an imported rule that the dialog has no control for; they stay until removed here. */
export function OtherPartsList({ choices, onRemoved }: OtherPartsListProps) {
  const style = useDateStyle();
  const parts = otherParts(choices, style);
  if (parts.length === 0) return null;
  return (
    <chakra.ul aria-label="Also in this rule" listStyleType="none" fontSize="sm">
      {parts.map(({ names, text }) => (
        <chakra.li key={text} display="flex" alignItems="center" gap="2" ps="3">
          <chakra.span flex="1" minW="0">
            Also: {text}
          </chakra.span>
          <IconButton
            icon="close"
            label={`Remove: ${text}`}
            onClick={() => onRemoved(withoutOthers(choices, names))}
          />
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

import { chakra } from "@chakra-ui/react";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";

interface ByWhomProps {
  isCentred?: boolean;
  /** 'you', 'Carol and Dan' */
  who: string;
  /** the choice, shown when it is asked for */
  children: ReactNode;
}

/** Who will have done something, in a few words: nearly always oneself. */
export function ByWhom({ who, isCentred, children }: ByWhomProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <chakra.div flexBasis="100%" textAlign={isCentred ? "center" : undefined}>
      <Button
        variant="link"
        fontSize="sm"
        fontWeight="normal"
        maxW="full"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span>
          by <bdi>{who}</bdi> · change
        </span>
      </Button>
      {isOpen && <chakra.div textAlign="start">{children}</chakra.div>}
    </chakra.div>
  );
}

import { chakra } from "@chakra-ui/react";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";

interface FoldProps {
  title: string;
  /** where the focus goes when a row of it leaves: `[data-fold="…"]` */
  name: string;
  isOpenAtFirst?: boolean;
  /** whether what it has in it is headed by its title */
  isHeading?: boolean;
  children: ReactNode;
}

/** A part at the end of the Tasks tab that opens on demand. */
export function ListFold({ title, name, isOpenAtFirst = false, isHeading, children }: FoldProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <chakra.div mt={{ base: "4", md: "8" }} css={{ "& + &": { mt: "2" } }}>
      <chakra.div fontSize="md" {...(isHeading && { as: "h2" })}>
        <Button
          variant="ghost"
          ms="-3"
          px="3"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          data-fold={name}
        >
          {title}
          <chakra.span display="inline-flex" rotate={isOpen ? "180deg" : undefined}>
            <Icon name="down" />
          </chakra.span>
        </Button>
      </chakra.div>
      {isOpen && children}
    </chakra.div>
  );
}

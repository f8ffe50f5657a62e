import { chakra } from "@chakra-ui/react";
import { type ReactNode, type Ref, useState } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

interface FoldProps {
  title: string;
  /** where the focus goes when a row of it leaves: `[data-fold="…"]` */
  name: string;
  ref?: Ref<HTMLButtonElement>;
  onToggle?: (isOpen: boolean) => void;
  isOpenAtFirst?: boolean;
  /** whether what it has in it is headed by its title */
  isHeading?: boolean;
  children: ReactNode;
}

const FOLD = {
  mt: { base: "4", md: "8" },
  "& + &": { mt: "2" },
  "[data-section] > &": { mt: "0" },
};

export function ListFold({ title, name, isOpenAtFirst = false, isHeading, ...props }: FoldProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  function toggle() {
    setOpen(!isOpen);
    props.onToggle?.(!isOpen);
  }
  return (
    <chakra.div css={FOLD}>
      <chakra.div fontSize="md" {...(isHeading && { as: "h2" })}>
        <Button
          ref={props.ref}
          variant="ghost"
          ms="-3"
          px="3"
          aria-expanded={isOpen}
          onClick={toggle}
          data-fold={name}
        >
          {title}
          <chakra.span display="inline-flex" rotate={isOpen ? "180deg" : undefined}>
            <Icon name="down" />
          </chakra.span>
        </Button>
      </chakra.div>
      {isOpen && props.children}
    </chakra.div>
  );
}

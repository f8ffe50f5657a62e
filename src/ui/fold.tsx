import { chakra } from "@chakra-ui/react";
import { type ReactNode, type Ref, useState } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

interface FoldProps {
  title: string;
  /** where the focus goes when a row of it leaves: `[data-fold="…"]` */
  name?: string;
  ref?: Ref<HTMLButtonElement>;
  onToggle?: (isOpen: boolean) => void;
  isOpenAtFirst?: boolean;
  isHeldOpen?: boolean;
  isAtEnd?: boolean;
  isHeading?: boolean;
  children: ReactNode;
}

const AT_END = {
  mt: { base: "4", md: "8" },
  "& + &": { mt: "2" },
};

export function Fold({ title, name, isOpenAtFirst = false, isHeldOpen, ...props }: FoldProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  if (isHeldOpen && !isOpen) setOpen(true);
  function toggle() {
    setOpen(!isOpen);
    props.onToggle?.(!isOpen);
  }
  return (
    <chakra.div css={props.isAtEnd ? AT_END : {}}>
      <chakra.div fontSize="md" {...(props.isHeading && { as: "h2" })}>
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

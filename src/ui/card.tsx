import { chakra } from "@chakra-ui/react";
import { type ReactNode, useId } from "react";

interface CardProps {
  title: string;
  /** what stands at the end of its heading's line */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a page, on a card under its heading. */
export function Card({ title, action, children }: CardProps) {
  const id = useId();
  return (
    <Panel aria-labelledby={id}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="3" mb="2">
        <chakra.h2 id={id} flex="1" fontSize="md">
          {title}
        </chakra.h2>
        {action}
      </chakra.div>
      {children}
    </Panel>
  );
}

const Panel = chakra("section", {
  base: {
    p: "4",
    bg: "bg.panel",
    borderWidth: "1px",
    borderRadius: "card",
    breakInside: "avoid",
  },
});

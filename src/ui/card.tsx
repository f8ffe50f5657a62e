import { chakra, type HTMLChakraProps } from "@chakra-ui/react";
import { type ReactNode, useId } from "react";

interface CardProps extends HTMLChakraProps<"section"> {
  title: string;
  /** what stands at the end of its heading's line */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of a page, on a card under its heading. */
export function Card({ title, action, children, ...place }: CardProps) {
  const id = useId();
  return (
    <chakra.section
      aria-labelledby={id}
      p="4"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="card"
      breakInside="avoid"
      {...place}
    >
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="3" minH="6" mb="2">
        <chakra.h2 id={id} flex="auto" fontSize="md">
          {title}
        </chakra.h2>
        {action}
      </chakra.div>
      {children}
    </chakra.section>
  );
}

/** What a screen says or offers beside its own content, until it has been answered. */
export const NoticeCard = (props: CardProps) => <Card my="4" {...props} bg="bg.muted" />;

import { chakra, type HTMLChakraProps } from "@chakra-ui/react";
import { type ReactNode, useId } from "react";
import { LARGE_LETTERS } from "./theme/recipes/media.recipe.ts";

interface CardProps extends HTMLChakraProps<"section"> {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

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
      css={{ [LARGE_LETTERS]: { p: "2" } }}
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

export const NoticeCard = (props: CardProps) => <Card my="4" {...props} bg="bg.muted" />;

import { chakra } from "@chakra-ui/react";
import { type ReactNode, useId } from "react";

/** A part of a household's page, under its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <chakra.section aria-labelledby={id}>
      <chakra.h2 id={id} mb="2">
        {title}
      </chakra.h2>
      {children}
    </chakra.section>
  );
}

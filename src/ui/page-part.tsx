import { Stack } from "@chakra-ui/react";
import { type ReactNode, useId } from "react";

export function PagePart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Stack as="section" aria-labelledby={id} gap="2" css={{ breakInside: "avoid" }}>
      <h2 id={id}>{title}</h2>
      {children}
    </Stack>
  );
}

import { chakra } from "@chakra-ui/react";
import { type ReactNode, useId } from "react";

/** What a screen says or offers beside its own content, until it has been answered. */
export function NoticeCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <chakra.section
      aria-labelledby={id}
      bg="bg.muted"
      borderWidth="1px"
      borderColor="border"
      borderRadius="card"
      p="4"
      my="4"
    >
      <h2 id={id}>{title}</h2>
      {children}
    </chakra.section>
  );
}

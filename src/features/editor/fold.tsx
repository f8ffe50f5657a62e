import { chakra, Stack } from "@chakra-ui/react";
import type { ReactNode, Ref } from "react";
import { Icon } from "../../ui/icon.tsx";

interface FoldProps {
  summary: string;
  isOpen: boolean;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
}

export function Fold({ summary, isOpen, ref, children }: FoldProps) {
  return (
    <chakra.details open={isOpen} css={{ "&[open] > summary svg": { rotate: "180deg" } }}>
      <chakra.summary
        ref={ref}
        display="flex"
        alignItems="center"
        gap="2"
        minH="touch"
        fontSize="sm"
        fontWeight="semibold"
        color="fg.muted"
        cursor="pointer"
        borderRadius="md"
        listStyleType="none"
        _hover={{ color: "fg" }}
        css={{ "&::-webkit-details-marker": { display: "none" } }}
      >
        <Icon name="down" />
        {summary}
      </chakra.summary>
      <Stack gap="5" pt="2">
        {children}
      </Stack>
    </chakra.details>
  );
}

import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";

interface ListRowProps {
  /** what stands before the text */
  lead?: ReactNode;
  text: ReactNode;
  /** what is smaller beneath it */
  hint?: ReactNode;
  /** what can be done about it, and what has a line of its own */
  children: ReactNode;
}

/** A row of a list of things that something can be done about. */
export const ListRow = ({ lead, text, hint, children }: ListRowProps) => (
  <chakra.li
    display="flex"
    flexWrap="wrap"
    alignItems="center"
    columnGap="3"
    rowGap="1"
    py="1"
    borderColor="border"
    css={{ "& + &": { borderTopWidth: "1px" } }}
  >
    {lead}
    <chakra.div flex="1" minW="min(100%, 8rem)" overflowWrap="anywhere">
      <p>{text}</p>
      {hint && (
        <chakra.p color="fg.muted" fontSize="sm">
          {hint}
        </chakra.p>
      )}
    </chakra.div>
    {children}
  </chakra.li>
);

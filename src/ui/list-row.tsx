import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";

interface ListRowProps {
  lead?: ReactNode;
  text: ReactNode;
  textWidth?: string;
  hint?: ReactNode;
  children: ReactNode;
  below?: ReactNode;
}

export const ListRow = ({ lead, text, textWidth = "8rem", ...props }: ListRowProps) => (
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
    <chakra.div flex="1" minW={`min(100%, ${textWidth})`} overflowWrap="anywhere">
      <p>{text}</p>
      {props.hint && (
        <chakra.p color="fg.muted" fontSize="sm">
          {props.hint}
        </chakra.p>
      )}
    </chakra.div>
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="1" ms="auto">
      {props.children}
    </chakra.div>
    {props.below}
  </chakra.li>
);

import { chakra } from "@chakra-ui/react";
import type { DayStatus } from "../../domain/tasks/day-status.ts";
import { StatusIcon } from "./status-icon.tsx";
import { STATUS_COLOURS, STATUS_NAMES } from "./status-names.ts";

const ORDER: readonly DayStatus[] = ["completed", "missed", "due-future", "due-today"];

export function Legend() {
  return (
    <chakra.ul
      aria-label="Legend"
      display="flex"
      flexWrap="wrap"
      justifyContent="center"
      columnGap="5"
      rowGap="2"
      my="3"
      fontSize="sm"
    >
      {ORDER.map((status) => (
        <chakra.li key={status} display="inline-flex" alignItems="center" gap="2">
          <chakra.span
            data-status={status}
            display="grid"
            placeItems="center"
            boxSize="1.375rem"
            borderWidth="2px"
            borderColor="currentColor"
            borderRadius="sm"
            color={STATUS_COLOURS[status]}
          >
            <StatusIcon status={status} />
          </chakra.span>
          {STATUS_NAMES[status]}
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

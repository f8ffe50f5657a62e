import { chakra } from "@chakra-ui/react";
import type { Counted } from "../../domain/figures/household-figures.ts";
import { formatCount } from "../../domain/format-count.ts";

/** The tasks to which something happened most; says so where it happened to none. */
export function Most({ counted, none }: { counted: readonly Counted[]; none: string }) {
  if (counted.length === 0) return <chakra.p color="fg.muted">{none}</chakra.p>;
  return (
    <ol>
      {counted.map(({ task, count }) => (
        <chakra.li
          key={task.id}
          display="flex"
          alignItems="center"
          gap="3"
          minH={{ base: "touch", _print: "0" }}
          py={{ base: "1", _print: "0" }}
        >
          <chakra.a href={`/task/${task.id}`} dir="auto" flex="1" minW="0" fontWeight="semibold">
            {task.title}
          </chakra.a>
          <chakra.span fontVariantNumeric="tabular-nums">{formatCount(count)} ×</chakra.span>
        </chakra.li>
      ))}
    </ol>
  );
}

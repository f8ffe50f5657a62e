import { chakra } from "@chakra-ui/react";
import type { Counted } from "../../domain/figures/household-figures.ts";
import { formatCount } from "../../domain/format-count.ts";
import { PagePart } from "../../ui/page-part.tsx";

interface MostProps {
  deed: "Done" | "Missed" | "Put off";
  counted: readonly Counted[];
}

export function Most({ deed, counted }: MostProps) {
  return (
    <PagePart title={`${deed} most`}>
      {counted.length === 0 ? (
        <chakra.p color="fg.muted">Nothing was {deed.toLowerCase()}.</chakra.p>
      ) : (
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
              <chakra.a
                href={`/task/${task.id}`}
                dir="auto"
                flex="1"
                minW="0"
                fontWeight="semibold"
              >
                {task.title}
              </chakra.a>
              <chakra.span fontVariantNumeric="tabular-nums">{formatCount(count)} ×</chakra.span>
            </chakra.li>
          ))}
        </ol>
      )}
    </PagePart>
  );
}

import { chakra } from "@chakra-ui/react";
import type { Counted } from "../../domain/figures/household-figures.ts";
import { formatCount } from "../../domain/format-count.ts";
import { msg } from "../../domain/language/messages.ts";
import { PagePart } from "../../ui/page-part.tsx";
import { useLocale } from "../../ui/use-locale.ts";

const TITLES = {
  done: msg("Done most"),
  missed: msg("Missed most"),
  putOff: msg("Put off most"),
};

const NONE = {
  done: msg("Nothing was done."),
  missed: msg("Nothing was missed."),
  putOff: msg("Nothing was put off."),
};

interface MostProps {
  deed: keyof typeof TITLES;
  counted: readonly Counted[];
}

export function Most({ deed, counted }: MostProps) {
  const locale = useLocale();
  const { t } = locale;
  return (
    <PagePart title={t(TITLES[deed])}>
      {counted.length === 0 ? (
        <chakra.p color="fg.muted">{t(NONE[deed])}</chakra.p>
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
              <chakra.span fontVariantNumeric="tabular-nums">
                {formatCount(count, locale)} ×
              </chakra.span>
            </chakra.li>
          ))}
        </ol>
      )}
    </PagePart>
  );
}

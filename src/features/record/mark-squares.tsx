import { chakra } from "@chakra-ui/react";
import type { DayMark } from "../../domain/figures/heat-map.ts";
import { type Message, msg } from "../../domain/language/messages.ts";
import { DaySign } from "../../ui/day-sign.tsx";
import { useLocale } from "../../ui/use-locale.ts";

const MARK_NAMES: Record<DayMark, Message> = {
  done: msg("Done // a day"),
  late: msg("Done late // a day"),
  partly: msg("Mostly done // a day: not all of its tasks"),
  missed: msg("Missed // a day"),
  skipped: msg("Skipped // a day"),
  paused: msg("Paused // a day"),
};

export const MARK_STYLES = {
  "&[data-mark]": { borderColor: "currentColor" },
  "&[data-mark=done]": {
    bg: "status.completed",
    borderColor: "status.completed",
    color: "accent.contrast",
  },
  "&[data-mark=late]": { bg: "bg.panel", color: "status.completed" },
  "&[data-mark=partly]": {
    bg: "color-mix(in oklab, {colors.status.completed} 35%, {colors.bg.panel})",
    borderColor: "status.completed",
    color: "fg",
  },
  "&[data-mark=missed]": { bg: "danger.subtle", color: "status.missed" },
  "&[data-mark=skipped]": { color: "fg.muted" },
  "&[data-mark=paused]": {
    color: "fg.muted",
    borderStyle: "dashed",
  },
} as const;

const Square = chakra("span", {
  base: {
    display: "grid",
    placeItems: "center",
    boxSize: "1.375rem",
    flexShrink: "0",
    borderWidth: "1px",
    borderRadius: "sm",
    ...MARK_STYLES,
  },
});

export const MarkSquare = ({ mark }: { mark: DayMark }) => (
  <Square data-mark={mark}>
    <DaySign status={mark} />
  </Square>
);

export function Legend({ marks }: { marks: readonly DayMark[] }) {
  const { t } = useLocale();
  return (
    <chakra.ul
      aria-label={t("Legend // of a chart")}
      display="flex"
      flexWrap="wrap"
      columnGap="4"
      rowGap="1"
      mt="3"
      fontSize="sm"
    >
      {marks.map((mark) => (
        <chakra.li key={mark} display="inline-flex" alignItems="center" gap="2">
          <MarkSquare mark={mark} />
          {t(MARK_NAMES[mark])}
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

import { chakra } from "@chakra-ui/react";
import type { DayMark } from "../../domain/figures/heat-map.ts";

const MARK_NAMES: Record<DayMark, string> = {
  done: "Done",
  late: "Done late",
  partly: "Mostly done",
  missed: "Missed",
  skipped: "Skipped",
  paused: "Paused",
};

/** A sign beside the colour: a tick, a clock's hands, a line, a cross, an arrow, two bars. */
const DRAWINGS: Record<DayMark, string> = {
  done: "M2.5 6.5l2.5 2.5 4.5-5.5",
  late: "M6 2v4.25l3 2",
  partly: "M3 6h6",
  missed: "M3 3l6 6M9 3l-6 6",
  skipped: "M3 3l3 3-3 3M6.5 3l3 3-3 3",
  paused: "M4 3v6M8 3v6",
};

/** How a square with a mark looks: `data-mark`. */
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

export function MarkSign({ mark }: { mark: DayMark }) {
  return (
    <svg
      viewBox="0 0 12 12"
      width="12"
      height="12"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={DRAWINGS[mark]} />
    </svg>
  );
}

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

/** A mark as it stands in the map, beside its name. */
export const MarkSquare = ({ mark }: { mark: DayMark }) => (
  <Square data-mark={mark}>
    <MarkSign mark={mark} />
  </Square>
);

/** What the squares mean. */
export function Legend({ marks }: { marks: readonly DayMark[] }) {
  return (
    <chakra.ul
      aria-label="Legend"
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
          {MARK_NAMES[mark]}
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

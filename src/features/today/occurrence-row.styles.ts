import type { SystemStyleObject } from "@chakra-ui/react";
import { LARGE_LETTERS } from "../../ui/theme/recipes/media.recipe.ts";

/** The class of what has the lists in it. */
export const LISTS = "occurrence-lists";

/** Of all parts at once, because hundreds of rows come together; they stand in the page (app/page-styles.tsx). */
export const occurrenceLists: SystemStyleObject = {
  // A card a section, with its categories in it.
  "& .card": {
    bg: "bg.panel",
    borderWidth: "1px",
    borderRadius: "card",
    overflow: "hidden",
    mt: { base: "1.5", md: "2" },
  },
  "& .category-badge": {
    px: "0",
    py: "0",
    bg: "transparent",
    fontSize: "0.8125rem",
    lineHeight: "1.2",
  },
  "& .category-count": { fontSize: "0.8125rem" },
  "& .category-heading": { px: { base: "3", md: "4" }, pt: "2" },
  // Its one row has it in sight.
  "& .single .category-heading": { srOnly: true },
  "& .group + .group": { borderTopWidth: "1px" },
  "& .row": {
    display: "grid",
    gridTemplateColumns: "auto minmax(0, 1fr) repeat(4, auto)",
    alignItems: "center",
    touchAction: "pan-y pinch-zoom",
    minH: { base: "2.875rem", md: "3.125rem" },
    ps: { base: "0.5", md: "1" },
    pe: { base: "0.5", md: "1" },
    "& > .rhythm": { gridColumn: "3" },
    "& > .whose": { gridColumn: "4" },
    "& > .undo": { gridColumn: "5" },
    "& > .more": { gridColumn: "6" },
    [LARGE_LETTERS]: {
      display: "flex",
      flexWrap: "wrap",
      justifyContent: "flex-end",
      "& > .body": { flex: "1 1 calc(100% - 3.5rem)" },
    },
    // Beside its title: the lines below it have boxes of their own.
    "&[data-lines]": {
      alignItems: "start",
      "& > .body, & > .rhythm, & > .whose": { pt: "2.5" },
    },
  },
  // A finger swipes it: what that does shows at the side that is left.
  "& .row:not([data-swipe])": { transition: "translate {durations.quick}" },
  "& .row[data-swipe]": {
    position: "relative",
    "&::before, &::after": {
      position: "absolute",
      insetBlock: "0",
      w: "8rem",
      display: "grid",
      alignItems: "center",
      px: "5",
      fontWeight: "semibold",
      bg: "bg.muted",
      color: "fg.muted",
    },
    "&::before": { content: "'Done'", insetEnd: "100%", justifyItems: "end" },
    "&::after": { content: "'More'", insetStart: "100%" },
    "&[data-swipe=done]::before": { bg: "status.completed", color: "bg.panel" },
    "&[data-swipe=more]::after": { bg: "accent", color: "accent.contrast" },
  },
  // In a long list, rows off the screen are neither laid out nor painted.
  "& .rows[data-long] .row": { contentVisibility: "auto", containIntrinsicSize: "auto 4.5rem" },
  "& .whose": { display: "grid", ps: "2" },

  "& .tick": {
    display: "grid",
    placeItems: "center",
    boxSize: "touch",
    // Held, it asks who: no text is chosen, and no menu comes.
    userSelect: "none",
    WebkitTouchCallout: "none",
    borderRadius: "full",
    color: "border.control",
    transition: "color {durations.quick}",
  },
  "& .circle": { boxSize: "1.75rem", overflow: "visible" },
  "& .sign": {
    strokeDasharray: "24",
    strokeDashoffset: "24",
    transition: "stroke-dashoffset {durations.calm}",
  },
  "& .tick[data-done]": {
    "& .round": { fill: "status.completed", stroke: "status.completed" },
    "& .sign": { stroke: "bg.panel", strokeDashoffset: "0" },
  },
  // Redrawn even over the hover preview; starts once the request has been sent.
  "& .tick[data-fresh] .sign": {
    transition: "none",
    animation: "draw-tick 140ms ease-out 60ms backwards",
  },
  "& .row:has(> .undo[data-pressed]) .sign": {
    strokeDashoffset: "24",
    transition: "stroke-dashoffset 140ms ease-in 60ms",
  },
  "& .tick:not([data-done])": {
    _hover: { color: "accent", "& .sign": { strokeDashoffset: "0", opacity: "0.5" } },
    _active: { "& .circle": { scale: "0.92" } },
    // Fills while it is held; what is over at once is a tap.
    "&[data-holding] .round": { animation: "draw-ring 350ms linear 150ms forwards" },
  },

  // Facts stand beside the title if there is room.
  "& .body": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: "3",
    py: "1.5",
    lineHeight: "1.35",
    "& > *": { flexBasis: "full" },
    "& > .title, & > .kind, & > .facts": { flexBasis: "auto" },
    "& > .title": { flexGrow: "1", minW: "0" },
  },
  "& .notes": { fontSize: { base: "sm", md: "md" } },
  "& .notes[data-cut]": { lineClamp: { base: "1", md: "3" } },
  "& .more-notes": { display: { base: "none", md: "block" } },
  "& .title": { fontWeight: "semibold" },
  // As high as a control, without moving what is around it.
  "& .title a": {
    display: "inline-block",
    py: "2.5",
    my: "-2.5",
    borderRadius: "sm",
    _hover: { textDecoration: "underline", textUnderlineOffset: "0.2em" },
  },
  "& .facts": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: "3",
    fontSize: "sm",
    _empty: { display: "none" },
    color: "fg.muted",
    fontVariantNumeric: "tabular-nums",
  },
  "& .fact": { display: "inline-flex", alignItems: "center", gap: "1.5" },
  // A phone has it in the menu.
  "& .rhythm": {
    display: { base: "none", md: "block" },
    maxW: "14rem",
    ps: "2",
    fontSize: "sm",
    color: "fg.muted",
    textAlign: "end",
  },
  "& .row[data-done] .title": { fontWeight: "normal", color: "fg.muted" },
  "& [data-section=Overdue] .row[data-done] .title": { textDecoration: "line-through" },

  "& .skipped": { color: "fg.muted" },
  // The days of a task that is open.
  "& .day": { ps: { base: "6", md: "8" } },
  // As high as a control, without moving what is around it.
  "& .toggle": {
    display: "inline-flex",
    alignItems: "center",
    gap: "1",
    py: "3",
    my: "-3",
    borderRadius: "sm",
    textAlign: "start",
    "& svg": { transition: "rotate {durations.quick}", boxSize: "1rem" },
    "&[aria-expanded=true] svg": { rotate: "180deg" },
    _hover: { textDecoration: "underline", textUnderlineOffset: "0.2em" },
  },
  "& .lines": {
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    minH: "touch",
    px: "3",
    ms: "-3",
    borderRadius: "full",
    fontSize: "sm",
    fontVariantNumeric: "tabular-nums",
    color: "fg.muted",
    "&[aria-expanded=false]": { mb: "-2.5" },
    "&[aria-expanded=true] svg:last-child": { rotate: "180deg" },
    _hover: { bg: "accent.subtle" },
  },
  "& .more": {
    display: "grid",
    placeItems: "center",
    boxSize: "touch",
    borderRadius: "full",
    color: "fg.muted",
    _hover: { bg: "accent.subtle" },
  },
  "& .undo": {
    minW: "touch",
    minH: "touch",
    px: { base: "1", md: "3" },
    borderRadius: "full",
    fontSize: { base: "sm", md: "md" },
    fontWeight: "semibold",
    color: "accent",
    "&[data-pressed]": { opacity: "0.6" },
    _hover: { bg: "accent.subtle" },
  },
};

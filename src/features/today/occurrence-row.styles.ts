import { chakra } from "@chakra-ui/react";

/** Holds the lists of occurrences, and styles each part of a row: hundreds of rows come at once. */
export const OccurrenceLists = chakra("div", {
  base: {
    "& .category-heading": { pt: { base: "1.5", md: "3" }, pb: { base: "0.5", md: "2" } },
    "& .rows": {
      bg: "bg.panel",
      borderWidth: "1px",
      borderRadius: "card",
      overflow: "hidden",
    },
    "& .row": {
      display: "grid",
      gridTemplateColumns: "auto 1fr auto auto auto",
      alignItems: "start",
      touchAction: "pan-y pinch-zoom",
      columnGap: { base: "0", sm: "1" },
      px: { base: "0.5", md: "1.5" },
      py: { base: "0.5", md: "1.5" },
      pe: "1",
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
    "& .row + .row": { borderTopWidth: "1px" },

    "& .who": {
      display: "grid",
      placeItems: "center",
      boxSize: "touch",
      borderRadius: "full",
      _hover: { bg: "accent.subtle" },
    },

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

    // A phone's row: title and facts share a line where there is room; one line of the notes, all of which
    // are on the task's page.
    "& .body": {
      display: { base: "flex", md: "block" },
      flexWrap: "wrap",
      columnGap: "2",
      minW: "0",
      pt: "2.5",
      pb: { base: "1", md: "2.5" },
      lineHeight: "1.4",
      "& > *": { flexBasis: "100%" },
      "& > .title, & > .facts": { flexBasis: "auto", maxW: "100%" },
      "& > .title": { flexGrow: "1" },
      "& > :not(.title, .facts)": { order: "1" },
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
      rowGap: "0.5",
      mt: { md: "0.5" },
      fontSize: "sm",
      color: "fg.muted",
      fontVariantNumeric: "tabular-nums",
    },
    "& .fact": { display: "inline-flex", alignItems: "center", gap: "1.5" },
    // A phone has no room for its icon.
    "& .rhythm svg": { display: { base: "none", md: "block" } },
    // Nor for both how often it is due and all of whose turn it is: a row stays as high as any.
    "& .facts:has(.turn) .rhythm": { mdDown: { display: "none" } },
    "& .turn": { columnGap: { base: "1", md: "1.5" } },
    "& .turn .rest": { mdDown: { display: "none" } },
    // Where all rows are of one household, a phone's need not say so each.
    "& .belonging:not([data-named])": { display: { base: "none", md: "inline-flex" } },
    // The face stays beside the first line.
    "& .doers": { alignItems: "flex-start" },
    "& .overdue": { color: "status.missed", fontWeight: "semibold" },
    "& .row[data-done] .title": { fontWeight: "normal", color: "fg.muted" },
    "& .rows[data-overdue] .row[data-done] .title": { textDecoration: "line-through" },

    "& .skipped": { color: "fg.muted" },
    // The days of a task that is open.
    "& .day": { ps: { base: "4", md: "8" } },
    "& .toggle": {
      display: "grid",
      placeItems: "center",
      boxSize: "touch",
      borderRadius: "full",
      color: "fg.muted",
      "& svg": { transition: "rotate {durations.quick}" },
      "&[aria-expanded=true] svg": { rotate: "180deg" },
      _hover: { bg: "accent.subtle" },
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
    "& .acts": { display: "flex", flexWrap: "wrap", ms: "-3", mb: "-2.5" },

    // A phone's rows have it behind the button for more.
    "& .row > .skip": { display: { base: "none", sm: "block" } },
    "& .more": {
      display: "grid",
      placeItems: "center",
      boxSize: "touch",
      borderRadius: "full",
      color: "fg.muted",
      _hover: { bg: "accent.subtle" },
    },
    "& .undo, & .skip": {
      minW: "touch",
      minH: "touch",
      px: "3",
      borderRadius: "full",
      fontWeight: "semibold",
      color: "accent",
      "&[data-pressed]": { opacity: "0.6" },
      _hover: { bg: "accent.subtle" },
    },
  },
});

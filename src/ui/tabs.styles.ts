import { defineGlobalStyles } from "@chakra-ui/react";
import { IN_LINE, LARGE_LETTERS, LOW } from "./theme/recipes/media.recipe.ts";

/** In the page (app/page-styles.tsx), as every visit begins with them. */
export const tabsStyles = defineGlobalStyles({
  ".tabs": { display: "flex", gap: "1" },
  ".tabs > button": {
    display: "flex",
    flex: "1",
    alignItems: "center",
    justifyContent: "center",
    minH: "touch",
    px: "4",
    gap: "2",
    color: "fg.muted",
    fontWeight: "semibold",
    borderRadius: "full",
    transitionProperty: "color, background-color",
    transitionDuration: "quick",
    "&:hover:not([aria-selected=true])": { color: "fg" },
    _selected: { color: "accent" },
    _icon: { boxSize: "icon" },
  },
  /** A bar at the bottom on phones, in the header's line where that has room. */
  ".tabs.main": {
    position: "fixed",
    insetX: "0",
    bottom: "0",
    zIndex: "bar",
    bg: "bg.panel",
    borderTopWidth: "1px",
    pb: "env(safe-area-inset-bottom)",
    // Room for Add Task; also on About, so that no tab moves.
    pe: "4rem",
    [IN_LINE]: {
      position: "static",
      bg: "transparent",
      borderTopWidth: "0",
      pb: "0",
      pe: "0",
    },
  },
  ".tabs.main > button": {
    flexDirection: "column",
    px: "0",
    fontSize: "sm",
    minH: "3.5rem",
    gap: "0.5",
    borderRadius: "sm",
    // At twice the usual size of letters a phone has room for smaller ones alone.
    [LARGE_LETTERS]: { fontSize: "0.625rem" },
    [LOW]: { minH: "touch", _icon: { display: "none" } },
    [IN_LINE]: {
      flex: "none",
      flexDirection: "row",
      px: { base: "2", md: "4" },
      fontSize: "md",
      minH: "touch",
      borderRadius: "full",
      _selected: { bg: "accent.subtle" },
      _icon: { display: "none" },
    },
  },
  /** Two halves of one control. */
  ".tabs.segmented": { bg: "bg.muted", borderRadius: "full", p: "1" },
  ".tabs.segmented > button": {
    _selected: { bg: "bg.selected", color: "fg", boxShadow: "0 1px 2px #00000024" },
  },
});

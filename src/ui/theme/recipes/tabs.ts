import { defineSlotRecipe } from "@chakra-ui/react";

export const tabsRecipe = defineSlotRecipe({
  className: "tabs",
  slots: ["root", "list", "trigger", "content"],
  base: {
    list: { display: "flex", gap: "1" },
    trigger: {
      display: "flex",
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
    content: { outlineOffset: "0" },
  },
  variants: {
    variant: {
      /** A bar at the bottom on phones, a row in the header from 768 px. */
      main: {
        list: {
          position: { base: "fixed", md: "static" },
          insetX: "0",
          bottom: "0",
          zIndex: "bar",
          bg: { base: "bg.panel", md: "transparent" },
          borderTopWidth: { base: "1px", md: "0" },
          pb: { base: "env(safe-area-inset-bottom)", md: "0" },
          // Where Add Task stands; also on About, so that no tab moves.
          pe: { base: "9rem", md: "0" },
          "@media (max-width: 23.99rem)": { pe: "4.5rem" },
        },
        trigger: {
          flex: { base: "1", md: "none" },
          flexDirection: { base: "column", md: "row" },
          px: { base: "0", md: "4" },
          fontSize: { base: "sm", md: "md" },
          minH: { base: "3.5rem", md: "touch" },
          gap: { base: "0.5", md: "2" },
          borderRadius: { base: "sm", md: "full" },
          _selected: { bg: { md: "accent.subtle" } },
          // No room for icons beside the connection status and Add Task.
          _icon: { md: { display: "none" } },
        },
      },
      /** Two halves of one control. */
      segmented: {
        list: { bg: "bg.muted", borderRadius: "full", p: "1" },
        trigger: {
          flex: "1",
          _selected: { bg: "bg.selected", color: "fg", boxShadow: "0 1px 2px #00000024" },
        },
      },
    },
  },
  defaultVariants: { variant: "main" },
});

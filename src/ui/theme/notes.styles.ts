import { defineGlobalStyles } from "@chakra-ui/react";

/** A task's notes, wherever they stand (global: a long list has hundreds of them). */
export const notesStyles = defineGlobalStyles({
  ".notes": {
    color: "fg.muted",
    whiteSpace: "pre-line",
    // Each line has its own direction.
    unicodeBidi: "plaintext",
    "&[data-cut]": { lineClamp: "3" },
    "& a": {
      borderRadius: "sm",
      color: "accent",
      textDecoration: "underline",
      textUnderlineOffset: "0.2em",
      _hover: { color: "accent.hover", textDecorationThickness: "2px" },
    },
  },
  ".more-notes": {
    minH: "touch",
    mt: "-1",
    mb: "-2",
    ms: "-2",
    px: "2",
    borderRadius: "full",
    fontSize: "sm",
    fontWeight: "semibold",
    color: "accent",
    _hover: { bg: "accent.subtle" },
  },
});

/** The button that marks a later day as done, in the lists that have one for each task. */
export const EARLY_BUTTON = {
  "& .early": {
    display: "inline-flex",
    flexShrink: "0",
    alignItems: "center",
    justifyContent: "center",
    minW: "touch",
    minH: "touch",
    borderRadius: "full",
    fontSize: "sm",
    fontWeight: "semibold",
    color: "fg.muted",
    _hover: { bg: "bg.muted", color: "fg" },
    "& svg": { boxSize: "1.5rem" },
    "& path": { opacity: "0" },
    "&:is(:hover, [data-pressed]) path": { opacity: "1" },
  },
} as const;

import { chakra } from "@chakra-ui/react";

/** A checkbox or a radio button with its label, as a chip. */
export const Choice = chakra("label", {
  base: {
    position: "relative",
    display: "inline-flex",
    alignItems: "center",
    gap: "2",
    minH: "touch",
    maxW: "full",
    py: "1",
    ps: "1.5",
    pe: "3",
    borderWidth: "1px",
    borderColor: "border.control",
    borderRadius: "full",
    cursor: "pointer",
    "&:hover:not(:has(:checked))": { bg: "bg.muted" },
    "&:has(:checked)": {
      bg: "accent.subtle",
      borderColor: "accent",
      fontWeight: "semibold",
      boxShadow: "inset 0 0 0 1px {colors.accent}",
    },
    "&:has(:focus-visible)": { outline: "2px solid", outlineColor: "accent", outlineOffset: "2px" },
    "& input": { position: "absolute", inset: "0", opacity: "0", cursor: "pointer" },
  },
});

import { defineGlobalStyles } from "@chakra-ui/react";

/** People as initials on a colour, wherever they stand (global: a long list has hundreds of them). */
export const facesStyles = defineGlobalStyles({
  ".face": {
    display: "inline-grid",
    placeItems: "center",
    flexShrink: "0",
    boxSize: "2rem",
    borderRadius: "full",
    fontSize: "0.7rem",
    fontWeight: "semibold",
    lineHeight: "1",
    color: "white",
    // A picture: no text of the control or the line in which it stands.
    "&::before": { content: "attr(data-initials)" },
    "&.small": { boxSize: "1.375rem", fontSize: "0.5625rem" },
    "&.large": { boxSize: "3.5rem", fontSize: "1.25rem" },
  },
  ".faces": { display: "inline-flex", alignItems: "center", gap: "0.5", flexShrink: "0" },
  // The faces stay in the middle of the first line of a long name.
  ".belonging, .turn": { display: "inline-flex", alignItems: "flex-start", gap: "1.5" },
});

/** Separates wrapping items by dots, cut off at the start of a line and not read out. */
export const DOTTED = {
  ms: "-4",
  clipPath: "inset(0 0 0 {spacing.4})",
  "& > *": { position: "relative", ps: "4" },
  "& > * + *::before": {
    content: "'·' / ''",
    position: "absolute",
    insetStart: "0",
    width: "1rem",
    textAlign: "center",
  },
} as const;

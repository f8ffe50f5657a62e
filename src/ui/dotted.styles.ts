/** A dot, which is not read out, between what stands in a wrapping row; where a line begins, it is cut off. */
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

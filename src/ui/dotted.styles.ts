/** Separates wrapping items by dots, cut off at the start of a line and not read out. */
export const DOTTED = {
  me: "-4",
  overflowX: "clip",
  "& > *": { position: "relative", me: "4" },
  "& > * + *::before": {
    content: "'·' / ''",
    position: "absolute",
    insetStart: "-4",
    width: "1rem",
    textAlign: "center",
  },
} as const;

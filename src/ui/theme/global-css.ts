import { defineGlobalStyles } from "@chakra-ui/react";

const COLOURS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, "grey"] as const;

/** Category headings stand between the rows of long lists, so that they are plain elements, too. */
const categoryHeadingStyles = defineGlobalStyles({
  ".category-heading": { display: "flex", alignItems: "center", gap: "2" },
  ".category-badge": {
    maxW: "full",
    px: "2.5",
    py: "0.5",
    borderRadius: "full",
    fontSize: "sm",
    ...Object.fromEntries(
      COLOURS.map((colour) => [
        `&[data-colour="${colour}"]`,
        { bg: `category.${colour}.bg`, color: `category.${colour}.fg` },
      ]),
    ),
  },
  ".category-count": {
    flexShrink: "0",
    color: "fg.muted",
    fontSize: "sm",
    fontWeight: "normal",
    fontVariantNumeric: "tabular-nums",
  },
});

/** People as initials on a colour, wherever they stand (global: a long list has hundreds of them). */
const facesStyles = defineGlobalStyles({
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

/** A task's notes, wherever they stand (global: a long list has hundreds of them). */
const notesStyles = defineGlobalStyles({
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

export const globalCss = defineGlobalStyles({
  html: {
    colorScheme: "light dark",
    fontFamily: "body",
    fontSize: "100%",
    lineHeight: "normal",
    color: "fg",
    bg: "bg",
    textSizeAdjust: "100%",
    // Keeps focused elements from being scrolled under the masthead.
    scrollPaddingTop: "{sizes.masthead}",
    "--global-color-border": "colors.border",
  },
  body: { minHeight: "100dvh" },
  // On every element, because Chakra's reset sets break-word, which does not make boxes narrower.
  "*": { overflowWrap: "anywhere" },
  // What is written in the other direction stays at its place: beside its face or circle. Notes are prose.
  ":where(bdi, [dir=auto]:not(input, textarea, .notes))": {
    textAlign: "match-parent",
    "@supports (text-align: -webkit-match-parent)": { textAlign: "-webkit-match-parent" },
  },
  // An empty field waits for words of the page.
  "[dir=auto]:placeholder-shown": { direction: "inherit" },
  svg: { flexShrink: 0 },
  "html[dir=rtl] .turning": { scale: "-1 1" },
  "h1, h2, h3": { fontWeight: "semibold", lineHeight: "tight", textWrap: "balance" },
  h1: { fontSize: "lg", letterSpacing: "tight" },
  // Otherwise a long word widens the form beyond the page.
  fieldset: { minW: "0" },
  legend: { fontSize: "sm", fontWeight: "semibold", mb: "1.5" },
  "a, button, input, select, textarea, [tabindex]": {
    outline: "2px solid transparent",
    outlineOffset: "2px",
    _focusVisible: { outlineColor: "accent" },
  },
  // It has the focus by script alone, and nothing to press.
  'h1[tabindex="-1"]': { outline: "none" },
  "button:not(:disabled), select, summary": { cursor: "pointer" },
  "::placeholder": { color: "fg.muted", opacity: 1 },
  "::selection": { bg: "accent.subtle", color: "fg" },
  ...notesStyles,
  ...categoryHeadingStyles,
  ...facesStyles,
  ".fades-in": { animation: "fade-in 150ms ease-out" },
  // For screen readers alone.
  ".sr-only": { srOnly: true },
  "*, *::before, *::after": {
    _motionReduce: {
      animationDuration: "1ms !important",
      animationIterationCount: "1 !important",
      transitionDuration: "1ms !important",
    },
  },
});

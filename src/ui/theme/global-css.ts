import { defineGlobalStyles } from "@chakra-ui/react";
import { categoryHeadingStyles } from "./category-heading.styles.ts";
import { facesStyles } from "./faces.ts";
import { notesStyles } from "./notes.styles.ts";

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
  // Links and long words can be wider than a phone. On every element, because Chakra's reset sets
  // break-word on every element, which does not make boxes narrower.
  "*": { overflowWrap: "anywhere" },
  // A name that is written from the right stays beside its face, in a box of its own, too.
  bdi: { textAlign: "match-parent" },
  svg: { flexShrink: 0 },
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
  "*, *::before, *::after": {
    _motionReduce: {
      animationDuration: "1ms !important",
      animationIterationCount: "1 !important",
      transitionDuration: "1ms !important",
    },
  },
});

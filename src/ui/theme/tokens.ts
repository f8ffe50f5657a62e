import { defineTokens } from "@chakra-ui/react";

/** The raw scale. Screens use the semantic names of `semantic-tokens.ts`, never a raw colour. */
export const tokens = defineTokens({
  fonts: {
    body: {
      value:
        "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif",
    },
  },
  fontSizes: {
    sm: { value: "0.875rem" },
    md: { value: "1rem" },
    lg: { value: "1.625rem" },
  },
  fontWeights: {
    normal: { value: "400" },
    semibold: { value: "620" },
  },
  lineHeights: {
    tight: { value: "1.2" },
    normal: { value: "1.5" },
  },
  letterSpacings: {
    tight: { value: "-0.015em" },
  },
  spacing: {
    "0": { value: "0" },
    "0.5": { value: "0.125rem" },
    "1": { value: "0.25rem" },
    "1.5": { value: "0.375rem" },
    "2": { value: "0.5rem" },
    "2.5": { value: "0.625rem" },
    "3": { value: "0.75rem" },
    "4": { value: "1rem" },
    "5": { value: "1.25rem" },
    "6": { value: "1.5rem" },
    "8": { value: "2rem" },
    "10": { value: "2.5rem" },
    "12": { value: "3rem" },
    "16": { value: "4rem" },
  },
  sizes: {
    full: { value: "100%" },
    /** The smallest touch target: 44 px. */
    touch: { value: "2.75rem" },
    icon: { value: "1.25rem" },
    column: { value: "45rem" },
    /** A screen at a desk, its padding included. */
    page: { value: "66.5rem" },
    /** beside a list of the page */
    aside: { value: "20rem" },
    narrow: { value: "26rem" },
    form: { value: "34rem" },
  },
  radii: {
    sm: { value: "6px" },
    md: { value: "8px" },
    card: { value: "12px" },
    full: { value: "9999px" },
  },
  zIndex: {
    bar: { value: 10 },
    editor: { value: 20 },
    overlay: { value: 30 },
    toast: { value: 40 },
  },
  durations: {
    quick: { value: "150ms" },
    calm: { value: "200ms" },
  },
});

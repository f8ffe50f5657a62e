import { defineSemanticTokens } from "@chakra-ui/react";

/** A colour and its dark counterpart, chosen for each side rather than inverted. */
const pair = (light: string, dark: string) => ({ value: `light-dark(${light}, ${dark})` });

/**
 * Warm paper by day, warm charcoal by night. Every text colour keeps 4.5:1 on every background it
 * is used on, every outline of a control 3:1.
 */
export const semanticTokens = defineSemanticTokens({
  colors: {
    bg: {
      DEFAULT: pair("#f7f3ec", "#1b1815"),
      panel: pair("#fffdf9", "#25211d"),
      muted: pair("#eee8dd", "#322d27"),
      raised: pair("#fffdf9", "#2d2823"),
      sunken: pair("#eee8dd", "#1b1815"),
      selected: pair("#fffdf9", "#4a4239"),
    },
    fg: {
      DEFAULT: pair("#29241e", "#f0eae0"),
      muted: pair("#685f53", "#b5aa9a"),
    },
    border: {
      DEFAULT: pair("#e3dbcd", "#3b352e"),
      control: pair("#908575", "#7f7567"),
    },
    accent: {
      DEFAULT: pair("#1f5f44", "#86cda9"),
      hover: pair("#174b35", "#9dd9bb"),
      contrast: pair("#ffffff", "#0d2419"),
      subtle: pair("#e1ede3", "#23382d"),
    },
    danger: {
      DEFAULT: pair("#a3302a", "#f3998e"),
      hover: pair("#872520", "#f7b0a7"),
      contrast: pair("#ffffff", "#35100c"),
      subtle: pair("#f8e4df", "#432521"),
    },
    status: {
      completed: pair("#2a7350", "#79c7a1"),
      missed: pair("#b33a30", "#f28f83"),
      future: pair("#2c6496", "#8bbbe8"),
      today: pair("#9c5409", "#eeb066"),
    },
    /** By `categoryColour`; each pair has a contrast of at least 6.4:1. */
    category: {
      grey: { bg: pair("#e6dfd3", "#3a342d"), fg: pair("#554c41", "#d8cdbd") },
      0: { bg: pair("#ffdbdf", "#4d2b31"), fg: pair("#773441", "#fec2ca") },
      1: { bg: pair("#ffddd1", "#4d2d23"), fg: pair("#783824", "#fec5b3") },
      2: { bg: pair("#fae2c6", "#473218"), fg: pair("#6c4300", "#f1cda2") },
      3: { bg: pair("#e6eac8", "#373919"), fg: pair("#4f5200", "#d5d9a4") },
      4: { bg: pair("#d6eed3", "#273d25"), fg: pair("#2b5a27", "#bbe1b6") },
      5: { bg: pair("#c6f1e8", "#123f39"), fg: pair("#005d51", "#a0e4d8") },
      6: { bg: pair("#c9ecff", "#183b4c"), fg: pair("#005578", "#a6ddfb") },
      7: { bg: pair("#dbe5ff", "#2e3551"), fg: pair("#3b4881", "#c4d2ff") },
      8: { bg: pair("#ebe0ff", "#3b304c"), fg: pair("#573f78", "#dccafb") },
      9: { bg: pair("#fcdbf0", "#482c3f"), fg: pair("#6e365d", "#f5c3e3") },
    },
    backdrop: pair("#29241e80", "#000000a6"),
  },
  sizes: {
    /** The row at the top of every screen; lower in a low window, as at 200 % zoom. */
    masthead: { value: { base: "min(3.5rem, 12vh)", md: "min(4rem, 12vh)" } },
  },
  shadows: {
    float: {
      value:
        "0 1px 2px light-dark(#29241e1f, #00000066), 0 8px 24px light-dark(#29241e24, #00000073)",
    },
  },
});

import { defineSemanticTokens } from "@chakra-ui/react";

/** A colour and its dark counterpart, chosen for each side rather than inverted. */
const pair = (light: string, dark: string) => ({ value: { base: light, _dark: dark } });

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
    backdrop: pair("#29241e80", "#000000a6"),
  },
  sizes: {
    /** The row at the top of every screen, as high as the longest toast. */
    masthead: { value: { base: "4.5rem", md: "3.75rem" } },
  },
  shadows: {
    float: pair(
      "0 1px 2px #29241e1f, 0 8px 24px #29241e24",
      "0 1px 2px #00000066, 0 8px 24px #00000073",
    ),
  },
});

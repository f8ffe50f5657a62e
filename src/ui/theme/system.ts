import { createSystem, defaultBaseConfig } from "@chakra-ui/react";
import { globalCss } from "./global-css.ts";
import { keyframes } from "./keyframes.ts";
import { recipes, slotRecipes } from "./recipes/all.ts";
import { semanticTokens } from "./semantic-tokens.ts";
import { tokens } from "./tokens.ts";

/**
 * Chakra's engine with our own tokens and only the recipes we use: its `defaultSystem` would add
 * 29 kB of recipes that no screen shows.
 *
 * Dark follows the system by CSS alone (`light-dark()`), so the first frame is right without a script
 * that runs before it.
 */
export const system = createSystem(defaultBaseConfig, {
  cssVarsPrefix: "rota",
  preflight: true,
  globalCss,
  theme: {
    breakpoints: { sm: "30rem", md: "48rem" },
    keyframes,
    tokens,
    semanticTokens,
    recipes,
    slotRecipes,
  },
});

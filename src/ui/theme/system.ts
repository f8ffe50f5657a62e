import { createSystem, type SystemConfig } from "@chakra-ui/react";
import { semanticTokens } from "./semantic-tokens.ts";
import { tokens } from "./tokens.ts";
import { conditions, utilities } from "./utilities.ts";

/**
 * Only the recipes we use: Chakra's `defaultSystem` would add 29 kB. Dark follows the system by CSS
 * alone, so the first frame is right without a script.
 */
export const config: SystemConfig = {
  cssVarsPrefix: "rota",
  utilities,
  conditions,
  theme: {
    breakpoints: { sm: "30rem", md: "48rem" },
    tokens,
    semanticTokens,
    // Each part brings its own recipe, so that none is loaded before it is shown.
  },
};

/** Its rules for the whole page stand in the page already (app/page-styles.tsx). */
export const system = { ...createSystem(config), _global: [] };

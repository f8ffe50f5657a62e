import { createSystem, type SystemConfig } from "@chakra-ui/react";
import { fieldRecipe, inputRecipe, textareaRecipe } from "./recipes/input.recipe.ts";
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
    // Recipes for every screen; dialogs and selects bring their own.
    recipes: { input: inputRecipe, textarea: textareaRecipe },
    slotRecipes: { field: fieldRecipe },
  },
};

/** Its rules for the whole page stand in the page already (app/page-styles.tsx). */
export const system = { ...createSystem(config), _global: [] };

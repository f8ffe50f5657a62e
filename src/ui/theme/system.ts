import { createSystem } from "@chakra-ui/react";
import { globalCss } from "./global-css.ts";
import { keyframes } from "./keyframes.ts";
import { fieldRecipe, inputRecipe, textareaRecipe } from "./recipes/input.recipe.ts";
import { semanticTokens } from "./semantic-tokens.ts";
import { tokens } from "./tokens.ts";
import { conditions, utilities } from "./utilities.ts";

/**
 * Only the recipes we use: Chakra's `defaultSystem` would add 29 kB. Dark follows the system by CSS
 * alone, so the first frame is right without a script.
 */
export const system = createSystem({
  cssVarsPrefix: "rota",
  preflight: true,
  utilities,
  conditions,
  globalCss,
  theme: {
    breakpoints: { sm: "30rem", md: "48rem" },
    keyframes,
    tokens,
    semanticTokens,
    // Recipes for every screen; dialogs and selects bring their own.
    recipes: {
      input: inputRecipe,
      textarea: textareaRecipe,
    },
    slotRecipes: { field: fieldRecipe },
  },
});

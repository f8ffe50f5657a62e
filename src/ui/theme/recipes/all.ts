import { skeletonRecipe, spinnerRecipe } from "./feedback.recipe.ts";
import { fieldRecipe, inputRecipe, textareaRecipe } from "./input.recipe.ts";

/** What every screen may have; a dialog and a select bring their own. */
export const recipes = {
  input: inputRecipe,
  skeleton: skeletonRecipe,
  spinner: spinnerRecipe,
  textarea: textareaRecipe,
};

export const slotRecipes = {
  field: fieldRecipe,
};

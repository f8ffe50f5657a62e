import { dialogRecipe } from "./dialog.ts";
import { skeletonRecipe, spinnerRecipe } from "./feedback.ts";
import { fieldRecipe, inputRecipe, nativeSelectRecipe, textareaRecipe } from "./input.ts";

export const recipes = {
  input: inputRecipe,
  skeleton: skeletonRecipe,
  spinner: spinnerRecipe,
  textarea: textareaRecipe,
};

export const slotRecipes = {
  dialog: dialogRecipe,
  field: fieldRecipe,
  nativeSelect: nativeSelectRecipe,
};

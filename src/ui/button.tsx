import { chakra } from "@chakra-ui/react";
import { buttonRecipe } from "./theme/recipes/button.recipe.ts";

/**
 * Chakra's own `Button` brings a spinner and groups along; ours is the recipe on the element, and
 * `type="button"` unless said otherwise, so that no button submits a form by accident.
 */
export const Button = chakra("button", buttonRecipe, { defaultProps: { type: "button" } });

import { chakra } from "@chakra-ui/react";
import { buttonRecipe } from "./theme/recipes/button.recipe.ts";

/** Chakra's own `Button` brings a spinner and groups; `type="button"` keeps it from submitting forms by accident. */
export const Button = chakra("button", buttonRecipe, { defaultProps: { type: "button" } });

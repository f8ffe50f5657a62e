import { Input as ChakraInput, Textarea as ChakraTextarea } from "@chakra-ui/react";
import type { ComponentProps } from "react";
import { inputRecipe, textareaRecipe } from "./theme/recipes/input.recipe.ts";

export type InputProps = ComponentProps<typeof ChakraInput>;

export const Input = (props: InputProps) => <ChakraInput recipe={inputRecipe} {...props} />;

export const Textarea = (props: ComponentProps<typeof ChakraTextarea>) => (
  <ChakraTextarea recipe={textareaRecipe} {...props} />
);

import { defineSlotRecipe } from "@chakra-ui/react";
import { control } from "./input.recipe.ts";

export const nativeSelectRecipe = defineSlotRecipe({
  className: "select",
  slots: ["root", "field", "indicator"],
  base: {
    root: { position: "relative", width: "full" },
    field: { ...control, appearance: "none", pe: "10" },
    indicator: {
      position: "absolute",
      insetEnd: "3",
      top: "50%",
      translate: "0 -50%",
      pointerEvents: "none",
      color: "fg.muted",
      boxSize: "icon",
    },
  },
});

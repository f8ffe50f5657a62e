import { defineRecipe } from "@chakra-ui/react";

export const spinnerRecipe = defineRecipe({
  className: "spinner",
  base: {
    display: "inline-block",
    flexShrink: "0",
    borderWidth: "0.15em",
    borderColor: "border",
    borderTopColor: "accent",
    borderRadius: "full",
    boxSize: "1em",
    animation: "spin 800ms linear infinite",
  },
  variants: {
    size: {
      sm: { fontSize: "1rem" },
      md: { fontSize: "1.75rem" },
      lg: { fontSize: "2.75rem" },
    },
  },
  defaultVariants: { size: "md" },
});

export const skeletonRecipe = defineRecipe({
  className: "skeleton",
  base: { bg: "bg.muted", borderRadius: "card", animation: "breathe 1.4s ease-in-out infinite" },
});

import { defineRecipe } from "@chakra-ui/react";

export const buttonRecipe = defineRecipe({
  className: "button",
  base: {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    gap: "2",
    flexShrink: "0",
    maxW: "full",
    minH: "touch",
    px: "5",
    borderWidth: "1px",
    borderColor: "transparent",
    borderRadius: "full",
    fontWeight: "semibold",
    lineHeight: "tight",
    textAlign: "center",
    userSelect: "none",
    transitionProperty: "background-color, border-color, color, scale",
    transitionDuration: "quick",
    _active: { scale: "0.98" },
    _disabled: { opacity: "0.55", cursor: "not-allowed" },
    _icon: { boxSize: "icon", flexShrink: "0" },
  },
  variants: {
    variant: {
      solid: { bg: "accent", color: "accent.contrast", _hover: { bg: "accent.hover" } },
      outline: {
        borderColor: "border.control",
        color: "fg",
        _hover: { bg: "bg.muted" },
      },
      ghost: { color: "fg.muted", textAlign: "start", _hover: { bg: "bg.muted", color: "fg" } },
      link: {
        color: "accent",
        px: "1",
        textAlign: "start",
        borderRadius: "sm",
        textDecoration: "underline",
        textUnderlineOffset: "0.2em",
        textDecorationThickness: "1px",
        _hover: { color: "accent.hover", textDecorationThickness: "2px" },
      },
      danger: { bg: "danger", color: "danger.contrast", _hover: { bg: "danger.hover" } },
    },
    size: {
      md: {},
      icon: { px: "0", w: "touch", h: "touch" },
    },
  },
  defaultVariants: { variant: "solid", size: "md" },
});

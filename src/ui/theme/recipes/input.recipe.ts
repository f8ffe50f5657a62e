import { defineRecipe, defineSlotRecipe } from "@chakra-ui/react";

/** Text fields, date fields and selects look alike; 16 px text keeps iOS from zooming into them. */
const control = {
  width: "full",
  minH: "touch",
  px: "3",
  py: "2",
  bg: "bg.panel",
  color: "fg",
  fontSize: "md",
  borderWidth: "1px",
  borderColor: "border.control",
  borderRadius: "md",
  transitionProperty: "border-color, background-color",
  transitionDuration: "quick",
  _hover: { borderColor: "fg.muted" },
  _focusVisible: { outlineColor: "accent", outlineOffset: "-1px", borderColor: "accent" },
  _invalid: { borderColor: "danger" },
  _disabled: { opacity: "0.6", cursor: "not-allowed", bg: "bg.muted" },
} as const;

export const inputRecipe = defineRecipe({ className: "input", base: control });

export const textareaRecipe = defineRecipe({
  className: "textarea",
  base: { ...control, resize: "vertical", fieldSizing: "content", minH: "5.5rem", maxH: "16rem" },
});

export const fieldRecipe = defineSlotRecipe({
  className: "field",
  slots: ["root", "label", "errorText", "helperText", "requiredIndicator"],
  base: {
    root: { display: "flex", flexDirection: "column", gap: "1.5", width: "full", minW: "0" },
    label: { fontWeight: "semibold", fontSize: "sm" },
    errorText: {
      color: "danger",
      fontSize: "sm",
      display: "flex",
      gap: "1.5",
      alignItems: "center",
    },
    helperText: { color: "fg.muted", fontSize: "sm" },
  },
});

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

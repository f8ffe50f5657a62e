import { defineSlotRecipe } from "@chakra-ui/react";

export const toastRecipe = defineSlotRecipe({
  className: "toast",
  slots: ["root", "title", "description", "actionTrigger", "closeTrigger"],
  base: {
    root: {
      display: "grid",
      gridTemplateColumns: "auto 1fr auto",
      columnGap: "3",
      alignItems: "start",
      width: "full",
      maxW: "24rem",
      py: "3",
      ps: "4",
      pe: "2",
      bg: "bg.raised",
      color: "fg",
      borderWidth: "1px",
      borderRadius: "card",
      boxShadow: "float",
      // The machine behind the toaster computes these; they move a toast without laying it out anew.
      translate: "var(--x) var(--y)",
      scale: "var(--scale)",
      zIndex: "var(--z-index)",
      height: "var(--height)",
      opacity: "var(--opacity)",
      willChange: "translate, opacity, scale",
      transition: "translate 200ms, scale 200ms, opacity 200ms, height 200ms",
      "& .sign": { mt: "0.5", color: "accent" },
      // One that lies under another shows its edge, not its text through the other's arrival.
      "&[data-sibling][data-overlap] > *": { opacity: 0 },
      "&[data-type=error]": {
        bg: "danger.subtle",
        borderColor: "danger",
        "& .sign": { color: "danger" },
      },
    },
    title: { fontWeight: "semibold" },
    description: { fontSize: "sm", color: "fg.muted", "[data-type=error] &": { color: "fg" } },
    closeTrigger: {
      minW: "touch",
      minH: "touch",
      mt: "-2",
      display: "grid",
      placeItems: "center",
      borderRadius: "full",
      color: "fg.muted",
      _hover: { bg: "bg.muted", color: "fg" },
      _icon: { boxSize: "icon" },
    },
  },
});

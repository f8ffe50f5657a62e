import { defineGlobalStyles } from "@chakra-ui/react";
import { buttonRecipe } from "../ui/theme/recipes/button.recipe.ts";
import { IN_LINE, LARGE_LETTERS, LOW } from "../ui/theme/recipes/media.recipe.ts";

/** There a word has no room beside the tabs in most languages, and the connection's sign stands alone. */
const BESIDE_TABS = "@media (48rem <= width < 64rem)";

const onPhone = { mdDown: { srOnly: true } };

/** What is around the lists: in the page (app/page-styles.tsx), as every visit begins with it. */
export const frameStyles = defineGlobalStyles({
  ".masthead": {
    position: "sticky",
    top: "0",
    zIndex: "bar",
    bg: "bg",
    pt: "env(safe-area-inset-top)",
    [LOW]: { position: "static" },
    [IN_LINE]: { borderBottomWidth: "1px" },
    "& > div": {
      display: "flex",
      alignItems: "center",
      gap: "3",
      minH: "masthead",
      maxW: "page",
      mx: "auto",
      px: "4",
      // The household's name is cut before the status, and nothing else.
      "& > :not(a, [role=status], [aria-haspopup])": { flexShrink: "0" },
      // At a desk the connection's status has the room in the middle.
      [IN_LINE]: {
        "& > [role=status] ~ *, & > [role=tablist] + :is(a, [aria-haspopup])": { order: "1" },
      },
    },
  },
  ".brand": {
    display: "flex",
    alignItems: "center",
    gap: "2",
    fontWeight: "semibold",
    color: "accent",
    // The household's name stands there.
    "&[data-short] > span": onPhone,
    [LOW]: { "& > span": onPhone },
    [LARGE_LETTERS]: { "&[data-short]": { srOnly: true } },
  },
  ".household-link": {
    display: "flex",
    alignItems: "center",
    gap: "2",
    overflow: "hidden",
    flexShrink: "9999",
    minH: "touch",
    borderRadius: "sm",
    fontWeight: "semibold",
    "& > bdi": { lineClamp: "1", maxW: "14rem" },
    "& > .faces": {
      "@media (width < 64rem)": { display: "none" },
      "& > .face + .face": { ms: "0.5" },
    },
  },
  ".connection": {
    display: "flex",
    flex: "1 1 auto",
    justifyContent: "flex-end",
    fontSize: "sm",
    lineHeight: "1.2",
    color: "fg.muted",
    "&:not(:empty)": { minW: "min(15vw, 6rem)" },
    "& > span": { display: "inline-flex", alignItems: "center", gap: "1.5" },
    [LARGE_LETTERS]: { "& > span > span": { srOnly: true } },
    [BESIDE_TABS]: { "&:not(:empty)": { minW: "0" }, "& > span > span": { srOnly: true } },
  },
  ".add-task": {
    ...buttonRecipe.base,
    ...buttonRecipe.variants?.variant.solid,
    px: { base: "0", md: "5" },
    w: { base: "touch", md: "auto" },
    "& > span": onPhone,
    // On phones at the end of the tab bar, within the thumb's reach.
    position: "fixed",
    insetEnd: "3",
    bottom: "calc(0.375rem + env(safe-area-inset-bottom))",
    zIndex: "bar",
    [LOW]: { bottom: "env(safe-area-inset-bottom)" },
    [IN_LINE]: { position: "static" },
  },
  ".settings-link": { boxSize: "touch", flexShrink: "0", me: "-1.5", borderRadius: "full" },
  ".main-view": {
    position: "relative",
    maxW: "page",
    mx: "auto",
    px: "4",
    pt: { base: "1.5", md: "6" },
    pb: { base: "6rem", md: "16" },
  },
  // The column of the list, where the week stands beside it (week.tsx).
  ".beside-week": {
    "@media (width >= 1200px)": { pe: "calc({sizes.aside} + {spacing.10})" },
  },
});

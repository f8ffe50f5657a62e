import { defineGlobalStyles } from "@chakra-ui/react";

const COLOURS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, "grey"] as const;

/** Category headings stand between the rows of long lists, so that they are plain elements, too. */
export const categoryHeadingStyles = defineGlobalStyles({
  ".category-heading": { display: "flex", alignItems: "center", gap: "2" },
  ".category-badge": {
    maxW: "full",
    px: "2.5",
    py: "0.5",
    borderRadius: "full",
    fontSize: "sm",
    ...Object.fromEntries(
      COLOURS.map((colour) => [
        `&[data-colour="${colour}"]`,
        { bg: `category.${colour}.bg`, color: `category.${colour}.fg` },
      ]),
    ),
  },
  ".category-count": {
    flexShrink: "0",
    color: "fg.muted",
    fontSize: "sm",
    fontWeight: "normal",
    fontVariantNumeric: "tabular-nums",
  },
});

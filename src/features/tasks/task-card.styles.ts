import { chakra } from "@chakra-ui/react";
import { DOTTED } from "../../ui/dotted.styles.ts";
import { LARGE_LETTERS } from "../../ui/theme/recipes/media.recipe.ts";

/** Styles all parts at once, because hundreds of cards come together. */
export const TaskCards = chakra("div", {
  base: {
    "& section": { mt: { base: "4", md: "8" } },
    "& .cards": {
      display: "grid",
      "@media (width >= 64rem)": { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" },
      gap: { base: "2", md: "3" },
      mt: { base: "1.5", md: "3" },
    },
    "& .card": {
      display: "flex",
      flexWrap: "wrap",
      alignItems: "center",
      columnGap: "3",
      pt: { base: "2", md: "4" },
      px: { base: "3", md: "4" },
      pb: { base: "0.5", md: "2" },
      bg: "bg.panel",
      borderWidth: "1px",
      borderRadius: "card",
    },
    // In a long list, cards off the screen are neither laid out nor painted.
    "& .cards[data-long] .card": { contentVisibility: "auto", containIntrinsicSize: "auto 5.5rem" },
    // On a phone, notes that are cut take a line, and share it with the way to the rest.
    "& .notes": { flex: "1 1 100%" },
    "& .notes[data-cut]": { lineClamp: { base: "1", md: "3" } },
    "& .notes[data-cut]:has(+ .more-notes)": {
      flex: { base: "1 1 0", md: "1 1 100%" },
      "& + .more-notes": { mt: { base: "-2", md: "-1" }, me: { base: "-2", md: "0" } },
      [LARGE_LETTERS]: { flex: "1 1 100%" },
    },
    "& .title": { flexBasis: "full", fontSize: "md", lineHeight: "1.4", textWrap: "wrap" },
    // As high as a control, without moving what is around it.
    "& .title a": {
      display: "inline-block",
      py: "3",
      my: "-3",
      borderRadius: "sm",
      _hover: { textDecoration: "underline", textUnderlineOffset: "0.2em" },
    },
    // Actions wrap below if the faces leave them no room.
    "& .foot": {
      display: "flex",
      flexWrap: "wrap",
      alignItems: "center",
      columnGap: "2",
      flexBasis: "full",
    },
    "& .state": {
      flex: "1",
      fontSize: "sm",
      lineHeight: "1.3",
      fontVariantNumeric: "tabular-nums",
    },
    "& .facts": {
      display: "flex",
      flexWrap: "wrap",
      columnGap: { sm: "3" },
      color: "fg.muted",
      smDown: DOTTED,
    },
    // On a phone, what a line beside the actions has no room for stands above.
    "& .foot:has(.facts bdi, .facts > :nth-of-type(3))": {
      smDown: {
        "& .state": { display: "contents" },
        "& .facts": { flexBasis: "calc(100% + {spacing.4})" },
        "& .status": { flex: "1" },
      },
    },
    // A phone has no room for their icons.
    "& .fact svg, & .turn .face": { smDown: { display: "none" } },
    "& .fact, & .status": { display: "inline-flex", alignItems: "center", gap: "1.5" },
    "& .fact": { gap: { base: "0", sm: "1.5" } },
    "& .status": {
      fontWeight: "semibold",
      textWrap: "balance",
      color: "status.future",
      "&[data-status=today]": { color: "status.today" },
      "&[data-status=overdue]": { color: "status.missed" },
      "&:is([data-status=none], [data-status=paused])": { fontWeight: "normal", color: "fg.muted" },
    },
    "& .actions": {
      display: "flex",
      flexWrap: "wrap",
      maxW: "full",
      mt: "-1",
      ms: "auto",
      me: { base: "-2", md: "-2.5" },
    },
    "& .action": {
      display: "inline-flex",
      alignItems: "center",
      justifyContent: "center",
      gap: "1.5",
      minW: "touch",
      minH: "touch",
      borderRadius: "full",
      color: "fg.muted",
      _hover: { bg: "bg.muted", color: "fg" },
    },
    "& .history": { px: { sm: "3" }, fontSize: "sm", fontWeight: "semibold" },
    "& .history span": { smDown: { srOnly: true } },
  },
});

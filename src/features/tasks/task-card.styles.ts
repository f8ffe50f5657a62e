import { chakra } from "@chakra-ui/react";

/** Holds the lists of task cards, and styles each part of a card: hundreds of cards come at once. */
export const TaskCards = chakra("div", {
  base: {
    "& section": { mt: "8" },
    "& .cards": { display: "grid", gap: "3", mt: "3" },
    "& .card": {
      pt: "4",
      px: "4",
      pb: "2",
      bg: "bg.panel",
      borderWidth: "1px",
      borderRadius: "card",
    },
    // In a long list, cards off the screen are neither laid out nor painted.
    "& .cards[data-long] .card": { contentVisibility: "auto", containIntrinsicSize: "auto 8.5rem" },
    "& .title": { fontSize: "md", lineHeight: "1.4", textWrap: "wrap" },
    // As high as a control, without moving what is around it.
    "& .title a": {
      display: "inline-block",
      py: "3",
      my: "-3",
      borderRadius: "sm",
      _hover: { textDecoration: "underline", textUnderlineOffset: "0.2em" },
    },
    "& .facts": {
      display: "flex",
      flexWrap: "wrap",
      columnGap: "4",
      rowGap: "0.5",
      mt: "1",
      fontSize: "sm",
      color: "fg.muted",
      fontVariantNumeric: "tabular-nums",
    },
    "& .fact, & .status": { display: "inline-flex", alignItems: "center", gap: "1.5" },
    "& .foot": {
      display: "flex",
      flexWrap: "wrap",
      alignItems: "center",
      justifyContent: "space-between",
      columnGap: "3",
      mt: "1",
    },
    "& .status": {
      fontSize: "sm",
      fontWeight: "semibold",
      fontVariantNumeric: "tabular-nums",
      color: "status.future",
      "&[data-status=today]": { color: "status.today" },
      "&[data-status=overdue]": { color: "status.missed" },
      "&[data-status=none]": { fontWeight: "normal", color: "fg.muted" },
    },
    "& .actions": { display: "flex", alignItems: "center", ms: "auto", me: "-2.5" },
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
    "& .history": { px: "3", fontSize: "sm", fontWeight: "semibold" },
  },
});

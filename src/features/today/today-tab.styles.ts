import { defineGlobalStyles } from "@chakra-ui/react";

const mark = (colour: string) => ({ "& > h2::before": { bg: colour } });

/** Today around its rows (occurrence-row.styles.ts): in the page (app/page-styles.tsx), as every visit begins with it. */
export const todayStyles = defineGlobalStyles({
  ".today-heading": { fontSize: { base: "1.25rem", md: "lg" } },
  ".count-line": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    columnGap: "3",
    mt: "1",
    fontSize: { base: "sm", md: "md" },
    "& > p": { color: "fg.muted", fontVariantNumeric: "tabular-nums" },
  },
  // As high as the row of days, so that nothing moves when that comes; in a wide window they stand at the side.
  ".week-room": { "@media (width < 1200px)": { minH: "touch" } },
  ".today-section": { mt: { base: "2", md: "6" }, outline: "none" },
  ".section-line": {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    "& > h2": { display: "flex", alignItems: "center", gap: "2", fontSize: "md" },
    "& > h2::before": { content: "''", boxSize: "0.625rem", borderRadius: "full" },
    "[data-section=Active] > &": mark("status.today"),
    "[data-section=Done] > &": mark("status.completed"),
    "[data-section=Overdue] > &": mark("status.missed"),
  },
});

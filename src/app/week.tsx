import { chakra, useMediaQuery } from "@chakra-ui/react";
import { useId } from "react";
import { WeekAhead } from "../features/week/week-list.tsx";
import { WeekStrip } from "../features/week/week-strip.tsx";

/** Wide enough for the week to stand beside the column. */
const WIDE = "(min-width: 1200px)";

/** The next seven days: beside Today, or above it as a strip where there is no room. */
export default function Week() {
  const [isWide] = useMediaQuery([WIDE], { ssr: false });
  const id = useId();
  if (!isWide) return <WeekStrip />;
  return (
    <Aside aria-labelledby={id}>
      <chakra.h2 id={id} fontSize="md" mb="3">
        Next seven days
      </chakra.h2>
      <WeekAhead />
    </Aside>
  );
}

/** Beside the sections, in the page's grid. */
const Aside = chakra("aside", {
  base: { position: "absolute", top: "6", insetEnd: "4", width: "aside", pb: "16" },
});

import { chakra, useMediaQuery } from "@chakra-ui/react";
import { useId, useState } from "react";
import { WeekAhead } from "../features/week/week-ahead.tsx";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { renderEarly } from "./early.tsx";

/** Wide enough for the week to stand beside the column. */
const WIDE = "(min-width: 1200px)";

/** The next seven days: beside Today, or below it behind a button where there is no room. */
export default function WeekAside() {
  const [isWide] = useMediaQuery([WIDE], { ssr: false });
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Aside aria-labelledby={`${id}title`} data-wide={isWide || undefined}>
      {isWide ? (
        <chakra.h2 id={`${id}title`} fontSize="md" mb="3">
          Next seven days
        </chakra.h2>
      ) : (
        <h2>
          <Button
            id={`${id}title`}
            variant="outline"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            Next seven days
            <chakra.span display="inline-flex" rotate={isOpen ? "180deg" : undefined}>
              <Icon name="down" />
            </chakra.span>
          </Button>
        </h2>
      )}
      {(isWide || isOpen) && (
        <chakra.div id={id} mt={isWide ? undefined : "3"}>
          <WeekAhead renderEarly={renderEarly} />
        </chakra.div>
      )}
    </Aside>
  );
}

const Aside = chakra("aside", {
  base: {
    mt: "8",
    // In the margin to the right of the column.
    "&[data-wide]": {
      position: "absolute",
      top: "6",
      insetStart: "calc(100% + 1rem)",
      width: "min(18rem, calc(50vw - {sizes.column} / 2 - 3rem))",
      mt: "0",
      pb: "16",
    },
  },
});

import { chakra, useMediaQuery } from "@chakra-ui/react";
import { useId } from "react";
import { WeekAhead } from "../features/week/week-list.tsx";
import { WeekStrip } from "../features/week/week-strip.tsx";
import { useLocale } from "../ui/use-locale.ts";

const WIDE = "(min-width: 1200px)";

export default function Week() {
  const [isWide] = useMediaQuery([WIDE], { ssr: false });
  const id = useId();
  const { t } = useLocale();
  if (!isWide) return <WeekStrip />;
  return (
    <Aside aria-labelledby={id}>
      <chakra.h2 id={id} fontSize="md" mb="3">
        {t("Next seven days")}
      </chakra.h2>
      <WeekAhead />
    </Aside>
  );
}

const Aside = chakra("aside", {
  base: { position: "absolute", top: "6", insetEnd: "4", width: "aside", pb: "16" },
});

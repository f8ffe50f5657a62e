import { chakra } from "@chakra-ui/react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { isYear } from "./heat-map.tsx";

interface YearNavigationProps {
  year: number;
  onChange: (year: number) => void;
}

/** The year, the ones beside it, and the way to its review. */
export function YearNavigation({ year, onChange }: YearNavigationProps) {
  const step = (by: number, name: string, icon: "previous" | "next") => (
    <Button
      variant="ghost"
      size="icon"
      aria-label={name}
      disabled={!isYear(year + by)}
      onClick={() => onChange(year + by)}
    >
      <Icon name={icon} />
    </Button>
  );
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="2">
      {step(-1, "Previous year", "previous")}
      <chakra.h2 aria-live="polite" fontVariantNumeric="tabular-nums">
        {year}
      </chakra.h2>
      {step(1, "Next year", "next")}
      <chakra.a
        href={`/record/${year}`}
        display="inline-flex"
        alignItems="center"
        minH="touch"
        ms="auto"
        color="accent"
        textDecoration="underline"
        textUnderlineOffset="0.2em"
      >
        {year} in review
      </chakra.a>
    </chakra.div>
  );
}

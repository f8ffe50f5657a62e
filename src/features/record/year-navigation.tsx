import { FIRST_DAY, fromDayNumber, LAST_DAY } from "../../domain/dates/calendar-date.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { TouchLink } from "../../ui/touch-link.ts";
import { reviewAddress } from "./filter-field.tsx";

interface YearNavigationProps {
  year: number;
  /** the filter field's */
  value: string;
  onChange: (year: number) => void;
}

/** The ways to a year's review, and to the years beside it. */
export function YearNavigation({ year, value, onChange }: YearNavigationProps) {
  const step = (by: number, name: string, icon: "previous" | "next") => (
    <IconButton
      icon={icon}
      label={name}
      disabled={!isYear(year + by)}
      onClick={() => onChange(year + by)}
    />
  );
  return (
    <>
      <TouchLink
        href={reviewAddress(year, value)}
        aria-label={`Year in review, ${year}`}
        color="accent"
      >
        Year in review
      </TouchLink>
      {step(-1, "Previous year", "previous")}
      {step(1, "Next year", "next")}
    </>
  );
}

/** Whether there is such a year. */
const isYear = (year: number): boolean =>
  year >= Number(fromDayNumber(FIRST_DAY).slice(0, 4)) &&
  year <= Number(fromDayNumber(LAST_DAY).slice(0, 4));

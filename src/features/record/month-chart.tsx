import { chakra } from "@chakra-ui/react";
import { monthName, shortMonthName } from "../../domain/dates/format-date.ts";
import type { RecordFacts } from "../../domain/figures/facts.ts";
import { type Person, sumOf } from "../../domain/figures/people.ts";
import type { Period } from "../../domain/figures/period.ts";
import { sharesByMonth } from "../../domain/figures/shares.ts";
import { formatCount } from "../../domain/format-count.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { Face, faceColour } from "../../households/face.tsx";
import { useLocale } from "../../ui/use-locale.ts";

interface MonthChartProps {
  tasks: readonly Task[];
  facts: RecordFacts;
  people: readonly Person[];
  period: Period;
}

/** in rem */
const HEIGHT = 7;

export function MonthChart({ tasks, facts, people, period }: MonthChartProps) {
  const locale = useLocale();
  const { t } = locale;
  const shares = sharesByMonth(tasks, facts, period);
  const months = [...shares]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([month, counts]) => {
      const parts = people
        .map((person) => ({ person, count: sumOf(counts, person) }))
        .filter(({ count }) => count > 0);
      return { month, parts, sum: parts.reduce((sum, { count }) => sum + count, 0) };
    });
  if (months.length === 0) return <chakra.p color="fg.muted">{t("Nothing was done.")}</chakra.p>;
  const most = Math.max(...months.map(({ sum }) => sum));
  const doers = people.filter((one) =>
    months.some(({ parts }) => parts.some(({ person }) => person === one)),
  );
  return (
    <>
      <Columns>
        {months.map(({ month, parts }) => {
          const name = monthName(Number(month.slice(5)), locale);
          const said = parts.map(({ person, count }) => `${person.name} ${formatCount(count)}`);
          return (
            <li key={month}>
              <div role="img" aria-label={`${name}: ${said.join(", ")}`} title={said.join(", ")}>
                {parts.map(({ person, count }) => (
                  <span
                    key={person.ids[0]}
                    style={{
                      height: `${(count / most) * HEIGHT}rem`,
                      background: faceColour(person.face),
                    }}
                  >
                    {(count / most) * HEIGHT > 1 && [...(person.faceName ?? person.name)][0]}
                  </span>
                ))}
              </div>
              <span aria-hidden="true">{shortMonthName(Number(month.slice(5)), locale)}</span>
            </li>
          );
        })}
      </Columns>
      {doers.length > 1 && (
        <chakra.ul display="flex" flexWrap="wrap" columnGap="4" rowGap="1" mt="2" fontSize="sm">
          {doers.map((person) => (
            <chakra.li key={person.ids[0]} display="inline-flex" alignItems="center" gap="2">
              <Face name={person.faceName ?? person.name} face={person.face} size="small" />
              <bdi>{person.name}</bdi>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </>
  );
}

const Columns = chakra("ol", {
  base: {
    display: "flex",
    alignItems: "end",
    gap: "1.5",
    "& > li": { flex: "1", minW: "0", maxW: "3rem" },
    color: "fg.muted",
    fontSize: "0.75rem",
    textAlign: "center",
    "& [role=img]": {
      display: "flex",
      flexDirection: "column-reverse",
      gap: "2px",
      mb: "1",
      "& > span": {
        overflow: "hidden",
        borderRadius: "3px",
        color: "white",
        lineHeight: "1rem",
        printColorAdjust: "exact",
      },
    },
  },
});

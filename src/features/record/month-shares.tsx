import { chakra } from "@chakra-ui/react";
import type { RecordFacts } from "../../domain/figures/facts.ts";
import { type Person, sumOf } from "../../domain/figures/people.ts";
import type { Period } from "../../domain/figures/period.ts";
import { sharesByMonth } from "../../domain/figures/shares.ts";
import { formatCount } from "../../domain/format-count.ts";
import { MONTH_NAMES } from "../../domain/recurrence/rule-text.ts";
import type { Task } from "../../domain/tasks/task.ts";

interface MonthSharesProps {
  tasks: readonly Task[];
  facts: RecordFacts;
  people: readonly Person[];
  period: Period;
}

/** How much each person did in every month: a table, in which a bar stands behind each number. */
export function MonthShares({ tasks, facts, people, period }: MonthSharesProps) {
  const shares = sharesByMonth(tasks, facts, period);
  const months = [...shares].sort(([a], [b]) => (a < b ? -1 : 1));
  if (months.length === 0) return <chakra.p color="fg.muted">Nothing was done.</chakra.p>;
  const those = people.filter((person) => months.some(([, counts]) => sumOf(counts, person) > 0));
  const shown = those.slice(0, MOST_COLUMNS);
  const others = those.slice(MOST_COLUMNS);
  const ofOthers = (counts: ReadonlyMap<string, number>) =>
    others.reduce((sum, person) => sum + sumOf(counts, person), 0);
  const most = Math.max(...months.flatMap(([, counts]) => [...counts.values(), ofOthers(counts)]));
  return (
    <>
      <Table>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {shown.map(({ ids, name }) => (
              <th key={ids[0]} scope="col">
                <bdi>{name}</bdi>
              </th>
            ))}
            {others.length > 0 && <th scope="col">Others</th>}
          </tr>
        </thead>
        <tbody>
          {months.map(([month, counts]) => (
            <tr key={month}>
              <th scope="row">{MONTH_NAMES[Number(month.slice(5)) - 1]?.slice(0, 3)}</th>
              {shown.map((person) => (
                <Amount key={person.ids[0]} count={sumOf(counts, person)} most={most} />
              ))}
              {others.length > 0 && <Amount count={ofOthers(counts)} most={most} />}
            </tr>
          ))}
        </tbody>
      </Table>
      <chakra.p color="fg.muted" fontSize="sm">
        How often each did something. What was done together counts for each.
      </chakra.p>
    </>
  );
}

/** More would not fit a phone. */
const MOST_COLUMNS = 5;

function Amount({ count, most }: { count: number; most: number }) {
  return (
    <td>
      <span className="bar" style={{ width: `${(count / most) * 100}%` }} />
      {count > 0 ? formatCount(count) : "–"}
    </td>
  );
}

const Table = chakra("table", {
  base: {
    width: "full",
    tableLayout: "fixed",
    fontSize: "sm",
    fontVariantNumeric: "tabular-nums",
    "& th, & td": { px: "1", py: "1", textAlign: "start", fontWeight: "normal" },
    "& thead th": { color: "fg.muted", verticalAlign: "bottom" },
    "& th:first-of-type": { width: "4rem" },
    "& tbody tr": { borderTopWidth: "1px" },
    "& td": { position: "relative" },
    "& .bar": {
      position: "absolute",
      insetStart: "0",
      bottom: "0",
      height: "0.25rem",
      bg: "status.completed",
      borderRadius: "full",
      printColorAdjust: "exact",
    },
  },
});

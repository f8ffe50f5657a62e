import { chakra, Stack } from "@chakra-ui/react";
import { useMemo, useState } from "react";
import { useToday } from "../../clock/today.ts";
import { toDayNumber } from "../../domain/dates/calendar-date.ts";
import { type Fair as FairFigures, fairOf } from "../../domain/figures/fair.ts";
import { latestDays } from "../../domain/figures/period.ts";
import type { Share } from "../../domain/figures/shares.ts";
import { turnsAsOf } from "../../domain/figures/turns.ts";
import { formatCount } from "../../domain/format-count.ts";
import type { Household } from "../../domain/households/household.ts";
import { minutesText } from "../../domain/tasks/effort.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { Choice } from "../../households/choice.tsx";
import { useRecordFacts } from "../../sync/record-facts.ts";
import { ShareBars } from "../../ui/share-bars.tsx";

const SPANS = [30, 90, 365] as const;

interface FairProps {
  household: Household;
  /** the household's */
  tasks: readonly Task[];
}

/** Who did how much lately: shares side by side, in the order of the people; nobody wins. */
export function Fair({ household, tasks }: FairProps) {
  const { today } = useToday();
  const now = toDayNumber(today);
  const [span, setSpan] = useState<(typeof SPANS)[number]>(30);
  const longest = useMemo(() => latestDays(365, now), [now]);
  const { data: facts, isError } = useRecordFacts(tasks, longest);
  const fair = useMemo(
    () => facts && fairOf(household, tasks, facts, latestDays(span, now), turnsAsOf(now, facts)),
    [household, tasks, facts, span, now],
  );
  return (
    <Stack gap="4">
      <chakra.fieldset>
        <chakra.legend srOnly>Of how long</chakra.legend>
        <chakra.div display="flex" flexWrap="wrap" gap="2">
          {SPANS.map((days) => (
            <Choice key={days} ps="3">
              <input
                type="radio"
                name="span"
                checked={days === span}
                onChange={() => setSpan(days)}
              />
              {days} days
            </Choice>
          ))}
        </chakra.div>
      </chakra.fieldset>
      {isError && !fair && <p>The shares could not be loaded.</p>}
      {fair && <Shares household={household} fair={fair} />}
    </Stack>
  );
}

interface Kind {
  readonly title: string;
  readonly amount: (share: Share) => number;
  readonly text: (amount: number) => string;
}

const KINDS: readonly Kind[] = [
  { title: "Done", amount: ({ done }) => done, text: formatCount },
  { title: "Turns had", amount: ({ turns }) => turns, text: formatCount },
  { title: "Done for others", amount: ({ forOthers }) => forOthers, text: formatCount },
  { title: "Effort", amount: ({ minutes }) => minutes, text: minutesText },
];

function Shares({ household, fair }: { household: Household; fair: FairFigures }) {
  const shown = KINDS.filter(({ title, amount }, index) => {
    const isAny = fair.people.some(({ share }) => amount(share) > 0);
    return index === 0 || isAny || (title !== "Effort" && fair.hasTurns);
  });
  return (
    <>
      {shown.map(({ title, amount, text }) => (
        <div key={title}>
          <chakra.h3 mb="1">{title}</chakra.h3>
          <ShareBars
            label={title}
            bars={fair.people.map(({ person, share }) => ({
              key: person.id,
              name: person.id === household.me ? `${person.name} (you)` : person.name,
              amount: amount(share),
              text: text(amount(share)),
            }))}
          />
        </div>
      ))}
      <chakra.p color="fg.muted" fontSize="sm">
        {leftOutText(fair)}
      </chakra.p>
    </>
  );
}

/** What the shares leave out. */
function leftOutText({ bySomebody, byOthers, withoutEffort, leftOut }: FairFigures): string {
  const parts = [
    "What was done together counts for each.",
    bySomebody > 0 &&
      `${formatCount(bySomebody)} done by somebody ${are(bySomebody)} nobody’s share.`,
    byOthers > 0 &&
      `${formatCount(byOthers)} done by others, or by people who left, ${are(byOthers)} not shown.`,
    withoutEffort > 0 &&
      `Effort leaves out ${formatCount(withoutEffort)} ${withoutEffort === 1 ? "task" : "tasks"} of which nobody has said how long it takes.`,
    leftOut > 0 && `${leftOut} with too long a record ${are(leftOut)} left out.`,
  ];
  return parts.filter(Boolean).join(" ");
}

const are = (count: number) => (count === 1 ? "is" : "are");

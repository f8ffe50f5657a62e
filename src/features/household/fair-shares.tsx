import { chakra, Stack } from "@chakra-ui/react";
import { useMemo, useState } from "react";
import { useToday } from "../../clock/use-today.ts";
import { toDayNumber } from "../../domain/dates/calendar-date.ts";
import { type Fair as FairFigures, fairOf, leftOutText } from "../../domain/figures/fair.ts";
import { turnsAsOf } from "../../domain/figures/figure-turns.ts";
import { latestDays, thisWeek } from "../../domain/figures/period.ts";
import type { Share } from "../../domain/figures/shares.ts";
import { formatCount } from "../../domain/format-count.ts";
import type { Household } from "../../domain/households/household.ts";
import { minutesText } from "../../domain/tasks/effort.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { ShareBars } from "../../households/share-bars.tsx";
import { useRecordFacts } from "../../sync/record-facts.ts";
import { Card } from "../../ui/card.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Known } from "../../ui/known.tsx";
import { Select } from "../../ui/select.tsx";
import { useLocale } from "../../ui/use-locale.ts";

/** Days until today; a week begins as in the viewer's calendar. */
const SPANS = [
  ["week", "This week"],
  ["30", "30 days"],
  ["90", "90 days"],
  ["365", "365 days"],
] as const;

/** Shows shares in the order of the people, without a ranking. */
export function Fair({ household, tasks }: { household: Household; tasks: readonly Task[] }) {
  const locale = useLocale();
  const { today } = useToday();
  const now = toDayNumber(today);
  const [span, setSpan] = useState("week");
  const longest = useMemo(() => latestDays(365, now), [now]);
  const query = useRecordFacts(tasks, longest);
  const facts = query.data;
  const fair = useMemo(() => {
    const period = span === "week" ? thisWeek(now, locale) : latestDays(Number(span), now);
    return facts && fairOf(household, tasks, facts, period, turnsAsOf(now, facts));
  }, [household, tasks, facts, span, now, locale]);
  return (
    <Card
      title="Who does how much"
      action={
        <chakra.div minW="min(100%, 9rem)">
          <Select label="Of how long" options={SPANS} value={span} onChange={setSpan} />
        </chakra.div>
      }
    >
      <Known query={{ ...query, data: fair }} failed="Who did it could not be loaded.">
        {(known) => <Shares household={household} fair={known} />}
      </Known>
    </Card>
  );
}

interface Kind {
  readonly title: string;
  readonly amount: (share: Share) => number;
  readonly text: (amount: number) => string;
}

const KINDS: readonly Kind[] = [
  { title: "Done", amount: ({ done }) => done, text: formatCount },
  { title: "Turns so far", amount: ({ turns }) => turns, text: formatCount },
  { title: "Done for others", amount: ({ forOthers }) => forOthers, text: formatCount },
  { title: "Effort", amount: ({ minutes }) => minutes, text: minutesText },
];

function Shares({ household, fair }: { household: Household; fair: FairFigures }) {
  const shown = KINDS.filter(({ title, amount }, index) => {
    const isAny = fair.people.some(({ share }) => amount(share) > 0);
    return index === 0 || isAny || (title !== "Effort" && fair.hasTurns);
  });
  const [done, ...others] = shown.map(({ title, amount, text }) => (
    <div key={title}>
      <h3>{title}</h3>
      <ShareBars
        label={title}
        bars={fair.people.map(({ person, share }) => ({
          key: person.id,
          face: person.face,
          faceName: person.name,
          name: person.id === household.me ? "You" : person.name,
          amount: amount(share),
          text: text(amount(share)),
        }))}
      />
    </div>
  ));
  return (
    <>
      {done}
      {others.length > 0 && (
        <Fold title="Turns and effort">
          <Stack gap="2" pt="2">
            {others}
          </Stack>
        </Fold>
      )}
      <chakra.p color="fg.muted" fontSize="sm">
        {leftOutText(fair)}
      </chakra.p>
    </>
  );
}

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
import type { Locale } from "../../domain/language/locale.ts";
import { inEnglish, type Message, msg } from "../../domain/language/messages.ts";
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
const SPANS = ["week", "30", "90", "365"];

/** Shows shares in the order of the people, without a ranking. */
export function Fair({ household, tasks }: { household: Household; tasks: readonly Task[] }) {
  const locale = useLocale();
  const { t } = locale;
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
      title={t("Who does how much")}
      action={
        <chakra.div minW="min(100%, 9rem)">
          <Select
            label={t("Of how long // a label: of which time figures are shown")}
            options={SPANS.map((one) => [
              one,
              one === "week"
                ? t("This week")
                : t("{count, plural, one {# day} other {# days}}", { count: Number(one) }),
            ])}
            value={span}
            onChange={setSpan}
          />
        </chakra.div>
      }
    >
      <Known query={{ ...query, data: fair }} failed={t("Who did it could not be loaded.")}>
        {(known) => <Shares household={household} fair={known} />}
      </Known>
    </Card>
  );
}

interface Kind {
  readonly title: Message;
  readonly amount: (share: Share) => number;
  readonly text: (amount: number, locale: Locale) => string;
}

const KINDS: readonly Kind[] = [
  {
    title: msg("Done // how often somebody did something"),
    amount: ({ done }) => done,
    text: formatCount,
  },
  { title: msg("Turns so far"), amount: ({ turns }) => turns, text: formatCount },
  { title: msg("Done for others"), amount: ({ forOthers }) => forOthers, text: formatCount },
  { title: msg("Effort // in minutes"), amount: ({ minutes }) => minutes, text: minutesText },
];

function Shares({ household, fair }: { household: Household; fair: FairFigures }) {
  const locale = useLocale();
  const { t } = locale;
  const shown = KINDS.filter(({ text, amount }, index) => {
    const isAny = fair.people.some(({ share }) => amount(share) > 0);
    return index === 0 || isAny || (text !== minutesText && fair.hasTurns);
  });
  const [done, ...others] = shown.map(({ title, amount, text }) => (
    <div key={inEnglish(title)}>
      <h3>{t(title)}</h3>
      <ShareBars
        label={t(title)}
        bars={fair.people.map(({ person, share }) => ({
          key: person.id,
          face: person.face,
          faceName: person.name,
          name: person.id === household.me ? t("You") : person.name,
          amount: amount(share),
          text: text(amount(share), locale),
        }))}
      />
    </div>
  ));
  return (
    <>
      {done}
      {others.length > 0 && (
        <Fold title={t("Turns and effort")}>
          <Stack gap="2" pt="2">
            {others}
          </Stack>
        </Fold>
      )}
      <chakra.p color="fg.muted" fontSize="sm">
        {leftOutText(fair, locale)}
      </chakra.p>
    </>
  );
}

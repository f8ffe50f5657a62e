import { chakra, Stack } from "@chakra-ui/react";
import { useEffect, useMemo, useState } from "react";
import { browserTimeZone } from "../../auth/auth-store.ts";
import { dayClock } from "../../clock/day-clock.ts";
import { tellFailure } from "../../completions/told-changes.ts";
import { formatWeekday } from "../../domain/dates/format-date.ts";
import {
  type DisplayJson,
  displayRows,
  displayTasks,
  type OpenRow,
  untakenText,
} from "../../domain/households/display.ts";
import WhoDialog from "../../households/who-dialog.tsx";
import { useStore } from "../../store/store.ts";
import type { LoadSupabase } from "../../supabase/client.ts";
import { announce } from "../../ui/announcer.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LinkOver } from "../../ui/link-parts.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Loading } from "../../ui/loading.tsx";
import { useStill } from "../../ui/pressed.ts";
import { screenHeading } from "../../ui/screen-heading.ts";
import { toastFailure } from "../../ui/toast.ts";
import { pageLanguage, useLocale } from "../../ui/use-locale.ts";
import { TICK_FAILED } from "./queries.ts";
import { DisplaySection, Done, Open } from "./rows.tsx";
import { useDimmed, useDisplay, useWakeLock } from "./use-display.ts";

/** milliseconds */
const LEFT_ALONE = 60_000;

interface DisplayPageProps {
  token: string;
  /** a client without a session: a display is nobody's account, whoever is signed in on the device */
  supabase: LoadSupabase;
  onLeave: () => void;
}

export function DisplayPage({ token, supabase, onLeave }: DisplayPageProps) {
  const { t } = useLocale();
  const { shown, isOver, isError, retry, isConnected, change } = useDisplay(token, supabase);
  if (isOver) {
    return (
      <Stack gap="4">
        <h1>{t("Tablet // a household’s screen")}</h1>
        <LinkOver
          advice={t(
            "This tablet was disconnected, or the household is gone. An admin connects it again on the household’s page.",
          )}
          onLeave={onLeave}
        />
      </Stack>
    );
  }
  if (!shown) return isError ? <LoadFailure onRetry={retry} /> : <Loading size="lg" />;
  return <Shown latest={shown} isConnected={isConnected} change={change} />;
}

interface ShownProps {
  latest: DisplayJson;
  isConnected: boolean;
  change: ReturnType<typeof useDisplay>["change"];
}

function Shown({ latest, isConnected, change }: ShownProps) {
  const locale = useLocale();
  const shown = useStill(latest);
  const { t } = locale;
  useEffect(() => pageLanguage.setState(shown?.language ?? null), [shown?.language]);
  const timeZone = browserTimeZone();
  const today = useStore(useMemo(() => dayClock(timeZone), [timeZone]));
  const tasks = useMemo(() => displayTasks(shown), [shown]);
  const [asked, setAsked] = useState<OpenRow | null>(null);
  useWakeLock();
  const { overdue, active, done, coming } = displayRows(
    tasks,
    { today, timeZone, now: Date.now() },
    locale,
  );

  async function act(what: Parameters<typeof change>[0], said: string) {
    try {
      const answer = await change(what);
      const untaken = untakenText(shown, answer, { today, timeZone }, locale);
      if (untaken) toastFailure({ title: t("Not recorded"), description: untaken });
      else announce(said);
    } catch (error) {
      tellFailure(TICK_FAILED, error);
    }
    // The row has gone elsewhere, and its button with it.
    if (document.activeElement === document.body) screenHeading()?.focus({ preventScroll: true });
  }

  const open = (rows: readonly OpenRow[]) =>
    rows.map((row) => <Open key={row.id} row={row} today={today} onTick={() => setAsked(row)} />);

  return (
    <Stack gap="6">
      <chakra.header display="flex" flexWrap="wrap" alignItems="baseline" columnGap="4" rowGap="1">
        <chakra.h1 dir="auto" fontSize="1.75rem" flex="1" minW="min(100%, 12rem)">
          {shown.household}
        </chakra.h1>
        <chakra.p fontSize="1.25rem" color="fg.muted">
          {formatWeekday(today, locale)}
        </chakra.p>
      </chakra.header>
      <chakra.div role="status" display="contents">
        {!isConnected && (
          <chakra.p display="flex" alignItems="center" gap="2" fontSize="1.25rem">
            <Icon name="offline" />
            {t("Not connected. What others do is not shown here until it is.")}
          </chakra.p>
        )}
      </chakra.div>
      {overdue.length + active.length === 0 && (
        <chakra.p fontSize="1.25rem">{t("All done for today.")}</chakra.p>
      )}
      {shown.leftOut !== undefined && (
        <chakra.p fontSize="1.25rem" color="fg.muted">
          {t(
            "{count, plural, one {# more task is} other {# more tasks are}} in the app: there are too many for this screen.",
            { count: shown.leftOut },
          )}
        </chakra.p>
      )}
      <DisplaySection title={t("Overdue // a heading")} count={overdue.length}>
        {open(overdue)}
      </DisplaySection>
      <DisplaySection title={t("Today")} count={active.length}>
        {open(active)}
      </DisplaySection>
      <DisplaySection title={t("Done // a heading")} count={done.length}>
        {done.map((row) => (
          <Done
            key={row.id}
            row={row}
            shown={shown}
            today={today}
            timeZone={timeZone}
            onUndo={() =>
              void act(
                ({ undo }) => undo({ taskId: row.task.id, day: row.day }),
                t("{title} is open again", { title: row.task.title }),
              )
            }
          />
        ))}
      </DisplaySection>
      <DisplaySection title={t("Next seven days")} count={coming.length}>
        {open(coming)}
      </DisplaySection>
      {asked && (
        <WhoDialog
          title={t("Who did {title}?", { title: asked.task.title })}
          people={shown.people}
          maySeveral={shown.people.length > 1}
          isLarge
          leftAfter={LEFT_ALONE}
          onAnswer={(people) =>
            void act(
              ({ tick }) => tick({ taskId: asked.task.id, day: asked.day }, people),
              t("{title} is done", { title: asked.task.title }),
            )
          }
          onClosed={() => setAsked(null)}
        />
      )}
      <Night />
    </Stack>
  );
}

/** Takes the tap that wakes the screen. */
function Night() {
  return (
    useDimmed() && (
      <chakra.div
        aria-hidden="true"
        data-testid="night"
        position="fixed"
        inset="0"
        zIndex="max"
        bg="black"
        opacity="0.75"
      />
    )
  );
}

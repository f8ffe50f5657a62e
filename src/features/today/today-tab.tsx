import { chakra } from "@chakra-ui/react";
import {
  memo,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from "react";
import { useAuth } from "../../auth/auth.tsx";
import { useToday } from "../../clock/use-today.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { formatWeekday } from "../../domain/dates/format-date.ts";
import type { Locale } from "../../domain/language/locale.ts";
import { missedSince } from "../../domain/tasks/fresh-start.ts";
import type { Task } from "../../domain/tasks/task.ts";
import {
  MISSED_SHOWN,
  type MissedShown,
  openCount,
  todayBuckets,
} from "../../domain/tasks/today.ts";
import { RoomChoice, useNarrowed } from "../../households/room-choice.tsx";
import { useTasks } from "../../sync/use-tasks.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { isOutOfReach } from "../../ui/known.tsx";
import { late, Nothing } from "../../ui/late.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { useStill } from "../../ui/pressed.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useHasChanged } from "../../ui/use-has-changed.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { whenIdle } from "../../ui/when-idle.ts";
import type { ShowMissed } from "./earlier-row.tsx";
import { Motion } from "./motion.tsx";
import { LISTS } from "./occurrence-row.styles.ts";
import { useRhythm } from "./row-rhythm.ts";
import { rowsIn, TodayGroups, TodaySection } from "./today-section.tsx";

const AllDone = late(() => import("./all-done.tsx"), Nothing);
const EarlierThisWeek = late(() => import("./earlier-this-week.tsx"), Nothing);
const FreshRow = late(() => import("./fresh-row.tsx"), Nothing);
const StartFresh = late(() => import("./start-fresh.tsx"), Nothing);
const WelcomeBack = late(() => import("./welcome-back.tsx"), Nothing);
const TurnNews = late(() => import("./turn-news.tsx"), Nothing);

interface TodayTabProps {
  /** the days after today: beside the sections, or a row above them where there is no room */
  readonly week?: ReactNode;
  readonly children?: ReactNode;
}

export function TodayTab({ week, children }: TodayTabProps) {
  const locale = useLocale();
  const list = useTasks();
  // The tap is drawn first; the list may be long.
  const tasks = useStill(useDeferredValue(list.data));
  const { today } = useToday();
  return (
    <>
      <h1 className="today-heading">
        {locale.t("Today is {day}", { day: formatWeekday(today, locale) })}
      </h1>
      {children}
      {tasks && <Sections tasks={tasks} week={week} />}
      {!tasks && (isOutOfReach(list) ? <LoadFailure onRetry={list.refetch} /> : <TodaySkeleton />)}
    </>
  );
}

interface SectionsProps {
  readonly tasks: readonly Task[];
  readonly week?: ReactNode;
}

/** Memoised, so that a tap isn't delayed by the old list. */
const Sections = memo(function Sections({ tasks, week }: SectionsProps) {
  const { t } = useLocale();
  const { user } = useAuth();
  const { today, timeZone } = useToday();
  const { shown, hidden, isMixed, choices } = useNarrowed(tasks, today);
  const buckets = useTodayBuckets(shown, today, timeZone);
  const elsewhere = useMemo(() => openCount(hidden, today), [hidden, today]);
  const { active, done, fresh, overdue, earlier, missedCount } = buckets;
  const [showsEarlier, setShowsEarlier] = useState(false);
  // Only visible rows count.
  const count = buckets.count + (showsEarlier ? buckets.earlierCount : 0);
  const userId = user?.id ?? "";
  const isBusy = buckets.count > BUSY;
  const rhythm = useRhythm();
  const viewer = useMemo(
    () => ({ userId, today, timeZone, isMixed, isBusy, rhythm }),
    [userId, today, timeZone, isMixed, isBusy, rhythm],
  );
  const since = useMemo(() => missedSince(shown, { today, timeZone }), [shown, today, timeZone]);
  const list = useSwipe();
  const rowCount = rowsIn([...active, ...done, ...overdue, ...(showsEarlier ? earlier : [])]);
  const isEmpty = rowCount + fresh.length + earlier.length === 0;
  const isNews = useHasChanged(count);
  const common = { viewer, onShow: buckets.onShow };
  const thisWeek = <EarlierThisWeek tasks={shown} viewer={viewer} />;
  const behind = overdue.length + earlier.length > 0 && (
    <TodaySection
      key="Overdue"
      name="Overdue"
      groups={overdue}
      action={(missedCount > MANY_MISSED || since) && <StartFresh tasks={shown} viewer={viewer} />}
      {...common}
    >
      {earlier.length > 0 && (
        <Fold
          title={t("Earlier: {count, plural, one {# task} other {# tasks}}", {
            count: buckets.earlierCount,
          })}
          name="earlier"
          isOpenAtFirst={showsEarlier}
          onToggle={setShowsEarlier}
        >
          <TodayGroups groups={earlier} {...common} />
        </Fold>
      )}
    </TodaySection>
  );

  return (
    <>
      <CountLine {...{ count, elsewhere, isNews, choices }} />
      {tasks.some(({ household }) => household) && (
        <div role="status">
          {tasks.some(hasTurnNews) && <TurnNews tasks={tasks} today={today} />}
        </div>
      )}
      {since && <WelcomeBack tasks={shown} since={since} viewer={viewer} />}
      {tasks.length > 0 && <div className="week-room">{week}</div>}
      {isEmpty && elsewhere === 0 && (
        <EmptyState title={t("No tasks for today!")} hint={t("Add a task to get started.")} />
      )}
      {count + elsewhere === 0 && !isEmpty && <AllDone isNews={isNews} />}
      <div className={LISTS} ref={list}>
        <Motion rowCount={rowCount}>
          {overdue.length > 0 && behind}
          {active.length > 0 && (
            <TodaySection key="Active" name="Active" groups={active} {...common} />
          )}
          {done.length + fresh.length > 0 && (
            <TodaySection key="Done" name="Done" groups={done} {...common}>
              {fresh.length > 0 && (
                <ul className="card rows">
                  {fresh.map((one) => (
                    <FreshRow key={one.id} {...one} viewer={viewer} />
                  ))}
                </ul>
              )}
              {thisWeek}
            </TodaySection>
          )}
          {/* All of it folded, it is the last that needs a look. */}
          {overdue.length === 0 && behind}
        </Motion>
      </div>
      {done.length + fresh.length === 0 && thisWeek}
    </>
  );
});

interface CountLineProps {
  readonly count: number;
  /** how many there are where the list is narrowed away from */
  readonly elsewhere: number;
  readonly isNews: boolean;
  readonly choices: ReturnType<typeof useNarrowed>["choices"];
}

function CountLine({ count, elsewhere, isNews, choices }: CountLineProps) {
  const locale = useLocale();
  return (
    <>
      <div className="count-line">
        <p>
          <span key={count} className={isNews ? "fades-in" : undefined}>
            {countText(count, elsewhere, locale)}
          </span>
        </p>
        <RoomChoice choices={choices} />
      </div>
      {elsewhere > 0 && (
        <chakra.p fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          {locale.t("{count, number} more elsewhere", { count: elsewhere })}
        </chakra.p>
      )}
    </>
  );
}

/** From more open rows than this on, each says less. */
const BUSY = 10;

/** From more missed days than this on, a fresh start is offered. */
const MANY_MISSED = 10;

const hasTurnNews = ({ offers, household }: Task) =>
  offers.length > 0 || (household?.absences ?? household?.claims) !== undefined;

function countText(count: number, elsewhere: number, { t }: Locale): string {
  if (count > 0) {
    return t("You have {count, plural, one {# task} other {# tasks}} for today", { count });
  }
  return elsewhere > 0 ? t("Nothing left here for today") : t("You're All Done - Congratulations!");
}

function missedShown(known: MissedShown, { taskId, more = 0 }: Parameters<ShowMissed>[0]) {
  const next = new Map(known);
  const count = known.get(taskId);
  if (count === undefined || more > 0) next.set(taskId, (count ?? MISSED_SHOWN) + more);
  else next.delete(taskId);
  return next;
}

/** Updated when an undone overdue row is due to leave. */
function useTodayBuckets(tasks: readonly Task[], today: CalendarDate, timeZone: string) {
  const locale = useLocale();
  const [hiddenAt, setHiddenAt] = useState(0);
  const [shown, onShow] = useReducer(missedShown, new Map());
  const buckets = useMemo(
    // `now` is read when the tasks change or a row's time is up, never in between.
    () => {
      const now = Math.max(Date.now(), hiddenAt);
      return todayBuckets(tasks, { today, timeZone, now }, shown, locale);
    },
    [tasks, today, timeZone, hiddenAt, shown, locale],
  );

  const { nextHideAt } = buckets;
  useEffect(() => {
    if (nextHideAt === null) return;
    const timer = setTimeout(() => setHiddenAt(nextHideAt), Math.max(0, nextHideAt - Date.now()));
    return () => clearTimeout(timer);
  }, [nextHideAt]);

  return { ...buckets, onShow };
}

function useSwipe() {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    const begin = async () => {
      const { swipeRows } = await import("./swipe.ts");
      if (!isGone && list.current) stop = swipeRows(list.current);
    };
    const cancel = whenIdle(() => void begin().catch(() => {}));
    return () => {
      isGone = true;
      cancel();
      stop?.();
    };
  }, []);
  return list;
}

/** Keeps the list's shape, so that nothing moves when it comes. */
function TodaySkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{useLocale().t("Loading...")}</span>
      <Skeleton mt="1" fontSize={{ base: "sm", md: "md" }} height="1lh" width="14rem" />
      <div className="week-room" />
      <chakra.div mt={{ base: "2", md: "6" }} fontSize="md">
        <Skeleton data-part="section" height="1.2em" width="6rem" />
        <Skeleton data-part="card" mt={{ base: "1.5", md: "2" }} height="12rem" />
      </chakra.div>
    </div>
  );
}

import { chakra } from "@chakra-ui/react";
import {
  memo,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useToday } from "../../clock/use-today.ts";
import { useViewer } from "../../completions/use-viewer.ts";
import { activeAndFinished, allTasks } from "../../domain/tasks/all-tasks.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { taskSearch } from "../../domain/tasks/task-search.ts";
import { RoomChoice, useNarrowed } from "../../households/room-choice.tsx";
import { useTasks } from "../../sync/use-tasks.ts";
import { CategoryHeading } from "../../ui/category-heading.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Input } from "../../ui/input.tsx";
import { isOutOfReach } from "../../ui/known.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { DeletedTasks } from "./deleted-tasks.tsx";
import { TaskCards } from "./task-card.styles.ts";
import { TaskCard } from "./task-card.tsx";

const NONE: readonly Task[] = [];

interface TasksTabProps extends Pick<SearchFieldProps, "isAsked" | "onFocused"> {
  readonly children?: ReactNode;
}

export default function TasksTab({ isAsked, onFocused, children }: TasksTabProps) {
  const locale = useLocale();
  const { t } = locale;
  const list = useTasks();
  const { data: tasks } = list;
  const { today } = useToday();
  const [query, setQuery] = useState("");
  const narrowed = useNarrowed(tasks ?? NONE, today);
  const { shown } = narrowed;
  const all = useMemo(() => activeAndFinished(shown, today, locale), [shown, today, locale]);
  return (
    <>
      <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" columnGap="3" rowGap="1">
        <h1>{t("All Tasks")}</h1>
        {tasks && (
          <chakra.p color="fg.muted" fontVariantNumeric="tabular-nums">
            {t("{count, plural, one {# active task} other {# active tasks}}", {
              count: all.active.length,
            })}
          </chakra.p>
        )}
        <chakra.div ms="auto">
          <RoomChoice choices={narrowed.choices} />
        </chakra.div>
      </chakra.div>
      {tasks && (
        <Results {...narrowed} all={all} query={query}>
          {(tasks.length > 0 || query !== "") && (
            <SearchField
              query={query}
              onChange={setQuery}
              isAsked={isAsked}
              onFocused={onFocused}
            />
          )}
        </Results>
      )}
      {tasks && children}
      {tasks && <DeletedTasks />}
      {!tasks && (isOutOfReach(list) ? <LoadFailure onRetry={list.refetch} /> : <TasksSkeleton />)}
    </>
  );
}

interface ResultsProps extends Omit<ReturnType<typeof useNarrowed>, "choices"> {
  all: ReturnType<typeof activeAndFinished>;
  query: string;
  children: ReactNode;
}

function Results({ shown, hidden, isMixed, all, query, children }: ResultsProps) {
  const locale = useLocale();
  const { t } = locale;
  // The letter is drawn first; the list may be long.
  const deferred = useDeferredValue(query).trim();
  const search = useMemo(() => taskSearch(shown), [shown]);
  const found = useMemo(() => search(deferred), [search, deferred]);
  const { today } = useToday();
  const { active, finished } = useMemo(
    () => (found === shown ? all : activeAndFinished(found, today, locale)),
    [found, shown, all, today, locale],
  );
  const isNone = deferred !== "" && found.length === 0;
  return (
    <>
      {hidden.length > 0 && (
        <chakra.p fontSize="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          {t("{count, number} more elsewhere", { count: hidden.length })}
        </chakra.p>
      )}
      {children}
      <chakra.p role="status" mt={deferred && "3"} fontVariantNumeric="tabular-nums">
        {deferred !== "" &&
          !isNone &&
          t("{count, plural, one {# task found} other {# tasks found}}", { count: found.length })}
        {isNone && t("Nothing found for “{words}”", { words: deferred })}
      </chakra.p>
      {shown.length === 0 && (
        <EmptyState title={t("No tasks yet!")} hint={t("Create your first task to get started.")} />
      )}
      <Groups tasks={active} isMixed={isMixed} />
      {finished.length > 0 && (
        // Search results are shown unfolded.
        <Fold
          key={String(deferred !== "")}
          title={t("Finished ({count, number}) // tasks", { count: finished.length })}
          name="finished"
          isOpenAtFirst={deferred !== ""}
          isAtEnd
          isHeading
        >
          <TaskCards>
            <CardList tasks={finished} isLong={finished.length > LONG_LIST} isMixed={isMixed} />
          </TaskCards>
        </Fold>
      )}
    </>
  );
}

/** From this many cards on a screen, those off it are not laid out or painted. */
const LONG_LIST = 40;

interface GroupsProps {
  tasks: readonly Task[];
  /** whether tasks of several households, or of none, stand side by side */
  isMixed: boolean;
}

const Groups = memo(function Groups({ tasks, isMixed }: GroupsProps) {
  const locale = useLocale();
  const { t } = locale;
  const { today } = useToday();
  const groups = useMemo(() => allTasks(tasks, today, locale), [tasks, today, locale]);
  return (
    <TaskCards>
      {groups.map(({ category, items }) => (
        <section key={category} aria-label={category}>
          <CategoryHeading
            as="h2"
            category={category}
            count={t("{count, plural, one {# task} other {# tasks}}", { count: items.length })}
          />
          <CardList
            tasks={items.map(({ task }) => task)}
            isLong={tasks.length > LONG_LIST}
            isMixed={isMixed}
          />
        </section>
      ))}
    </TaskCards>
  );
});

interface CardListProps extends GroupsProps {
  isLong: boolean;
}

/** Memoised, so that typing in the search doesn't look at each card. */
const CardList = memo(function CardList({ tasks, isLong, isMixed }: CardListProps) {
  const viewer = useViewer();
  return (
    <ul className="cards" data-long={isLong || undefined}>
      {tasks.map((task) => (
        <TaskCard key={task.id} task={task} {...viewer} isMixed={isMixed} />
      ))}
    </ul>
  );
});

/** Keeps the list's shape, so that nothing moves when it comes. */
function TasksSkeleton() {
  const { t } = useLocale();
  return (
    <div role="status">
      <chakra.span srOnly>{t("Loading...")}</chakra.span>
      <Skeleton mt={{ base: "3", md: "4" }} height="touch" />
      <chakra.div mt={{ base: "4", md: "8" }}>
        <Skeleton data-part="section" height="1.3rem" width="8rem" />
        <Skeleton data-part="card" mt={{ base: "1.5", md: "3" }} height="5.5rem" />
        <Skeleton mt={{ base: "2", md: "3" }} height="5.5rem" />
      </chakra.div>
    </div>
  );
}

interface SearchFieldProps {
  query: string;
  onChange: (query: string) => void;
  /** whether the field shall take the focus, which it then reports */
  isAsked?: boolean | undefined;
  onFocused?: (() => void) | undefined;
}

/** Escape clears it. */
function SearchField({ query, onChange, isAsked = false, onFocused }: SearchFieldProps) {
  const { t } = useLocale();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isAsked) return;
    input.current?.focus();
    input.current?.select();
    onFocused?.();
  }, [isAsked, onFocused]);
  return (
    <chakra.search display="block" mt={{ base: "3", md: "4" }}>
      <Input
        ref={input}
        type="search"
        dir="auto"
        aria-label={t("Search tasks")}
        placeholder={t("Search tasks")}
        autoComplete="off"
        enterKeyHint="search"
        value={query}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || query === "") return;
          event.preventDefault();
          onChange("");
        }}
      />
    </chakra.search>
  );
}

import {
  infiniteQueryOptions,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type Session, useSession } from "../../auth/session.ts";
import { EVENT_COLUMNS, eventOf } from "../../completions/record-rows.ts";
import { countDays, type RecordedEvent } from "../../domain/tasks/event-texts.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { dataOf } from "../../supabase/request-failure.ts";
import { RECORD } from "../../sync/record-key.ts";

/** How many events come at a time. */
const EVENTS = 50;

/** The ids of one person; none for everybody. */
export type PersonIds = readonly string[];

function eventsQuery(session: Session | null, taskId: string, person: PersonIds) {
  return infiniteQueryOptions({
    queryKey: [RECORD, session?.userId, "events", taskId, ...person],
    queryFn: session
      ? ({ pageParam, signal }) =>
          readEvents(session, { taskId, person, before: pageParam }, signal)
      : skipToken,
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < EVENTS ? null : page.at(-1)?.id),
    staleTime: 0,
  });
}

interface EventsPage {
  readonly taskId: string;
  readonly person: PersonIds;
  /** the id of the event after its last one; null for the latest */
  readonly before: number | null;
}

/** Events that somebody made, or that say who did something and name them. */
const concerning = (id: string) => [
  `person_id.eq.${id}`,
  `and(person_id.is.null,user_id.eq.${id})`,
  `details->people.cs.["${id}"]`,
  `details->>by.eq.${id}`,
];

async function readEvents(
  { supabase }: Session,
  { taskId, person, before }: EventsPage,
  signal: AbortSignal,
): Promise<readonly RecordedEvent[]> {
  let query = (await supabase())
    .from("task_events")
    .select(EVENT_COLUMNS)
    .eq("task_id", taskId)
    .order("id", { ascending: false })
    .limit(EVENTS);
  if (person.length > 0) query = query.or(person.flatMap(concerning).join());
  if (before !== null) query = query.lt("id", before);
  const rows = await dataOf(query.abortSignal(signal));
  return (rows ?? []).map(eventOf);
}

/** What happened to a task, also by one person alone: the latest first; read again with each of its changes. */
export function useTaskEvents({ id, revision }: Task, person: PersonIds) {
  const query = useInfiniteQuery(eventsQuery(useSession(), id, person));
  const { refetch } = query;
  const known = useRef(revision);
  useEffect(() => {
    if (known.current === revision) return;
    known.current = revision;
    void refetch();
  }, [revision, refetch]);
  return query;
}

/** How often each person has done a task; null stands for people who have closed their accounts. */
type DoneCounts = ReadonlyMap<string | null, number>;

function countsQuery(session: Session | null, task: Task) {
  return queryOptions<DoneCounts>({
    queryKey: [RECORD, session?.userId, "counts", task.id, task.revision],
    queryFn: session ? ({ signal }) => readCounts(session, task, signal) : skipToken,
    placeholderData: (before) => before,
  });
}

/** Counted by the database: one task may have many thousand completions, and few people. */
async function readCounts(session: Session, task: Task, signal: AbortSignal): Promise<DoneCounts> {
  const supabase = await session.supabase();
  const countOf = async (id: string) => {
    const request = supabase
      .from("task_completions")
      .select("*", { count: "exact", head: true })
      .eq("task_id", task.id)
      // A person of the household, or who did it before it came there.
      .or(`people.cs.{${id}},and(people.is.null,user_id.eq.${id})`)
      .eq("status", "done")
      .abortSignal(signal);
    const { count, ...result } = await request;
    await dataOf(Promise.resolve(result));
    return [id, count ?? 0] as const;
  };
  const readCatchUps = supabase
    .from("task_catch_ups")
    .select("user_id, people, days")
    .eq("task_id", task.id)
    .eq("status", "done")
    .abortSignal(signal);
  const people = Object.keys(task.people);
  const [caughtUp, ...counted] = await Promise.all([dataOf(readCatchUps), ...people.map(countOf)]);
  const counts = new Map<string | null, number>(counted);
  for (const { user_id, people, days } of caughtUp ?? []) {
    for (const id of people ?? (user_id === null ? [] : [user_id])) {
      counts.set(id, (counts.get(id) ?? 0) + countDays(String(days)));
    }
  }
  // What several did together counts for each of them.
  const known = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (task.completedDays.size > known) counts.set(null, task.completedDays.size - known);
  return counts;
}

export function useDoneCounts(task: Task) {
  return useQuery(countsQuery(useSession(), task));
}

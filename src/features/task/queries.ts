import { keepPreviousData, skipToken, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import * as v from "valibot";
import { type Session, useSession } from "../../auth/session.ts";
import { EVENT_COLUMNS, eventOf } from "../../completions/record-rows.ts";
import type { RecordedEvent } from "../../domain/tasks/event-texts.ts";
import type { Task } from "../../domain/tasks/task.ts";
import { answerOf, dataOf } from "../../supabase/request-failure.ts";
import { RECORD } from "../../sync/record-key.ts";

/** per request */
const EVENTS = 50;

/** The ids of one person; none for everybody. */
export type PersonIds = readonly string[];

interface EventsPage {
  readonly taskId: string;
  readonly person: PersonIds;
  /** the id of the event after its last one; null for the latest */
  readonly before: number | null;
}

/** Events by the person, or that name them as a doer. */
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

/** The task's events, or one person's, latest first; read again with each change of the task. */
export function useTaskEvents({ id, revision }: Task, person: PersonIds) {
  const session = useSession();
  const query = useInfiniteQuery({
    queryKey: [RECORD, session?.userId, "events", id, ...person],
    queryFn: session
      ? ({ pageParam, signal }) =>
          readEvents(session, { taskId: id, person, before: pageParam }, signal)
      : skipToken,
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < EVENTS ? null : page.at(-1)?.id),
    staleTime: 0,
  });
  const { refetch } = query;
  const known = useRef(revision);
  useEffect(() => {
    if (known.current === revision) return;
    known.current = revision;
    void refetch();
  }, [revision, refetch]);
  return query;
}

/** By person; null for closed accounts. */
type DoneCounts = ReadonlyMap<string | null, number>;

const countsSchema = v.record(v.string(), v.number());

/** Counted by the database: one task may have many thousand completions, and few people. */
async function readCounts(session: Session, task: Task, signal: AbortSignal): Promise<DoneCounts> {
  const request = (await session.supabase()).rpc("count_done", { task_id: task.id });
  const counted = await answerOf(request.abortSignal(signal), (answer) =>
    v.parse(countsSchema, answer),
  );
  const nobody = Object.keys(task.people).map((id) => [id, 0] as const);
  const counts = new Map<string | null, number>([...nobody, ...Object.entries(counted)]);
  // A completion by several people counts for each of them.
  const known = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (task.completedDays.size > known) counts.set(null, task.completedDays.size - known);
  return counts;
}

export function useDoneCounts(task: Task) {
  const session = useSession();
  return useQuery({
    queryKey: [RECORD, session?.userId, "counts", task.id, task.revision],
    queryFn: session ? ({ signal }) => readCounts(session, task, signal) : skipToken,
    placeholderData: keepPreviousData,
  });
}

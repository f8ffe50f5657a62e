import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { type Session, useSession } from "../auth/session.ts";
import { type CalendarDate, fromDayNumber } from "../domain/dates/calendar-date.ts";
import { factsFromJson, type RecordFacts } from "../domain/figures/facts.ts";
import type { Period } from "../domain/figures/period.ts";
import type { Task } from "../domain/tasks/task.ts";
import { answerOf } from "../supabase/request-failure.ts";
import { RECORD } from "./record-key.ts";

function factsQuery(
  session: Session | null,
  from: CalendarDate,
  until: CalendarDate,
  revisions: string,
) {
  return queryOptions<RecordFacts>({
    // The revisions grow with all that others do, so the facts follow them live.
    queryKey: [RECORD, session?.userId, "facts", from, until, revisions],
    queryFn: session ? ({ signal }) => readFacts(session, from, until, signal) : skipToken,
    placeholderData: (known, before) =>
      before?.queryKey[3] === from && before.queryKey[4] === until ? known : undefined,
    // Each change of any task asks anew, and what was before is of no use.
    gcTime: 60_000,
  });
}

async function readFacts(
  { supabase }: Session,
  first_day: CalendarDate,
  until_day: CalendarDate,
  signal: AbortSignal,
): Promise<RecordFacts> {
  const call = (await supabase()).rpc("read_record", { first_day, until_day });
  return answerOf(call.abortSignal(signal), (answer) => factsFromJson(answer, first_day));
}

/** Reads the completions of a period of at most 366 days, by everybody, live. */
export function useRecordFacts(tasks: readonly Task[], { first, last }: Period) {
  const revisions = `${tasks.length} ${tasks.reduce((sum, { revision }) => sum + revision, 0)}`;
  const days = [fromDayNumber(first), fromDayNumber(last + 1)] as const;
  return useQuery(factsQuery(useSession(), ...days, revisions));
}

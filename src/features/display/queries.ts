import { queryOptions } from "@tanstack/react-query";
import { browserTimeZone } from "../../auth/auth-store.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import { type DeedAnswer, type DisplayJson, readDisplay } from "../../domain/households/display.ts";
import { msg } from "../../domain/language/messages.ts";
import type { LoadSupabase } from "../../supabase/client.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { answerOf, dataOf, RequestFailure } from "../../supabase/request-failure.ts";

/** Reads and changes made with the token of a display or a label. */

export const TICK_FAILED: FailureWords = {
  title: msg("Couldn't mark as done"),
  description: msg("Nothing has changed. Please try again."),
  offline: msg("Nothing has changed. Please check the connection and try again."),
  codes: ["TASK_NOT_FOUND", "COMPLETION_NOT_YOURS"],
};

/** @param caller the user's id; null for nobody */
export function displayQuery(token: string, supabase: LoadSupabase, caller: string | null) {
  const queryKey = ["display", caller, token];
  return queryOptions<DisplayJson>({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const known = client.getQueryData<DisplayJson>(queryKey);
      const parameters = { token, ...(known && { known: known.digest }) };
      const asked = (await supabase()).rpc("read_display", parameters).abortSignal(signal);
      return answerOf(asked, (answer) => readDisplay(answer, known));
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** The token is unknown, revoked, or of something that is gone. */
export const isOver = (error: unknown) =>
  error instanceof RequestFailure && error.code === "LINK_NOT_VALID";

const answered = async (asked: Parameters<typeof dataOf>[0]): Promise<DeedAnswer> =>
  (await dataOf(asked)) as DeedAnswer;

interface DayOfTask {
  readonly taskId: string;
  readonly day: CalendarDate;
}

export function displayCalls(token: string, supabase: LoadSupabase) {
  const parametersOf = ({ taskId, day }: DayOfTask) => ({
    token,
    task_id: taskId,
    day,
    time_zone: browserTimeZone(),
  });
  return {
    tick: async (what: DayOfTask, people: readonly string[]) =>
      answered(
        (await supabase()).rpc("tick_on_display", { ...parametersOf(what), people: [...people] }),
      ),
    undo: async (what: DayOfTask) =>
      answered((await supabase()).rpc("undo_on_display", parametersOf(what))),
  };
}

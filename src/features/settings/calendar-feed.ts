import { useMutation } from "@tanstack/react-query";
import { type Session, useSession } from "../../auth/session.ts";
import { sessionQuery } from "../../auth/session-query.ts";
import { readBackend } from "../../supabase/backend.ts";
import { dataOf, rowsOf } from "../../supabase/request-failure.ts";

/** The calendar's choices. The address itself is answered once, when it is made. */
export interface CalendarFeed {
  /** ISO instant */
  readonly createdAt: string;
  readonly onlyMine: boolean;
  /** null for all of them */
  readonly categories: readonly string[] | null;
  /** null for all of them, or for none with `onlyMine` */
  readonly householdIds: readonly string[] | null;
  /** without the turns of others; what is anybody's stays */
  readonly onlyMyTurns: boolean;
  readonly withoutDaily: boolean;
}

export type CalendarChoice = Omit<CalendarFeed, "createdAt">;

export const calendarFeedQuery = (session: Session | null) =>
  sessionQuery<CalendarFeed | null>(session, ["calendar-feed"], async (supabase, signal) => {
    const rows = await rowsOf(
      supabase
        .from("calendar_feeds")
        .select(
          "createdAt:created_at, onlyMine:only_mine, categories, householdIds:household_ids, onlyMyTurns:only_my_turns, withoutDaily:without_daily",
        )
        .abortSignal(signal),
    );
    return rows[0] ?? null;
  });

/** Resolves to the new address, which replaces any old one and keeps its choices. */
async function renewCalendar(
  { supabase, signal }: Session,
  without_daily: boolean,
): Promise<string> {
  const made = (await supabase()).rpc("renew_calendar", { without_daily });
  const token = await dataOf(made.abortSignal(signal));
  return `${readBackend().url}/functions/v1/calendar?token=${token}`;
}

async function revokeCalendar({ supabase, signal, userId }: Session): Promise<void> {
  await dataOf(
    (await supabase()).from("calendar_feeds").delete().eq("person_id", userId).abortSignal(signal),
  );
}

async function saveChoice(
  { supabase, signal, userId }: Session,
  { onlyMine, categories, householdIds, onlyMyTurns, withoutDaily }: CalendarChoice,
): Promise<void> {
  const row = {
    only_mine: onlyMine,
    categories: categories && [...categories],
    household_ids: householdIds && [...householdIds],
    only_my_turns: onlyMyTurns,
    without_daily: withoutDaily,
  };
  await dataOf(
    (await supabase())
      .from("calendar_feeds")
      .update(row)
      .eq("person_id", userId)
      .abortSignal(signal),
  );
}

export function useCalendarChanges() {
  const session = useSession();
  const { queryKey } = calendarFeedQuery(session);
  const readAgain = () => session?.queryClient.invalidateQueries({ queryKey });
  const renew = useMutation({
    mutationFn: async (withoutDaily: boolean) => session && renewCalendar(session, withoutDaily),
    onSuccess: readAgain,
  });
  const revoke = useMutation({
    mutationFn: async () => session && revokeCalendar(session),
    onSuccess: readAgain,
  });
  const choose = useMutation({
    // One after the other, so that the last choice is what stays.
    scope: { id: "calendar-choice" },
    mutationFn: async (choice: CalendarChoice) => session && saveChoice(session, choice),
    onSuccess: (_, choice) =>
      session?.queryClient.setQueryData<CalendarFeed | null>(
        queryKey,
        (feed) => feed && { ...feed, ...choice },
      ),
    onSettled: readAgain,
  });
  return { renew, revoke, choose };
}

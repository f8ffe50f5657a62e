import { useMutation } from "@tanstack/react-query";
import { type Session, useSession } from "../../auth/session.ts";
import { dataOf } from "../../supabase/request-failure.ts";
import { refreshTaskList } from "../../sync/task-list.ts";

/** Stores the user's time zone, an IANA name, and reads the list again, which brings it along. */
export async function setTimeZone(session: Session, timeZone: string): Promise<void> {
  await dataOf(
    (await session.supabase())
      .from("profiles")
      .update({ time_zone: timeZone })
      .eq("id", session.userId)
      .abortSignal(session.signal),
  );
  await refreshTaskList(session).catch(() => undefined);
}

export function useSetTimeZone() {
  const session = useSession();
  return useMutation({
    mutationFn: async (timeZone: string) => session && setTimeZone(session, timeZone),
  });
}

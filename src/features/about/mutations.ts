import { useMutation } from "@tanstack/react-query";
import { useSession } from "../../auth/session.ts";
import { dataOf } from "../../supabase/request-failure.ts";
import { refreshTaskList } from "../../sync/task-list.ts";

/** Stores the user's time zone, an IANA name; the list that is read again brings it along. */
export function useSetTimeZone() {
  const session = useSession();
  return useMutation({
    mutationFn: async (timeZone: string) => {
      if (session === null) return;
      await dataOf(
        (await session.supabase())
          .from("profiles")
          .update({ time_zone: timeZone })
          .eq("id", session.userId)
          .abortSignal(session.signal),
      );
    },
    // Waited for, so that today has changed by the time it is said to be saved.
    onSuccess: () => session && refreshTaskList(session).catch(() => undefined),
  });
}

import { queryOptions, skipToken, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type Profile, profileFromWire } from "./board.ts";
import { runWrite, type TrackedOperation, useTrackedOperation } from "./operation.ts";
import { restData } from "./request-failure.ts";
import { type Session, useSession } from "./session.ts";

const NOBODYS_PROFILE = queryOptions<Profile>({
  queryKey: ["profile", null],
  queryFn: skipToken,
});

export function profileQuery(session: Session) {
  return queryOptions<Profile>({
    queryKey: session.profileKey,
    queryFn: ({ signal }) => readProfile(session, signal),
  });
}

/** At the start it comes with the list; a request of its own is the second choice. */
async function readProfile(session: Session, signal: AbortSignal): Promise<Profile> {
  const { profileKey, queryClient, taskList } = session;
  const updatedAt = () => queryClient.getQueryState(profileKey)?.dataUpdatedAt ?? 0;
  const before = updatedAt();
  await queryClient.fetchQuery(taskList.query).catch(() => undefined);
  if (session.profile !== undefined && updatedAt() > before) return session.profile;
  const rows = await restData(
    session.backend.rest
      .from("profiles")
      .select("full_name, time_zone")
      .eq("id", session.userId)
      .abortSignal(signal),
  );
  return profileFromWire(rows?.[0]);
}

export function useProfile(): UseQueryResult<Profile> {
  const session = useSession();
  return useQuery(session ? profileQuery(session) : NOBODYS_PROFILE);
}

/** Stores the user's time zone, an IANA name; today changes with it at once. */
export async function setTimeZone(session: Session, timeZone: string): Promise<void> {
  const { backend, queryClient, signal, userId } = session;
  await runWrite(session, () =>
    restData(
      backend.rest
        .from("profiles")
        .update({ time_zone: timeZone })
        .eq("id", userId)
        .abortSignal(signal),
    ),
  );
  queryClient.setQueryData(profileQuery(session).queryKey, (profile) =>
    profile ? { ...profile, timeZone } : profile,
  );
}

export function useSetTimeZone(): TrackedOperation<string> {
  return useTrackedOperation(setTimeZone);
}

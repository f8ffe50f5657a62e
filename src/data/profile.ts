import { queryOptions, skipToken, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { runWrite, type TrackedOperation, useTrackedOperation } from "./operation.ts";
import { restData } from "./request-failure.ts";
import { type Session, useSession } from "./session.ts";

export interface Profile {
  /** empty when none was given */
  readonly fullName: string;
  /** IANA name; decides which day is today (design §7) */
  readonly timeZone: string;
}

export function profileQuery(session: Session | null) {
  return queryOptions<Profile>({
    queryKey: ["profile", session?.userId],
    queryFn: session ? ({ signal }) => readProfile(session, signal) : skipToken,
  });
}

async function readProfile(session: Session, signal: AbortSignal): Promise<Profile> {
  const rows = await restData(
    session.backend.rest
      .from("profiles")
      .select("full_name, time_zone")
      .eq("id", session.userId)
      .abortSignal(signal),
  );
  const profile = rows?.[0];
  return { fullName: profile?.full_name ?? "", timeZone: profile?.time_zone ?? "UTC" };
}

export function useProfile(): UseQueryResult<Profile> {
  return useQuery(profileQuery(useSession()));
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

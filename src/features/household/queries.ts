import { queryOptions, skipToken, useMutation, useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import { type Session, useSession } from "../../auth/session.ts";
import { sessionQuery } from "../../auth/session-query.ts";
import { tellFailure } from "../../completions/told-changes.ts";
import { DAY_MS } from "../../domain/dates/calendar.ts";
import { type Household, ROLES, type Role } from "../../domain/households/household.ts";
import type { LoadSupabase } from "../../supabase/client.ts";
import type { Database } from "../../supabase/database.types.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { answerOf, dataOf, rowsOf } from "../../supabase/request-failure.ts";
import { refreshTaskList } from "../../sync/task-list.ts";
import { HOUSEHOLD_FAILED } from "./household-words.ts";

/** The link itself is shown once. */
export interface OpenInvitation {
  readonly id: string;
  /** whose account it will be; null for a new person's */
  readonly personId: string | null;
  readonly role: Role;
  /** ISO instant */
  readonly expiresAt: string;
  /** where a mail with the link goes; null when a keeper hands it on */
  readonly address: string | null;
  /** Whether the mail was looked at: nobody learns whether there was one. */
  readonly isMailed: boolean;
}

const MAIL_POLL_MS = 20_000;

export function invitationsQuery(session: Session | null, { id, people }: Household) {
  // Joining uses up an invitation.
  const joined = people.filter(({ isJoined }) => isJoined).length;
  return queryOptions({
    ...sessionQuery<readonly OpenInvitation[]>(
      session,
      ["household-invitations", id, joined],
      async (supabase, signal) => {
        const rows = await rowsOf(
          supabase
            .from("household_invitations")
            .select("id, personId:person_id, role, expiresAt:expires_at, address, mailed_at")
            .eq("household_id", id)
            .gt("expires_at", new Date().toISOString())
            .order("expires_at")
            .abortSignal(signal),
        );
        return rows.map(({ role, mailed_at, ...row }) => ({
          ...row,
          role: v.parse(v.picklist(ROLES), role),
          isMailed: mailed_at !== null,
        }));
      },
    ),
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data = [] } }) =>
      data.some(({ address, isMailed }) => address !== null && !isMailed) && MAIL_POLL_MS,
  });
}

/** Its address is shown once. */
export interface Display {
  readonly id: string;
  readonly name: string;
  /** ISO instant */
  readonly createdAt: string;
  /** ISO instant, within the hour; null: never */
  readonly usedAt: string | null;
}

export const displaysQuery = (session: Session | null, householdId: string) =>
  sessionQuery<readonly Display[]>(
    session,
    ["household-displays", householdId],
    (supabase, signal) =>
      rowsOf(
        supabase
          .from("household_displays")
          .select("id, name, createdAt:created_at, usedAt:used_at")
          .eq("household_id", householdId)
          .order("created_at")
          .abortSignal(signal),
      ),
  );

const readLabels = v.parser(v.record(v.string(), v.string()));

/** Tokens by task id. */
export const labelsQuery = (session: Session | null, householdId: string) =>
  queryOptions<Readonly<Record<string, string>>>({
    ...sessionQuery(session, ["household-labels", householdId], (supabase, signal) =>
      answerOf(
        supabase.rpc("print_labels", { household_id: householdId }).abortSignal(signal),
        readLabels,
      ),
    ),
    gcTime: 0,
  });

export type DeletedHousehold = Pick<Household, "id" | "name">;

export const deletedHouseholdsQuery = (session: Session | null) =>
  sessionQuery<readonly DeletedHousehold[]>(session, ["deleted-households"], (supabase, signal) =>
    rowsOf(
      supabase
        .from("households")
        .select("id, name")
        .gt("deleted_at", new Date(Date.now() - 30 * DAY_MS).toISOString())
        .order("deleted_at", { ascending: false })
        .abortSignal(signal),
    ),
  );

const invitation = v.object({
  household: v.string(),
  /** the name of the keeper who invites */
  by: v.string(),
  role: v.picklist(ROLES),
  /** the name of the person that it is for; null for a new one */
  person: v.nullable(v.string()),
  isJoined: v.boolean(),
});

export type HouseholdInvitation = Readonly<v.InferOutput<typeof invitation>>;

/**
 * Resolves to null for a link that no longer works.
 * @param anonymous how somebody asks who isn't signed in
 */
export function useInvitation(token: string, anonymous?: LoadSupabase) {
  const session = useSession();
  const supabase = session?.supabase ?? anonymous;
  return useQuery<HouseholdInvitation | null>({
    queryKey: ["household-link", session?.userId, token],
    staleTime: 0,
    queryFn: supabase
      ? async ({ signal }) =>
          answerOf(
            (await supabase()).rpc("read_household_invitation", { token }).abortSignal(signal),
            v.parser(v.nullable(invitation)),
          )
      : skipToken,
  });
}

type Calls = Database["public"]["Functions"];

/**
 * Reads the household again after each call. `call` rejects; `callThen` shows the failure and calls
 * `done` or `failed`.
 */
export function useHouseholdCall(words: FailureWords = HOUSEHOLD_FAILED) {
  const session = useSession();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (ask: (session: Session) => Promise<unknown>) => session && ask(session),
    // In any case: what is there now is what the user must see.
    onSettled: async () => {
      if (session === null) return;
      const { queryClient, userId } = session;
      await Promise.all([
        refreshTaskList(session).catch(() => undefined),
        ...READ_AGAIN.map((kind) => queryClient.invalidateQueries({ queryKey: [kind, userId] })),
      ]);
    },
  });

  const call = <Name extends keyof Calls>(name: Name, parameters: Calls[Name]["Args"]) =>
    mutateAsync(async ({ supabase, signal }) =>
      dataOf((await supabase()).rpc(name, parameters).abortSignal(signal)),
    );

  const callThen = <Name extends keyof Calls>(
    name: Name,
    parameters: Calls[Name]["Args"],
    done: (answer: unknown) => void,
    failed?: () => void,
  ) =>
    void call(name, parameters).then(done, (error: unknown) => {
      failed?.();
      tellFailure(words, error);
    });

  return { call, callThen, isPending };
}

const READ_AGAIN = [
  "household-invitations",
  "household-displays",
  "household-labels",
  "deleted-households",
];

export interface HouseholdDialogProps {
  household: Household;
  onClosed: () => void;
}

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { tellFailure } from "../../completions/told-changes.ts";
import type { CalendarDate } from "../../domain/dates/calendar-date.ts";
import type { DisplayPerson } from "../../domain/households/display.ts";
import { msg } from "../../domain/language/messages.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { callPublicFunction } from "../../supabase/public-function.ts";
import { RequestFailure } from "../../supabase/request-failure.ts";

const FOLLOW_FAILED: FailureWords = {
  title: msg("Error Following the Link"),
  description: msg("Nothing has changed. Please try again."),
  offline: msg("Nothing has changed. Please check your connection and try again."),
  codes: ["COMPLETION_NOT_YOURS"],
};

export interface LinkedDay {
  readonly title: string;
  /** whose mail it is */
  readonly name: string;
  readonly timeZone: string;
  readonly day: CalendarDate;
  /** on which it is now: another one where it was put off */
  readonly place: CalendarDate;
  /** who may have done it, where it is somebody else's turn; null where that need not be asked */
  readonly asks: readonly (DisplayPerson & { readonly isMe: boolean })[] | null;
  readonly done: {
    readonly status: "done" | "skipped";
    /** null when that person has closed their account */
    readonly name: string | null;
    readonly isYou: boolean;
    readonly mayUndo: boolean;
    /** ISO instant */
    readonly at: string;
    /** IANA name of the zone in which it was recorded */
    readonly timeZone: string;
  } | null;
}

interface LinkedMails {
  readonly address: string;
  readonly kind: "invitation" | "morning";
  readonly isOn: boolean;
}

interface States {
  readonly done: LinkedDay;
  readonly unsubscribe: LinkedMails;
}

type Action = "look" | "do" | "undo";

/** Follows the link in the page's address. Looking changes nothing: mail scanners open links, too. */
export function useMailLink<Purpose extends keyof States>(purpose: Purpose) {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const queryClient = useQueryClient();
  const queryKey = ["mail-link", purpose, token];
  const follow = (action: Action, people?: readonly string[]) => {
    const asked = { token, purpose, action, ...(people && { people }) };
    return callPublicFunction("mail-link", asked) as Promise<States[Purpose]>;
  };
  const query = useQuery({ queryKey, queryFn: () => follow("look"), gcTime: 0 });
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ([action, people]: Parameters<typeof follow>) => follow(action, people),
  });
  const acted = useRef<"do" | "undo" | null>(null);

  async function act(action: "do" | "undo", people?: readonly string[]): Promise<void> {
    try {
      const state = await mutateAsync([action, people]);
      acted.current = action;
      queryClient.setQueryData(queryKey, state);
    } catch (failure) {
      if (isOver(failure)) void query.refetch();
      else tellFailure(FOLLOW_FAILED, failure);
    }
  }

  return {
    page: { query, isOver: isOver(query.error), isBusy: isPending },
    acted: acted.current,
    act,
  };
}

const isOver = (error: unknown) =>
  error instanceof RequestFailure && error.code === "LINK_NOT_VALID";

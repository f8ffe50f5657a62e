import { useMutation, useQuery } from "@tanstack/react-query";
import { type Session, useSession } from "../../auth/session.ts";
import { sessionQuery } from "../../auth/session-query.ts";
import { msg } from "../../domain/language/messages.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { dataOf, rowsOf } from "../../supabase/request-failure.ts";
import { refreshTaskList } from "../../sync/task-list.ts";

export const MORNING_MAIL_FAILED: FailureWords = {
  title: msg("Error Saving Morning Mail"),
  description: msg("Nothing has changed. Please try again."),
};

export interface MorningMail {
  readonly isOn: boolean;
  /** 0 to 23, by the clocks of their time zone */
  readonly hour: number;
  readonly onlyMyTurns: boolean;
}

export const OFF: MorningMail = { isOn: false, hour: 7, onlyMyTurns: false };

const morningQuery = (session: Session | null) =>
  sessionQuery<MorningMail>(session, ["morning-mail"], async (supabase, signal) => {
    const columns = "isOn:is_on, hour, onlyMyTurns:only_my_turns";
    const request = supabase.from("morning_mails").select(columns).abortSignal(signal);
    const [mail = OFF] = await rowsOf(request);
    return mail;
  });

export function useMorningMail() {
  return useQuery(morningQuery(useSession()));
}

/** The decision also ends the offer on Today. */
async function setMorningMail(session: Session, mail: MorningMail): Promise<void> {
  const { supabase, signal, queryClient } = session;
  const row = { is_on: mail.isOn, hour: mail.hour, only_my_turns: mail.onlyMyTurns };
  await dataOf((await supabase()).rpc("set_morning_mail", row).abortSignal(signal));
  queryClient.setQueryData(morningQuery(session).queryKey, mail);
  await refreshTaskList(session).catch(() => undefined);
}

export function useSetMorningMail() {
  const session = useSession();
  return useMutation({
    mutationFn: async (mail: MorningMail) => session && setMorningMail(session, mail),
  });
}

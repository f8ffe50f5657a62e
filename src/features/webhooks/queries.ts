import { useMutation } from "@tanstack/react-query";
import * as v from "valibot";
import { type Session, useSession } from "../../auth/session.ts";
import { sessionQuery } from "../../auth/session-query.ts";
import { msg } from "../../domain/language/messages.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { answerOf, dataOf } from "../../supabase/request-failure.ts";

export const WEBHOOK_FAILED: FailureWords = {
  title: msg("Error Saving Webhook"),
  description: msg("Nothing has changed. Please try again."),
  codes: ["TOO_MANY_ATTEMPTS"],
  sendsInput: true,
};

const instant = v.nullable(v.string());

const webhook = v.object({
  id: v.string(),
  host: v.string(),
  /** its maker in the household; null for one's own */
  by: v.nullable(v.string()),
  /** ISO instant */
  createdAt: v.string(),
  /** when it last took a message: ISO instant */
  usedAt: instant,
  /** ISO instant; null while it takes what it is sent */
  failingSince: instant,
  /** why: a status, or a word of the functions' `OutgoingFailure` */
  failure: v.nullable(v.string()),
  /** how many messages were given up, and when the last of them: ISO instant */
  givenUp: v.number(),
  givenUpAt: instant,
  waiting: v.number(),
});

export type Webhook = Readonly<v.InferOutput<typeof webhook>>;

/** @param household null for one's own */
export const webhooksQuery = (session: Session | null, household: string | null) =>
  sessionQuery<readonly Webhook[]>(session, ["webhooks", household], (supabase, signal) =>
    answerOf(
      supabase
        .rpc("read_webhooks", household === null ? {} : { household_id: household })
        .abortSignal(signal),
      v.parser(v.array(webhook)),
    ),
  );

const tested = v.object({ isTaken: v.boolean(), failure: v.nullable(v.string()) });

export type Tested = Readonly<v.InferOutput<typeof tested>>;

export function useWebhookChanges(household: string | null) {
  const session = useSession();
  const { queryKey } = webhooksQuery(session, household);
  const changeBy = <Wish, Answer>(act: (session: Session, wish: Wish) => Promise<Answer>) => ({
    mutationFn: async (wish: Wish) => session && act(session, wish),
    onSettled: () => session?.queryClient.invalidateQueries({ queryKey }),
  });
  const invoke = async ({ supabase, signal }: Session, body: object) => {
    const { functions } = await supabase();
    return dataOf<unknown>(functions.invoke("webhook", { body: { ...body }, signal }));
  };
  return {
    /** Resolves to the secret. */
    add: useMutation(
      changeBy(async (session, wish: { readonly id: string; readonly address: string }) => {
        const answer = await invoke(session, { action: "add", household, ...wish });
        return v.parse(v.object({ secret: v.string() }), answer).secret;
      }),
    ),
    test: useMutation(
      changeBy(async (session, id: string) =>
        v.parse(tested, await invoke(session, { action: "test", id })),
      ),
    ),
    remove: useMutation(
      changeBy(async ({ supabase, signal }, id: string) => {
        await dataOf((await supabase()).rpc("remove_webhook", { id }).abortSignal(signal));
      }),
    ),
  };
}

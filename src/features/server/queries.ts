import { useMutation, useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import { type Session, useSession } from "../../auth/session.ts";
import { sessionQuery } from "../../auth/session-query.ts";
import { inEnglish, msg } from "../../domain/language/messages.ts";
import { readBackend } from "../../supabase/backend.ts";
import type { Supabase } from "../../supabase/client.ts";
import { callOperator } from "../../supabase/operator-call.ts";
import { RequestFailure } from "../../supabase/request-failure.ts";

const person = v.object({
  id: v.string(),
  email: v.string(),
  /** `yyyy-MM-dd` */
  since: v.string(),
  /** day of the last sign-in; null for never */
  seen: v.nullable(v.string()),
  isOperator: v.boolean(),
});

const backup = v.object({
  name: v.string(),
  bytes: v.number(),
  /** ISO instant */
  at: v.string(),
  /** whether it is the one that was verified last */
  isVerified: v.boolean(),
});

const mailServer = v.object({
  host: v.string(),
  port: v.number(),
  from: v.string(),
  user: v.string(),
  hasPassword: v.boolean(),
});

/** The choice of who may make an account: people invited by mail, anyone, or only holders of a link. */
const signUpChoice = v.picklist(["invited", "open", "closed"]);
export type SignUpChoice = v.InferOutput<typeof signUpChoice>;

const server = v.object({
  version: v.string(),
  /** ISO instant of the last start or restart */
  startedAt: v.string(),
  /** the first is used in mails */
  addresses: v.array(v.string()),
  /** names of parts that don't run */
  down: v.array(v.string()),
  troubles: v.array(v.object({ what: v.string(), since: v.string(), reason: v.string() })),
  /** fixed: set by the environment */
  signUp: v.object({ choice: signUpChoice, isFixed: v.boolean() }),
  mail: v.object({ isFixed: v.boolean(), server: v.nullable(mailServer) }),
  people: v.array(person),
  /** latest first */
  backups: v.array(backup),
  /** the command that restores the backup NAME */
  restoring: v.string(),
});

/** A self-hosted server, as its operators see it. */
export type Server = Readonly<v.InferOutput<typeof server>>;
export type Person = Server["people"][number];
export type Backup = Server["backups"][number];

async function readServer(supabase: Supabase, signal: AbortSignal): Promise<Server> {
  const response = await callOperator(supabase, "state", signal);
  return v.parse(server, await response.json());
}

const serverQuery = (session: Session | null) =>
  sessionQuery<Server | null>(session, ["server"], async (supabase, signal) => {
    if (!readBackend().hasOperator) return null;
    try {
      return await readServer(supabase, signal);
    } catch (error) {
      if (error instanceof RequestFailure && error.status === 404) return null;
      throw error;
    }
  });

/** The server if the user is its operator, else null. */
export const useServer = () => useQuery(serverQuery(useSession()));

const nothing = v.object({});
const ANSWERS = {
  /** unsent: why the mail could not be sent, else null */
  invite: v.object({ link: v.string(), unsent: v.nullable(v.string()) }),
  reset: v.object({ link: v.string() }),
  close: nothing,
  "set-sign-up": nothing,
  "set-mail": nothing,
  "test-mail": v.object({ to: v.string(), unsent: v.nullable(v.string()) }),
  "make-backup": v.object({ name: v.string() }),
  "verify-backup": nothing,
};

type Act = keyof typeof ANSWERS;

/** These restart the server. */
const SETTINGS: readonly Act[] = ["set-sign-up", "set-mail"];

export const NOT_BACK = msg("It is saved, but the server has not come back yet.");

const LOOK_MS = 1_000;
const MOST_LOOKS = 60;

/** Resolves once the server has restarted. @param before its last start */
async function restarted({ supabase, signal }: Session, before: string): Promise<void> {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const found = await readServer(await supabase(), signal).catch(() => null);
    if (found && found.startedAt !== before) return;
  }
  throw new RequestFailure(inEnglish(NOT_BACK), null, 0);
}

/**
 * Asks the server to do something. Never retried, as each try with a password counts as an attempt.
 */
export function useAct<Name extends Act>(name: Name) {
  const session = useSession();
  const { queryKey } = serverQuery(session);
  return useMutation({
    retry: false,
    mutationFn: async (
      body: object,
    ): Promise<v.InferOutput<(typeof ANSWERS)[Name]> | undefined> => {
      if (!session) return undefined;
      const before = session.queryClient.getQueryData<Server>(queryKey)?.startedAt ?? "";
      const response = await callOperator(await session.supabase(), name, session.signal, body);
      const answer = v.parse(ANSWERS[name], await response.json());
      if (SETTINGS.includes(name)) await restarted(session, before);
      return answer;
    },
    onSettled: () => session?.queryClient.invalidateQueries({ queryKey }),
  });
}

export function useBackupFile() {
  const session = useSession();
  return useMutation({
    retry: false,
    mutationFn: async (body: { name: string; current_password: string }) => {
      if (!session) return undefined;
      const client = await session.supabase();
      return (await callOperator(client, "download-backup", session.signal, body)).blob();
    },
  });
}

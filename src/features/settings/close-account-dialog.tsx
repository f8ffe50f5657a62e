import { chakra } from "@chakra-ui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { leaveClosedAccount } from "../../auth/account.ts";
import { useAuth } from "../../auth/auth.tsx";
import { CLOSING_ACCOUNT, useSession } from "../../auth/session.ts";
import { tellFailure } from "../../completions/told-changes.ts";
import { ownSharesQuery } from "../../contacts/own-shares.ts";
import { listed } from "../../domain/joined.ts";
import { type Message, msg } from "../../domain/language/messages.ts";
import { ERROR_TEXTS } from "../../domain/tasks/error-texts.ts";
import type { Task } from "../../domain/tasks/task.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { dataOf, RequestFailure } from "../../supabase/request-failure.ts";
import { useLongTasks, useTasks } from "../../sync/use-tasks.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Known, together } from "../../ui/known.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";

const CLOSE_FAILED: FailureWords = {
  title: msg("Error Closing Your Account"),
  description: msg("Your account could not be closed. Please try again."),
  offline: msg("Unable to close your account. Please check your connection and try again."),
  codes: ["LAST_KEEPER", "LAST_OPERATOR"],
};

interface CloseAccountDialogProps {
  onClosed: () => void;
  onClosedAccount: () => void;
}

export default function CloseAccountDialog({ onClosed, onClosedAccount }: CloseAccountDialogProps) {
  const locale = useLocale();
  const { t } = locale;
  const { user } = useAuth();
  const session = useSession();
  const close = useCloseAccount();
  const [refusal, setRefusal] = useState<Message>();
  const submit = (password: string) =>
    close.mutateAsync(password).then(
      async () => {
        toastSuccess(t("Account closed"), t("Your tasks and your name are gone."));
        // Its session is gone with the account: only this browser's copy is left.
        if (session) await leaveClosedAccount(session);
        onClosedAccount();
      },
      (error) => {
        const text = refusalText(error);
        setRefusal(text);
        if (text === undefined) tellFailure(CLOSE_FAILED, error);
      },
    );

  return (
    <FormDialog
      role="alertdialog"
      title={t("Close my account")}
      action={t("Close my account")}
      isDanger
      isPending={close.isPending}
      cancel={t("Keep my account")}
      onSubmit={(_, textOf) => void submit(textOf("password"))}
      onClosed={onClosed}
    >
      <WhatGoes />
      <p>
        {t(
          "What you did in tasks of others stays in their history, by “someone who left”; in those of a household, which keeps them, by your name there. Nobody can undo this. You may want to download everything first.",
        )}
      </p>
      {/* Tells password managers whose password is asked for. */}
      <chakra.input
        type="email"
        name="email"
        autoComplete="username"
        value={user?.email ?? ""}
        readOnly
        hidden
      />
      <TextField
        label={t("Your password")}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={refusal && t(refusal)}
        onChange={() => setRefusal(undefined)}
      />
    </FormDialog>
  );
}

function refusalText(error: unknown): Message | undefined {
  const code = error instanceof RequestFailure ? error.code : null;
  const isAboutPassword = code === "WRONG_PASSWORD" || code === "TOO_MANY_ATTEMPTS";
  return isAboutPassword ? ERROR_TEXTS[code] : undefined;
}

const SHOWN = 5;

function WhatGoes() {
  const { t } = useLocale();
  const { user } = useAuth();
  const query = together(useTasks(), useQuery(ownSharesQuery(useSession())));
  const long = useLongTasks();
  return (
    <Known query={query} failed={t("What goes with it could not be loaded.")}>
      {([tasks, shares]) => (
        <Goes
          own={[...tasks, ...long].filter(
            ({ ownerId, householdId }) => ownerId === user?.id && householdId === null,
          )}
          addresses={[...new Set(shares.map(({ address }) => address))]}
        />
      )}
    </Known>
  );
}

interface GoesProps {
  own: readonly Pick<Task, "isShared">[];
  addresses: readonly string[];
}

function Goes({ own, addresses }: GoesProps) {
  const locale = useLocale();
  const { t } = locale;
  const shared = own.filter(({ isShared }) => isShared).length;
  const others = addresses.length - SHOWN;
  const more = t("{count, plural, one {# other} other {# others}} // people", { count: others });
  const names = listed(others > 0 ? [...addresses.slice(0, SHOWN), more] : addresses, locale);
  return (
    <>
      <p>
        {t(
          "{count, plural, =0 {You have no tasks of your own.} one {Your one task is deleted, with its history.} other {Your # tasks are deleted, with their history.}}",
          { count: own.length },
        )}
      </p>
      {shared > 0 && (
        <chakra.p overflowWrap="anywhere">
          {names === ""
            ? t(
                "{count, plural, one {# of them is shared: it is gone for everyone.} other {# of them are shared: they are gone for everyone.}} // tasks",
                { count: shared },
              )
            : t(
                "{count, plural, one {# of them is shared with {names}: it is gone for everyone.} other {# of them are shared with {names}: they are gone for everyone.}} // tasks",
                { count: shared, names },
              )}
        </chakra.p>
      )}
    </>
  );
}

/** Never retried, as each call counts as an attempt at the password. */
function useCloseAccount() {
  const session = useSession();
  return useMutation({
    mutationKey: CLOSING_ACCOUNT,
    retry: false,
    mutationFn: async (password: string) => {
      if (session === null) return;
      const client = await session.supabase();
      const body = { password };
      await dataOf(client.functions.invoke("close-account", { body, signal: session.signal }));
    },
  });
}

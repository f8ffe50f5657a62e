import { chakra } from "@chakra-ui/react";
import { type ComponentProps, useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { tellFailure } from "../../completions/told-changes.ts";
import { inEnglish, type Message, msg } from "../../domain/language/messages.ts";
import { ERROR_TEXTS } from "../../domain/tasks/error-texts.ts";
import { RequestFailure } from "../../supabase/request-failure.ts";
import { TextField } from "../../ui/field.tsx";
import type { FieldText } from "../../ui/form.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { NOT_BACK } from "./queries.ts";

const NOT_DONE = { title: msg("Not done"), texts: { [inEnglish(NOT_BACK)]: NOT_BACK } };

interface GuardedDialogProps
  extends Omit<ComponentProps<typeof FormDialog>, "onSubmit" | "isPending" | "children"> {
  /** The dialog closes once it resolves, unless it has an outcome. */
  act: (currentPassword: string, textOf: FieldText) => Promise<unknown>;
  children?: React.ReactNode;
}

/** A form dialog that asks for the user's password, too. */
export function GuardedDialog({ act, children, ...dialog }: GuardedDialogProps) {
  const locale = useLocale();
  const { t } = locale;
  const { user } = useAuth();
  const [refusal, setRefusal] = useState<Message>();
  const [isPending, setPending] = useState(false);

  async function submit(textOf: FieldText): Promise<boolean> {
    setPending(true);
    try {
      await act(textOf("password"), textOf);
      return true;
    } catch (error) {
      const text = refusalText(error);
      setRefusal(text);
      if (text === undefined) tellFailure(NOT_DONE, error);
      return false;
    } finally {
      setPending(false);
    }
  }

  return (
    <FormDialog
      cancel={t("Cancel")}
      {...dialog}
      isPending={isPending}
      onSubmit={(close, textOf) =>
        void submit(textOf).then((isDone) => isDone && !("outcome" in dialog) && close())
      }
    >
      {children}
      {/* Tells password managers whose password is asked for. */}
      <chakra.input
        type="email"
        name="username"
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
  if (!(error instanceof RequestFailure)) return undefined;
  if (error.status === 429) return msg("Too many attempts. Try again later.");
  return error.code === "WRONG_PASSWORD" ? ERROR_TEXTS.WRONG_PASSWORD : undefined;
}

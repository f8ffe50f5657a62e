import { Stack } from "@chakra-ui/react";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { tellFailure } from "../../completions/told-changes.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { type FieldText, Form } from "../../ui/form.tsx";
import { AUTH_TEXTS } from "./auth-texts.ts";

interface AuthFormProps {
  label?: string;
  action: string;
  busyAction?: string;
  button?: ComponentProps<typeof Button>;
  isDone?: boolean;
  words: FailureWords;
  /** Reports its own success. */
  act: (textOf: FieldText, form: HTMLFormElement) => Promise<void>;
  children: ReactNode;
}

/** Disabled while the service answers; a refusal is a toast and focuses the last field. */
export function AuthForm(props: AuthFormProps) {
  const { label, action, busyAction = action, button, isDone = false, words, act } = props;
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const fields = useRef<HTMLFieldSetElement>(null);

  // Not before the field is enabled again.
  useEffect(() => {
    if (refusals === 0 || busy) return;
    [...(fields.current?.querySelectorAll("input") ?? [])].at(-1)?.focus();
  }, [refusals, busy]);

  async function send(textOf: FieldText, form: HTMLFormElement) {
    setBusy(true);
    try {
      await act(textOf, form);
    } catch (error) {
      tellFailure({ texts: AUTH_TEXTS, ...words }, error);
      setRefusals((count) => count + 1);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Form aria-label={label} onValid={(textOf, form) => void send(textOf, form)}>
      <fieldset ref={fields} disabled={busy || isDone}>
        <Stack gap="4">
          {props.children}
          <Button type="submit" aria-busy={busy} {...button}>
            {busy ? busyAction : action}
          </Button>
        </Stack>
      </fieldset>
    </Form>
  );
}

import { useEffect, useRef, useState } from "react";
import { type FailureWords, failureNotice } from "../../supabase/failure-notice.ts";
import { clearToasts, toastFailure } from "../../ui/toast.ts";
import { useFormErrors } from "../../ui/use-form-errors.ts";

/**
 * State of an auth form: errors under its fields, disabled while the service answers, its refusal
 * as a toast, with the focus back on the form's last field. `act` reports its own success.
 */
export function useAuthForm(words: FailureWords, act: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const lastField = useRef<HTMLInputElement>(null);

  // Not before the field is enabled again.
  useEffect(() => {
    if (refusals > 0 && !busy) lastField.current?.focus();
  }, [refusals, busy]);

  const { errors, form } = useFormErrors(async () => {
    setBusy(true);
    clearToasts();
    try {
      await act();
    } catch (error) {
      toastFailure(failureNotice(words, error));
      setRefusals((count) => count + 1);
    } finally {
      setBusy(false);
    }
  });

  return { busy, errors, form, lastField };
}

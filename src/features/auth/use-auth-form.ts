import { useRef, useState } from "react";
import { type FailedOperation, failureNotice } from "../../data/failure.ts";
import { notifyFailure } from "../../ui/notices.ts";
import { useFormErrors } from "../../ui/use-form-errors.ts";

/**
 * One auth form: errors under its fields, busy while the service answers, the service's refusal as
 * a toast (spec §8) with the focus back on the form's last field. `act` reports its own success.
 */
export function useAuthForm(operation: FailedOperation, act: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const lastField = useRef<HTMLInputElement>(null);

  const { errors, form } = useFormErrors(async () => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      notifyFailure(failureNotice(operation, error));
      // The field is enabled again only after the next render.
      setTimeout(() => lastField.current?.focus());
    } finally {
      setBusy(false);
    }
  });

  return { busy, errors, form, lastField };
}

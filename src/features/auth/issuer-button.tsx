import { useState } from "react";
import { signInWithIssuer } from "../../auth/issuer.ts";
import { msg } from "../../domain/language/messages.ts";
import { failureNotice } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { toastFailure } from "../../ui/toast.ts";
import { spokenLocale } from "../../ui/use-locale.ts";

interface IssuerButtonProps {
  name: string;
  /** Whether it is the only way in. */
  isOnly: boolean;
}

export function IssuerButton({ name, isOnly }: IssuerButtonProps) {
  const [busy, setBusy] = useState(false);
  async function leave() {
    setBusy(true);
    try {
      await signInWithIssuer();
    } catch (error) {
      toastFailure(failureNotice({ title: msg("Sign In Failed") }, error, spokenLocale.getState()));
      setBusy(false);
    }
  }
  return (
    <Button
      variant={isOnly ? "solid" : "outline"}
      disabled={busy}
      aria-busy={busy}
      onClick={() => void leave()}
      height="auto"
      minH="touch"
      py="2"
      whiteSpace="normal"
      overflowWrap="anywhere"
    >
      Continue with {name}
    </Button>
  );
}

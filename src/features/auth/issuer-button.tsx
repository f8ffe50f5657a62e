import { useState } from "react";
import { signInWithIssuer } from "../../auth/issuer.ts";
import { tellFailure } from "../../completions/told-changes.ts";
import { msg } from "../../domain/language/messages.ts";
import { Button } from "../../ui/button.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { AUTH_TEXTS } from "./auth-texts.ts";

const SIGN_IN_FAILED = { title: msg("Sign In Failed"), texts: AUTH_TEXTS };

interface IssuerButtonProps {
  name: string;
  /** Whether it is the only way in. */
  isOnly: boolean;
}

export function IssuerButton({ name, isOnly }: IssuerButtonProps) {
  const locale = useLocale();
  const [busy, setBusy] = useState(false);
  async function leave() {
    setBusy(true);
    try {
      await signInWithIssuer();
    } catch (error) {
      tellFailure(SIGN_IN_FAILED, error);
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
      {locale.t("Continue with {name}", { name })}
    </Button>
  );
}

import { Suspense, useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { useAuthActions } from "../../auth/auth-actions.ts";
import { msg } from "../../domain/language/messages.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { late } from "../../ui/late.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { EmailField } from "./account-fields.tsx";
import { AuthForm } from "./auth-form.tsx";
import { CodeForm } from "./code-form.tsx";

const MailDialog = late(() => import("./mail-dialog.tsx"));

interface SignInFormProps {
  email?: string;
  /** because the control that had the focus is gone */
  takesFocus?: boolean;
  /** of the button; that of signing in unless given */
  action?: string;
  onSigningIn?: () => void;
  onSignedIn?: () => void;
}

export function SignInForm(props: SignInFormProps) {
  const { t } = useLocale();
  const { email: prefilled = "", takesFocus, onSigningIn, onSignedIn } = props;
  const { awaitsCode } = useAuth();
  const { signIn } = useAuthActions();
  const [email, setEmail] = useState(prefilled);
  const [isForgotten, setForgotten] = useState(false);
  if (awaitsCode) return <CodeForm action={props.action} onSignedIn={onSignedIn} />;
  return (
    <>
      <AuthForm
        label={t("Sign In")}
        action={props.action ?? t("Sign In")}
        words={{ title: msg("Sign In Failed") }}
        act={async (textOf) => {
          onSigningIn?.();
          if (!(await signIn(email, textOf("password")))) return;
          toastSuccess(t("Welcome back!"), t("You have been signed in successfully."));
          onSignedIn?.();
        }}
      >
        <EmailField
          label={t("Email")}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextField
          label={t("Password")}
          autoFocus={takesFocus}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button
          variant="link"
          alignSelf="flex-start"
          ms="-1"
          my="-2"
          onClick={() => setForgotten(true)}
        >
          {t("Forgot Password?")}
        </Button>
      </AuthForm>
      {/* Not in the form, which would hear of what is sent in it. */}
      <Suspense>
        {isForgotten && (
          <MailDialog kind="reset" email={email} onClosed={() => setForgotten(false)} />
        )}
      </Suspense>
    </>
  );
}

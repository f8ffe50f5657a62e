import { Stack } from "@chakra-ui/react";
import { Suspense, useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { late } from "../../ui/late.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useAuthForm } from "./use-auth-form.ts";

const SIGN_IN_FAILED: FailureWords = {
  title: "Sign In Failed",
};

const MailDialog = late(() => import("./mail-dialog.tsx"));

interface SignInFormProps {
  /** Prefilled. */
  email?: string;
  /** What had the focus is gone. */
  takesFocus?: boolean;
  onSignedIn?: () => void;
}

export function SignInForm(props: SignInFormProps) {
  const { email: prefilled = "", takesFocus, onSignedIn } = props;
  const { signIn } = useAuth();
  const [email, setEmail] = useState(prefilled);
  const [password, setPassword] = useState("");
  const [forgot, setForgot] = useState(false);

  const { busy, errors, form, lastField } = useAuthForm(SIGN_IN_FAILED, async () => {
    await signIn(email, password);
    toastSuccess("Welcome back!", "You have been signed in successfully.");
    onSignedIn?.();
  });

  return (
    <>
      <form {...form} aria-label="Sign In">
        <fieldset disabled={busy}>
          <Stack gap="4">
            <TextField
              label="Email"
              name="email"
              type="email"
              autoComplete="username"
              required
              value={email}
              error={errors.email}
              onChange={(event) => setEmail(event.target.value)}
            />
            <TextField
              ref={lastField}
              label="Password"
              autoFocus={takesFocus}
              name="password"
              type="password"
              autoComplete="current-password"
              required
              value={password}
              error={errors.password}
              onChange={(event) => setPassword(event.target.value)}
            />
            <Button
              variant="link"
              alignSelf="flex-start"
              ms="-1"
              my="-2"
              onClick={() => setForgot(true)}
            >
              Forgot Password?
            </Button>
            <Button type="submit" aria-busy={busy}>
              Sign In
            </Button>
          </Stack>
        </fieldset>
      </form>
      <Suspense>
        {forgot && <MailDialog kind="reset" email={email} onClosed={() => setForgot(false)} />}
      </Suspense>
    </>
  );
}

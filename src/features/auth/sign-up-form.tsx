import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { sendsMail } from "../../supabase/sends-mail.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { AskOperator } from "./ask-operator.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { toldAlike } from "./told-alike.ts";
import { useAuthForm } from "./use-auth-form.ts";

const SIGN_UP_FAILED: FailureWords = {
  title: "Sign Up Failed",
};

interface SignUpFormProps {
  /** prefilled */
  readonly email: string;
  /** the token of a link for it; "" for none */
  readonly link: string;
}

export function SignUpForm({ email, link }: SignUpFormProps) {
  return sendsMail || link !== "" ? (
    <Form email={email} link={link} />
  ) : (
    <AskOperator purpose="to make your account" />
  );
}

function Form({ email: prefilled, link }: SignUpFormProps) {
  const { signUp } = useAuth();
  const [fullName, setFullName] = useState("");
  const [email, setEmail] = useState(prefilled);
  const [password, setPassword] = useState("");
  const [sentTo, setSentTo] = useState("");

  const { busy, errors, form, lastField } = useAuthForm(SIGN_UP_FAILED, async () => {
    const name = fullName.trim();
    const details = { ...(name && { fullName: name }), email, password };
    const request = signUp({ ...details, ...(link && { signUpLink: link }) });
    // Without a mail that confirms the address, this signs in at once.
    if (!sendsMail) return request;
    await toldAlike(SIGN_UP_FAILED, request);
    toastSuccess("Account Created!", "Please check your email to verify your account.");
    setSentTo(email);
    setPassword("");
  });

  if (sentTo) return <LinkSent to={sentTo} onBack={() => setSentTo("")} />;
  return (
    <form {...form} aria-label="Sign Up">
      <fieldset disabled={busy}>
        <Stack gap="4">
          <TextField
            label="Full Name"
            name="fullName"
            autoComplete="name"
            placeholder="Optional"
            value={fullName}
            onChange={(event) => setFullName(event.target.value)}
          />
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
          <NewPasswordField
            ref={lastField}
            label="Password"
            placeholder="Create a password"
            value={password}
            error={errors.password}
            onChange={setPassword}
          />
          <Button type="submit" aria-busy={busy}>
            Sign Up
          </Button>
        </Stack>
      </fieldset>
    </form>
  );
}

/** The button that had the focus is gone. */
const takeFocus = (node: HTMLElement | null) => node?.focus();

/** In place of the form, which is of no more use to who waits for a mail. */
function LinkSent({ to, onBack }: { to: string; onBack: () => void }) {
  return (
    <Stack gap="4" align="flex-start">
      <chakra.p
        ref={takeFocus}
        tabIndex={-1}
        outline="none"
        bg="accent.subtle"
        borderRadius="card"
        p="4"
      >
        We sent a link to <strong dir="auto">{to}</strong>. Open it to confirm the address, then
        sign in here.
      </chakra.p>
      <Button variant="outline" onClick={onBack}>
        Use another address
      </Button>
    </Stack>
  );
}

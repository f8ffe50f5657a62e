import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { browserTimeZone } from "../../auth/auth-store.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { callPublicFunction } from "../../supabase/public-function.ts";
import { RequestFailure } from "../../supabase/request-failure.ts";
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
  /** prefilled */
  readonly name: string;
  /** the token of a link for it; "" for none */
  readonly link: string;
  /** what an invitation's mail proves the address by; "" for none */
  readonly proof: string;
  /** The address has an account, which another password opens. */
  readonly onKnown: () => void;
}

export function SignUpForm(props: SignUpFormProps) {
  return sendsMail || props.link !== "" ? (
    <Form {...props} />
  ) : (
    <AskOperator purpose="to make your account" />
  );
}

function Form({ email: prefilled, name: prefilledName, link, proof, onKnown }: SignUpFormProps) {
  const { signUp, signIn } = useAuth();
  const [fullName, setFullName] = useState(prefilledName);
  const [email, setEmail] = useState(prefilled);
  const [password, setPassword] = useState("");
  const [sentTo, setSentTo] = useState("");

  const { busy, errors, form, lastField } = useAuthForm(SIGN_UP_FAILED, async () => {
    const name = fullName.trim();
    if (proof !== "" && email.trim().toLowerCase() === prefilled) {
      const refusal = await makeProven(proof, name, password);
      if (refusal?.code !== "LINK_NOT_VALID") {
        await signIn(email, password).catch((error: unknown) => {
          if (refusal) onKnown();
          throw refusal ?? error;
        });
        return;
      }
      // What the mail proves no more, another one will.
    }
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
            autoFocus={proof !== ""}
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

/**
 * Makes the account of the address that a mail was sent to: it needs no other one to confirm it. Resolves to why there is
 * none by it: the link is over, or there was one, maybe by an attempt whose answer was lost.
 */
async function makeProven(
  token: string,
  fullName: string,
  password: string,
): Promise<RequestFailure | null> {
  const account = { password, fullName, timeZone: browserTimeZone() };
  try {
    await callPublicFunction("mail-link", { token, purpose: "sign-up", ...account });
    return null;
  } catch (error) {
    const isKnown = error instanceof RequestFailure && error.code === "ACCOUNT_EXISTS";
    const isOver = error instanceof RequestFailure && error.code === "LINK_NOT_VALID";
    if (!isKnown && !isOver) throw error;
    return error;
  }
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

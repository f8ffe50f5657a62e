import { Stack } from "@chakra-ui/react";
import { useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { AuthFailure } from "../../auth/auth-failure.ts";
import { browserTimeZone } from "../../auth/auth-store.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { callPublicFunction } from "../../supabase/public-function.ts";
import { RequestFailure } from "../../supabase/request-failure.ts";
import { sendsMail } from "../../supabase/sends-mail.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import type { FieldText } from "../../ui/form.tsx";
import { Outcome } from "../../ui/link-parts.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { EmailField, NewPasswordField } from "./account-fields.tsx";
import { AskOperator } from "./ask-operator.tsx";
import { AuthForm } from "./auth-form.tsx";
import { toldAlike } from "./told-alike.ts";

const SIGN_UP_FAILED: FailureWords = {
  title: "Sign Up Failed",
};

interface SignUpFormProps {
  readonly email: string;
  readonly name: string;
  /** the token of a link for it; "" for none */
  readonly link: string;
  /** what an invitation's mail proves the address by; "" for none */
  readonly proof: string;
  /** For a household's link, which requires a name; called before the sign-in. */
  readonly joining?: () => void;
  /** The address has an account, which another password opens. */
  readonly onKnown: () => void;
}

export function SignUpForm(props: SignUpFormProps) {
  return sendsMail || props.link !== "" ? (
    <SignUp {...props} />
  ) : (
    <AskOperator purpose="to make your account" />
  );
}

function SignUp(props: SignUpFormProps) {
  const { email: prefilled, name: prefilledName, link, proof, joining, onKnown } = props;
  const { signUp, signIn } = useAuth();
  const [typed, setTyped] = useState({ fullName: prefilledName, email: prefilled });
  const [isSent, setSent] = useState(false);
  const needsName = joining !== undefined && prefilledName === "";

  async function act(textOf: FieldText) {
    const [fullName, email, password] = [textOf("fullName"), textOf("email"), textOf("password")];
    const name = fullName.trim();
    joining?.();
    if (proof !== "" && email.trim().toLowerCase() === prefilled) {
      const refusal = await makeProven(proof, name, password);
      if (refusal?.code !== "LINK_NOT_VALID") {
        await signIn(email, password).catch((error: unknown) => {
          if (refusal) onKnown();
          throw refusal ?? error;
        });
        return;
      }
      // An expired proof is replaced by a confirmation mail.
    }
    const details = { ...(name && { fullName: name }), email, password };
    const request = signUp({ ...details, ...(link && { signUpLink: link }) });
    if (joining) {
      await request;
      // A self-hosted server lets invited people in at once; on Supabase a mail has to confirm the address first.
      const refusal = await signIn(email, password).then(() => null, refusalOf);
      if (refusal === null) return;
      if (!sendsMail) {
        onKnown();
        throw new AuthFailure("There is an account of this address: sign in with its password.");
      }
    } else {
      // Without a mail that confirms the address, this signs in at once.
      if (!sendsMail) return request;
      await toldAlike(SIGN_UP_FAILED, request);
    }
    toastSuccess("Account Created!", "Please check your email to verify your account.");
    setTyped({ fullName, email });
    setSent(true);
  }

  if (isSent) return <LinkSent to={typed.email} onBack={() => setSent(false)} />;
  return (
    <AuthForm
      label="Sign Up"
      action={joining ? "Join" : "Sign Up"}
      words={SIGN_UP_FAILED}
      act={act}
    >
      <TextField
        label="Full Name"
        name="fullName"
        autoComplete="name"
        maxLength={100}
        defaultValue={typed.fullName}
        autoFocus={proof !== "" && needsName}
        {...(joining ? { required: true } : { placeholder: "Optional" })}
      />
      <EmailField label="Email" defaultValue={typed.email} />
      <NewPasswordField
        label="Password"
        placeholder="Create a password"
        autoFocus={proof !== "" && !needsName}
      />
    </AuthForm>
  );
}

/** The refusal of an address or password. @throws any other error */
function refusalOf(error: unknown): AuthFailure {
  if (error instanceof AuthFailure && REFUSALS.includes(error.code)) return error;
  throw error;
}

const REFUSALS: readonly (string | undefined)[] = ["invalid_credentials", "email_not_confirmed"];

/**
 * The mailed proof confirms the address. Resolves to the refusal if the link is over, or the account
 * exists, maybe by an attempt whose answer was lost.
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

const LinkSent = ({ to, onBack }: { to: string; onBack: () => void }) => (
  <Stack gap="4" align="flex-start">
    <Outcome takesFocus>
      We sent a link to <strong dir="auto">{to}</strong>. Open it to confirm the address, then sign
      in here.
    </Outcome>
    <Button variant="outline" onClick={onBack}>
      Use another address
    </Button>
  </Stack>
);

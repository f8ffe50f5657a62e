import { chakra, Stack } from "@chakra-ui/react";
import { useState } from "react";
import { useAuthActions } from "../../auth/auth-actions.ts";
import { AuthFailure } from "../../auth/auth-failure.ts";
import { browserTimeZone, documentLanguage } from "../../auth/auth-store.ts";
import { inEnglish, msg } from "../../domain/language/messages.ts";
import type { FailureWords } from "../../supabase/failure-notice.ts";
import { callPublicFunction } from "../../supabase/public-function.ts";
import { RequestFailure } from "../../supabase/request-failure.ts";
import { sendsMail } from "../../supabase/sends-mail.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import type { FieldText } from "../../ui/form.tsx";
import { Outcome } from "../../ui/link-parts.tsx";
import { RichText, strong } from "../../ui/rich-text.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { EmailField, NewPasswordField } from "./account-fields.tsx";
import { AuthForm } from "./auth-form.tsx";
import { AUTH_TEXTS } from "./auth-texts.ts";
import { toldAlike } from "./told-alike.ts";

const SIGN_UP_FAILED: FailureWords = {
  title: msg("Sign Up Failed"),
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
  /** A mail is to confirm the address, or another address is typed after all. */
  readonly onSent?: (isSent: boolean) => void;
  /** The address has an account, which another password opens. */
  readonly onKnown: () => void;
}

export function SignUpForm(props: SignUpFormProps) {
  const { t } = useLocale();
  return sendsMail || props.link !== "" ? (
    <SignUp {...props} />
  ) : (
    <chakra.p pb="4">
      {t("This Rota sends no mail. Ask the person who runs it for a link to make your account.")}
    </chakra.p>
  );
}

function SignUp(props: SignUpFormProps) {
  const { email: prefilled, name: prefilledName, link, proof, joining, onSent, onKnown } = props;
  const { t } = useLocale();
  const { signUp, signIn } = useAuthActions();
  const [typed, setTyped] = useState({ fullName: prefilledName, email: prefilled });
  const [isSent, setIsSent] = useState(false);
  const setSent = (next: boolean) => {
    setIsSent(next);
    onSent?.(next);
  };
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
        throw new AuthFailure(inEnglish(AUTH_TEXTS.known_address), "known_address");
      }
    } else {
      // Without a mail that confirms the address, this signs in at once.
      if (!sendsMail) return request;
      await toldAlike(SIGN_UP_FAILED, request);
    }
    toastSuccess(t("Account Created!"), t("Please check your email to verify your account."));
    setTyped({ fullName, email });
    setSent(true);
  }

  if (isSent) return <LinkSent to={typed.email} onBack={() => setSent(false)} />;
  return (
    <AuthForm
      label={t("Sign Up")}
      action={joining ? t("Join // a household") : t("Sign Up")}
      words={SIGN_UP_FAILED}
      act={act}
    >
      <TextField
        label={t("Full Name")}
        name="fullName"
        autoComplete="name"
        maxLength={100}
        defaultValue={typed.fullName}
        autoFocus={proof !== "" && needsName}
        {...(joining ? { required: true } : { placeholder: t("Optional // a field") })}
      />
      <EmailField label={t("Email")} defaultValue={typed.email} />
      <NewPasswordField
        label={t("Password")}
        placeholder={t("Create a password")}
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
  const [timeZone, language] = [browserTimeZone(), documentLanguage()];
  const account = { password, fullName, timeZone, language };
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

function LinkSent({ to, onBack }: { to: string; onBack: () => void }) {
  const locale = useLocale();
  return (
    <Stack gap="4" align="flex-start">
      <Outcome takesFocus>
        <RichText
          parts={locale.parts(
            "We sent a link to <b>{address}</b>. Open it to confirm the address, then sign in here.",
            { address: to, b: strong },
          )}
        />
      </Outcome>
      <Button variant="outline" onClick={onBack}>
        {locale.t("Use another address")}
      </Button>
    </Stack>
  );
}

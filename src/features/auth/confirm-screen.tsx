import { Stack } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { useAuth } from "../../auth/auth.tsx";
import type { AuthUser } from "../../auth/auth-store.ts";
import { msg } from "../../domain/language/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Outcome } from "../../ui/link-parts.tsx";
import { RichText, strong } from "../../ui/rich-text.tsx";
import { useLocale } from "../../ui/use-locale.ts";
import { FollowedLink } from "./followed-link.tsx";
import { SignInForm } from "./sign-in-form.tsx";

const TEXTS = {
  signup: {
    about: msg("Confirm your address to finish."),
    action: msg("Confirm your e-mail address"),
  },
  email_change: {
    about: msg("Confirm your new address to finish."),
    action: msg("Confirm your new e-mail address"),
  },
};

/** Confirms an address by a mailed link. `onDone` opens Rota. */
export default function ConfirmScreen({ onDone }: { onDone: () => void }) {
  const { t } = useLocale();
  return (
    <FollowedLink
      lead={t("The tasks you share, on one board.")}
      texts={TEXTS}
      done={t("The address is confirmed.")}
      advice={t("If your address is confirmed already, sign in. If not, send yourself a new link.")}
      kind="confirmation"
      onLeave={onDone}
    >
      {(account) => <Confirmed account={account} onDone={onDone} />}
    </FollowedLink>
  );
}

function Confirmed({ account, onDone }: { account: AuthUser | null; onDone: () => void }) {
  const locale = useLocale();
  const { t } = locale;
  const { user } = useAuth();
  if (account === null) {
    return (
      <Told onDone={onDone}>
        {t(
          "Confirmed. Open the link in the mail to your other address, too, and the change is made.",
        )}
      </Told>
    );
  }
  const confirmed = (
    <RichText
      parts={locale.parts("<b>{address}</b> is confirmed.", { address: account.email, b: strong })}
    />
  );
  if (user !== null) return <Told onDone={onDone}>{confirmed}</Told>;
  return (
    <Stack gap="6">
      <Outcome takesFocus>
        {confirmed} {t("Sign in to see your board.")}
      </Outcome>
      <SignInForm email={account.email} onSignedIn={onDone} />
    </Stack>
  );
}

function Told({ children, onDone }: { children: ReactNode; onDone: () => void }) {
  const { t } = useLocale();
  return (
    <Stack gap="4">
      <Outcome takesFocus>{children}</Outcome>
      <Button onClick={onDone}>{t("Back to Rota")}</Button>
    </Stack>
  );
}

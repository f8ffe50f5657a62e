import { chakra, Stack } from "@chakra-ui/react";
import { Suspense, useState } from "react";
import { useAuth } from "../../auth/auth.tsx";
import { SIGN_OUT_FAILED, useAuthActions } from "../../auth/auth-actions.ts";
import { tellFailure } from "../../completions/told-changes.ts";
import { useStore } from "../../store/store.ts";
import { waiting } from "../../sync/waiting/waiting.ts";
import { Button } from "../../ui/button.tsx";
import { late } from "../../ui/late.tsx";
import { Logo } from "../../ui/logo.tsx";
import { RichText, strong } from "../../ui/rich-text.tsx";
import { toastSuccess } from "../../ui/toast.ts";
import { useLocale } from "../../ui/use-locale.ts";

const SignOutDialog = late(() => import("./sign-out-dialog.tsx"));

export default function AboutTab({ onSignedOut }: { onSignedOut: () => void }) {
  const { t } = useLocale();
  return (
    <Stack gap="8">
      <Stack gap="3">
        <chakra.div color="accent">
          <Logo size="3.5rem" />
        </chakra.div>
        <h1>{t("About Rota")}</h1>
        <p>
          {t(
            "Rota keeps the tasks that come back: the bins on Thursday, the plants twice a week, the boiler once a year. Each day shows what is due, what is done and what was missed.",
          )}
        </p>
        <p>
          {t(
            "Share a task by e-mail, and it appears on the board of everyone who accepts it. The person who does it ticks it off; the others see at once who did it, and when.",
          )}
        </p>
      </Stack>
      <Account onSignedOut={onSignedOut} />
      <chakra.p color="fg.muted" fontSize="sm">
        {t("Version {version}", { version: import.meta.env.VITE_APP_VERSION })}
      </chakra.p>
    </Stack>
  );
}

function Account({ onSignedOut }: { onSignedOut: () => void }) {
  const locale = useLocale();
  const { t } = locale;
  const { user } = useAuth();
  const { signOut } = useAuthActions();
  const [busy, setBusy] = useState(false);
  const [asks, setAsks] = useState(false);
  const count = useStore(waiting).changes.length;

  async function logout() {
    setBusy(true);
    try {
      await signOut();
      toastSuccess(t("Signed Out"), t("You have been signed out successfully."));
      onSignedOut();
    } catch (error) {
      tellFailure(SIGN_OUT_FAILED, error);
      setBusy(false);
    }
  }

  return (
    <Stack gap="3" alignItems="flex-start">
      <p>
        <RichText
          parts={locale.parts("Signed in as <b>{address}</b>", {
            ...{ address: user?.email ?? "", b: strong },
          })}
        />
      </p>
      <Button
        variant="outline"
        disabled={busy}
        onClick={() => (count > 0 ? setAsks(true) : logout())}
      >
        {t("Logout")}
      </Button>
      {asks && (
        <Suspense>
          <SignOutDialog count={count} onSignOut={logout} onClosed={() => setAsks(false)} />
        </Suspense>
      )}
    </Stack>
  );
}
